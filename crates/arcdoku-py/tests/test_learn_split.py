"""Splits have disjoint parts, and audits find planted problems."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcdoku
from arcdoku.learn import audit, augment, split

PUZZLES = (Path(__file__).parent / "data" / "learn.txt").read_text().split()


def boards() -> npt.NDArray[np.uint8]:
    return np.array([[0 if symbol == "." else int(symbol) for symbol in line] for line in PUZZLES], np.uint8)


BOARDS = boards()
IMAGES = augment(BOARDS, seed=1, k=6, keep=True)


def test_images_are_proper_and_of_their_class() -> None:
    assert (arcdoku.solve(IMAGES.boards).outcome == arcdoku.Outcome.UNIQUE).all()
    keys = arcdoku.key(BOARDS)
    assert (arcdoku.key(IMAGES.boards) == keys[IMAGES.source]).all()
    assert len(np.unique(keys, axis=0)) == len(BOARDS)
    solutions = arcdoku.solve(BOARDS).grids
    images = augment(BOARDS, solutions, seed=2, k=3)
    assert (arcdoku.solve(images.boards).grids == images.solutions).all()
    assert (arcdoku.verify(images.boards, images.solutions) == 1).all()


@given(
    st.integers(0, 2**64 - 1) | st.none(),
    st.lists(st.floats(0.05, 0.3), min_size=1, max_size=3),
    st.sampled_from(["class", "board", "solution"]),
)
def test_the_parts_of_a_split_are_disjoint(seed: int | None, fractions: list[float], by: str) -> None:
    rows = IMAGES.boards[:60]
    parts = split(rows, by, fractions, seed=seed)
    assert len(parts) == len(fractions)
    together = np.concatenate(parts)
    assert len(set(together.tolist())) == len(together)
    if by != "board":
        sources = [set(IMAGES.source[part].tolist()) for part in parts]
        assert sum(map(len, sources)) == len(set().union(*sources))
    for part in parts:
        assert part.dtype == np.int64 and (np.diff(part) > 0).all()


def test_a_split_does_not_depend_on_order_or_other_boards() -> None:
    order = np.random.default_rng(1).permutation(len(IMAGES.boards))
    for by in ("class", "board", "solution"):
        first, second = split(IMAGES.boards, by, (0.5, 0.5), seed=3)
        assert len(first) + len(second) == len(IMAGES.boards)
        again, _ = split(IMAGES.boards[order], by, (0.5, 0.5), seed=3)
        assert set(order[again].tolist()) == set(first.tolist())
        front, _ = split(IMAGES.boards[:100], by, (0.5, 0.5), seed=3)
        assert front.tolist() == first[first < 100].tolist()
    other, _ = split(IMAGES.boards, "board", (0.5, 0.5), seed=4)
    assert other.tolist() != split(IMAGES.boards, "board", (0.5, 0.5), seed=3)[0].tolist()


def test_sizes_are_random() -> None:
    grids = arcdoku.grids(20_000, seed=1)
    parts = split(grids, fractions=(0.7, 0.2), seed=1)
    for part, share in zip(parts, (0.7, 0.2), strict=True):
        # The tolerance is four standard deviations.
        assert abs(len(part) - 20_000 * share) < 4 * (20_000 * share * (1 - share)) ** 0.5


def test_without_a_seed_the_key_decides() -> None:
    low, high = split(BOARDS, fractions=(0.25, 0.75), seed=None)
    halves = arcdoku.key(BOARDS)[:, 8:].copy().view(">u8")[:, 0]
    assert low.tolist() == np.flatnonzero(halves < 2**62).tolist()
    assert len(low) + len(high) == len(BOARDS)


def test_puzzles_of_one_solution_stay_together() -> None:
    grids = arcdoku.grids(40, seed=2)
    # Two different puzzles of each grid, with at most 60 and 40 clues.
    puzzles = np.concatenate([np.where(np.arange(81) % 9 < 7, grids, 0), np.where(np.arange(81) % 7 > 0, grids, 0)])
    known = np.tile(grids, (2, 1))
    parts = split(puzzles, "solution", (0.5, 0.5), seed=5, solutions=known)
    assert sum(map(len, parts)) == 80
    assert not set((parts[0] % 40).tolist()) & set((parts[1] % 40).tolist())


def test_boards_without_a_key_are_in_no_part() -> None:
    rows = BOARDS[:6].copy()
    rows[2, 5] = 77
    rows[3] = 0
    assert 2 not in np.concatenate(split(rows, fractions=(0.5, 0.5), seed=1))
    assert sorted(np.concatenate(split(rows, "solution", (0.5, 0.5), seed=1)).tolist()) == [0, 1, 4, 5]
    with pytest.raises(ValueError, match=r"boards\[2\]: row 1, column 6: found 77, expected 0 \(empty\) to 9"):
        split(rows, seed=1, strict=True)
    assert sorted(np.concatenate(split(rows, "board", (0.5, 0.5), seed=1)).tolist()) == [0, 1, 3, 4, 5]
    for by in ("board", "solution"):
        with pytest.raises(ValueError, match=r"boards\[2\]: row 1, column 6: found 77, expected 0 \(empty\) to 9"):
            split(rows, by, seed=1, strict=True, solutions=arcdoku.solve(BOARDS[:6]).grids)
    with pytest.raises(ValueError, match=r"boards\[0\]: found 4 cells, expected 81"):
        split(["1234"], "board", seed=1, strict=True)
    with pytest.raises(ValueError, match=r"boards\[3\]: found a board without a key, expected clues"):
        split([*BOARDS[:3].tolist(), [0] * 81], seed=1, strict=True)


def test_a_shape_distinguishes_many_boards_from_one() -> None:
    grids = arcdoku.grids(16, seed=1, shape="2x2")
    for shape in ("2x2", 4):
        parts = split(grids, "board", (0.5, 0.5), seed=1, shape=shape)
        assert len(np.concatenate(parts)) == 16
    assert len(np.concatenate(split(grids, "board", (0.5, 0.5), seed=1))) == 1


def test_bad_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="by: found 'row', expected one of class, board, solution"):
        split(BOARDS, "row", seed=1)
    with pytest.raises(TypeError, match=r"seed: found 1\.5, expected a whole number"):
        split(BOARDS, seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"fractions: found a sum of 1\.2"):
        split(BOARDS, fractions=(0.6, 0.6), seed=1)
    with pytest.raises(ValueError, match="expected numbers above 0"):
        split(BOARDS, fractions=(0, 1), seed=1)
    fractions: Any
    for fractions in ("ab", 5, None, ["a"], [None], [True, 0.5], [1j], b"ab", {0.5: 1}):
        with pytest.raises(TypeError, match=r"fractions: found .*, expected numbers above 0 and at most 1"):
            split(BOARDS, fractions=fractions, seed=1)
    for fractions in ([], [float("nan")], np.array([])):
        with pytest.raises(ValueError, match=r"fractions: found .*, expected numbers above 0 and at most 1"):
            split(BOARDS, fractions=fractions, seed=1)
    fractions = np.array([0.5, 0.5])
    parts = split(BOARDS, fractions=fractions, seed=1)
    assert [part.tolist() for part in parts] == [part.tolist() for part in split(BOARDS, fractions=(0.5, 0.5), seed=1)]
    with pytest.raises(ValueError, match="threads: found 1025, expected a whole number from 1 to 1024"):
        split(BOARDS, seed=1, threads=1025)
    with pytest.raises(ValueError, match="threads: found 4611686018427387904, expected a whole number from 1 to 1024"):
        audit(BOARDS, threads=2**62)
    with pytest.raises(ValueError, match="scale: found 'x', expected one of hodoku, se"):
        audit(BOARDS, scale="x")
    with pytest.raises(ValueError, match="test: found rows of 16 cells"):
        audit(BOARDS, np.zeros((3, 16), np.uint8))


def test_an_audit_finds_planted_problems() -> None:
    train, test = BOARDS[:20].copy(), BOARDS[20:30].copy()
    clean = audit(train, test, check_minimal=True)
    assert clean.is_clean and clean.across == {"duplicates": 0, "equal": 0, "solution": 0}
    assert "no fault was found" in str(clean) and clean.train.not_minimal == 0
    grid = arcdoku.solve(BOARDS[30:31]).grids[0]
    planted = {
        "malformed": np.full(81, 10, np.uint8),
        "none": np.concatenate([[5, 5], np.zeros(79)]).astype(np.uint8),
        "several": np.zeros(81, np.uint8),
        "duplicates": train[3],
        "equal": augment(train[4:5], seed=9).boards[0],
        "redundant": np.where(np.arange(81) > 40, grid, BOARDS[30]),
    }
    bad = np.concatenate([train, np.stack(list(planted.values()))])
    leaks = np.stack([train[7], augment(train[8:9], seed=9).boards[0]])
    report = audit(bad, np.concatenate([test, leaks]), check_minimal=True)
    part = report.train
    assert (part.rows, part.malformed, part.none, part.several) == (26, 1, 1, 1)
    assert (part.duplicates, part.equal, part.not_minimal) == (1, 2, 1)
    places = {"malformed": [20], "none": [21], "several": [22], "duplicates": [23], "equal": [23, 24]}
    assert part.examples == {**places, "not_minimal": [25]}
    assert report.across == {"duplicates": 1, "equal": 2, "solution": 2}
    assert report.examples == {"duplicates": [(7, 10)], "equal": (both := [(7, 10), (8, 11)]), "solution": both}
    assert not report.is_clean
    assert sum(part.clues.values()) == 25
    assert part.ratings is not None and part.ratings["count"] == 23
    assert part.ratings["minimum"] <= part.ratings["median"] <= part.ratings["maximum"]
    again = json.loads(json.dumps(report.to_dict()))
    assert again["train"]["several"] == 1 and again["is_clean"] is False
    assert "(7, 10)" in str(report) and "(7, 10)" in report._repr_html_()


def test_ratings_are_sampled() -> None:
    rated = arcdoku.rate_se(BOARDS).er
    report = audit(BOARDS, scale="se", sample=None)
    assert report.train.ratings is not None
    assert report.train.ratings["mean"] == pytest.approx(rated.mean())
    assert report.train.ratings["maximum"] == rated.max()
    some = audit(BOARDS, sample=10, seed=1)
    assert some.train.ratings is not None and some.train.ratings["count"] == 10
    assert some.to_dict() == audit(BOARDS, sample=10, seed=1).to_dict()
    assert audit(BOARDS, scale=None).train.ratings is None
    empty = audit(np.empty((0, 81), np.uint8))
    assert empty.is_clean and empty.train.rows == 0 and str(empty)


def test_texts_and_columns_are_boards() -> None:
    polars, pyarrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    expected = [part.tolist() for part in split(BOARDS, seed=1)]
    for column in (PUZZLES, polars.Series(PUZZLES), pyarrow.array(PUZZLES), BOARDS.astype(np.int64)):
        assert [part.tolist() for part in split(column, seed=1)] == expected
