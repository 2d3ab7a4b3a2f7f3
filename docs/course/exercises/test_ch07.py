"""Tests of the exercise of chapter 7."""

import pytest
from ch07 import DomWdeg, Mrv, State, luby, search

COURSE = "1.....3..4.....2"
# Puzzle, solution, nodes with minimum remaining values, nodes with dom/wdeg.
PUZZLES = [
    (
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        "417369825632158947958724316825437169791586432346912758289643571573291684164875293",
        419,
        550,
    ),
    (
        "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
        "859612437723854169164379528986147352375268914241593786432981675617425893598736241",
        3669,
        473,
    ),
    (
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        "174385962293467158586192734451923876928674315367851249719548623635219487842736591",
        4413,
        3218,
    ),
]


def row_of_four(domains, is_open):
    """A state of four cells: two houses of three cells each, which share the two in the middle."""
    return State(domains, is_open, [[0, 1, 2], [1, 2, 3]], [[0], [0, 1], [0, 1], [1]])


def test_quotient_at_first():
    # Quotients 3/1, 4/2, 4/2, 3/1: the second cell.
    state = row_of_four([{1, 2, 3}, {1, 2, 3, 4}, {1, 2, 3, 4}, {1, 2, 3}], [True] * 4)
    assert DomWdeg().choose(state) == 1


def test_failures_count():
    # After three failures of the second house: 2/1, 6/5, 6/5, 2/4.
    heuristic = DomWdeg()
    state = row_of_four([{1, 2}, {1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6}, {1, 2}], [True] * 4)
    assert heuristic.choose(state) == 0
    for _ in range(3):
        heuristic.failed(1)
    assert heuristic.choose(state) == 3


def test_houses_without_another_open_cell_do_not_count():
    # The first cell is the only open one of its house, so its weighted degree is 1: 2/1 against 3/3.
    heuristic = DomWdeg()
    heuristic.failed(0)
    heuristic.failed(0)
    heuristic.failed(1)
    heuristic.failed(1)
    state = State(
        [{1, 2}, {1}, {1, 2, 3}, {1, 2, 3}], [True, False, True, True], [[0, 1], [2, 3]], [[0], [0], [1], [1]]
    )
    assert heuristic.choose(state) == 2


def test_heuristics_do_not_share_their_weights():
    one, other = DomWdeg(), DomWdeg()
    for _ in range(3):
        one.failed(1)
    state = row_of_four([{1, 2}, {1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6}, {1, 2}], [True] * 4)
    assert (one.choose(state), other.choose(state)) == (3, 0)


def test_course_grid():
    assert search(COURSE, DomWdeg()) == ("1324423124133142", 12)


def test_no_solution():
    assert search("....34....3...4.", DomWdeg()) == (None, 3)


@pytest.mark.parametrize(("puzzle", "solution", "with_mrv", "with_dom_wdeg"), PUZZLES)
def test_nodes(puzzle, solution, with_mrv, with_dom_wdeg):
    assert search(puzzle, Mrv()) == (solution, with_mrv)
    assert search(puzzle, DomWdeg()) == (solution, with_dom_wdeg)


def test_luby():
    assert [luby(i) for i in range(1, 16)] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    assert [luby(2**k - 1) for k in range(1, 21)] == [2 ** (k - 1) for k in range(1, 21)]
