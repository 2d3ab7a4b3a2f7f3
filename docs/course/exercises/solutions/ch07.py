"""Solution of the exercise of chapter 7. See ../ch07.py for the task."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
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

    def __init__(self) -> None:
        """Start with a weight of 1 for each house."""
        self.failures: Counter[int] = Counter()

    def choose(self, state: State) -> int:
        """Return the open cell with the smallest domain over weighted degree, the first of equal ones."""

        def quotient(cell: int) -> Fraction:
            houses = [
                house
                for house in state.houses_of[cell]
                if any(state.is_open[other] and other != cell for other in state.houses[house])
            ]
            weighted_degree = sum(1 + self.failures[house] for house in houses)
            return Fraction(len(state.domains[cell]), max(1, weighted_degree))

        return min((cell for cell, is_open in enumerate(state.is_open) if is_open), key=quotient)

    def failed(self, house: int) -> None:
        """Increase the weight of a house."""
        self.failures[house] += 1


def luby(i: int) -> int:
    """Return the i-th term of the sequence of Luby, from 1."""
    k = i.bit_length()
    return 2 ** (k - 1) if i == 2**k - 1 else luby(i - 2 ** (k - 1) + 1)


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
