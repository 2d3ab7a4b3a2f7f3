"""Exercise of chapter 4: AC-3 for any binary constraints.

Variables have names, which can be anything hashable. `domains` maps each variable to the set of its values.
`constraints` maps pairs of variables to relations: `constraints[x, y]` is a function of a value of `x` and a value of
`y`, which returns whether the two are allowed together. Each constraint is given in one direction only: if `(x, y)` is
a key, then `(y, x)` is none.
"""

from collections.abc import Callable, Hashable

Variable = Hashable
Domains = dict[Variable, set[int]]
Relation = Callable[[int, int], bool]
Constraints = dict[tuple[Variable, Variable], Relation]


def arcs(constraints: Constraints) -> Constraints:
    """Return the constraints in both directions: for each `(x, y)` the arc `(y, x)` too, with the relation turned."""
    raise NotImplementedError


def revise(domains: Domains, x: Variable, y: Variable, allowed: Relation) -> bool:
    """Remove the values of `x` that have no support in the domain of `y`. Return whether any was removed.

    The set `domains[x]` is replaced or changed. `allowed` takes a value of `x` and then a value of `y`.
    """
    raise NotImplementedError


def ac3(domains: Domains, constraints: Constraints) -> bool:
    """Make the domains arc consistent. Return `False` as soon as a domain is empty, and otherwise `True`.

    `domains` is changed. After `True` it holds the arc-consistent closure.
    """
    raise NotImplementedError
