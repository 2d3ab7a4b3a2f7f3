"""Exercise of chapter 2: plain backtracking, with a count of nodes.

A puzzle is a text with one character for each cell, row by row: a digit, or `.` for an open cell. Cells are numbered
from 0 in the same order.
"""

from functools import cache


@cache
def neighbors(box: int) -> list[list[int]]:
    """Return the neighbors of each cell: the other cells of its row, its column and its box. This function is given."""
    size = box * box

    def are_neighbors(one: int, other: int) -> bool:
        (row, column), (other_row, other_column) = divmod(one, size), divmod(other, size)
        same_box = row // box == other_row // box and column // box == other_column // box
        return row == other_row or column == other_column or same_box

    cells = range(size * size)
    return [[other for other in cells if other != cell and are_neighbors(cell, other)] for cell in cells]


def backtrack(puzzle: str) -> tuple[str | None, int]:
    """Search for a solution by plain backtracking. Return it, or `None`, and the number of expanded nodes.

    Choose the first open cell. If there is none, the grid is a solution. Otherwise count one node, and try the digits
    from 1 on that no neighbor has. When all of them fail, empty the cell again and report failure.
    """
    raise NotImplementedError


def count_solutions(puzzle: str) -> tuple[int, int]:
    """Search the whole tree by plain backtracking. Return the number of solutions and of expanded nodes.

    The search works like `backtrack`, but it continues after a solution as after a failure.
    """
    raise NotImplementedError
