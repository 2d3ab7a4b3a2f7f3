"""Tests of the exercise of chapter 8."""

from fractions import Fraction
from math import exp, log

import pytest
from ch08 import CHEAPEST, COUNT, EXISTS, Semiring, k_best, marginals, total, unweighted

COURSE = "1.....3..4.....2"
# The grid of the chapter: without its clue r4c4 it has three solutions.
THREE = "1.....3..4......"
SOLUTIONS = ["1324423124133142", "1324423134122143", "1342423124133124"]
WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def cost(cell, digit):
    """The costs of the chapter: r1c3 and r4c4 have costs, other cells have none."""
    return {2: {2: 2}, 15: {3: 1, 4: 4}}.get(cell, {}).get(digit, 0)


# The set of all labellings, as texts in the order of the cells.
ALL = Semiring(frozenset(), frozenset([frozenset()]), lambda a, b: a | b, lambda a, b: {x | y for x in a for y in b})


def by_cell(cell, digit):
    return frozenset([frozenset([(cell, digit)])])


def test_exists():
    assert total(THREE, EXISTS, unweighted(EXISTS)) is True
    assert total("....34....3...4.", EXISTS, unweighted(EXISTS)) is False
    assert total("11..............", EXISTS, unweighted(EXISTS)) is False


def test_count():
    counts = {COURSE: 1, THREE: 3, "13..............": 24, "." * 16: 288, "....34....3...4.": 0}
    assert {puzzle: total(puzzle, COUNT, unweighted(COUNT)) for puzzle in counts} == counts


def test_nine_by_nine():
    assert total(WIKIPEDIA, COUNT, unweighted(COUNT)) == 1
    # The sum of all digits.
    assert total(WIKIPEDIA, CHEAPEST, lambda cell, digit: digit) == 405


def test_cheapest():
    assert total(THREE, CHEAPEST, cost) == 2
    assert total("....34....3...4.", CHEAPEST, cost) == float("inf")


def test_clues_have_weights_too():
    assert total(COURSE, CHEAPEST, lambda cell, digit: digit) == 40


def test_k_best():
    assert [total(THREE, k_best(k), lambda cell, digit: [cost(cell, digit)]) for k in (1, 2, 5)] == [
        [2],
        [2, 3],
        [2, 3, 4],
    ]


def test_any_semiring():
    # Neither numbers nor truth values.
    labellings = total(THREE, ALL, by_cell)
    texts = ["".join(str(digit) for _, digit in sorted(labelling)) for labelling in labellings]
    assert sorted(texts) == SOLUTIONS


def test_most_probable():
    best = Semiring(Fraction(0), Fraction(1), max, lambda a, b: a * b)
    assert total(THREE, best, lambda cell, digit: Fraction(1, 2 ** cost(cell, digit))) == Fraction(1, 4)


def test_marginals_of_counts():
    found = marginals(THREE, COUNT, unweighted(COUNT))
    assert found[2] == {1: 0, 2: 2, 3: 0, 4: 1}
    assert found[15] == {1: 0, 2: 1, 3: 1, 4: 1}
    assert all(sum(counts.values()) == 3 for counts in found)


def test_marginals_of_costs():
    found = marginals(THREE, CHEAPEST, cost)
    assert found[2] == {1: float("inf"), 2: 2, 3: float("inf"), 4: 4}


def test_same_as_arcdoku():
    arcdoku = pytest.importorskip("arcdoku")
    costs = [[cost(cell, digit) for digit in range(1, 5)] for cell in range(16)]
    puzzle = arcdoku.Puzzle(THREE)
    assert puzzle.label("min-cost", costs=costs).value == total(THREE, CHEAPEST, cost)
    assert puzzle.label("count").value == total(THREE, COUNT, unweighted(COUNT))
    weights = Semiring(0.0, 1.0, lambda a, b: a + b, lambda a, b: a * b)
    theirs = puzzle.label("log-sum", costs=costs).value
    assert theirs == pytest.approx(log(total(THREE, weights, lambda cell, digit: exp(-cost(cell, digit)))))
