"""Solution of the exercise of chapter 3."""

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


Domains = list[set[int]]


def forward_check(
    domains: Domains, near: list[list[int]], undecided: set[int], cell: int, digit: int
) -> Domains | None:
    """Decide `cell` to be `digit`, and check forward. Return the new domains, or `None` if one of them is empty."""
    new = domains.copy()
    new[cell] = {digit}
    for other in near[cell]:
        if other in undecided and digit in new[other]:
            new[other] = new[other] - {digit}
            if not new[other]:
                return None
    return new


def smallest(domains: Domains, undecided: set[int]) -> int:
    """Return the undecided cell with the smallest domain; among equals, the first in row-major order."""
    return min(undecided, key=lambda cell: (len(domains[cell]), cell))


class ForwardChecking:
    """A search with forward checking and minimum remaining values, which counts its nodes."""

    def __init__(self, near: list[list[int]]) -> None:
        """Takes the neighbors of each cell."""
        self.near = near
        self.nodes = 0

    def search(self, domains: Domains, undecided: set[int]) -> Domains | None:
        """Returns the domains of a solution, or `None`."""
        if not undecided:
            return domains
        cell = smallest(domains, undecided)
        rest = undecided - {cell}
        self.nodes += 1
        for digit in sorted(domains[cell]):
            new = forward_check(domains, self.near, rest, cell, digit)
            if new is not None and (found := self.search(new, rest)) is not None:
                return found
        return None


def solve(puzzle: str) -> tuple[str | None, int]:
    """Search with forward checking and smallest domain first. Return a solution or `None`, and the number of nodes."""
    size = isqrt(len(puzzle))
    search = ForwardChecking(neighbors(isqrt(size)))
    domains: Domains | None = [set(range(1, size + 1)) for _ in puzzle]
    undecided = set(range(len(puzzle)))
    for cell, sign in enumerate(puzzle):
        if sign == ".":
            continue
        if domains is None or int(sign) not in domains[cell]:
            return None, 0
        undecided.remove(cell)
        domains = forward_check(domains, search.near, undecided, cell, int(sign))
    found = None if domains is None else search.search(domains, undecided)
    return None if found is None else "".join(str(digit) for domain in found for digit in domain), search.nodes
