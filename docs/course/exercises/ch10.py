"""Exercise of chapter 10: learn a clause from a conflict.

Boolean variables are the numbers 1, 2, 3, ... A literal is a variable, or its negation as a negative number. A
clause is a list of literals of which at least one must be true.

A conflict has four parts:

- `trail`: the true literals, oldest first;
- `level`: for each variable of the trail the number of decisions that were made up to it, this one included;
- `reason`: for each variable of the trail the clause that made its literal true, or `None` for a decision;
- `conflict`: a clause whose literals are all false.

Task 1. `first_uip(trail, level, reason, conflict)` returns the learned clause and the level to return to. Start
with the conflict. While it has several literals of its highest level, resolve on the one that was assigned last:
replace it by the other literals of its reason. The clause then has one literal of that level, the negation of the
first unique implication point. Leave out literals of level 0, put this one first, and the others in any order. The
level to return to is the highest level of the others, or 0 if there are none. If the conflict has only literals of
level 0, the clause is empty.

Task 2. `solve(clauses)` returns a list of true literals, one for each variable that occurs, or `None` if there is
no solution. Use `Trail`, which is given: propagate; learn from each conflict, return to the level, add the clause;
decide where nothing follows. Any order of decisions is right.
"""

from collections.abc import Iterable

Clause = list[int]


class Trail:
    """The true literals with their levels and reasons, and unit propagation by a loop over all clauses. It is given."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        """Takes clauses; repeated literals of a clause count once."""
        self.clauses = [list(dict.fromkeys(clause)) for clause in clauses]
        self.trail: list[int] = []
        self.level: dict[int, int] = {}
        self.reason: dict[int, Clause | None] = {}
        self.decisions = 0

    def assign(self, literal: int, reason: Clause | None) -> None:
        """Make an open literal true."""
        self.trail.append(literal)
        self.level[abs(literal)] = self.decisions
        self.reason[abs(literal)] = reason

    def decide(self, literal: int) -> None:
        """Make an open literal true by a decision."""
        self.decisions += 1
        self.assign(literal, None)

    def propagate(self) -> Clause | None:
        """Assign what follows from single clauses, until nothing does. Return a false clause, if there is one."""
        true = set(self.trail)
        has_changed = True
        while has_changed:
            has_changed = False
            for clause in self.clauses:
                if any(literal in true for literal in clause):
                    continue
                open_literals = [literal for literal in clause if -literal not in true]
                if not open_literals:
                    return clause
                if len(open_literals) == 1:
                    self.assign(open_literals[0], clause)
                    true.add(open_literals[0])
                    has_changed = True
        return None

    def return_to(self, level: int) -> None:
        """Undo all that was assigned after the decisions up to a level."""
        while self.trail and self.level[abs(self.trail[-1])] > level:
            variable = abs(self.trail.pop())
            del self.level[variable], self.reason[variable]
        self.decisions = level


def first_uip(
    trail: list[int], level: dict[int, int], reason: dict[int, Clause | None], conflict: Clause
) -> tuple[Clause, int]:
    """Return the clause that is learned from a conflict, and the level to return to."""
    raise NotImplementedError


def solve(clauses: Iterable[Clause]) -> list[int] | None:
    """Return the true literals of a solution, or `None`."""
    raise NotImplementedError
