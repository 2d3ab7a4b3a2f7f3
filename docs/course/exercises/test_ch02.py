"""Tests of the exercise of chapter 2."""

import pytest
from ch02 import backtrack, count_solutions

COURSE = "1.....3..4.....2"
CONTRADICTORY = "....34....3...4."
WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(
    ("puzzle", "solution", "nodes"),
    [
        (COURSE, "1324423124133142", 15),
        ("1324423124133142", "1324423124133142", 0),
        (CONTRADICTORY, None, 5),
        (
            WIKIPEDIA,
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
            4208,
        ),
        ("." * 81, "123456789456789123789123456214365897365897214897214365531642978642978531978531642", 391),
    ],
)
def test_first_solution(puzzle: str, solution: str | None, nodes: int) -> None:
    assert backtrack(puzzle) == (solution, nodes)


@pytest.mark.parametrize(
    ("puzzle", "solutions", "nodes"),
    [(COURSE, 1, 18), (CONTRADICTORY, 0, 5), ("." * 16, 288, 2465)],
)
def test_whole_tree(puzzle: str, solutions: int, nodes: int) -> None:
    assert count_solutions(puzzle) == (solutions, nodes)


@pytest.mark.parametrize("puzzle", [COURSE, CONTRADICTORY, WIKIPEDIA, "1..............4"])
def test_against_arcdoku(puzzle: str) -> None:
    arcdoku = pytest.importorskip("arcdoku")
    search = arcdoku.search(puzzle, "backtracking")
    search.run()
    assert backtrack(puzzle) == (search.solution, search.stats.nodes)
