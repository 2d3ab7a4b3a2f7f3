"""Exercise of chapter 3: forward checking with minimum remaining values.

The state of the search is a list with the domain of each cell, as a set of digits, and the set of the undecided cells.
A cell can be undecided although its domain has only one digit left.
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


Domains = list[set[int]]


def forward_check(
    domains: Domains, near: list[list[int]], undecided: set[int], cell: int, digit: int
) -> Domains | None:
    """Decide `cell` to be `digit`, and check forward. Return the new domains, or `None` if one of them is empty.

    The digit leaves the domains of the undecided neighbors of the cell, and nothing else happens. `cell` itself is not
    in `undecided` any more. The argument `domains` stays as it is: the search needs it to backtrack.
    """
    raise NotImplementedError


def smallest(domains: Domains, undecided: set[int]) -> int:
    """Return the undecided cell with the smallest domain; among equals, the first in row-major order."""
    raise NotImplementedError


def solve(puzzle: str) -> tuple[str | None, int]:
    """Search with forward checking and minimum remaining values. Return a solution, or `None`, and the number of nodes.

    Decide the clues first, each with forward checking, without counting nodes. If a clue is not in the domain of its
    cell any more, there is no solution. Then search: choose the smallest undecided cell, count one node, and try the
    digits of its domain in ascending order. A digit fails if forward checking empties a domain or if the search below
    fails.
    """
    raise NotImplementedError
