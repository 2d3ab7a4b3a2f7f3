"""Tests of the exercise of chapter 3."""

import copy

import pytest
from ch03 import forward_check, neighbors, smallest, solve

COURSE = "1.....3..4.....2"
CONTRADICTORY = "....34....3...4."
# The domains of the course grid after forward checking of its clues.
DOMAINS = [{1}, {2, 3}, {2, 4}, {4}, {2, 4}, {2}, {3}, {1, 4}, {2, 3}, {4}, {1}, {1, 3}, {3}, {1, 3}, {1, 4}, {2}]
OPEN = {cell for cell, sign in enumerate(COURSE) if sign == "."}


def test_a_digit_leaves_the_undecided_neighbors() -> None:
    before = copy.deepcopy(DOMAINS)
    after = forward_check(DOMAINS, neighbors(2), OPEN - {1}, 1, 3)
    assert before == DOMAINS, "the search still needs the old domains"
    assert after is not None
    assert after[1] == {3} and after[13] == {1}
    assert [cell for cell in range(16) if after[cell] != before[cell]] == [1, 13]


def test_no_chain_reaction() -> None:
    # r4c2 has one digit left, but forward checking does not propagate it: r4c3 keeps the 1.
    after = forward_check(DOMAINS, neighbors(2), OPEN - {1}, 1, 3)
    assert after is not None and after[14] == {1, 4}


def test_an_empty_domain_fails() -> None:
    assert forward_check(DOMAINS, neighbors(2), OPEN - {1}, 1, 2) is None


def test_decided_cells_keep_their_domains() -> None:
    after = forward_check(DOMAINS, neighbors(2), OPEN - {1, 5}, 1, 2)
    assert after is not None and after[5] == {2}


def test_smallest() -> None:
    assert smallest(DOMAINS, OPEN) == 3
    assert smallest(DOMAINS, {1, 2, 4}) == 1
    assert smallest(DOMAINS, OPEN - {3, 5}) == 10


@pytest.mark.parametrize(
    ("puzzle", "solution", "nodes"),
    [
        (COURSE, "1324423124133142", 12),
        ("1324423124133142", "1324423124133142", 0),
        (CONTRADICTORY, None, 3),
        ("11..............", None, 0),
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
            51,
        ),
        (
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
            "417369825632158947958724316825437169791586432346912758289643571573291684164875293",
            419,
        ),
        (
            "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
            "859612437723854169164379528986147352375268914241593786432981675617425893598736241",
            3669,
        ),
    ],
)
def test_solve(puzzle: str, solution: str | None, nodes: int) -> None:
    assert solve(puzzle) == (solution, nodes)


@pytest.mark.parametrize("puzzle", [COURSE, CONTRADICTORY, "." * 81])
def test_against_arcdoku(puzzle: str) -> None:
    arcdoku = pytest.importorskip("arcdoku")
    search = arcdoku.search(puzzle, "fc-mrv")
    search.run()
    assert solve(puzzle) == (search.solution, search.stats.nodes)
