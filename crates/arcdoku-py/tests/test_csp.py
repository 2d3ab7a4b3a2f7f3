"""Models of constraint problems, compared with brute force."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcdoku
from arcdoku import events as ev
from arcdoku.csp import Model, Variable

STRATEGIES = [
    "backtracking", "csp", "fc-mrv", "ac3-mrv", "singles-mrv", "gac-mrv", "dom-wdeg", "last-conflict", "learning",
    "naked-first", "var=random,value=random,inference=gac,branch=d-way,restarts=3,seed=1",
]  # fmt: skip
BORDERS = "WA-NT WA-SA NT-SA NT-Q SA-Q SA-NSW SA-V Q-NSW NSW-V"


def australia(colors):
    model = Model()
    model.variables(["WA", "NT", "SA", "Q", "NSW", "V", "T"], colors)
    for border in BORDERS.split():
        model.different(*border.split("-"))
    return model


def queens(n):
    model = Model()
    model.variables(range(n), range(n))
    model.all_different(range(n))
    for i, j in itertools.combinations(range(n), 2):
        model.different(i, j, j - i)
        model.different(i, j, i - j)
    return model


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_known_counts(strategy):
    assert australia(["red", "green", "blue"]).count(strategy) == 18
    assert australia(range(2)).count(strategy) == 0
    assert [queens(n).count(strategy) for n in range(1, 9)] == [1, 0, 0, 2, 10, 4, 40, 92]


@pytest.mark.parametrize("strategy", ["gac-mrv", "dom-wdeg", "fc-mrv", "last-conflict"])
def test_send_more_money(strategy):
    model = Model()
    letters = model.variables("SENDMORY", range(10))
    model.all_different(letters)
    for letter in "SM":
        model.sum([letter], "!=", 0)
    words = [("SEND", 1), ("MORE", 1), ("MONEY", -1)]
    terms = [(letter, sign * 10**power) for word, sign in words for power, letter in enumerate(reversed(word))]
    model.linear([letter for letter, _ in terms], [by for _, by in terms], "==", 0)
    assert list(model.solutions(strategy)) == [dict(zip("SENDMORY", (9, 5, 6, 7, 1, 0, 8, 2), strict=True))]


VALUES = st.sampled_from([
    (0, 1, 2), (1, 2, 3, 4), (-5, 0, 7), (100, 1, 90), ("a", "b", "c"), (2,), (-3, -2), (None, 1, (2, 3)),
])  # fmt: skip


@st.composite
def problems(draw):
    """Variables, and constraints as a function that adds them and a function that checks values."""
    count = draw(st.integers(1, 5))
    domains = [draw(VALUES) for _ in range(count)]
    names = [f"v{i}" for i in range(count)]
    whole = [
        name for name, domain in zip(names, domains, strict=True) if all(isinstance(value, int) for value in domain)
    ]
    posts, holds = [], []
    for _ in range(draw(st.integers(0, 4))):
        scope = draw(st.lists(st.sampled_from(names), min_size=1, max_size=4, unique=True))
        kind = draw(st.sampled_from(["different", "table", "predicate", "lazy", "linear", "offset"]))
        if kind == "different":
            posts.append(lambda model, scope=scope: model.all_different(scope))
            holds.append(lambda values, scope=scope: len({values[name] for name in scope}) == len(scope))
        elif kind == "table":
            rows = list(itertools.product(*(domains[names.index(name)] for name in scope)))
            rows = draw(st.lists(st.sampled_from(rows), max_size=12))
            posts.append(lambda model, scope=scope, rows=rows: model.table(scope, rows))
            holds.append(lambda values, scope=scope, rows=rows: tuple(values[name] for name in scope) in rows)
        elif kind in ("predicate", "lazy"):
            salt = draw(st.integers(0, 5))
            most = 0 if kind == "lazy" else 10_000

            def function(*values, salt=salt):
                return (len(repr(values)) * 7 + sum(map(ord, repr(values))) + salt) % 3 != 0

            posts.append(lambda model, scope=scope, f=function, most=most: model.predicate(scope, f, most=most))
            holds.append(lambda values, scope=scope, f=function: f(*(values[name] for name in scope)))
        elif kind == "linear" and whole:
            scope = draw(st.lists(st.sampled_from(whole), min_size=1, max_size=5))
            factors = draw(st.lists(st.integers(-3, 3), min_size=len(scope), max_size=len(scope)))
            comparison = draw(st.sampled_from(["==", "!=", "<=", ">="]))
            constant = draw(st.integers(-6, 12))
            compare = {"==": int.__eq__, "!=": int.__ne__, "<=": int.__le__, ">=": int.__ge__}[comparison]
            posts.append(lambda m, a=(scope, factors, comparison, constant): m.linear(*a))
            holds.append(
                lambda values, s=scope, f=factors, compare=compare, c=constant: compare(
                    sum(by * values[name] for name, by in zip(s, f, strict=True)), c
                )
            )
        elif kind == "offset" and len(set(whole)) >= 2:
            one, other = draw(st.lists(st.sampled_from(whole), min_size=2, max_size=2, unique=True))
            offset = draw(st.integers(-2, 2))
            posts.append(lambda model, a=(one, other, offset): model.different(*a))
            holds.append(lambda values, one=one, other=other, offset=offset: values[one] != values[other] + offset)
    return names, domains, posts, holds


@settings(max_examples=150)
@given(problems(), st.sampled_from(STRATEGIES))
def test_counts_against_brute_force(problem, strategy):
    names, domains, posts, holds = problem
    model = Model()
    for name, domain in zip(names, domains, strict=True):
        model.variable(domain, name)
    for post in posts:
        post(model)
    every = (dict(zip(names, values, strict=True)) for values in itertools.product(*map(dict.fromkeys, domains)))
    expected = [values for values in every if all(check(values) for check in holds)]
    found = list(model.solutions(strategy))
    key = lambda values: repr(list(values.values()))  # noqa: E731
    assert sorted(found, key=key) == sorted(expected, key=key)
    assert model.count(strategy) == len(expected)
    first = model.solve(strategy)
    assert first in expected if expected else first is None


def grids_4x4():
    """All grids of 4x4, as dictionaries of cells."""
    search = arcdoku.search("." * 16, "singles-mrv", solutions=None, events=["solution"])
    cells = [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 5)]
    return [dict(zip(cells, map(int, event.solution), strict=True)) for event in search]


GRIDS = grids_4x4()


@settings(max_examples=40)
@given(
    st.lists(st.sampled_from(list(GRIDS[0])), min_size=2, max_size=5, unique=True),
    st.integers(0, 6),
    st.sampled_from([0, 10_000]),
    st.sampled_from(STRATEGIES),
)
def test_a_constraint_added_to_a_puzzle(cells, salt, most, strategy):
    def function(*digits):
        return sum(digit * (place + salt) for place, digit in enumerate(digits)) % 4 == 1

    model = Model.from_puzzle("1...............")
    model.predicate(cells, function, most=most)
    model.variable(range(3, 9), "extra")
    model.linear([cells[0], "extra"], [2, -1], "==", 0)
    expected = [grid for grid in GRIDS if grid["r1c1"] == 1 and function(*(grid[cell] for cell in cells))]
    expected = [grid | {"extra": 2 * grid[cells[0]]} for grid in expected if grid[cells[0]] >= 2]
    found = list(model.solutions(strategy))
    key = lambda grid: list(grid.values())  # noqa: E731
    assert sorted(found, key=key) == sorted(expected, key=key)


def test_a_puzzle_with_auxiliary_variables():
    puzzle = arcdoku.Puzzle("." * 16, rules=["renban: r1c1 r1c2 r1c3", "thermo: r4c1 r4c2 r4c3"])
    plain = Model.from_puzzle(puzzle)
    assert plain.count() == puzzle.count()
    model = Model.from_puzzle(puzzle)
    model.variable([1, 2], "x")
    model.variable([1, 4], "y")
    model.different("x", "r1c1")
    model.linear(["y", "r4c4"], [1, -1], "==", 0)
    expected = sum(
        sum(x != solution["r1c1"] for x in (1, 2)) * (solution["r4c4"] in (1, 4)) for solution in plain.solutions()
    )
    found = list(model.solutions("dom-wdeg"))
    assert len(found) == expected > 0 and all(set(solution) == {*plain.names, "x", "y"} for solution in found)


def test_a_model_of_a_puzzle_has_the_same_search():
    text = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    for strategy in ("fc-mrv", "csp-mrv-frequent", "ac3-mrv", "gac-mrv", "naked-first"):
        mine = Model.from_puzzle(text).search(strategy, nodes=2000)
        other = arcdoku.search(text, strategy, nodes=2000)
        for one, two in itertools.zip_longest(mine, other):
            assert (one.kind == two.kind and one[:3] == two[:3]) or one.kind in ("contradiction", "solution")
        assert mine.stats[:8] == other.stats[:8]


def test_events_and_heuristics_have_the_names_of_the_model():
    model = australia(["red", "green", "blue"])
    events = list(model.search("fc-mrv"))
    node = next(event for event in events if isinstance(event, ev.Node))
    assert node == ev.Node(0, "WA", 0, ("red", "green", "blue"))
    elimination = next(event for event in events if isinstance(event, ev.Elimination))
    assert (elimination.cell, elimination.removed, elimination.constraint) == ("NT", ("red",), "WA != NT")
    assert elimination.words == "NT is not red: WA != NT, because of WA."
    seen = []

    def variable(state):
        seen.append((state.undecided, state.candidates("T"), state.neighbors("WA")))
        return "T" if not state.is_decided("T") else state.undecided[0]

    def value(state, name):
        return ["blue", "green"]

    search = model.search("fc-mrv", variable=variable, value=value, events=["try"])
    assert next(search) == ev.Try(0, "T", 6, "blue")
    assert search.run().outcome == "solved" and search.solution["T"] == "blue"
    assert seen[0] == (model.names, ("red", "green", "blue"), ["NT", "SA"])
    contradiction = next(event for event in australia([1, 2]).search("gac-mrv") if isinstance(event, ev.Contradiction))
    assert contradiction.words.startswith("Contradiction: ")


def test_exceptions_of_predicates():
    def fails(*values):
        raise ZeroDivisionError("mine")

    model = Model()
    model.variables("abc", range(3))
    with pytest.raises(ZeroDivisionError, match="mine"):
        model.predicate("abc", fails)
    model.predicate("abc", fails, most=0)
    for call in (model.solve, model.count, lambda: list(model.solutions()), lambda: list(model.search())):
        with pytest.raises(ZeroDivisionError, match="mine"):
            call()


def test_large_tables_and_sums():
    model = Model()
    model.variables("abcd", range(12))
    rows = [row for row in itertools.product(range(12), repeat=4) if sum(row) % 5 == 0 and row[0] < row[3]]
    model.table("abcd", rows)
    assert model.count() == len(rows)
    # Sums also work for values that are far apart.
    model = Model()
    model.variables("abcdef", [1, 10, 100, 1000])
    model.sum("abcdef", "==", 1122)
    assert model.count() == 180
    model.sum("abc", "<=", 12)
    assert model.count() == 18
    model = Model()
    model.variables("abcdef", [1, 10, 100, 1000])
    model.sum("abcdef", "==", 1131)
    assert model.count() == 120
    model = Model()
    model.variables("abcd", [1, 10, 100, 1000])
    model.sum("abcd", "==", 1111)
    assert model.count() == 24 and model.search().stats.nodes == 0


def test_bad_input():
    model = Model()
    x = model.variable(["a", "b"], "x")
    assert x == Variable("x", ("a", "b")) and model["x"] is x and model.names == ["x"]
    model.variable(range(3))
    cases = [
        (lambda: model.variable([]), ValueError, "found an empty domain"),
        (lambda: model.variable([1], "x"), ValueError, "found 'x' twice"),
        (lambda: model.all_different(["x", "y"]), ValueError, "found 'y', expected a variable of this model"),
        (lambda: model.all_different(["x", x]), ValueError, "found 'x' twice, expected different variables"),
        (lambda: model.all_different([]), ValueError, "found no variable"),
        (lambda: model.sum(["x"], "==", 1), TypeError, "found the value 'a' of 'x', expected whole numbers"),
        (lambda: model.sum(["x2"], "=", 1), ValueError, "comparison: found '=', expected one of ==, !=, <=, >="),
        (lambda: model.linear(["x2"], [1, 2], "==", 1), ValueError, "found 2 coefficients of 1 variables"),
        (lambda: model.linear(["x2"], [2**40], "==", 1), ValueError, "expected one of 32 bits"),
        (lambda: model.table(["x"], [("a", "b")]), ValueError, "tuple 0: found 2 values, expected 1"),
        (lambda: model.solve("nonsense"), ValueError, "strategy: unknown strategy"),
        (lambda: model.search(events=["x"]), ValueError, "events: found 'x'"),
        (lambda: Model.from_puzzle("12"), ValueError, "expected"),
    ]
    for call, error, text in cases:
        with pytest.raises(error) as caught:
            call()
        assert text in str(caught.value) and "\n" not in str(caught.value)
    # Invalid values are rejected immediately and leave the model unchanged.
    with pytest.raises(ValueError, match="large: found 102 different values in the model, expected at most 64"):
        model.variable(range(100), "large")
    assert model.names == ["x", "x2"] and model.count() == 6
    model = Model.from_puzzle("." * 16)
    for value in ("a", 0):
        with pytest.raises(ValueError, match=f"y: found the value {value!r}, expected whole numbers from 1 on"):
            model.variable([value], "y")
    assert Model().count() == 1 and Model().solve() == {}
    assert "0 variables" in repr(Model())


def test_sixty_four_values():
    model = Model()
    model.variables(range(64), range(64))
    model.all_different(range(64))
    for place in range(63):
        model.linear([place, place + 1], [1, -1], "==", -1)
    assert model.solve() == {place: place for place in range(64)}
    assert model.count() == 1


def test_variables_of_another_model():
    one, other = Model(), Model()
    mine, foreign = one.variable(range(2), "x"), other.variable(range(9), "x")
    one.all_different([mine])
    with pytest.raises(ValueError, match="found 'x' of another model, expected a variable of this model"):
        one.all_different([foreign])


def test_booleans_stay_booleans():
    model = Model()
    model.variables("ab", [True, False])
    model.sum("ab", "==", 1)
    assert [repr(solution) for solution in model.solutions()] in (
        ["{'a': True, 'b': False}", "{'a': False, 'b': True}"],
        ["{'a': False, 'b': True}", "{'a': True, 'b': False}"],
    )


def test_wrong_numbers():
    model = Model()
    model.variables("ab", range(3))
    with pytest.raises(TypeError, match=r"offset: found 0\.5, expected a whole number"):
        model.different("a", "b", 0.5)
    with pytest.raises(TypeError, match=r"coefficients\[1\]: found 'x', expected a whole number"):
        model.linear("ab", [1, "x"], "==", 1)
    with pytest.raises(TypeError, match=r"constant: found 1\.5"):
        model.sum("ab", "==", 1.5)
    with pytest.raises(ValueError, match=r"domain: found 10+, expected whole numbers of 64 bits"):
        model.variable([10**30])
    with pytest.raises(ValueError, match="solutions: found 0, expected a whole number from 1"):
        model.search(solutions=0)
