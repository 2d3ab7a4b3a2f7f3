"""Exercise of chapter 1: the constraint graph and the domains of a Sudoku.

A puzzle is a text with one character for each cell, row by row: a digit, or `.` for an open cell. Cells are numbered
from 0 in the same order. `box` is the side of a box: 2 for 4x4 grids, 3 for 9x9 grids.
"""


def neighbors(box: int) -> list[set[int]]:
    """Return the neighbors of each cell: the other cells of its row, its column and its box.

    The grid has `box ** 2` rows and columns, so the list has `box ** 4` sets.
    """
    raise NotImplementedError


def domains(puzzle: str) -> list[set[int]]:
    """Return the domain of each cell after the clues were taken into account.

    The domain of a clue is the set of its digit. The domain of an open cell is the set of digits that no neighboring
    clue has.
    """
    raise NotImplementedError


def is_solution(puzzle: str, grid: str) -> bool:
    """Return whether `grid` is a solution of `puzzle`.

    A solution is complete, agrees with all clues, and violates no constraint.
    """
    raise NotImplementedError
