"""Exercise of chapter 5: make an all-different constraint generalized arc consistent.

Domains are sets of numbers, one per variable, in a list.

Task 1. `matching(domains)` returns a list that gives each variable a value of its domain, all values
different, or `None` if there is no such list. Start with no variable matched. For each variable, look for
an augmenting path: take a free value, or take the value of another variable that can itself move on.

Task 2. `filter_all_different(domains)` returns new domains that hold exactly the values with a support:
a value stays if some assignment of all variables, with different values, uses it. It returns `None` if
there is no assignment at all. The argument stays as it is.

A first version may call `matching` once for each value, with the domain of one variable reduced to that
value. Régin's version needs one matching and the strongly connected components of one graph.

The tests compare your filter with the enumeration of all assignments, and apply it to the houses of whole
puzzles until nothing changes.
"""

from collections.abc import Sequence

Domains = list[set[int]]


def matching(domains: Sequence[set[int]]) -> list[int] | None:
    """Return a value for each variable, all different, or `None` if that is impossible."""
    raise NotImplementedError


def filter_all_different(domains: Sequence[set[int]]) -> Domains | None:
    """Return the domains reduced to the values with a support, or `None` if there is no solution."""
    raise NotImplementedError
