"""Solution of the exercise of chapter 11."""

from itertools import combinations
from pathlib import Path

Clause = list[str]


def negation(literal: str) -> str:
    """Return the opposite literal. This function is given."""
    return literal[1:] if literal.startswith("~") else "~" + literal


def follows(clauses: list[Clause], clause: Clause) -> bool:
    """Return whether a clause follows from others by reverse unit propagation."""
    true = {negation(literal) for literal in clause}
    # A clause with both x and ~x is true whatever happens.
    if any(negation(literal) in true for literal in true):
        return True
    has_changed = True
    while has_changed:
        has_changed = False
        for other in clauses:
            if any(literal in true for literal in other):
                continue
            left = [literal for literal in other if negation(literal) not in true]
            if not left:
                return True
            if len(left) == 1:
                true.add(left[0])
                has_changed = True
    return False


def first_defect(formula: list[Clause], proof: list[Clause]) -> int | None:
    """Return the number of the first wrong clause of a proof, counted from 1, or `None`."""
    known = list(formula)
    for number, clause in enumerate(proof, 1):
        if not follows(known, clause):
            return number
        known.append(clause)
    return None if [] in proof else len(proof) + 1


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
