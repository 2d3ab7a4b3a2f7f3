"""Solution of the exercise of chapter 1."""

from math import isqrt


def neighbors(box: int) -> list[set[int]]:
    """Return the neighbors of each cell."""
    size = box * box

    def houses(cell: int) -> tuple[int, int, tuple[int, int]]:
        row, column = divmod(cell, size)
        return row, column, (row // box, column // box)

    cells = range(size * size)
    return [
        {
            other
            for other in cells
            if other != cell and any(a == b for a, b in zip(houses(cell), houses(other), strict=True))
        }
        for cell in cells
    ]


def domains(puzzle: str) -> list[set[int]]:
    """Return the domain of each cell after the clues were taken into account."""
    box = isqrt(isqrt(len(puzzle)))
    clues = [None if sign == "." else int(sign) for sign in puzzle]
    digits = set(range(1, box * box + 1))
    return [
        digits - {clues[other] for other in near} if clue is None else {clue}
        for clue, near in zip(clues, neighbors(box), strict=True)
    ]


def is_solution(puzzle: str, grid: str) -> bool:
    """Return whether `grid` is a solution of `puzzle`."""
    if len(grid) != len(puzzle) or "." in grid:
        return False
    agrees = all(clue in (".", digit) for clue, digit in zip(puzzle, grid, strict=True))
    near = neighbors(isqrt(isqrt(len(grid))))
    return agrees and all(grid[cell] != grid[other] for cell in range(len(grid)) for other in near[cell])
