"""Columns of puzzles with their own rules: each row has an answer or a reason."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arcdoku
from arcdoku import Outcome, Puzzle
from arcdoku.learn import audit, augment, card, split, steps, write_parquet, write_recursive

MADE = arcdoku.generate(12, cages=True, seed=1)
"""Killer puzzles, which have no clues."""
TEXTS = ["." * 81] * 12
ANSWERS = ["".join(map(str, row)) for row in MADE.solutions.tolist()]
WRONG_RULE = "rules: 'cage 10: r1c1 x': 1:15: found 'x', expected a cell such as r1c9"
WRONG_NAME = "rules: 'nonsense': 1:1: found 'nonsense', expected the name of a rule, such as cage or thermo"


def mixed() -> tuple[list[str | None], list[list[str] | None], list[int]]:
    """Boards, their rules and outcomes: killers, and rows with no rules, wrong rules, a null and a malformed
    board."""
    assert MADE.rules is not None
    texts: list[str | None] = [*TEXTS]
    rules: list[list[str] | None] = [*MADE.rules]
    rules[1], rules[2], rules[3], texts[4], texts[5] = None, ["cage 10: r1c1 x"], ["diagonals", "nonsense"], None, "12"
    return texts, rules, [1, 2, 4, 4, 4, 4, *[1] * 6]


def columns(texts: list[Any]) -> list[tuple[str, Any]]:
    """The same column in all layouts."""
    pandas, polars, pyarrow = map(pytest.importorskip, ("pandas", "polars", "pyarrow"))
    chunks = pyarrow.chunked_array([texts[:3], [], texts[3:]], pyarrow.array(texts).type)
    return [
        ("list", texts),
        ("polars", polars.Series("boards", texts)),
        ("pyarrow", pyarrow.array(texts)),
        ("chunks", chunks),
        ("pandas", pandas.Series(texts, index=range(5, 17), dtype=object)),
    ]


def values(found: Any) -> list[Any]:
    """The values of a column or an array, with `None` for missing ones."""
    listed = found.to_pylist() if hasattr(found, "to_pylist") else list(found)
    return [None if type(value).__name__ == "NAType" or value != value else value for value in listed]


def field(found: Any, name: str) -> list[Any]:
    """One field of a result, for each row."""
    if hasattr(found, "_fields"):
        names = ["unsatisfiable", "unique", "multiple", "unknown", None]
        return [names[code] for code in found.outcome]
    if hasattr(found, "to_pylist"):
        return [row[name] for row in found.to_pylist()]
    return values(found[name] if hasattr(found, "columns") else found.struct.field(name))


def test_each_row_has_its_rules() -> None:
    texts, rules, outcomes = mixed()
    names = ["unsatisfiable", "unique", "multiple", "unknown", None]
    answered = [outcome != Outcome.MALFORMED for outcome in outcomes]
    for layout, boards in columns(texts):
        for _, lists in [("lists", rules), *columns(rules)[1:]]:
            found = arcdoku.solve(boards, rules=lists)
            assert field(found, "outcome") == [names[code] for code in outcomes], layout
        counts = values(arcdoku.count(boards, rules=rules, up_to=3))
        assert [count or 0 for count in counts] == [{1: 1, 2: 3}.get(code, 0) for code in outcomes], layout
        needed = values(arcdoku.minimal(boards, rules=rules))
        assert [bool(value) for value in needed] == [code == 1 for code in outcomes], layout
        answers = boards if layout == "list" else dict(columns(ANSWERS))[layout]
        rewards = values(arcdoku.verify(boards, ANSWERS if layout == "list" else answers, rules=rules))
        assert [reward or 0.0 for reward in rewards] == [float(row) for row in answered], layout
        reasons = values(arcdoku.reasons(boards, rules=rules))
        null = "null" if layout == "list" else None
        assert reasons[:6] == [None, None, WRONG_RULE, WRONG_NAME, null, "found 2 cells, expected 81"], layout
        for call in (arcdoku.solve, arcdoku.count, arcdoku.minimal):
            with pytest.raises(ValueError, match=r"boards\[2\]: rules: 'cage 10"):
                call(boards, rules=rules, strict=True)
            with pytest.raises(ValueError, match="rules: found 3 lists, expected 12, one per board"):
                call(boards, rules=rules[:3])


def test_arrays_have_rules_by_row() -> None:
    _, rules, outcomes = mixed()
    outcomes[4] = outcomes[5] = 1
    for dtype in (np.uint8, np.int32):
        boards = MADE.puzzles.astype(dtype)
        solved = arcdoku.solve(boards, rules=rules)
        assert solved.outcome.tolist() == outcomes
        is_unique = solved.outcome == Outcome.UNIQUE
        assert np.array_equal(solved.grids[is_unique], MADE.solutions[is_unique])
        assert arcdoku.reasons(boards, rules=rules)[:4] == [None, None, WRONG_RULE, WRONG_NAME]
    # There are more rows than are converted at a time.
    many = arcdoku.solve(
        ["1..............4"] * 70_000, rules=[["diagonals"] if row % 7 else [] for row in range(70_000)]
    )
    assert arcdoku.Outcome.SEVERAL == many.outcome.min() == many.outcome.max()
    counts = arcdoku.count(
        ["1..............4"] * 70_000, rules=[["diagonals"] if row % 7 else [] for row in range(70_000)]
    )
    assert [int(counts[row]) for row in (0, 1, 69_999, 69_993)] == [18, 4, 4, 18]


@pytest.mark.parametrize(
    "options",
    [
        {"cages": True},
        {"rules": ["diagonals"]},
        {"shape": "3x2", "cages": (2, 4)},
        {"shape": "3x2"},
        {"shape": 4, "bare": True, "rules": ["rows", "columns"]},
        {"draw": ["thermo 3..5"]},
        {},
    ],
)
def test_generated_puzzles_are_solved_with_their_rules(options: dict[str, Any]) -> None:
    made = arcdoku.generate(4, seed=3, **options)
    solved = arcdoku.solve(made)
    assert solved.outcome.tolist() == [1] * 4 and np.array_equal(solved.grids, made.solutions)
    assert arcdoku.verify(made, made.solutions).tolist() == [1.0] * 4
    again = arcdoku.solve(made.puzzles, shape=made.shape, rules=made.rules or ())
    assert np.array_equal(again.grids, made.solutions)
    assert (made.rules is None) == (not options or options == {"shape": "3x2"})


def test_puzzles_are_boards() -> None:
    assert MADE.rules is not None
    puzzles = [Puzzle(TEXTS[0], rules=own) for own in MADE.rules]
    solved = arcdoku.solve(puzzles)
    assert np.array_equal(solved.grids, MADE.solutions)
    assert arcdoku.solve(puzzles[0]).outcome == Outcome.UNIQUE
    jigsaw = Puzzle("." * 16, regions="1122112233443344")
    assert arcdoku.count(jigsaw) == jigsaw.count() == 288
    pencil = Puzzle(Puzzle("1..............4").to("pencilmarks").replace("234", "34"))
    assert arcdoku.count([pencil]).tolist() == [pencil.count()] != [Puzzle("1..............4").count()]
    with pytest.raises(TypeError, match=r"boards\[12\]: found str, expected a Puzzle, like other entries"):
        arcdoku.solve([*puzzles, TEXTS[0]])
    with pytest.raises(ValueError, match=r"boards\[12\]: found the shape 'grid 4x4 boxes 2x2', expected 'grid 9x9"):
        arcdoku.solve([*puzzles, Puzzle("." * 16)])
    with pytest.raises(ValueError, match="rules: found a value for puzzles that have their own"):
        arcdoku.solve(puzzles, rules=["diagonals"])
    board = np.array(Puzzle("1..............4"))
    assert board.dtype == np.uint8 and board.shape == (4, 4) and board.sum() == 5
    assert np.asarray(Puzzle("1..............4"), np.int64).dtype == np.int64


REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: arcdoku.canon(MADE), "canonical forms are for 9x9 puzzles"),
    (lambda: arcdoku.key(MADE), "canonical forms are for 9x9 puzzles"),
    (lambda: arcdoku.symmetries(MADE), "canonical forms are for 9x9 puzzles"),
    (lambda: arcdoku.transform(MADE, arcdoku.symmetries(MADE.solutions)), "canonical forms are for 9x9 puzzles"),
    (lambda: arcdoku.rate_se(MADE), "only 9x9 puzzles without further rules have a rating"),
    (lambda: arcdoku.rate_hodoku(MADE), "only 9x9 puzzles without further rules have a rating"),
    (lambda: steps(MADE), "boards: found puzzles with rules, expected puzzles without"),
    (lambda: augment(MADE, seed=1), "boards: found puzzles with rules, expected puzzles without"),
    (lambda: augment(arcdoku.generate(1, shape="3x2"), seed=1), "boards: found the shape 'grid 6x6 boxes 3x2'"),
    (lambda: write_recursive("nowhere", MADE), "boards: found puzzles with rules, expected puzzles without"),
    (lambda: split(MADE, seed=1), "by: found 'class', expected by='solution' or by='board'"),
    (lambda: split(MADE.puzzles, seed=1), "boards: found boards without clues, expected puzzles, or their rules"),
    (lambda: audit(MADE.puzzles), "train: found boards without clues, expected puzzles, or their rules in rules="),
    (lambda: audit(MADE.solutions, MADE.puzzles), "test: found boards without clues, .* in test_rules="),
    (lambda: audit(MADE.puzzles, MADE.puzzles, rules=MADE.rules), "test_rules: found None"),
    (lambda: card(MADE.puzzles), r"boards\[0\]: found outcome several, .* and rules= for one without clues"),
    (lambda: card(MADE, ratings=("hodoku",)), r"ratings: found \('hodoku',\), expected \(\): boards\[0\]"),
    (lambda: card(MADE.puzzles, rules=mixed()[1]), r"boards\[1\]: found outcome several"),
    (lambda: card(MADE.puzzles, rules=[["nonsense"]] * 12), r"boards\[0\]: rules: 'nonsense'"),
]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_unsupported_puzzles_are_rejected(
    call: Callable[[], object], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=message):
        call()
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]


def test_parts_share_no_puzzle_with_rules() -> None:
    assert MADE.rules is not None
    twice = [*MADE.rules, *([*own[::-1]] for own in MADE.rules)]
    boards = np.concatenate([MADE.puzzles, MADE.puzzles])
    for by in ("board", "solution"):
        one, other = split(boards, by, (0.5, 0.5), seed=1, rules=twice)
        assert len(one) + len(other) == 24 and min(len(one), len(other)) > 0
        # The order of rules does not matter.
        assert {row % 12 for row in one.tolist()}.isdisjoint(row % 12 for row in other.tolist())
    rules = mixed()[1]
    with pytest.raises(ValueError, match=r"boards\[1\]: found a board without a key, expected a puzzle with one"):
        split(MADE.puzzles, "solution", seed=1, rules=rules, strict=True)
    assert np.concatenate(split(MADE.puzzles, "solution", seed=1, rules=rules)).tolist() == [0, *range(4, 12)]


def test_audits_of_puzzles_with_rules() -> None:
    assert MADE.rules is not None
    report = audit(MADE, check_minimal=True)
    part = report.train
    assert report.is_clean and (part.rows, part.duplicates, part.equal, part.several) == (12, 0, 0, 0)
    assert part.clues == {0: 12} and part.ratings is None and part.not_minimal == 0
    report = audit(MADE.puzzles, MADE.puzzles[2:5], rules=MADE.rules, test_rules=MADE.rules[2:5])
    assert report.across == {"duplicates": 3, "equal": 3, "solution": 3}
    # An image of the same puzzle, whose clues are its solution.
    report = audit(MADE, augment(MADE.solutions[:2], seed=4).boards)
    assert report.across == {"duplicates": 0, "equal": 0, "solution": 2} and not report.is_clean
    assert report.examples["solution"] == [(0, 0), (1, 1)]
    report = audit(MADE.puzzles, rules=mixed()[1])
    assert (report.train.malformed, report.train.several, report.train.equal) == (2, 1, 0)


def test_a_solution_in_both_parts_is_a_leak() -> None:
    made = arcdoku.generate(5, seed=3)
    other = made.solutions.copy()
    other[:, ::9] = 0
    assert (arcdoku.solve(other).outcome == Outcome.UNIQUE).all()
    for test in (other, augment(other, seed=2).boards):
        report = audit(made, test, scale=None)
        assert report.across == {"duplicates": 0, "equal": 0, "solution": 5} and not report.is_clean
        assert "5 test rows with a solution equivalent to a training solution" in str(report)


def test_files_have_the_rules(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "set.parquet"
    assert write_parquet(path, iter([MADE, MADE])) == 24
    table = parquet.read_table(path)
    assert table.column("rules").to_pylist() == [*(MADE.rules or []), *(MADE.rules or [])]
    assert not {"key", "hodoku_score"} & set(table.column_names)
    read = arcdoku.solve(table.column("puzzle"), rules=table.column("rules"))
    assert field(read, "outcome") == ["unique"] * 24
    with pytest.raises(ValueError, match=r"found pieces that differ in their shape, or in whether they have .* rules"):
        write_parquet(tmp_path / "other.parquet", iter([MADE, arcdoku.generate(2)]))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["set.md", "set.parquet"]
    assert "- Shape: grid 6x6 boxes 3x2" in card(arcdoku.generate(2, shape="3x2"))


def test_expressions_have_rules_by_row() -> None:
    polars = pytest.importorskip("polars")
    import arcdoku.frames  # noqa: F401

    texts, rules, outcomes = mixed()
    frame = polars.DataFrame({"board": texts, "rules": rules})
    found = frame.lazy().select(polars.col("board").arcdoku.solve(rules=polars.col("rules")).struct.unnest()).collect()
    assert found["outcome"].is_null().to_list() == [code == Outcome.MALFORMED for code in outcomes]
    assert found["reason"][2] == WRONG_RULE
    numbers = polars.DataFrame({"board": MADE.puzzles, "rules": MADE.rules})
    solved = numbers.select(polars.col("board").arcdoku.solve(rules=polars.col("rules")).struct.field("solution"))
    assert np.array_equal(solved.to_series().to_numpy(), MADE.solutions)
    same = frame.head(1).select(polars.col("board").arcdoku.count(up_to=2, rules=["diagonals"]))
    assert same.to_series().to_list() == [2]
    assert frame["board"].arcdoku.reasons(rules=frame["rules"]).to_list()[2] == WRONG_RULE
    with pytest.raises(TypeError, match="rules: found lists, one per board, expected an expression"):
        frame.select(polars.col("board").arcdoku.minimal(rules=MADE.rules))


def test_a_full_grid_is_not_a_puzzle() -> None:
    made = arcdoku.generate(300, shape=4, minimal="any", seed=1)
    assert (made.puzzles == 0).any(axis=1).all()
    assert (arcdoku.generate(2, shape=4, minimal="any", clues=16).puzzles > 0).all()


@pytest.mark.parametrize(("tier", "code"), [("bogus", 1), ("portable", 0), ("", 0)])
def test_an_unavailable_tier_is_rejected(tier: str, code: int) -> None:
    import os

    environment = {**os.environ, "ARCDOKU_TIER": tier}
    run = subprocess.run(
        [sys.executable, "-c", "import arcdoku"], env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == code
    assert code == 0 or 'ValueError: ARCDOKU_TIER: found "bogus", expected ' in run.stderr
