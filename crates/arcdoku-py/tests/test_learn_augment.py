"""Images under the symmetries of Sudoku."""

from itertools import permutations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcdoku.learn import GROUP_ORDER, augment

PUZZLES = (Path(__file__).parent / "data" / "learn.txt").read_text().split()
PARTS = ["digits", "bands", "stacks", "rows", "columns", "transpose"]
# Each cell has a different number, so an image shows which symmetry of the cells was applied.
NAMED = np.arange(100, 181, dtype=np.uint8)[None, :]


def grid() -> npt.NDArray[np.uint8]:
    row, column = np.divmod(np.arange(81), 9)
    return ((row * 3 + row // 3 + column) % 9 + 1).astype(np.uint8)[None, :]


def is_full(board: npt.NDArray[np.uint8]) -> bool:
    square = board.reshape(9, 9)
    boxes = square.reshape(3, 3, 3, 3).swapaxes(1, 2).reshape(9, 9)
    return all(sorted(house) == list(range(1, 10)) for house in [*square, *square.T, *boxes])


def orders() -> list[tuple[int, ...]]:
    """The permutations of nine lines that keep bands together."""
    inner = list(permutations(range(3)))
    return [
        tuple(3 * band + line for band, order in zip(bands, (a, b, c), strict=True) for line in order)
        for bands in inner
        for a in inner
        for b in inner
        for c in inner
    ]


def test_the_group_has_its_order() -> None:
    assert GROUP_ORDER == 362_880 * len(orders()) ** 2 * 2 == 362_880 * 3_359_232


@given(st.integers(0, 2**64 - 1), st.integers(0, 4))
def test_an_image_is_one_symmetry(seed: int, k: int) -> None:
    names = augment(NAMED, seed=seed, k=k)
    grids = augment(grid(), seed=seed, k=k)
    allowed = set(orders())
    for image, full in zip(names.boards, grids.boards, strict=True):
        assert is_full(full)
        row, column = np.divmod(image.astype(int).reshape(9, 9) - 100, 9)
        if (row[0] != row[0, 0]).any():
            row, column = column, row
        assert (row == row[:, :1]).all() and (column == column[:1]).all()
        assert tuple(row[:, 0]) in allowed and tuple(column[0]) in allowed
        # The renaming of the digits is a bijection.
        before = grid()[0][image - 100]
        assert len(set(zip(before, full, strict=True))) == 9


def test_solutions_are_transformed_like_boards() -> None:
    puzzles = np.where(np.arange(81) % 3 == 0, grid(), 0).astype(np.uint8).repeat(5, axis=0)
    images = augment(puzzles, grid().repeat(5, axis=0), seed=7, k=4)
    assert images.solutions is not None
    clues = images.boards > 0
    assert (images.boards[clues] == images.solutions[clues]).all()
    assert all(is_full(solution) for solution in images.solutions)
    assert images.source.tolist() == np.repeat(range(5), 4).tolist()
    assert len(np.unique(images.boards, axis=0)) == 20


@pytest.mark.parametrize(
    ("part", "count"), [("bands", 6), ("stacks", 6), ("rows", 216), ("columns", 216), ("transpose", 2)]
)
def test_each_part_is_uniform(part: str, count: int) -> None:
    each = 200
    images = augment(NAMED, seed=16, k=count * each, **{name: name == part for name in PARTS})
    _, counts = np.unique(images.boards, axis=0, return_counts=True)
    assert len(counts) == count
    # Pearson's statistic has mean count - 1 and variance 2 (count - 1).
    statistic = ((counts - each) ** 2 / each).sum()
    assert abs(statistic - (count - 1)) < 4 * (2 * (count - 1)) ** 0.5 + 1


def test_digits_are_uniform() -> None:
    row = np.zeros((1, 81), np.uint8)
    row[0, :9] = range(1, 10)
    images = augment(row, seed=16, k=9_000, **{name: name == "digits" for name in PARTS}).boards[:, :9]
    counts = np.stack([np.bincount(images[:, place], minlength=10)[1:] for place in range(9)])
    statistic = ((counts - 1_000) ** 2 / 1_000).sum()
    # Nine digits with nine images each have 8 * 8 degrees of freedom.
    assert abs(statistic - 64 * 9 / 8) < 4 * 128**0.5


def test_all_symmetries_of_a_small_group_are_equally_likely() -> None:
    names = np.arange(100, 116, dtype=np.uint8)[None, :]
    images = augment(names, seed=3, k=128 * 100)
    _, counts = np.unique(images.boards, axis=0, return_counts=True)
    assert len(counts) == 128
    assert abs(((counts - 100) ** 2 / 100).sum() - 127) < 4 * 254**0.5


def test_threads_and_batches_do_not_matter() -> None:
    boards = np.concatenate([augment(PUZZLES, seed=index).boards for index in range(20)])
    whole = augment(boards, seed=5, k=2, threads=1).boards
    assert (whole == augment(boards, seed=5, k=2, threads=4).boards).all()
    parts = [augment(boards[at : at + 700], seed=5, k=2, first=at).boards for at in range(0, len(boards), 700)]
    assert (whole == np.concatenate(parts)).all()
    # A larger number of images begins with the same ones.
    assert (whole == augment(boards, seed=5, k=3).boards.reshape(-1, 3, 81)[:, :2].reshape(-1, 81)).all()
    assert (whole != augment(boards, seed=6, k=2).boards).any(axis=1).mean() > 0.99


def test_the_numbers_of_a_seed_are_fixed() -> None:
    image = augment(PUZZLES[:1], seed=1).boards[0]
    fixed = "050000000003006007002700009170405000000000000004230000406000030007590046230000070"
    assert "".join(map(str, image)) == fixed


def test_the_board_is_kept() -> None:
    images = augment(PUZZLES[:10], seed=1, k=3, keep=True)
    assert (images.boards[::3] == augment(PUZZLES[:10], seed=9, k=1, keep=True).boards).all()
    assert (images.boards[1::3] == augment(PUZZLES[:10], seed=1, k=3).boards[1::3]).all()


def test_other_sizes_have_their_own_groups() -> None:
    six = np.tile(np.arange(100, 136, dtype=np.uint8), (1, 1))
    images = augment(six, seed=1, k=500).boards.reshape(-1, 6, 6).astype(int) - 100
    # Boxes of 2x3 are never transposed.
    assert (images // 6 == images[:, :, :1] // 6).all()
    assert augment(np.zeros((2, 0), np.uint8).reshape(0, 81), seed=1).boards.shape == (0, 81)


def test_a_shape_distinguishes_many_boards_from_one() -> None:
    names = np.arange(100, 116, dtype=np.uint8)[None, :].repeat(16, axis=0)
    assert augment(names, seed=1).boards.shape == (1, 256)
    images = augment(names, names, seed=1, k=2, shape=4)
    assert images.boards.shape == (32, 16) and images.solutions is not None
    assert (images.boards[:2] == augment(names[:1], seed=1, k=2).boards).all()


def test_bad_arguments_are_named() -> None:
    with pytest.raises(TypeError, match=r"seed: found 1\.5, expected a whole number"):
        augment(PUZZLES[:1], seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seed: found -1, expected a whole number from 0"):
        augment(PUZZLES[:1], seed=-1)
    with pytest.raises(ValueError, match="threads: found 4611686018427387904, expected a whole number from 1 to 1024"):
        augment(PUZZLES[:1], seed=1, threads=2**62)
    with pytest.raises(ValueError, match="k: found 281474976710657, expected a whole number from 0 to"):
        augment(PUZZLES[:1], seed=1, k=2**48 + 1)
    with pytest.raises(TypeError, match="keep: found 2, expected True or False"):
        augment(PUZZLES[:1], seed=1, keep=2)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="transpose: found 'no', expected True or False"):
        augment(PUZZLES[:1], seed=1, transpose="no")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="k: found -1"):
        augment(PUZZLES[:1], seed=1, k=-1)
    with pytest.raises(ValueError, match=r"solutions: found \(2, 81\), expected the shape of boards"):
        augment(PUZZLES[:1], PUZZLES[:2], seed=1)
    with pytest.raises(ValueError, match=r"found an array of shape \[2, 80\]"):
        augment(np.zeros((2, 80), np.uint8), seed=1)
