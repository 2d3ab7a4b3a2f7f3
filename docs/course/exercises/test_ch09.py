"""Tests of the exercise of chapter 9."""

from itertools import combinations, product
from random import Random

import pytest
from ch09 import INFINITY, Network, different, lower_bound, project_variable, pull

# The scores of the chapter, cell by cell: the cost of the digits 1 to 4.
PHOTO = [
    [[0, 9, 9, 9], [2, 9, 0, 9], [3, 0, 9, 9], [9, 9, 1, 0]],
    [[5, 9, 9, 0], [9, 0, 1, 9], [9, 9, 0, 9], [3, 9, 9, 0]],
    [[9, 0, 1, 9], [9, 9, 9, 0], [4, 9, 0, 9], [0, 9, 4, 9]],
    [[3, 9, 0, 9], [0, 9, 1, 9], [5, 9, 9, 0], [9, 0, 9, 9]],
]


def photo() -> Network:
    def see(one, other):
        (r, c), (s, d) = divmod(one, 4), divmod(other, 4)
        return r == s or c == d or (r // 2 == s // 2 and c // 2 == d // 2)

    costs = [row for line in PHOTO for row in line]
    return Network(costs, {pair: different(4) for pair in combinations(range(16), 2) if see(*pair)})


def random_network(rng: Random, size: int, pairs: list[tuple[int, int]], forbidden: float = 0.0) -> Network:
    def cost():
        return INFINITY if rng.random() < forbidden else rng.randrange(10)

    costs = [[cost() for _ in range(3)] for _ in range(size)]
    return Network(costs, {pair: [[cost() for _ in range(3)] for _ in range(3)] for pair in pairs})


def all_costs(network: Network) -> list[float]:
    return [network.cost(list(values)) for values in product(*(range(len(row)) for row in network.costs))]


def test_project_variable():
    network = Network([[3, 5, 4], [0, 1, 2]], {})
    project_variable(network, 0)
    project_variable(network, 1)
    assert (network.constant, network.costs) == (3, [[0, 2, 1], [0, 1, 2]])


def test_pull_of_the_chapter():
    # r2c4 and r2c1 must differ, and both cost nothing as a 4.
    network = Network([PHOTO[1][3], PHOTO[1][0]], {(0, 1): different(4)})
    before = all_costs(network)
    pull(network, 0, 1)
    assert network.costs == [[3, 9, 9, 5], [0, 4, 4, 0]]
    assert all_costs(network) == before
    project_variable(network, 0)
    assert network.constant == 3


def test_pull_in_the_other_direction():
    network = Network([PHOTO[1][3], PHOTO[1][0]], {(0, 1): different(4)})
    before = all_costs(network)
    pull(network, 1, 0)
    assert network.costs == [[0, 6, 6, 0], [5, 9, 9, 3]]
    assert all_costs(network) == before


def test_a_value_without_a_partner():
    network = Network([[0, 0], [1, INFINITY]], {(0, 1): [[INFINITY, 0], [2, 0]]})
    before = all_costs(network)
    pull(network, 0, 1)
    assert network.costs[0] == [INFINITY, 3]
    assert all_costs(network) == before


@pytest.mark.parametrize("seed", range(30))
def test_no_assignment_changes(seed):
    rng = Random(seed)
    network = random_network(rng, 4, list(combinations(range(4), 2)), forbidden=rng.choice([0, 0.2]))
    before = all_costs(network)
    for _ in range(10):
        i, j = rng.sample(range(4), 2)
        pull(network, i, j)
        assert all_costs(network) == before
        project_variable(network, i)
        assert all_costs(network) == before
        if network.constant == INFINITY:
            break
    assert min(cost for row in network.costs for cost in row) >= 0
    assert min(cost for table in network.tables.values() for row in table for cost in row) >= 0


@pytest.mark.parametrize("seed", range(30))
def test_lower_bound(seed):
    rng = Random(seed)
    network = random_network(rng, 5, list(combinations(range(5), 2)))
    values = sum(min(row) for row in network.costs)
    best = min(all_costs(network))
    assert values <= lower_bound(network) <= best


@pytest.mark.parametrize("seed", range(30))
def test_with_two_variables_the_bound_is_the_least_cost(seed):
    network = random_network(Random(seed), 2, [(0, 1)], forbidden=0.2)
    best = min(all_costs(network))
    assert lower_bound(network) == best


@pytest.mark.parametrize("seed", range(30))
def test_no_pull_raises_the_bound_further(seed):
    network = random_network(Random(seed), 4, list(combinations(range(4), 2)))
    before = all_costs(network)
    bound = lower_bound(network)
    assert all_costs(network) == before
    for i in range(4):
        for j in network.neighbors(i):
            pairs = product(enumerate(network.costs[i]), enumerate(network.costs[j]))
            assert min(own + other + network.entry(i, a, j, b) for (a, own), (b, other) in pairs) == 0
    assert network.constant == bound


def test_a_network_without_a_solution():
    network = Network([[0, 0]] * 3, {pair: different(2) for pair in [(0, 1)]})
    network.tables[1, 2] = [[INFINITY] * 2] * 2
    assert lower_bound(network) == INFINITY


def test_the_photo():
    network = photo()
    assert network.cost([int(digit) - 1 for digit in "1324423124133142"]) == 11
    assert lower_bound(network) == 7


def test_least_cost_by_arcdoku():
    arcdoku = pytest.importorskip("arcdoku")
    costs = [row for line in PHOTO for row in line]
    least = arcdoku.Puzzle("." * 16).label("min-cost", costs=costs).value
    assert least == 11
    assert lower_bound(photo()) <= least
