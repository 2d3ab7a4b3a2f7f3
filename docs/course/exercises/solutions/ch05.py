"""Solution of the exercise of chapter 5. See ../ch05.py for the task."""

from collections.abc import Sequence

Domains = list[set[int]]


def matching(domains: Sequence[set[int]]) -> list[int] | None:
    """Return a value for each variable, all different, or `None` if that is impossible."""
    owner: dict[int, int] = {}

    def augment(variable: int, seen: set[int]) -> bool:
        for value in sorted(domains[variable] - seen):
            seen.add(value)
            if value not in owner or augment(owner[value], seen):
                owner[value] = variable
                return True
        return False

    if not all(augment(variable, set()) for variable in range(len(domains))):
        return None
    matched = {variable: value for value, variable in owner.items()}
    return [matched[variable] for variable in range(len(domains))]


def filter_all_different(domains: Sequence[set[int]]) -> Domains | None:
    """Return the domains reduced to the values with a support, or `None` if there is no solution.

    The graph has a node for each variable and one more, `free`, for all unmatched values together. The
    edge x -> y means that x can take the value of y. A value of x stays if it is the matched one, or if
    its edge lies on a cycle: x and y are in one strongly connected component.
    """
    matched = matching(domains)
    if matched is None:
        return None
    free = len(domains)
    owner = {value: variable for variable, value in enumerate(matched)}
    edges = [{owner.get(value, free) for value in domain} for domain in domains]
    # An unmatched value can be exchanged for the value of any variable.
    edges.append(set(range(len(domains))))
    reach = [_reachable(node, edges) for node in range(len(edges))]
    return [
        {value for value in domain if variable in reach[owner.get(value, free)]}
        for variable, domain in enumerate(domains)
    ]


def _reachable(start: int, edges: Sequence[set[int]]) -> set[int]:
    """Return the nodes on the paths from a node, with the node itself."""
    reached, waiting = {start}, [start]
    while waiting:
        fresh = edges[waiting.pop()] - reached
        reached |= fresh
        waiting.extend(fresh)
    return reached
