"""Tests of the exercise of chapter 11."""

from itertools import combinations, product
from random import Random
from shutil import which
from subprocess import run

import pytest
from ch11 import check, first_defect, follows, negation

# What `arcdoku prove --strategy learning --seed 6607 --count 18` writes about the grid of chapter 10.
TWO_CLUES = "......3..4......"
LEARNED = """
~r4c4_2 r2c2_2
~r4c3_4 ~r1c2_2 ~r2c2_1
r4c3_2 ~r1c2_2 ~r2c2_1
~r1c2_2 ~r2c2_1
r4c3_4 ~r2c4_2 r1c3_2 ~r2c2_1
~r3c4_3 ~r2c4_2 r1c3_2 ~r2c2_1
~r2c4_2 r1c3_2 ~r2c2_1
r3c4_3 r1c3_2 ~r2c2_1
r1c3_2 ~r2c2_1
~r2c2_1
r1c1_1 ~r1c3_2 r4c4_2
~r1c3_2 r4c4_2
~r4c3_4 r4c4_2
r4c3_2 r4c4_2
r1c1_1 r4c4_2
r4c4_2
~r1c1_1
r4c2_3
"""
PROOF = [line.split() for line in LEARNED.strip().splitlines()] + [[]]
SOLUTIONS = [
    "3214413214232341",
    "3241413214232314",
    "3241413224131324",
    "2341413214233214",
    "2314413214233241",
    "2314413234211243",
    "4312213434211243",
    "4312213414233241",
    "4321213434121243",
    "4321123434122143",
    "1324423134122143",
    "4312123434212143",
    "3142423114232314",
    "3142423124131324",
    "1342423124133124",
    "1324423124133142",
    "4321123424133142",
    "3124423124131342",
]


def name(cell: int, digit: int) -> str:
    return f"r{cell // 4 + 1}c{cell % 4 + 1}_{digit}"


def formula_of(puzzle: str, solutions: list[str]) -> list[list[str]]:
    """Return the clauses of a 4x4 puzzle, and one against each known solution."""
    boxes = [[row * 8 + column * 2 + at for at in (0, 1, 4, 5)] for row in range(2) for column in range(2)]
    houses = [range(4 * i, 4 * i + 4) for i in range(4)] + [range(i, 16, 4) for i in range(4)] + boxes
    groups = [[name(cell, digit) for digit in range(1, 5)] for cell in range(16)]
    groups += [[name(cell, digit) for cell in house] for house in houses for digit in range(1, 5)]
    clauses = [
        clause
        for group in groups
        for clause in [group, *([negation(a), negation(b)] for a, b in combinations(group, 2))]
    ]
    clauses += [[name(cell, int(digit))] for cell, digit in enumerate(puzzle) if digit != "."]
    return clauses + [["~" + name(cell, int(digit)) for cell, digit in enumerate(grid)] for grid in solutions]


FORMULA = formula_of(TWO_CLUES, SOLUTIONS)


def test_follows():
    clauses = [["x", "y"], ["x", "~y"], ["~x", "z"]]
    assert follows(clauses, ["x"])
    assert follows(clauses, ["x", "y"])
    assert follows(clauses, ["z", "~y"])
    assert not follows(clauses, ["y"])
    assert not follows(clauses, ["~x"])
    assert follows([], ["x", "~x"])
    assert not follows([], ["x"])


def test_units_are_used():
    assert follows([["x"], ["~x", "y"], ["~y", "z"]], ["z"])
    assert follows([["x"], ["~x"]], [])
    assert not follows([["x"], ["~x", "y"]], [])


def test_true_but_not_by_unit_propagation():
    # Three pigeons, two holes: there is no solution, but nothing is forced.
    pigeons = [["a1", "a2"], ["b1", "b2"], ["c1", "c2"]]
    holes = [[f"~{one}{hole}", f"~{other}{hole}"] for hole in "12" for one, other in combinations("abc", 2)]
    assert not follows(pigeons + holes, [])
    assert first_defect(pigeons + holes, [[]]) == 1
    assert first_defect(pigeons + holes, [["~a1"], []]) is None


@pytest.mark.parametrize("seed", range(50))
def test_what_follows_is_true(seed):
    rng = Random(seed)

    def random_clause(size):
        return [rng.choice(["", "~"]) + variable for variable in rng.sample("uvwxyz", size)]

    clauses = [random_clause(rng.choice([2, 3])) for _ in range(10)]
    clause = random_clause(rng.choice([1, 2, 3]))
    found = follows(clauses, clause)
    for signs in product([True, False], repeat=6):
        values = dict(zip("uvwxyz", signs, strict=True))
        true = {variable if value else "~" + variable for variable, value in values.items()}
        if all(true & set(other) for other in clauses):
            assert true & set(clause) or not found


def test_no_list_is_changed():
    clauses, clause = [["x", "y"], ["x", "~y"]], ["x"]
    assert first_defect(clauses, [clause]) == 2
    assert (clauses, clause) == ([["x", "y"], ["x", "~y"]], ["x"])


def test_one_line_about_the_course_grid():
    assert first_defect(formula_of("1.....3..4.....2", ["1324423124133142"]), [[]]) is None
    # There is a solution, and it is not excluded.
    assert first_defect(formula_of("1.....3..4.....2", []), [[]]) == 1


def test_the_proof_of_eighteen_solutions():
    assert first_defect(FORMULA, PROOF) is None
    assert first_defect(FORMULA, [[]]) == 1


def test_without_the_last_line():
    assert first_defect(FORMULA, PROOF[:-1]) == len(PROOF)


@pytest.mark.parametrize("number", range(1, len(SOLUTIONS) + 1))
def test_without_a_solution(number):
    formula = formula_of(TWO_CLUES, SOLUTIONS[: number - 1] + SOLUTIONS[number:])
    assert first_defect(formula, PROOF) is not None


def test_a_literal_too_few():
    assert first_defect(FORMULA, [["~r4c4_2"], *PROOF[1:]]) == 1
    assert first_defect(FORMULA, [["r2c2_2"], *PROOF[1:]]) == 1


def test_a_wrong_sign():
    broken = [list(clause) for clause in PROOF]
    broken[9] = ["r2c2_1"]
    assert first_defect(FORMULA, broken) == 10


def test_with_the_files_of_arcdoku(tmp_path):
    program = which("arcdoku")
    if program is None:
        pytest.skip("the program arcdoku is not in PATH")
    options = ["--strategy", "learning", "--seed", "6607", "--count", "18", "--out", tmp_path]
    run([program, "prove", *options, TWO_CLUES], check=True, capture_output=True)
    path = tmp_path / "puzzle1"
    assert check(str(path)) is None
    proof = path.with_suffix(".pbp")
    proof.write_text(proof.read_text().replace("1 ~r4c4_2 1 r2c2_2 >= 1", "1 ~r4c4_2 >= 1"))
    assert check(str(path)) == 1
