"""Exercise of chapter 8: one program for all questions about the labellings of a puzzle.

A labelling gives each cell a digit. The cells of each house have different digits, and the clues stay. The value of a
labelling is the product of `weight(cell, digit)` over all cells, and the answer is the sum of the values of all
labellings. A semiring defines what "product" and "sum" mean, and which values are neutral.

Task 1. `total(puzzle, semiring, weight)` returns the sum. It must not depend on the semiring: it uses no operation but
`plus` and `times`, and no constants but `zero` and `one`. A search that labels one cell after the other is enough.
Take a cell with the fewest digits left; a 9x9 puzzle with one solution is then a matter of milliseconds or seconds.

Task 2. `marginals(puzzle, semiring, weight)` returns, for each cell, a dictionary from each digit to the sum over the
labellings with that digit in that cell. Digits without a labelling have the value `zero`. Calls of `total` with one
more clue are enough.

Task 3. `k_best(k)` returns the semiring whose values are sorted lists of the `k` least costs.

`unweighted` fits all semirings of this module.
"""

from collections.abc import Callable
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
    raise NotImplementedError


def marginals(puzzle: str, semiring: Semiring, weight: Weight) -> list[dict[int, Any]]:
    """Return the sum over the labellings with each digit, for each cell."""
    raise NotImplementedError


def k_best(k: int) -> Semiring:
    """Return the semiring of the `k` least costs, as sorted lists with at most `k` entries."""
    raise NotImplementedError
