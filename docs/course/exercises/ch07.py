"""Exercise of chapter 7: a heuristic that learns from failures, and a schedule of restarts.

Task 1. `DomWdeg` is the heuristic dom/wdeg. The weight of a house is 1 plus the number of contradictions that were
found in it. The weighted degree of an open cell is the sum of the weights of those of its houses that have another
open cell, and at least 1. Choose the open cell with the smallest quotient of the size of its domain and its weighted
degree; of equal ones the first. `Mrv` shows what a heuristic looks like.

Task 2. `luby(i)` is the i-th term, from 1, of the sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, ...: if
i = 2^k - 1, it is 2^(k-1); otherwise, with 2^(k-1) <= i < 2^k - 1, it is the term of i - 2^(k-1) + 1.

`search` is given: forward checking, d-way branching, digits in ascending order.
"""

from dataclasses import dataclass
from math import isqrt
from typing import Protocol


@dataclass
class State:
    """The state of a search."""

    domains: list[set[int]]
    """The domain of each cell."""
    is_open: list[bool]
    """Whether each cell is open: neither a clue nor a guess has decided it."""
    houses: list[list[int]]
    """The cells of each house."""
    houses_of: list[list[int]]
    """The houses of each cell, as indices of `houses`."""


class Heuristic(Protocol):
    """The choice of a cell."""

    def choose(self, state: State) -> int:
        """Return the open cell to decide next. There is at least one."""

    def failed(self, house: int) -> None:
        """A contradiction was found: a domain lost its last digit to a decided cell of this house."""


class Mrv:
    """Minimum remaining values."""

    def choose(self, state: State) -> int:
        """Return the first of the open cells with the smallest domain."""
        return min((len(state.domains[cell]), cell) for cell, is_open in enumerate(state.is_open) if is_open)[1]

    def failed(self, house: int) -> None:
        """Ignore contradictions."""


class DomWdeg:
    """Smallest domain over weighted degree."""

    def choose(self, state: State) -> int:
        """Return the open cell with the smallest domain over weighted degree, the first of equal ones."""
        raise NotImplementedError

    def failed(self, house: int) -> None:
        """Increase the weight of a house."""
        raise NotImplementedError


def luby(i: int) -> int:
    """Return the i-th term of the sequence of Luby, from 1."""
    raise NotImplementedError


def search(puzzle: str, heuristic: Heuristic) -> tuple[str | None, int]:
    """Search for a solution by forward checking. Return it, or `None`, and the number of expanded nodes."""
    size = isqrt(len(puzzle))
    box = isqrt(size)
    cells = range(len(puzzle))
    place = [(cell // size, cell % size, cell // size // box * box + cell % size // box) for cell in cells]
    houses = [[cell for cell in cells if place[cell][kind] == number] for kind in range(3) for number in range(size)]
    houses_of = [[kind * size + place[cell][kind] for kind in range(3)] for cell in cells]
    state = State([set(range(1, size + 1)) for _ in cells], [True for _ in cells], houses, houses_of)
    nodes = 0

    def decide(cell: int, digit: int) -> bool:
        """Decide a cell, and remove the digit from the open cells of its houses. Return whether no domain is empty."""
        state.domains[cell] = {digit}
        state.is_open[cell] = False
        for house in houses_of[cell]:
            for other in houses[house]:
                if state.is_open[other] and digit in state.domains[other]:
                    state.domains[other] = state.domains[other] - {digit}
                    if not state.domains[other]:
                        heuristic.failed(house)
                        return False
        return True

    def expand() -> bool:
        nonlocal nodes
        if not any(state.is_open):
            return True
        nodes += 1
        cell = heuristic.choose(state)
        before = list(state.domains)
        for digit in sorted(before[cell]):
            if decide(cell, digit) and expand():
                return True
            state.domains[:] = before
            state.is_open[cell] = True
        return False

    clues = [(cell, int(clue)) for cell, clue in enumerate(puzzle) if clue != "."]
    if all(digit in state.domains[cell] and decide(cell, digit) for cell, digit in clues) and expand():
        return "".join(str(digit) for domain in state.domains for digit in domain), nodes
    return None, nodes
