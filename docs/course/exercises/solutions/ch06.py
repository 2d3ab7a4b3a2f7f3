"""Solution of the exercise of chapter 6. See ../ch06.py for the task."""

from collections.abc import Callable
from functools import cache
from math import isqrt

State = list[set[int]]
Choose = Callable[[State], int]


def search(state: State, choose: Choose) -> tuple[str | None, int]:
    """Return the first solution below a state, or `None`, and the number of backtracks."""
    backtracks = 0
    while any(len(domain) > 1 for domain in state):
        cell = choose(state)
        digit = min(state[cell])
        branch = [set(domain) for domain in state]
        if remove(branch, cell, branch[cell] - {digit}):
            solution, below = search(branch, choose)
            backtracks += below
            if solution is not None:
                return solution, backtracks
        backtracks += 1
        if not remove(state, cell, {digit}):
            return None, backtracks
    return "".join(str(digit) for domain in state for digit in domain), backtracks


def first(state: State) -> int:
    """Return the first undecided cell."""
    return next(cell for cell, domain in enumerate(state) if len(domain) > 1)


def smallest(state: State) -> int:
    """Return the first of the undecided cells with the smallest domain: minimum remaining values."""
    return min((len(domain), cell) for cell, domain in enumerate(state) if len(domain) > 1)[1]


def start(puzzle: str) -> State | None:
    """Return the state after the clues were propagated, or `None` if they contradict each other."""
    size = isqrt(len(puzzle))
    state = [set(range(1, size + 1)) for _ in puzzle]
    for cell, clue in enumerate(puzzle):
        if clue != "." and not remove(state, cell, state[cell] - {int(clue)}):
            return None
    return state


def remove(state: State, cell: int, digits: set[int]) -> bool:
    """Remove digits from a domain and propagate. Return `False` after a contradiction; the state is then useless."""
    for digit in digits & state[cell]:
        state[cell].discard(digit)
        if not state[cell]:
            return False
        for house in houses_of(len(state))[cell]:
            # Naked single: the last digit of the cell leaves the other cells of its houses.
            if len(state[cell]) == 1 and not all(remove(state, other, state[cell]) for other in house if other != cell):
                return False
            # Hidden single: the last place of the digit in a house loses its other digits.
            places = [other for other in house if digit in state[other]]
            if not places or (len(places) == 1 and not remove(state, places[0], state[places[0]] - {digit})):
                return False
    return True


@cache
def houses_of(cells: int) -> list[list[list[int]]]:
    """Return the row, the column and the box of each cell."""
    size = isqrt(cells)
    box = isqrt(size)
    place = [(cell // size, cell % size, cell // size // box * box + cell % size // box) for cell in range(cells)]
    return [
        [[other for other in range(cells) if place[other][kind] == place[cell][kind]] for kind in range(3)]
        for cell in range(cells)
    ]
