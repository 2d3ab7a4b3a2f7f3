"""Tests of the exercise of chapter 6."""

import pytest
from ch06 import first, search, smallest, start

COURSE = "1.....3..4.....2"
# Puzzle, solution, backtracks with the first cell, backtracks with the smallest domain.
PUZZLES = [
    (
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        "417369825632158947958724316825437169791586432346912758289643571573291684164875293",
        9,
        10,
    ),
    (
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        "987654321246173985351928746128537694634892157795461832519286473472319568863745219",
        0,
        0,
    ),
    (
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
        18,
        83,
    ),
    (
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        "174385962293467158586192734451923876928674315367851249719548623635219487842736591",
        171,
        85,
    ),
]


def test_course_grid_needs_no_backtrack():
    assert search(start(COURSE), first) == ("1324423124133142", 0)


def test_empty_grid():
    solution, backtracks = search(start("." * 16), first)
    assert solution == "1234341221434321"
    assert backtracks == 0


def test_contradiction_without_a_choice():
    assert start("....34....3...4.") is None


def test_contradiction_after_choices():
    # Propagation finds no contradiction, and there is no solution.
    state = start("8..........36......7..9.2...5...7.......457.....1...3...1....68..83...1..9....4..")
    assert state is not None
    assert search(state, smallest) == (None, 11)


def test_heuristic_chooses_again_after_a_refutation():
    # The choice after a refutation may be another cell than before.
    calls = []

    def alternating(state):
        open_cells = [cell for cell, domain in enumerate(state) if len(domain) > 1]
        calls.append(open_cells[0 if len(calls) % 2 else -1])
        return calls[-1]

    puzzle, solution, _, _ = PUZZLES[2]
    found, backtracks = search(start(puzzle), alternating)
    assert found == solution
    # Each call is one guess: it failed, or it is open at the end.
    assert backtracks < len(calls) <= backtracks + 81


@pytest.mark.parametrize(("puzzle", "solution", "with_first", "with_smallest"), PUZZLES)
def test_backtracks(puzzle, solution, with_first, with_smallest):
    assert search(start(puzzle), first) == (solution, with_first)
    assert search(start(puzzle), smallest) == (solution, with_smallest)


@pytest.mark.parametrize(("puzzle", "solution", "with_first", "with_smallest"), PUZZLES)
def test_same_as_arcdoku(puzzle, solution, with_first, with_smallest):
    arcdoku = pytest.importorskip("arcdoku")
    for strategy, choose in (("singles-first", first), ("singles-mrv", smallest)):
        theirs = arcdoku.search(puzzle, strategy)
        theirs.run()
        assert search(start(puzzle), choose) == (theirs.solution, theirs.stats.backtracks)
