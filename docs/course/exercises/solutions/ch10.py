"""Solution of the exercise of chapter 10."""

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
    highest = max((level[abs(literal)] for literal in conflict), default=0)
    if highest == 0:
        return [], 0
    # The false literals of the clause.
    clause = set(conflict)
    for true in reversed(trail):
        if -true not in clause or level[abs(true)] != highest:
            continue
        if sum(level[abs(literal)] == highest for literal in clause) == 1:
            others = [literal for literal in clause if 0 < level[abs(literal)] < highest]
            return [-true, *others], max((level[abs(literal)] for literal in others), default=0)
        # Several literals of the level are left, and the decision is the oldest of them, so this one has a reason.
        clause.remove(-true)
        clause.update(literal for literal in reason[abs(true)] or [] if literal != true)
    raise AssertionError("the conflict is not one of this trail")


def solve(clauses: Iterable[Clause]) -> list[int] | None:
    """Return the true literals of a solution, or `None`."""
    search = Trail(clauses)
    variables = sorted({abs(literal) for clause in search.clauses for literal in clause})
    while True:
        conflict = search.propagate()
        if conflict is not None:
            clause, level = first_uip(search.trail, search.level, search.reason, conflict)
            if not clause:
                return None
            search.return_to(level)
            search.clauses.append(clause)
            continue
        variable = next((variable for variable in variables if variable not in search.level), None)
        if variable is None:
            return search.trail
        search.decide(variable)
