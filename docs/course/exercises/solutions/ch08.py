"""Solution of the exercise of chapter 8. See ../ch08.py for the task."""

from collections.abc import Callable
from math import isqrt
from typing import Any, NamedTuple


class Semiring(NamedTuple):
    """Two operations with their neutral values. `zero` also annihilates: `times(zero, a)` is `zero`."""

    zero: Any
    one: Any
    plus: Callable[[Any, Any], Any]
    times: Callable[[Any, Any], Any]


EXISTS = Semiring(False, True, lambda a, b: a or b, lambda a, b: a and b)
COUNT = Semiring(0, 1, lambda a, b: a + b, lambda a, b: a * b)
CHEAPEST = Semiring(float("inf"), 0, min, lambda a, b: a + b)

Weight = Callable[[int, int], Any]


def unweighted(semiring: Semiring) -> Weight:
    """Return the weight that is `one` for every digit of every cell."""
    return lambda cell, digit: semiring.one


def total(puzzle: str, semiring: Semiring, weight: Weight) -> Any:
    """Return the sum over all labellings of the product of the weights of their cells, clues included."""
    size = isqrt(len(puzzle))
    box = isqrt(size)
    place = [(cell // size, cell % size, cell // size // box * box + cell % size // box) for cell in range(size * size)]
    neighbors = [
        [cell for cell, there in enumerate(place) if there != here and any(map(int.__eq__, here, there))]
        for here in place
    ]

    def rest(domains: dict[int, set[int]]) -> Any:
        """Return the sum over all labellings of the cells that are left."""
        if not domains:
            return semiring.one
        cell = min(domains, key=lambda cell: len(domains[cell]))
        result = semiring.zero
        for digit in domains[cell]:
            narrowed = {
                other: domain - {digit} if other in neighbors[cell] else domain
                for other, domain in domains.items()
                if other != cell
            }
            result = semiring.plus(result, semiring.times(weight(cell, digit), rest(narrowed)))
        return result

    return rest({cell: set(range(1, size + 1)) if clue == "." else {int(clue)} for cell, clue in enumerate(puzzle)})


def marginals(puzzle: str, semiring: Semiring, weight: Weight) -> list[dict[int, Any]]:
    """Return the sum over the labellings with each digit, for each cell."""

    def fixed(cell: int, digit: int) -> Any:
        if puzzle[cell] not in (".", str(digit)):
            return semiring.zero
        return total(f"{puzzle[:cell]}{digit}{puzzle[cell + 1 :]}", semiring, weight)

    digits = range(1, isqrt(len(puzzle)) + 1)
    return [{digit: fixed(cell, digit) for digit in digits} for cell in range(len(puzzle))]


def k_best(k: int) -> Semiring:
    """Return the semiring of the `k` least costs, as sorted lists with at most `k` entries."""
    return Semiring(
        zero=[],
        one=[0],
        plus=lambda a, b: sorted(a + b)[:k],
        times=lambda a, b: sorted(x + y for x in a for y in b)[:k],
    )
