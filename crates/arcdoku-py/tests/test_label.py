"""Labelling problems: values compared with a list of all grids of 4x4, files, arrays, invalid input."""

import math
import pickle
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcdoku
from arcdoku import Puzzle, label, results

EMPTY = Puzzle("." * 16)


def all_grids() -> npt.NDArray[np.int64]:
    """The digits, from 0, of all grids of 4x4, one grid per row."""
    found = []
    for rows in product(list(permutations(range(4))), repeat=4):
        sets = [[row[column] for row in rows] for column in range(4)]
        sets += [[rows[r + i][c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
        if all(len(set(one)) == 4 for one in sets):
            found.append([digit for row in rows for digit in row])
    return np.array(found)


GRIDS = all_grids()
CELLS = np.arange(16)


def costs_of(grids: npt.NDArray[np.int64], costs: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The cost of each grid."""
    return np.asarray(costs[CELLS, grids].sum(axis=1))


def text_of(grid: npt.NDArray[np.int64]) -> str:
    return "".join(str(digit + 1) for digit in grid)


def shares_of(grids: npt.NDArray[np.int64], weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The share of each digit of each cell."""
    table = np.zeros((16, 4))
    for grid, weight in zip(grids, weights, strict=True):
        table[CELLS, grid] += weight
    return np.asarray(table / weights.sum())


@given(st.integers(0, 2**32 - 1), st.lists(st.integers(0, 15), max_size=6))
@settings(max_examples=6)
def test_values_are_those_of_all_grids(seed: int, clues: list[int]) -> None:
    random = np.random.default_rng(seed)
    costs, given_grid = random.integers(0, 10, (16, 4)), GRIDS[random.integers(288)]
    puzzle = Puzzle([int(given_grid[cell]) + 1 if cell in clues else 0 for cell in range(16)])
    grids = GRIDS[(GRIDS[:, clues] == given_grid[clues]).all(axis=1)]
    all_costs = costs_of(grids, costs)
    weights = np.exp(-all_costs)
    least = all_costs.min()
    found = puzzle.label(costs=costs)
    assert type(found.value) is int and found.value == least and found.exact and found.method == "search"
    assert found.solution in {text_of(grid) for grid in grids[all_costs == least]}
    assert puzzle.label("boolean", costs=costs).value is True
    assert puzzle.label("count", costs=costs).value == len(grids) == puzzle.label("count").value
    assert puzzle.label("max-gain", costs=costs).value == -least
    assert puzzle.label("max-prob", costs=costs).value == pytest.approx(math.exp(-least))
    assert puzzle.label("log-sum", costs=costs).value == pytest.approx(math.log(weights.sum()))
    mean = (all_costs * weights).sum() / weights.sum()
    assert puzzle.label("expectation", costs=costs).value == pytest.approx(mean)
    several = puzzle.label("cost-and-count", costs=costs)
    assert (several.value, several.count) == (least, (all_costs == least).sum())
    best = puzzle.label("k-best", k=5, costs=costs)
    assert best.value == sorted(all_costs)[:5] == [labelling.cost for labelling in best.labellings]
    assert best.semiring == "k-best=5" and best == puzzle.label("k-best=5", costs=costs)
    assert puzzle.label("k-best", k=5, costs=costs, method="sweep").value == best.value
    assert puzzle.label("min-cost", costs=costs, method="mini-buckets").value <= least
    support = puzzle.label("provenance")
    assert support.value == sum(len(set(column)) for column in grids.T)
    assert support.support == [sorted({str(digit + 1) for digit in column}) for column in grids.T]
    # The value and the share of each label.
    marginals = puzzle.label("log-sum", costs=costs, marginals=True)
    assert marginals.shares.shape == (16, 4) and np.allclose(marginals.shares, shares_of(grids, weights))
    counted = puzzle.label("count", marginals=True)
    assert np.allclose(counted.shares, shares_of(grids, np.ones(len(grids))))
    assert counted.marginals == [[int((column == digit).sum()) for digit in range(4)] for column in grids.T]
    for method in ("auto", "sweep"):
        cheapest = puzzle.label(costs=costs, marginals=True, method=method).marginals
        for cell, digit in product(range(16), range(4)):
            with_it = all_costs[grids[:, cell] == digit]
            assert cheapest[cell][digit] == (with_it.min() if len(with_it) else math.inf)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=6)
def test_scores_are_arrays_of_either_shape(seed: int) -> None:
    scores = np.log(np.random.default_rng(seed).dirichlet(np.ones(4), size=16))
    all_costs = costs_of(GRIDS, -scores)
    found = label(scores=scores)
    assert type(found.value) is float and found.value == pytest.approx(all_costs.min())
    assert found.solution == str(found) == text_of(GRIDS[all_costs.argmin()])
    assert found.grid.tolist() == (GRIDS[all_costs.argmin()].reshape(4, 4) + 1).tolist()
    for same in (scores.reshape(4, 4, 4), scores.tolist(), scores.reshape(4, 4, 4).tolist(), np.asfortranarray(scores)):
        assert label(scores=same) == found == EMPTY.label(scores=same) == label(EMPTY, scores=same)
    assert label(costs=-scores).labellings == found.labellings
    assert label("." * 16, scores=scores).data["puzzle"] == "." * 16
    shares = label(scores=scores, semiring="log-sum", marginals=True).shares
    assert np.allclose(shares, shares_of(GRIDS, np.exp(-all_costs)))
    assert label(scores=scores.astype(np.float32)).value == pytest.approx(found.value, rel=1e-5)


def test_noisy_digits_of_9x9_are_repaired() -> None:
    text = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
    logits = np.random.default_rng(1).normal(0, 0.5, (9, 9, 9))
    for index, digit in enumerate(text):
        logits[index // 9, index % 9, int(digit) - 1] += 2
    scores = logits - np.log(np.exp(logits).sum(axis=2, keepdims=True))
    assert label(scores=scores).solution == text
    found = label(scores=scores, semiring="log-sum", marginals=True)
    assert found.shares.shape == (81, 9) and np.allclose(found.shares.sum(axis=1), 1)
    assert [int(digit) + 1 for digit in found.shares.argmax(axis=1)] == [int(digit) for digit in text]


def test_rules_and_shapes() -> None:
    diagonals = Puzzle("." * 16, rules=["diagonals"])
    sides = np.array([[cell * 5 for cell in range(4)], [cell * 3 + 3 for cell in range(4)]])
    grids = np.array([grid for grid in GRIDS if all(len(set(grid[side])) == 4 for side in sides)])
    costs = np.random.default_rng(2).integers(0, 9, (16, 4))
    assert diagonals.label(costs=costs).value == costs_of(grids, costs).min()
    assert diagonals.label("count").value == len(grids)
    # A grid that is not square, with digits from 0.
    wide = Puzzle("." * 54, shape="grid 6x9 boxes 2x3 digits 0-8")
    table = np.ones((6, 9, 9), dtype=int)
    table[0, 0, 0] = 0
    found = wide.label(costs=table)
    assert found.value == 53 and str(found)[0] == "0" and found.grid.shape == (6, 9) and found.grid[0, 0] == 1
    with pytest.raises(ValueError, match=r"^costs: r1c2, digit 0: found nan"):
        wide.label(costs=np.where(np.arange(486).reshape(54, 9) == 9, np.nan, 1.0))


def test_integer_costs_are_exact() -> None:
    huge = np.full((16, 4), 10**15 + 1)
    assert EMPTY.label(costs=huge).value == 16 * (10**15 + 1)
    assert type(EMPTY.label(costs=huge.astype(float)).value) is float
    # Forbidden digits.
    costs: list[list[float | None] | None] = [[0, None, math.inf, None], *([None] * 15)]
    found = EMPTY.label("k-best", k=100, costs=costs)
    assert found.value == [0] * 72 and str(found)[0] == "1" and EMPTY.label("count", costs=costs).value == 72
    assert type(found.labellings[0].cost) is int
    forbidden = np.full((16, 4), np.inf)
    forbidden[CELLS, GRIDS[7]] = 0.25
    assert EMPTY.label(costs=forbidden).value == 4.0 and EMPTY.label("count", costs=forbidden).value == 1
    impossible = np.where(np.isinf(forbidden), -np.inf, 0.25)
    assert EMPTY.label(scores=impossible).solution == text_of(GRIDS[7])
    # Costs that were read with a puzzle.
    row = {"puzzle": "." * 16, "costs": [list(range(4)) for _ in range(16)], "level": 3}
    assert Puzzle(row).label().value == 24 and Puzzle(row).label(costs=huge).value == huge.sum() // 4
    assert Puzzle(row).label().data["level"] == 3


def test_no_labelling() -> None:
    none = Puzzle("123....4........")
    expected: dict[str, Any] = {
        "boolean": False,
        "count": 0,
        "min-cost": math.inf,
        "max-gain": -math.inf,
        "max-prob": 0.0,
    }
    expected |= {"log-sum": -math.inf, "cost-and-count": math.inf, "expectation": None, "provenance": 0, "k-best=2": []}
    for semiring, value in expected.items():
        found = none.label(semiring)
        assert (found.outcome, found.value, bool(found), str(found)) == ("unsatisfiable", value, False, "")
    found = none.label(marginals=True)
    assert found.labellings == [] and found.marginals == [] and found.solution is None
    with pytest.raises(ValueError, match="no shares to show: the outcome is unsatisfiable"):
        _ = found.shares
    with pytest.raises(ValueError, match="no labelling to show: the outcome is unsatisfiable"):
        _ = found.grid
    assert found.svg().startswith("<svg")


def test_limits_are_answers() -> None:
    scores = np.random.default_rng(3).normal(size=(81, 9))
    found = label(scores=scores, nodes=1)
    assert found.limit == "nodes" and not found.exact
    assert label(scores=scores, time="1ms").limit in ("time", None)
    wide = label("." * 81, "count", marginals=True, method="eliminate", memory="1M")
    assert (wide.outcome, wide.value, bool(wide)) == ("too-wide", None, False) and (wide.bytes or 0) > 1e6
    over = EMPTY.label(costs=np.full((16, 4), 2**62))
    assert over.outcome == "overflow" and over.value is None


UAI = "MARKOV\n2\n2 3\n2\n1 0\n2 0 1\n2\n.25 .75\n6\n1 0 .5 .5 1 0\n"
WCSP = "pair 2 3 2 9\n2 3\n1 0 0 2\n0 1\n1 4\n2 0 1 0 2\n0 0 2\n1 2 3\n"
CFN = """{"problem": {"name": "pair", "mustbe": "<9.0"}, "variables": {"a": ["x", "y"], "b": 3},
"functions": {"f": {"scope": ["a"], "costs": [1.5, 4.0]}, "g": {"scope": ["a", "b"], "costs": [2, 0, 0, 0, 0, 3]}}}"""


def test_models_of_other_programs(tmp_path: Path) -> None:
    for name, text, value in (("uai", UAI, -math.log(0.75)), ("wcsp", WCSP, 1), ("cfn", CFN, 1.5)):
        path = tmp_path / f"model.{name}"
        path.write_text(text)
        found = label(path)
        assert found.value == pytest.approx(value) and type(found.value) is type(value) and found == label(text)
        assert found == label(path, form=name) and len(found.objects) == 2 and len(found.labels[1]) == 3
        assert found.solution is None and found._repr_svg_() is None and len(found.labellings[0].labels) == 2
        for reply, name in ((found, "grid"), (found.labellings[0], "grid"), (found, "puzzle")):
            with pytest.raises(ValueError, match="not about a puzzle"):
                getattr(reply, name)
        with pytest.raises(ValueError, match="not about a puzzle"):
            found.svg()
    assert str(label(CFN))[0] == "x" and label(CFN).objects == ["a", "b"]
    assert str(label(UAI)) == "1 1"
    # Two objects with unequal numbers of labels: the sum of all weights, and shares.
    table = np.array([[0.25], [0.75]]) * np.array([[1, 0, 0.5], [0.5, 1, 0]])
    found = label(UAI, "log-sum", marginals=True)
    assert found.value == pytest.approx(math.log(table.sum()))
    shares = np.zeros((2, 3))
    shares[0, :2], shares[1] = table.sum(axis=1) / table.sum(), table.sum(axis=0) / table.sum()
    assert np.allclose(found.shares, shares)
    assert label(WCSP, "k-best", k=9).value == [1, 1, 3, 4, 4, 7]
    assert label(WCSP, "count").value == 6
    # Counts of any size.
    many = "MARKOV 2400 " + "64 " * 2400 + "1 1 0 64 " + "1 " * 64
    assert label(many, "count", method="eliminate").value == 64**2400


def test_tables_of_scores(tmp_path: Path) -> None:
    chances = np.random.default_rng(4).dirichlet(np.ones(4), size=16)
    table = tmp_path / "chances.csv"
    np.savetxt(table, chances, delimiter=",")
    best = label(scores=np.log(chances))
    found = label(table, scores="prob")
    assert found.solution == best.solution and found.value == pytest.approx(best.value)
    assert found.puzzle == EMPTY and found.grid.tolist() == best.grid.tolist()
    assert label(table, scores="cost").value == pytest.approx(label(costs=chances).value)
    assert label(table.read_text(), scores="cost") == label(table, scores="cost")
    assert label(table, form="scores").value == pytest.approx(label(scores=chances).value)
    puzzles = tmp_path / "one.sdm"
    puzzles.write_text("1..............4\n")
    assert label(puzzles, "count").value == label(puzzles, "count", costs=np.zeros((16, 4))).value
    assert label(puzzles).puzzle == Puzzle("1..............4")


def test_replies() -> None:
    found = EMPTY.label("count", marginals=True)
    assert repr(found) == "<Labelled semiring='count' value=288 exact=True method='eliminate'>" or "sweep" in repr(
        found
    )
    assert isinstance(found, results.Labelled) and pickle.loads(pickle.dumps(found)) == found
    assert pickle.loads(pickle.dumps(found)).shares.tolist() == found.shares.tolist()
    assert 'class="share"' in found.svg() and found._repr_svg_() == found.svg()
    assert "..." in repr(EMPTY.label("k-best", k=100)) and len(repr(EMPTY.label("k-best", k=100))) < 150
    best = EMPTY.label().labellings[0]
    assert isinstance(best, results.Labelling) and best.puzzle == EMPTY and best.svg().startswith("<svg")
    assert repr(best) == f"<Labelling cost=0 solution={best.solution!r}>"
    with pytest.raises(ValueError, match="no shares to show: marginals=True"):
        _ = EMPTY.label("count").shares
    with pytest.raises(ValueError, match="no labelling to show: count by"):
        _ = EMPTY.label("count").grid
    assert EMPTY.label().bounds[-1]["lower"] == 0 and EMPTY.label().nodes is not None


def changed(value: object) -> list[list[Any]]:
    return [[value if (cell, digit) == (5, 2) else 1 for digit in range(4)] for cell in range(16)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"semiring": "x"}, "semiring: found 'x', expected one of boolean, count, min-cost"),
        ({"semiring": "k-best"}, "k: found None, expected a whole number from 1 to 1000000"),
        ({"semiring": "k-best=0"}, "semiring: found '0', expected a number from 1 to 1000000"),
        ({"k": 3}, "k: found 3 with the semiring 'min-cost', expected the semiring 'k-best'"),
        ({"semiring": "k-best", "k": 0}, "k: found 0, expected a whole number from 1"),
        ({"method": "magic"}, "method: found 'magic', expected one of auto, search"),
        ({"memory": "much"}, "memory: found 'much', expected a number of bytes"),
        ({"memory": 0}, "memory: found 0, expected a number of bytes"),
        ({"width": 65}, "width: found 65, expected a whole number from 1 to 64"),
        ({"time": -1}, "time: found -1, expected seconds"),
        ({"costs": np.zeros((16, 5))}, r"costs: found an array of shape \(16, 5\), expected \(16, 4\) or \(4, 4, 4\)"),
        ({"costs": [[1, 2]]}, r"costs: found an array of shape \(1, 2\)"),
        ({"costs": np.full((16, 4), np.nan)}, "costs: r1c1, digit 1: found nan, expected a number, infinity or None"),
        ({"costs": changed(math.nan)}, "costs: r2c2, digit 3: found nan, expected a number"),
        ({"costs": changed(-math.inf)}, "costs: r2c2, digit 3: found -inf, expected a number"),
        ({"costs": changed("1")}, "costs: r2c2, digit 3: found '1', expected a number"),
        ({"costs": changed(2**63)}, "costs: r2c2, digit 3: found 9223372036854775808, expected a number"),
        ({"scores": changed(math.inf)}, "scores: r2c2, digit 3: found inf, expected a number, -infinity or None"),
        ({"costs": [[1, 2, 3, 4]] * 15 + [[1]]}, "costs: r4c4: found 1 numbers, expected 4 numbers"),
        ({"costs": [[[1] * 4] * 4] * 3 + [[[1] * 4] * 3]}, "costs: found a row of 3 cells, expected 4"),
        ({"costs": np.full((16, 4), "a")}, "costs: found an array of <U1, expected numbers"),
        ({"costs": changed(1), "scores": changed(1)}, "scores: found with costs, expected one of them"),
    ],
)
def test_invalid_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        EMPTY.label(**options)
    with pytest.raises(ValueError, match=f"^{message}"):
        label("." * 16, **options)


def test_invalid_texts(tmp_path: Path) -> None:
    path = tmp_path / "wrong.uai"
    path.write_text("MARKOV 2 2 x")
    for problem, options, message in [
        (path, {}, r"wrong\.uai:1:12: found .x.+, expected a number of labels"),
        ("MARKOV 2 2 x", {}, r"^problem:1:12: found .x.+, expected a number of labels"),
        ("." * 80 + "!", {}, r"^problem:1:81: found '!'"),
        ("", {}, "^problem:1:1: found no puzzle, expected at least one"),
        (".\n".join(["." * 80] * 3), {}, "^problem: found several problems, expected one"),
        ("." * 16, {"form": "x"}, "^form: found 'x', expected one of puzzles, scores, uai, wcsp, cfn"),
        ("." * 16, {"form": "uai"}, "^problem:1:1: found"),
        ("." * 16, {"scores": "x"}, "^scores: found 'x', expected one of log-prob, prob, cost"),
        (EMPTY, {"form": "puzzles"}, "^form: found 'puzzles' with a puzzle"),
        (EMPTY, {"scores": "prob"}, "^scores: found 'prob' with a puzzle"),
        (np.zeros((81, 9)), {}, "^problem: found an array of float64, expected a puzzle"),
        (None, {"scores": np.zeros((80, 9))}, r"^scores: found an array of shape \(80, 9\), expected \(81, 9\)"),
        (None, {"costs": []}, r"^costs: found an array of shape \(0,\), expected \(81, 9\)"),
        (None, {"scores": 3}, r"^scores: found 3, expected \(81, 9\)"),
    ]:
        with pytest.raises(ValueError, match=message):
            label(problem, **options)
    with pytest.raises(TypeError, match=r"^problem: found None, expected a puzzle"):
        label()
    with pytest.raises(TypeError, match="found the option 'semirings', expected one of problem, semiring, k"):
        label(EMPTY, semirings="count")  # type: ignore[call-arg]
    with pytest.raises(OSError):
        label(tmp_path / "absent.uai")
    with pytest.raises(TypeError, match=r"^costs: found 3, expected an array or nested lists"):
        EMPTY.label(costs=3)
    with pytest.raises(TypeError, match=r"^marginals: found 2, expected True or False"):
        EMPTY.label(marginals=2)  # type: ignore[arg-type]


def test_boards_of_arc_consistency() -> None:
    none = label("123....4........", why=True)
    assert none.outcome == "unsatisfiable" and none.ran_out == ["r1c4"]
    assert none.boards[0]["labels"][3] == ["1", "2", "3", "4"] and none.boards[-1]["labels"][3] == []
    sampled = label("MARKOV 2 2 2 1 2 0 1 4 1 2 3 4", "log-sum", method="sample", seed=1)
    assert sampled.low is not None and sampled.high is not None
    assert sampled.low - 0.01 <= math.log(10) <= sampled.high + 0.01
    with pytest.raises(ValueError, match=r"^method: the method beliefs does not answer count"):
        label("MARKOV 1 2 0", "count", method="beliefs")
    assert arcdoku.label is label
