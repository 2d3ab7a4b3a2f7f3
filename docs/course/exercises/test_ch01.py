"""Tests of the exercise of chapter 1."""

from math import prod

import pytest
from ch01 import domains, is_solution, neighbors

COURSE = "1.....3..4.....2"
COURSE_SOLUTION = "1324423124133142"
WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
WIKIPEDIA_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.mark.parametrize(("box", "degree", "edges"), [(1, 0, 0), (2, 7, 56), (3, 20, 810), (4, 39, 4992)])
def test_size_of_the_constraint_graph(box: int, degree: int, edges: int) -> None:
    graph = neighbors(box)
    assert len(graph) == box**4
    assert {len(near) for near in graph} == {degree}
    assert sum(map(len, graph)) == 2 * edges


def test_edges_have_no_direction() -> None:
    graph = neighbors(3)
    assert all(cell in graph[other] and cell != other for cell in range(81) for other in graph[cell])


def test_neighbors_of_two_cells() -> None:
    assert neighbors(2)[1] == {0, 2, 3, 4, 5, 9, 13}
    center = {4, 13, 22, 30, 31, 32, 36, 37, 38, 39, 41, 42, 43, 44, 48, 49, 50, 58, 67, 76}
    assert neighbors(3)[40] == center


def test_domains_of_the_course_grid() -> None:
    expected = "1 23 24 4 24 2 3 14 23 4 1 13 3 13 14 2"
    found = domains(COURSE)
    assert found == [{int(digit) for digit in domain} for domain in expected.split()]
    assert prod(map(len, found)) == 256


def test_domains_of_a_9x9() -> None:
    found = domains(WIKIPEDIA)
    assert found[0] == {5}
    assert found[2] == {1, 2, 4}
    assert found[40] == {5}
    assert all(int(digit) in domain for digit, domain in zip(WIKIPEDIA_SOLUTION, found, strict=True))


def test_solutions() -> None:
    assert is_solution(COURSE, COURSE_SOLUTION)
    assert is_solution(WIKIPEDIA, WIKIPEDIA_SOLUTION)


@pytest.mark.parametrize(
    ("grid", "reason"),
    [
        ("1324423124133.42", "a cell is open"),
        ("1342423124133142", "two neighbors have one digit"),
        ("1234341221434321", "a clue is changed"),
        ("132442312413314", "a cell is missing"),
    ],
)
def test_grids_that_are_no_solutions(grid: str, reason: str) -> None:
    assert not is_solution(COURSE, grid), reason


def test_against_arcdoku() -> None:
    arcdoku = pytest.importorskip("arcdoku")
    for puzzle in (COURSE, WIKIPEDIA):
        assert is_solution(puzzle, str(arcdoku.Puzzle(puzzle).solve().solution))
