"""Solution of the exercise of chapter 2."""

from collections.abc import Iterator
from functools import cache
from math import isqrt


@cache
def neighbors(box: int) -> list[list[int]]:
    """Return the neighbors of each cell: the other cells of its row, its column and its box."""
    size = box * box

    def are_neighbors(one: int, other: int) -> bool:
        (row, column), (other_row, other_column) = divmod(one, size), divmod(other, size)
        same_box = row // box == other_row // box and column // box == other_column // box
        return row == other_row or column == other_column or same_box

    cells = range(size * size)
    return [[other for other in cells if other != cell and are_neighbors(cell, other)] for cell in cells]


class Backtracking:
    """A search by plain backtracking, which counts its nodes."""

    def __init__(self, puzzle: str) -> None:
        """Takes a puzzle."""
        self.grid = [0 if sign == "." else int(sign) for sign in puzzle]
        self.size = isqrt(len(puzzle))
        self.near = neighbors(isqrt(self.size))
        self.nodes = 0

    def solutions(self) -> Iterator[str]:
        """Yields the solutions of the present grid."""
        if 0 not in self.grid:
            yield "".join(map(str, self.grid))
            return
        cell = self.grid.index(0)
        self.nodes += 1
        taken = {self.grid[other] for other in self.near[cell]}
        for digit in range(1, self.size + 1):
            if digit not in taken:
                self.grid[cell] = digit
                yield from self.solutions()
        self.grid[cell] = 0


def backtrack(puzzle: str) -> tuple[str | None, int]:
    """Search for a solution. Return it, or `None`, and the number of expanded nodes."""
    search = Backtracking(puzzle)
    return next(search.solutions(), None), search.nodes


def count_solutions(puzzle: str) -> tuple[int, int]:
    """Search the whole tree. Return the number of solutions and of expanded nodes."""
    search = Backtracking(puzzle)
    return sum(1 for _ in search.solutions()), search.nodes
