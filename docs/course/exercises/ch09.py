"""Exercise of chapter 9: a lower bound by moving costs.

A network has variables 0 to n - 1, whose values are 0, 1, 2, ... Each value of a variable has a cost, some pairs of
variables have a table of costs, and a constant is added to everything. `INFINITY` marks what is forbidden. The cost
of an assignment is the sum of the constant, one cost for each variable, and one entry of each table.

The three tasks move costs. None of them may change the cost of any assignment.

Task 1. `project_variable(network, i)` moves the least cost of the values of variable i into the constant.

Task 2. `pull(network, i, j)` raises the values of i by what they cost at least with j. For each value a of i,

    least[a] = min over b of (table[a][b] + cost of b)

moves from the table to the value a. Entries of the table may be smaller than that. Therefore the table first takes
from each value b of j the amount that is missing, and no more: the greatest `least[a] - table[a][b]` over all a, or
0. (If `least[a]` is infinite, the value a has no partner. Its cost becomes infinite, and its row of the table
becomes 0. It is left out of the greatest amount.)

Task 3. `lower_bound(network)` first calls `project_variable` for all variables. Then it visits all pairs of a
variable i and a neighbor j, in ascending order. If a pull from j to i would leave no value of i with the cost 0, it
calls `pull(network, i, j)` and `project_variable(network, i)`, and the constant rises. Otherwise it changes
nothing. It visits all pairs again as long as the constant has risen, and returns the constant. It stops early if
the constant is infinite.
"""

INFINITY = float("inf")


class Network:
    """Costs of values and of pairs of values, and a constant."""

    def __init__(self, costs: list[list[float]], tables: dict[tuple[int, int], list[list[float]]]) -> None:
        """Copies the costs of values, and the tables of pairs (i, j) with i < j, with a row for each value of i."""
        self.constant: float = 0
        self.costs = [list(row) for row in costs]
        self.tables = {pair: [list(row) for row in table] for pair, table in tables.items()}

    def cost(self, values: list[int]) -> float:
        """Return the cost of an assignment."""
        own = sum(row[value] for row, value in zip(self.costs, values, strict=True))
        return self.constant + own + sum(table[values[i]][values[j]] for (i, j), table in self.tables.items())

    def neighbors(self, i: int) -> list[int]:
        """Return the variables that have a table with i, in ascending order."""
        return sorted(sum(pair) - i for pair in self.tables if i in pair)

    def entry(self, i: int, a: int, j: int, b: int) -> float:
        """Return the entry for the value a of i and the value b of j; i may be greater than j."""
        return self.tables[i, j][a][b] if i < j else self.tables[j, i][b][a]

    def set_entry(self, i: int, a: int, j: int, b: int, cost: float) -> None:
        """Change the entry for the value a of i and the value b of j."""
        if i < j:
            self.tables[i, j][a][b] = cost
        else:
            self.tables[j, i][b][a] = cost


def different(size: int) -> list[list[float]]:
    """Return the table of two variables that must differ."""
    return [[INFINITY if a == b else 0 for b in range(size)] for a in range(size)]


def project_variable(network: Network, i: int) -> None:
    """Move the least cost of the values of i into the constant. If it is infinite, only the constant changes."""
    raise NotImplementedError


def pull(network: Network, i: int, j: int) -> None:
    """Move to the values of i what they cost at least with the values of j."""
    raise NotImplementedError


def lower_bound(network: Network) -> float:
    """Move costs as long as a pull raises the constant; return the constant."""
    raise NotImplementedError
