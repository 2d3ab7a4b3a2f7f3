"""Exercise of chapter 11: a checker of proofs.

A literal is a text such as `r1c2_3`, or its negation `~r1c2_3`. A clause is a list of literals of which at least
one must be true. A proof is a list of clauses; an empty one means "the formula has no solution".

Task 1. `follows(clauses, clause)` returns whether a clause follows by reverse unit propagation: assume that all of
its literals are false, and assign what single clauses then force. The clause follows if some clause ends up with
all of its literals false.

Task 2. `first_defect(formula, proof)` returns `None` if the proof is right: each clause follows from the formula
and the clauses before it, and one of them is empty. Otherwise it returns the number of the first clause that does
not follow, counted from 1; if all of them follow, but none is empty, `len(proof) + 1`.

Task 3. Run `check`, which is given, on files that `arcdoku prove` wrote:

    arcdoku prove --strategy learning --seed 6607 --count 18 --out proofs ......3..4......
    python3 -c "import ch11; print(ch11.check('proofs/puzzle1'))"
"""

from itertools import combinations
from pathlib import Path

Clause = list[str]


def negation(literal: str) -> str:
    """Return the opposite literal. This function is given."""
    return literal[1:] if literal.startswith("~") else "~" + literal


def follows(clauses: list[Clause], clause: Clause) -> bool:
    """Return whether a clause follows from others by reverse unit propagation."""
    raise NotImplementedError


def first_defect(formula: list[Clause], proof: list[Clause]) -> int | None:
    """Return the number of the first wrong clause of a proof, counted from 1, or `None`."""
    raise NotImplementedError


def read_row(text: str) -> list[Clause]:
    """Return the clauses of a row such as `1 x 1 ~y >= 1 ;`: one, or a pair for each two literals of an at-most-one."""
    left, _, right = text.partition(">=")
    literals, degree = left.split()[1::2], int(right.split()[0])
    if degree <= 1:
        return [literals] if degree == 1 else []
    # At least n - 1 of n literals: of any two of them one is true.
    if degree == len(literals) - 1:
        return [list(pair) for pair in combinations(literals, 2)]
    raise ValueError(f"neither a clause nor an at-most-one: {text}")


def check(path: str) -> int | None:
    """Check the files `path.opb` and `path.pbp`, if the formula has only houses and the proof only lines `rup`."""
    formula: list[Clause] = []
    for line in Path(path + ".opb").read_text().splitlines():
        if not line.startswith("*"):
            formula += read_row(line.partition(" ")[2] if line.startswith("@") else line)
    proof: list[Clause] = []
    for line in Path(path + ".pbp").read_text().splitlines():
        if line.startswith("@"):
            _, rule, row = line.split(" ", 2)
            if rule != "rup":
                raise ValueError(f"not a line of this exercise: {line}")
            # The row of the empty clause begins with its degree.
            proof += read_row(row)
    return first_defect(formula, proof)
