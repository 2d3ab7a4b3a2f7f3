"""Solution of the exercise of chapter 9."""

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
    least = min(network.costs[i])
    network.constant += least
    if least < INFINITY:
        network.costs[i] = [cost - least for cost in network.costs[i]]


def least_costs(network: Network, i: int, j: int) -> list[float]:
    """Return what each value of i costs at least with the values of j, beyond its own cost."""
    theirs = network.costs[j]
    return [
        min(network.entry(i, a, j, b) + cost for b, cost in enumerate(theirs)) for a in range(len(network.costs[i]))
    ]


def pull(network: Network, i: int, j: int) -> None:
    """Move to the values of i what they cost at least with the values of j."""
    mine, theirs = network.costs[i], network.costs[j]
    least = least_costs(network, i, j)
    for b in range(len(theirs)):
        lacking = [m - network.entry(i, a, j, b) for a, m in enumerate(least) if m < INFINITY]
        taken = max([0, *lacking])
        theirs[b] -= taken
        for a, m in enumerate(least):
            network.set_entry(i, a, j, b, network.entry(i, a, j, b) + taken - m if m < INFINITY else 0)
    for a, m in enumerate(least):
        mine[a] += m


def lower_bound(network: Network) -> float:
    """Move costs as long as a pull raises the constant; return the constant."""
    variables = range(len(network.costs))
    for i in variables:
        project_variable(network, i)
    has_risen = True
    while has_risen:
        has_risen = False
        for i in variables:
            for j in network.neighbors(i):
                if network.constant == INFINITY:
                    return INFINITY
                least = least_costs(network, i, j)
                if min(cost + m for cost, m in zip(network.costs[i], least, strict=True)) > 0:
                    pull(network, i, j)
                    project_variable(network, i)
                    has_risen = True
    return network.constant
