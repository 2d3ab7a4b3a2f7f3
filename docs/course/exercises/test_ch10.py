"""Tests of the exercise of chapter 10."""

from itertools import combinations, product
from random import Random

import ch10
import pytest
from ch10 import Trail, first_uip, solve

COURSE = "1.....3..4.....2"
WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def variable(row: int, column: int, digit: int, size: int = 4) -> int:
    """Return the variable "the cell holds the digit"; all three count from 1."""
    return (size * (row - 1) + column - 1) * size + digit


def encode(puzzle: str, box: int) -> list[list[int]]:
    size = box * box
    numbers = range(1, size + 1)
    boxes = [
        [(r, c) for r in numbers for c in numbers if (r - 1) // box * box + (c - 1) // box == number]
        for number in range(size)
    ]
    houses = [[(r, c) for c in numbers] for r in numbers] + [[(r, c) for r in numbers] for c in numbers] + boxes
    groups = [[variable(r, c, d, size) for d in numbers] for r in numbers for c in numbers]
    groups += [[variable(r, c, d, size) for r, c in house] for house in houses for d in numbers]
    clauses = [clause for group in groups for clause in [group, *([-a, -b] for a, b in combinations(group, 2))]]
    return clauses + [[size * cell + int(digit)] for cell, digit in enumerate(puzzle) if digit != "."]


def is_solution(clauses: list[list[int]], literals: list[int]) -> bool:
    true = set(literals)
    return all(-literal not in true for literal in true) and all(true & set(clause) for clause in clauses)


def satisfiable(clauses: list[list[int]], variables: int) -> bool:
    signs = product([1, -1], repeat=variables)
    return any(is_solution(clauses, [sign * (at + 1) for at, sign in enumerate(row)]) for row in signs)


def random_clauses(rng: Random, variables: int, count: int) -> list[list[int]]:
    return [[v * rng.choice([1, -1]) for v in rng.sample(range(1, variables + 1), 3)] for _ in range(count)]


def conflict_of(steps: list[tuple[int, int, list[int] | None]]) -> tuple[list[int], dict, dict]:
    trail = [literal for literal, _, _ in steps]
    level = {abs(literal): number for literal, number, _ in steps}
    return trail, level, {abs(literal): reason for literal, _, reason in steps}


def test_the_conflict_of_the_chapter():
    a, b, c = variable(2, 2, 1), variable(4, 3, 4), variable(4, 4, 2)
    not_here, in_row_4, r1c4, r2c4 = variable(2, 2, 2), variable(4, 2, 2), variable(1, 4, 2), variable(2, 4, 2)
    r1c2, r1c3 = variable(1, 2, 2), variable(1, 3, 2)
    steps = [
        (a, 1, None),
        (-not_here, 1, [-a, -not_here]),
        (b, 2, None),
        (c, 3, None),
        (-in_row_4, 3, [-c, -in_row_4]),
        (r1c2, 3, [r1c2, not_here, in_row_4]),
        (-r1c4, 3, [-c, -r1c4]),
        (-r2c4, 3, [-c, -r2c4]),
        (r1c3, 3, [r1c3, r1c4, r2c4]),
    ]
    clause, back = first_uip(*conflict_of(steps), [-r1c2, -r1c3])
    assert clause[0] == -c
    assert set(clause) == {-c, not_here}
    assert back == 1


def test_the_first_implication_point_is_not_the_decision():
    # 1 is an earlier decision. The decision 2 implies 3, which implies 4 and 5; 4, 5 and 1 contradict each other.
    steps = [(1, 1, None), (2, 2, None), (3, 2, [-2, 3]), (4, 2, [-3, 4]), (5, 2, [-3, 5])]
    clause, back = first_uip(*conflict_of(steps), [-1, -4, -5])
    assert clause[0] == -3
    assert set(clause) == {-3, -1}
    assert back == 1


def test_a_unit_clause():
    steps = [(1, 1, None), (2, 2, None), (3, 2, [-2, 3])]
    assert first_uip(*conflict_of(steps), [-2, -3]) == ([-2], 0)


def test_literals_of_level_0_are_left_out():
    steps = [(9, 0, [9]), (1, 1, None), (2, 1, [-1, -9, 2])]
    assert first_uip(*conflict_of(steps), [-1, -2, -9]) == ([-1], 0)


def test_a_conflict_without_decisions():
    assert first_uip(*conflict_of([(1, 0, [1]), (2, 0, [2])]), [-1, -2]) == ([], 0)


@pytest.mark.parametrize("seed", range(40))
def test_learned_clauses_follow_and_assert(seed):
    rng = Random(seed)
    clauses = random_clauses(rng, 8, 36)
    search = Trail(clauses)
    conflict = search.propagate()
    while conflict is None:
        open_variables = [v for v in range(1, 9) if v not in search.level]
        if open_variables:
            search.decide(rng.choice(open_variables) * rng.choice([1, -1]))
        else:
            search.return_to(0)
        conflict = search.propagate()
    clause, back = first_uip(search.trail, search.level, search.reason, conflict)
    assert not satisfiable(clauses + [[-literal] for literal in clause], 8)
    assert all(-literal in search.trail for literal in clause)
    levels = [search.level[abs(literal)] for literal in clause]
    assert all(0 < number < levels[0] for number in levels[1:])
    assert back == max(levels[1:], default=0)


@pytest.mark.parametrize("seed", range(60))
def test_solve(seed):
    rng = Random(seed)
    clauses = random_clauses(rng, 9, rng.randrange(30, 50))
    found = solve(clauses)
    assert (found is not None) == satisfiable(clauses, 9)
    assert found is None or is_solution(clauses, found)


def test_pigeons():
    # Five pigeons, four holes.
    clauses = [[4 * pigeon + hole for hole in range(1, 5)] for pigeon in range(5)]
    for hole in range(1, 5):
        clauses += [[-(4 * a + hole), -(4 * b + hole)] for a, b in combinations(range(5), 2)]
    assert solve(clauses) is None


def test_the_course_grid():
    found = solve(encode(COURSE, 2))
    digits = {(v - 1) // 4: (v - 1) % 4 + 1 for v in found or [] if v > 0}
    assert "".join(str(digits[cell]) for cell in range(16)) == "1324423124133142"
    assert solve(encode(COURSE[:-1] + "1", 2)) is None


def test_solve_learns(monkeypatch):
    calls = []
    monkeypatch.setattr(ch10, "first_uip", lambda *conflict: calls.append(1) or first_uip(*conflict))
    clauses = random_clauses(Random(4), 20, 95)
    assert solve(clauses) is None
    assert 1 < len(calls) < 100


def test_a_grid_by_arcdoku():
    arcdoku = pytest.importorskip("arcdoku")
    found = solve(encode(WIKIPEDIA, 3))
    digits = {(v - 1) // 9: (v - 1) % 9 + 1 for v in found or [] if v > 0}
    assert "".join(str(digits[cell]) for cell in range(81)) == str(arcdoku.Puzzle(WIKIPEDIA).solve().solution)
