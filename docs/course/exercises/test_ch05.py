"""Tests of the exercise of chapter 5."""

import random
from itertools import product

import pytest
from ch05 import filter_all_different, matching

COURSE = "1.....3..4.....2"
NO_SEARCH = {
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79": (
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    ),
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......": (
        "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
    ),
    "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.": (
        "859612437723854169164379528986147352375268914241593786432981675617425893598736241"
    ),
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9": (
        "987654321246173985351928746128537694634892157795461832519286473472319568863745219"
    ),
}
NEEDS_SEARCH = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def houses(size):
    """The rows, columns and boxes of a grid of 4x4 or 9x9 cells, as lists of cell numbers."""
    root = round(size**0.5)
    rows = [[row * size + column for column in range(size)] for row in range(size)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    boxes = [
        [(top + row) * size + left + column for row in range(root) for column in range(root)]
        for top in range(0, size, root)
        for left in range(0, size, root)
    ]
    return rows + columns + boxes


def propagate(puzzle):
    """The domains after all houses were filtered until nothing changed; `None` after a contradiction."""
    size = round(len(puzzle) ** 0.5)
    domains = [set(range(1, size + 1)) if clue == "." else {int(clue)} for clue in puzzle]
    changed = True
    while changed:
        before = [set(domain) for domain in domains]
        for house in houses(size):
            filtered = filter_all_different([domains[cell] for cell in house])
            if filtered is None:
                return None
            for cell, domain in zip(house, filtered, strict=True):
                domains[cell] = domain
        changed = domains != before
    return domains


def by_enumeration(domains):
    """The values with a support, by trying all assignments."""
    supported = [set() for _ in domains]
    for values in product(*domains):
        if len(set(values)) == len(values):
            for domain, value in zip(supported, values, strict=True):
                domain.add(value)
    return supported if all(supported) else None


def random_domains(seed):
    rng = random.Random(seed)
    variables = rng.randint(1, 5)
    values = range(1, rng.randint(variables, variables + 1) + 1)
    return [set(rng.sample(values, rng.randint(1, len(values)))) for _ in range(variables)]


@pytest.mark.parametrize("seed", range(200))
def test_matching_is_a_matching(seed):
    domains = random_domains(seed)
    matched = matching(domains)
    if by_enumeration(domains) is None:
        assert matched is None
    else:
        assert len(set(matched)) == len(domains)
        assert all(value in domain for value, domain in zip(matched, domains, strict=True))


def test_hall_set_of_the_chapter():
    # Box 2 of the grid without its clue r4c4: r1c3, r1c4, r2c3, r2c4.
    assert filter_all_different([{2, 4}, {2, 4}, {3}, {1, 2, 4}]) == [{2, 4}, {2, 4}, {3}, {1}]


def test_pigeonhole():
    assert filter_all_different([{1, 2}, {1, 2}, {1, 2}]) is None


def test_free_values():
    # Three values for two variables: no value is lost.
    assert filter_all_different([{1, 2}, {2, 3}]) == [{1, 2}, {2, 3}]
    assert filter_all_different([{1, 2}, {2}]) == [{1}, {2}]


@pytest.mark.parametrize("seed", range(200))
def test_same_as_enumeration(seed):
    domains = random_domains(seed)
    before = [set(domain) for domain in domains]
    assert filter_all_different(domains) == by_enumeration(domains)
    assert domains == before


def test_course_grid():
    domains = propagate(COURSE)
    assert [domain.pop() for domain in domains] == [1, 3, 2, 4, 4, 2, 3, 1, 2, 4, 1, 3, 3, 1, 4, 2]


@pytest.mark.parametrize("puzzle", NO_SEARCH)
def test_puzzles_without_search(puzzle):
    domains = propagate(puzzle)
    assert "".join(str(value) for domain in domains for value in domain) == NO_SEARCH[puzzle]


def test_contradiction_of_the_chapter():
    assert propagate("....34....3...4.") is None


def test_fixpoint_of_a_hard_puzzle():
    domains = propagate(NEEDS_SEARCH)
    assert any(len(domain) > 1 for domain in domains)
    for house in houses(9):
        inside = [domains[cell] for cell in house]
        assert filter_all_different(inside) == inside


def test_same_as_arcdoku():
    arcdoku = pytest.importorskip("arcdoku")
    masks = []

    def first(state):
        masks.append(list(state.masks))
        return state.undecided[0]

    arcdoku.search(NEEDS_SEARCH, "gac-mrv", variable=first).run()
    domains = propagate(NEEDS_SEARCH)
    assert masks[0] == [sum(1 << (value - 1) for value in domain) for domain in domains]
