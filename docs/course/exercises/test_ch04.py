"""Tests of the exercise of chapter 4."""

import operator
import random

import pytest
from ch04 import ac3, arcs, revise

COURSE = "1.....3..4.....2"
CONTRADICTORY = "....34....3...4."
WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
WIKIPEDIA_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TOP95 = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def sudoku(puzzle):
    """The domains and the constraints of a puzzle: cells that share a row, a column or a box are not equal."""
    size = round(len(puzzle) ** 0.5)
    box = round(size**0.5)
    domains = {cell: set(range(1, size + 1)) if sign == "." else {int(sign)} for cell, sign in enumerate(puzzle)}
    places = {cell: (cell // size, cell % size, (cell // size // box, cell % size // box)) for cell in domains}
    pairs = [(one, other) for one in domains for other in domains if one < other]
    neighbors = [pair for pair in pairs if any(map(operator.eq, places[pair[0]], places[pair[1]]))]
    return domains, dict.fromkeys(neighbors, operator.ne)


def text(domains):
    """The domains of all cells, in order."""
    return " ".join("".join(map(str, sorted(domains[cell]))) for cell in sorted(domains))


def test_arcs() -> None:
    relations = arcs({("x", "y"): operator.lt})
    assert set(relations) == {("x", "y"), ("y", "x")}
    assert relations["x", "y"](1, 2) and not relations["x", "y"](2, 1)
    assert relations["y", "x"](2, 1) and not relations["y", "x"](1, 2)
    assert len(arcs(sudoku(COURSE)[1])) == 112
    assert len(arcs(sudoku(WIKIPEDIA)[1])) == 1620


def test_revise() -> None:
    domains = {"x": {1, 2, 3}, "y": {1, 2, 3}}
    assert revise(domains, "x", "y", operator.lt)
    assert domains == {"x": {1, 2}, "y": {1, 2, 3}}
    assert not revise(domains, "x", "y", operator.lt)
    assert revise(domains, "y", "x", operator.gt)
    assert domains == {"x": {1, 2}, "y": {2, 3}}


def test_not_equal_needs_a_single_value() -> None:
    domains = {"x": {1, 2}, "y": {1, 2}, "z": {1}}
    assert not revise(domains, "x", "y", operator.ne)
    assert revise(domains, "x", "z", operator.ne) and domains["x"] == {2}


def test_a_chain_of_inequalities() -> None:
    domains = {name: {1, 2, 3, 4} for name in "xyz"}
    assert ac3(domains, {("x", "y"): operator.lt, ("y", "z"): operator.lt})
    assert domains == {"x": {1, 2}, "y": {2, 3}, "z": {3, 4}}


def test_a_contradiction() -> None:
    domains = {name: {1, 2} for name in "xyz"}
    assert not ac3(domains, {("x", "y"): operator.lt, ("y", "z"): operator.lt})


def test_a_triangle_with_two_colors_is_arc_consistent() -> None:
    domains = {name: {1, 2} for name in "xyz"}
    assert ac3(domains, dict.fromkeys([("x", "y"), ("y", "z"), ("x", "z")], operator.ne))
    assert all(domain == {1, 2} for domain in domains.values())


@pytest.mark.parametrize(
    ("puzzle", "closure"),
    [
        (COURSE, " ".join("1324423124133142")),
        (CONTRADICTORY, "12 12 12 1234 3 4 12 12 124 12 3 12 12 123 4 12"),
        (WIKIPEDIA, " ".join(WIKIPEDIA_SOLUTION)),
    ],
)
def test_puzzles(puzzle, closure) -> None:
    domains, constraints = sudoku(puzzle)
    assert ac3(domains, constraints)
    assert text(domains) == closure


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_queue_does_not_matter(seed) -> None:
    domains, constraints = sudoku(TOP95)
    before = sum(map(len, domains.values()))
    keys = list(constraints)
    random.Random(seed).shuffle(keys)
    assert ac3(domains, {key: constraints[key] for key in keys})
    assert before - sum(map(len, domains.values())) == 275


def test_against_arcdoku() -> None:
    arcdoku = pytest.importorskip("arcdoku")
    for puzzle in (COURSE, WIKIPEDIA):
        domains, constraints = sudoku(puzzle)
        ac3(domains, constraints)
        search = arcdoku.search(puzzle, "ac3-mrv")
        search.run()
        assert (search.solution, search.stats.nodes) == (text(domains).replace(" ", ""), 0)
