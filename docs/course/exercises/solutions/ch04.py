"""Solution of the exercise of chapter 4."""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable

Variable = Hashable
Domains = dict[Variable, set[int]]
Relation = Callable[[int, int], bool]
Constraints = dict[tuple[Variable, Variable], Relation]


def turned(relation: Relation) -> Relation:
    """Return the relation with its arguments exchanged."""
    return lambda y, x: relation(x, y)


def arcs(constraints: Constraints) -> Constraints:
    """Return the constraints in both directions."""
    return constraints | {(y, x): turned(relation) for (x, y), relation in constraints.items()}


def revise(domains: Domains, x: Variable, y: Variable, allowed: Relation) -> bool:
    """Remove the values of `x` that have no support in the domain of `y`. Return whether any was removed."""
    supported = {a for a in domains[x] if any(allowed(a, b) for b in domains[y])}
    if supported == domains[x]:
        return False
    domains[x] = supported
    return True


def ac3(domains: Domains, constraints: Constraints) -> bool:
    """Make the domains arc consistent. Return `False` as soon as a domain is empty, and otherwise `True`."""
    relations = arcs(constraints)
    into: dict[Variable, list[Variable]] = defaultdict(list)
    for x, y in relations:
        into[y].append(x)
    queue = deque(relations)
    queued = set(relations)
    while queue:
        arc = queue.popleft()
        queued.remove(arc)
        x, y = arc
        if revise(domains, x, y, relations[arc]):
            if not domains[x]:
                return False
            again = {(z, x) for z in into[x] if z != y} - queued
            queue.extend(again)
            queued |= again
    return True
