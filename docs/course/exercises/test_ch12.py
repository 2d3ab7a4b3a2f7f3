"""Tests of the exercise of chapter 12."""

from random import Random

import pytest
from ch12 import ALL, SPARE, bit_of, board_of, empty_boxes, lone, naked

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
BOXES = [[10 * box + at for at in range(9)] for box in range(3)]


def random_word(rng: Random) -> int:
    """Return a word whose boxes often have no candidate, or one."""
    word = 0
    for box in BOXES:
        for bit in rng.sample(box, rng.choice([0, 0, 1, 1, 1, 2, 3, 9])):
            word |= 1 << bit
    return word


def bits(word: int) -> set[int]:
    return {bit for bit in range(word.bit_length()) if word >> bit & 1}


def candidates(puzzle: str) -> list[set[int]]:
    """Return the candidates of each cell, by loops over all pairs of cells."""

    def see(one, other):
        (r, c), (s, d) = divmod(one, 9), divmod(other, 9)
        return one != other and (r == s or c == d or (r // 3 == s // 3 and c // 3 == d // 3))

    clues = {cell: int(sign) for cell, sign in enumerate(puzzle) if sign != "."}
    return [
        {clues[cell]}
        if cell in clues
        else set(range(1, 10)) - {digit for other, digit in clues.items() if see(cell, other)}
        for cell in range(81)
    ]


def of_board(board: list[int]) -> list[set[int]]:
    return [
        {digit for digit in range(1, 10) if board[3 * (digit - 1) + cell // 27] >> bit_of(cell) & 1}
        for cell in range(81)
    ]


def test_bit_of():
    assert [bit_of(cell) for cell in (0, 1, 2, 3, 8, 9, 10, 26)] == [0, 1, 2, 10, 22, 3, 4, 28]
    assert [bit_of(cell) for cell in range(27)] == [bit_of(cell + 54) for cell in range(27)]
    assert {bit_of(cell) for cell in range(27)} == bits(ALL)


def test_empty_boxes():
    assert empty_boxes(0) == SPARE
    assert empty_boxes(ALL) == 0
    assert empty_boxes(1 << 14) == 1 << 9 | 1 << 29


@pytest.mark.parametrize("seed", range(20))
def test_empty_boxes_of_random_words(seed):
    rng = Random(seed)
    for _ in range(100):
        word = random_word(rng)
        assert bits(empty_boxes(word)) == {box[-1] + 1 for box in BOXES if not bits(word) & set(box)}


def test_lone():
    assert lone(0) == 0
    assert lone(ALL) == 0
    assert lone(0b1 << 28 | 0b11 << 10 | 0b100000000) == 0b1 << 28 | 0b100000000


@pytest.mark.parametrize("seed", range(20))
def test_lone_in_random_words(seed):
    rng = Random(seed)
    for _ in range(100):
        word = random_word(rng)
        alone = [bits(word) & set(box) for box in BOXES if len(bits(word) & set(box)) == 1]
        assert bits(lone(word)) == set().union(*alone)


@pytest.mark.parametrize("seed", range(20))
def test_naked(seed):
    rng = Random(seed)
    words = [rng.getrandbits(30) & rng.getrandbits(30) & rng.getrandbits(30) & ALL for _ in range(9)]
    assert bits(naked(words)) == {bit for bit in bits(ALL) if sum(word >> bit & 1 for word in words) == 1}


@pytest.mark.parametrize("puzzle", [WIKIPEDIA, INKALA, "." * 81])
def test_board_of(puzzle):
    board = board_of(puzzle)
    assert len(board) == 27
    assert all(word & ~ALL == 0 for word in board)
    assert of_board(board) == candidates(puzzle)


def test_singles_of_a_puzzle():
    board = board_of(WIKIPEDIA)
    expected = candidates(WIKIPEDIA)
    for band in range(3):
        words = board[band::3]
        singles = {cell for cell in range(27 * band, 27 * band + 27) if len(expected[cell]) == 1}
        assert bits(naked(words)) == {bit_of(cell) for cell in singles}
    # Box 3, columns 7 to 9 of rows 1 to 3, has one place for 6: the clue r3c8.
    assert bits(lone(board[15])) & set(BOXES[2]) == {bit_of(25)}


def test_against_arcdoku():
    arcdoku = pytest.importorskip("arcdoku")
    np = pytest.importorskip("numpy")
    made = arcdoku.generate(20, seed=1)
    for puzzle, solution in zip(np.asarray(made.puzzles), np.asarray(made.solutions), strict=True):
        found = of_board(board_of("".join(str(digit) if digit else "." for digit in puzzle.ravel())))
        # Every digit of the solution is among the candidates, and clues have no other.
        assert all(digit in cell for digit, cell in zip(solution.ravel(), found, strict=True))
        assert all(cell == {digit} for digit, cell in zip(puzzle.ravel(), found, strict=True) if digit)
