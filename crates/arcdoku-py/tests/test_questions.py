"""Questions about puzzles: known answers, comparisons with the program, limits, options, Ctrl-C."""

import json
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice, permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, interrupt
from hypothesis import given, settings
from hypothesis import strategies as st

import arcdoku
from arcdoku import Puzzle, results

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
MINIMAL = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
SEVERAL = "1..............4"
NONE = "123....4........"
KILLER = (
    "." * 16,
    ["cage 5: r1c1 r1c2", "cage 5: r2c1 r2c2", "thermo: r3c1 r3c2 r3c3", "diagonals"],
)


@pytest.fixture(scope="session")
def program() -> str:
    """The program `arcdoku`, if it was built from these sources."""
    if named := os.environ.get("ARCDOKU_PROGRAM"):
        return named
    built = ROOT / "target/release/arcdoku"
    sources = max(path.stat().st_mtime for path in (ROOT / "crates").glob("*/src/**/*.rs"))
    if not built.is_file() or built.stat().st_mtime < sources:
        pytest.skip("target/release/arcdoku is absent or older than its sources; set ARCDOKU_PROGRAM to use another")
    return str(built)


def test_solutions() -> None:
    puzzle = Puzzle(EASY)
    found = puzzle.solve()
    assert (found.outcome, str(found), bool(found), found.is_unique) == ("unique", SOLUTION, True, True)
    assert found.grid.tolist() == [[int(digit) for digit in SOLUTION[row * 9 : row * 9 + 9]] for row in range(9)]
    assert found.strategy == "fast9" and found.stats["nodes"] == 0
    assert puzzle.solve(strategy="singles-mrv").solution == SOLUTION
    assert puzzle.solve(first=True).outcome == "solved"
    assert pickle.loads(pickle.dumps(found)) == found
    several = Puzzle(SEVERAL).solve()
    assert several.outcome == "multiple" and several.second and several.second != several.solution
    none = Puzzle("12..34..........").solve(because=True)
    assert (not Puzzle("55" + "." * 79).solve() and not none) or none.outcome
    with pytest.raises(ValueError, match="there is no solution"):
        _ = Puzzle("11..............").solve().grid


def test_limits_are_answers() -> None:
    empty = Puzzle("." * 625)
    assert empty.solve(nodes=1).outcome == "unknown" and empty.solve(nodes=1).limit == "nodes"
    assert empty.is_unique(nodes=1) is None and empty.is_minimal(nodes=1) is None
    assert Puzzle("." * 81).count(time=0.05).limit == "time"
    assert Puzzle("." * 81).count(time="50ms").exact is False
    assert Puzzle(HARD).rate("se", time=0).outcome == "unknown"
    assert Puzzle("." * 81).check(minimal="always", nodes=0).limit in ("nodes", None)
    assert Puzzle(HARD).path(time=0).outcome == "unknown"


def test_counts() -> None:
    count = Puzzle("." * 16).count()
    assert count == 288 and count.exact and count.limit is None and isinstance(count, int)
    assert Puzzle("." * 81).count(up_to=12) == 12 and Puzzle("." * 81).count(12).exact is False
    assert pickle.loads(pickle.dumps(count)).exact


def test_all_solutions_are_listed_once() -> None:
    stream = Puzzle("." * 16).solutions()
    assert stream.complete is None
    all_of_them = [str(found) for found in stream]
    assert len(all_of_them) == len(set(all_of_them)) == 288
    assert stream.complete is True and stream.limit is None and next(stream, None) is None
    first = next(Puzzle("." * 81).solutions())
    assert first.index == 1 and first.grid.shape == (9, 9)
    assert (np.sort(first.grid, axis=1) == np.arange(1, 10)).all()


def brute(cells: list[int], diagonals: bool) -> set[str]:
    """Finds all solutions of a 4x4 puzzle by trying every row."""
    rows = [list(row) for row in permutations(range(1, 5))]
    fits = [
        [row for row in rows if all(c in (0, d) for c, d in zip(cells[4 * r :], row, strict=False))] for r in range(4)
    ]
    found = set()
    for grid in product(*fits):
        sets = [{row[c] for row in grid} for c in range(4)]
        sets += [{grid[r + i][c + j] for i in (0, 1) for j in (0, 1)} for r in (0, 2) for c in (0, 2)]
        if diagonals:
            sets += [{grid[i][i] for i in range(4)}, {grid[i][3 - i] for i in range(4)}]
        if all(len(one) == 4 for one in sets):
            found.add("".join(str(digit) for row in grid for digit in row))
    return found


@given(st.dictionaries(st.integers(0, 15), st.integers(1, 4), min_size=2, max_size=6), st.booleans())
@settings(max_examples=25)
def test_small_puzzles_are_answered_as_by_brute_force(clues: dict[int, int], diagonals: bool) -> None:
    cells = [clues.get(cell, 0) for cell in range(16)]
    puzzle = Puzzle(cells, ["diagonals"] if diagonals else [])
    expected = brute(cells, diagonals)
    assert {str(found) for found in puzzle.solutions()} == expected and puzzle.count() == len(expected)
    outcome = "unsatisfiable" if not expected else "unique" if len(expected) == 1 else "multiple"
    assert puzzle.solve().outcome == outcome and puzzle.is_unique() == (len(expected) == 1)
    assert (puzzle.true_candidates().outcome == "unsatisfiable") == (not expected)


def test_threads_share_a_puzzle() -> None:
    puzzle, empty = Puzzle(EASY), Puzzle("." * 81).solutions()
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: str(puzzle.solve()), range(200))) == {SOLUTION}
        assert set(pool.map(lambda _: puzzle.count(), range(50))) == {1}
        taken = list(pool.map(lambda _: str(next(empty)), range(500)))
    assert len(set(taken)) == 500


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted in /proc")
def test_searches_end_with_their_iterators() -> None:
    tasks = Path("/proc/self/task")
    before = len(list(tasks.iterdir()))
    streams = [Puzzle("." * 81).solutions() for _ in range(10)] + [Puzzle("." * 1296).solutions() for _ in range(3)]
    for stream in streams[:10]:
        next(stream)
    del stream
    streams.clear()
    for _ in range(100):
        if len(list(tasks.iterdir())) <= before:
            return
        time.sleep(0.1)
    pytest.fail("a thread still searches")


def test_solutions_are_lazy() -> None:
    began = time.perf_counter()
    for _ in range(50):
        assert len(list(islice(Puzzle("." * 81).solutions(), 3))) == 3
    stream = Puzzle("." * 81).solutions()
    next(stream)
    stream.close()
    assert sum(1 for _ in stream) < 1000 and stream.limit == "cancelled" and not stream.complete
    assert time.perf_counter() - began < 5
    limited = Puzzle("." * 81).solutions(time=0.05)
    assert sum(1 for _ in limited) > 0 and limited.limit == "time"
    assert [str(at) for at in Puzzle(EASY).solutions(strategy="singles-mrv")] == [SOLUTION]


def test_checks() -> None:
    check = Puzzle(EASY).check()
    assert (check.clues, check.valid, check.unique, check.minimal) == (30, True, True, False)
    assert "r1c1" in check.redundant
    assert Puzzle(MINIMAL).is_minimal() is True and Puzzle(EASY).is_minimal() is False
    assert Puzzle(SEVERAL).is_minimal() is False and Puzzle(SEVERAL).is_unique() is False
    assert Puzzle(EASY).check(minimal=False).minimal is None
    broken = Puzzle(EASY[:2] + "5" + EASY[3:]).check()
    assert broken.valid is False and broken.fault and "5" in broken.fault["found"]
    assert Puzzle(NONE).check(because=True).because


def test_true_candidates() -> None:
    known = Puzzle(SEVERAL).true_candidates(most=1000)
    solutions = [found.grid.ravel() for found in Puzzle(SEVERAL).solutions()]
    expected = np.zeros((16, 4), dtype=np.uint64)
    for grid in solutions:
        expected[np.arange(16), grid - 1] += 1
    assert (known.array == expected).all() and known.complete
    assert (Puzzle(SEVERAL).candidates().array == (expected > 0)).all()


def test_questions_of_setters() -> None:
    assert Puzzle("." * 16).estimate().solutions == 288 and Puzzle("." * 16).estimate().exact
    estimate = Puzzle("." * 81).estimate(samples=100, seed=1)
    assert estimate.low is not None and estimate.solutions is not None and estimate.high is not None
    assert estimate.low <= estimate.solutions <= estimate.high and estimate.samples == 100
    minimal = Puzzle(MINIMAL).necessary()
    assert sum("=" in part for part in minimal.necessary) == 17 and not any("=" in part for part in minimal.unnecessary)
    assert Puzzle(EASY).equal().outcome is None and Puzzle(NONE).equal().outcome == "unsatisfiable"
    assert Puzzle(EASY).verify(SOLUTION).holds and Puzzle(EASY).verify(SOLUTION).full
    assert Puzzle(EASY).verify(Puzzle(SOLUTION).clues).holds
    assert Puzzle(EASY).verify(SOLUTION[::-1]).violations
    assert Puzzle(EASY).restricts("." * 81).restricts and Puzzle("." * 81).restricts(EASY).restricts is False
    with pytest.raises(ValueError, match="grid: found '12', expected the cells of a grid of 9x9"):
        Puzzle(EASY).verify("12")


def test_ratings() -> None:
    puzzle = Puzzle(EASY)
    rating = puzzle.rate()
    assert (rating.level, rating.score, rating.steps, rating.value) == ("Easy", 204, 51, 204.0)
    explainer = Puzzle(HARD).rate("se")
    assert explainer.er is not None and explainer.er >= 7 and explainer.value == explainer.er
    assert puzzle.rate("se", min=9).outcome == "outside" and puzzle.rate("se", max="1.5").outcome == "rated"
    assert puzzle.rate("se", pearl=True).outcome in ("rated", "outside")
    assert puzzle.rate("logic").scale == "logic" and puzzle.rate("logic").hardest_step
    assert Puzzle(*KILLER).rate().scale in ("logic", "hodoku")
    assert puzzle.rate(set={"fish_size": 3, "siamese": "yes"}, without="x-wing,xy-chain").outcome == "rated"
    assert Puzzle(SEVERAL).rate().outcome == "multiple"


def test_hints_steps_and_paths() -> None:
    puzzle = Puzzle(EASY)
    hint = puzzle.hint()
    assert hint.step is not None and hint.step.placements == [{"cell": "r1c6", "digit": 8}]
    assert puzzle.hint("vague").step is None and puzzle.hint("concrete").places
    assert "Nackter" in puzzle.explain("de") and "A6" in str(puzzle.hint(coordinates="chess"))
    steps = puzzle.steps("hidden-single")
    assert all(step.technique == "hidden-single" for step in steps) and steps[0].singles and len(steps) > 1
    assert {step.technique for step in puzzle.steps(family="single")} <= {"hidden-single", "naked-single", "full-house"}
    path = puzzle.path()
    assert path.outcome == "solved" and path.rating["score"] == 204 and len(path) == 51
    grid = puzzle.clues
    for step in path:
        assert (step.state.digits == grid).all()
        for mark in step.placements:
            grid[int(mark["cell"][1]) - 1, int(mark["cell"][3]) - 1] = mark["digit"]
    assert (grid == puzzle.solve().grid).all()
    assert len(path[:3]) == 3 and path[0].text and pickle.loads(pickle.dumps(path)) == path
    assert puzzle.path("se")[0].rating is not None and puzzle.path(profile="relaxed").outcome == "solved"
    ruled = Puzzle(*KILLER).path()
    assert len(ruled) > 0 and ruled.data[0]["rules"]
    assert puzzle.explain(format="markdown").count("#") and puzzle.explain(format="summary")
    assert puzzle.explain(notation="short") != puzzle.explain(notation="eureka", format="markdown")


def test_forms() -> None:
    puzzle = Puzzle(EASY)
    grid = puzzle.clues
    other = Puzzle(np.where(grid > 0, 10 - grid, 0).T[::-1])
    assert other.canon().form == puzzle.canon().form and other.key() == puzzle.key() and len(puzzle.key()) == 16
    assert puzzle.canon(order="text").form <= puzzle.canon().form
    assert Puzzle(puzzle.canon().form).canon().form == puzzle.canon().form
    with pytest.raises(ValueError, match="9x9"):
        Puzzle("." * 16).key()
    assert puzzle.to("line") == EASY + "\n" and puzzle.convert("json").startswith("{")


def test_neighbors() -> None:
    puzzle = Puzzle(EASY)
    less = puzzle.minimize()
    assert less is not None and less.is_minimal() and puzzle.minimize(seed=5) != puzzle.minimize(seed=6)
    assert Puzzle(SEVERAL).minimize() is None
    found = puzzle.minimize(all=True, limit=20)
    assert len(set(found)) == 20 and all(one.is_minimal() for one in found) and found.complete
    assert Puzzle(SEVERAL).minimize(all=True).outcome == "multiple"
    ruled = Puzzle(*KILLER)
    if ruled.is_unique():
        assert ruled.minimize().rules == ruled.rules  # type: ignore[union-attr]
    around = Puzzle(MINIMAL).vicinity(1, 1)
    assert around.complete and all(one.is_minimal() for one in around)
    assert puzzle.backdoors().size == 0 and Puzzle(HARD).backdoors(singles="naked").outcome is None
    sets = Puzzle(SOLUTION).unavoidable(largest=6)
    assert sets.sets and all(4 <= len(cells) <= 6 for cells in sets.sets)


def test_traces() -> None:
    trace = Puzzle(EASY).trace(strategy="backtracking", steps=100)
    assert trace[0]["event"] == "start" and trace.limit == "steps" and len(trace) < 120
    assert Puzzle(SEVERAL).trace(unique=True).outcome == "multiple"
    assert trace.svg().startswith("<svg") and "Animation of a search" in trace.svg("animation")
    assert "Implication graph" in Puzzle(HARD).trace(strategy="learning").svg("implications")
    with pytest.raises(ValueError, match=r"^strategy: the implication graph .* requires the strategy learning$"):
        Puzzle(HARD).trace(strategy="fc-mrv").svg("implications")
    with pytest.raises(ValueError, match="the search met no conflict"):
        Puzzle(EASY).trace().svg("implications")
    with pytest.raises(ValueError, match="picture: found 'x', expected one of solution, tree, animation, impl"):
        trace.svg("x")
    assert trace.text().startswith("puzzle 1, strategy") and len(trace.text("every", candidates=True)) > len(
        trace.text()
    )
    with pytest.raises(ValueError, match="boards: found 'x', expected one of none, end, nodes, every"):
        trace.text("x")


def test_tables() -> None:
    assert {"renban", "thermo"} <= {row["name"] for row in arcdoku.rules()} and arcdoku.rules("renban").svg()
    assert "singles-mrv" in {row["name"] for row in arcdoku.strategies()}
    assert arcdoku.techniques("x-wing").title == "X-Wing" and arcdoku.techniques("x-wing", language="de").seeing
    assert arcdoku.techniques(scale="logic")
    with pytest.raises(ValueError, match="name: found 'nope', expected one of"):
        arcdoku.rules("nope")
    with pytest.raises(ValueError, match="name: found 'nope', expected one of"):
        arcdoku.techniques("nope")
    answers = arcdoku.layouts("1122112233443344\n1112222333344441\n12")
    assert [answer.filled for answer in answers[:2]] == [True, answers[1].filled] and answers[2].outcome == "malformed"
    boards = arcdoku.practice("x-wing", 2, seed=7)
    assert all(board.puzzle.hint("vague", scale=board.scale).technique == "x-wing" for board in boards)
    assert arcdoku.study("2x3") == 28_200_960
    passed = arcdoku.regress("\n".join(board.library for board in boards))
    assert passed and str(passed) == "2 passed, 0 failed\n" and isinstance(passed, results.Regression)
    assert not arcdoku.regress(boards[0].library, codes="03").passed or boards[0].library.startswith(":03")
    assert not arcdoku.regress("nonsense")


WRONG: list[tuple[Callable[[Puzzle], object], type[Exception], str]] = [
    (lambda puzzle: puzzle.solve(node=1), TypeError, "solve: found the option 'node', expected one of first, because"),
    (lambda puzzle: puzzle.solve(nodes=-1), ValueError, "nodes: found -1, expected a whole number"),
    (lambda puzzle: puzzle.solve(nodes=1.5), TypeError, "nodes: found 1.5, expected a whole number"),
    (lambda puzzle: puzzle.solve(time="soon"), ValueError, "time: found 'soon', expected seconds"),
    (lambda puzzle: puzzle.solve(time=-1), ValueError, "time: found -1"),
    (lambda puzzle: puzzle.solve(first="yes"), TypeError, "first: found 'yes', expected True or False"),
    (lambda puzzle: puzzle.solve(strategy="best"), ValueError, "strategy: .*expected one of backtracking"),
    (lambda puzzle: puzzle.solve(seed=1), ValueError, "seed: requires a strategy"),
    (lambda puzzle: puzzle.solutions(seed=1), ValueError, "seed: requires a strategy"),
    (lambda puzzle: puzzle.solutions(strategy="best"), ValueError, "strategy: "),
    (lambda puzzle: puzzle.count(0), ValueError, "up_to: found 0"),
    (lambda puzzle: puzzle.check(minimal="often"), ValueError, "minimal: found 'often', expected one of auto"),
    (lambda puzzle: puzzle.true_candidates(0), ValueError, "most: found 0, expected a whole number from 1 to 1000000"),
    (lambda puzzle: puzzle.estimate(1), ValueError, "samples: found 1, expected a whole number from 2"),
    (lambda puzzle: puzzle.rate("hard"), ValueError, "scale: found 'hard', expected one of hodoku, relaxed, se, logic"),
    (lambda puzzle: puzzle.rate(set={"size": 3}), ValueError, "set: found 'size', expected one of fish_size"),
    (lambda puzzle: puzzle.rate(set={"fish_size": 9}), ValueError, "set: found 'fish_size=9', expected a value from 2"),
    (lambda puzzle: puzzle.rate(without="nope"), ValueError, "without: found 'nope'"),
    (lambda puzzle: puzzle.rate(pearl=True), ValueError, "pearl: the ratings of the scale hodoku"),
    (lambda puzzle: puzzle.rate("se", min="x"), ValueError, "min: found 'x', expected an ER such as 7.1"),
    (lambda puzzle: puzzle.rate("se", no_uniqueness=True), ValueError, "no_uniqueness: the scale se has no options"),
    (lambda puzzle: puzzle.hint("much"), ValueError, "grade: found 'much', expected one of vague, concrete, full"),
    (lambda puzzle: puzzle.hint(language="fr"), ValueError, "language: found 'fr', expected one of en, de"),
    (lambda puzzle: puzzle.hint(coordinates="x"), ValueError, "coordinates: found 'x', expected one of rc, chess"),
    (lambda puzzle: puzzle.hint(scale="se", profile="se"), ValueError, "profile: found with scale"),
    (lambda puzzle: puzzle.steps("nope"), ValueError, "techniques: found 'nope', expected a technique or a family"),
    (lambda puzzle: puzzle.steps(family="nope"), ValueError, "techniques: found 'nope'"),
    (lambda puzzle: puzzle.steps(scale="se"), ValueError, "scale: found 'se', expected an order that is a table"),
    (lambda puzzle: puzzle.explain(format="pdf"), ValueError, "format: found 'pdf', expected one of text, markdown"),
    (lambda puzzle: puzzle.explain(notation="long"), ValueError, "notation: found 'long', expected one of words"),
    (lambda puzzle: puzzle.explain(format="svg", step=99), ValueError, "svg 99: the path of puzzle 1 has 51 steps"),
    (lambda puzzle: puzzle.explain(format="svg", step=0), ValueError, "step: found 0"),
    (lambda puzzle: puzzle.path().svg(0), ValueError, "index: found 0, expected 1 to 51"),
    (lambda puzzle: puzzle.canon(order="size"), ValueError, "order: found 'size', expected one of counts, text"),
    (lambda puzzle: puzzle.to("pdf"), ValueError, "to: found 'pdf', expected one of line, .*svg"),
    (lambda puzzle: puzzle.backdoors(singles="all"), ValueError, "singles: found 'all', expected one of"),
    (lambda puzzle: puzzle.unavoidable(kind="x"), ValueError, "kind: found 'x', expected one of"),
    (lambda puzzle: puzzle.unavoidable(largest=99), ValueError, "largest: found 99, expected a whole number from 4"),
    (lambda puzzle: puzzle.minimize(all=True, limit=0), ValueError, "limit: found 0, expected a whole number from 1"),
    (lambda puzzle: puzzle.svg(digits="12"), ValueError, "digits:"),
    (lambda puzzle: puzzle.vicinity(jobs=1025), ValueError, "jobs: found 1025, expected a whole number from 1 to 1024"),
    (lambda puzzle: arcdoku.layouts(["1122112233443344"], jobs=10**10), ValueError, "jobs: .* from 1 to 1024"),
    (lambda puzzle: arcdoku.layouts(["1122112233443344"], jobs=2**61), ValueError, "jobs: .* from 1 to 1024"),
    (lambda puzzle: arcdoku.study(jobs=10**10), ValueError, "jobs: found 10000000000, expected .* from 1 to 1024"),
    (lambda puzzle: arcdoku.regress("x", jobs=0), ValueError, "jobs: found 0, expected .* from 1 to 1024"),
    (lambda puzzle: arcdoku.regress("x", jobs="2"), TypeError, "jobs: found '2', expected .* from 1 to 1024"),
    (lambda puzzle: puzzle.ask("vicinity", jobs=10**10), ValueError, "jobs: .* from 1 to 1024"),
    (lambda puzzle: arcdoku.study("9"), ValueError, "box: found '9', expected rows and columns"),
    (lambda puzzle: arcdoku.practice("nope"), ValueError, "technique: found 'nope', expected one of"),
    (lambda puzzle: arcdoku.strategies(part=True), TypeError, "strategies: found the option 'part'"),
]


@pytest.mark.parametrize(("ask", "kind", "message"), WRONG)
def test_wrong_options_are_named(ask: Callable[[Puzzle], object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message) as caught:
        ask(Puzzle(EASY))
    assert "\n" not in str(caught.value)


SAME: list[tuple[list[str], Callable[[Puzzle], Any]]] = [
    (["solve", "--format", "json"], lambda puzzle: puzzle.solve()),
    (["solve", "--format", "json", "--first"], lambda puzzle: puzzle.solve(first=True)),
    (["solve", "--format", "json", "--count=7"], lambda puzzle: puzzle.count(7)),
    (["check", "--json"], lambda puzzle: puzzle.check()),
    (["check", "--json", "--because"], lambda puzzle: puzzle.check(because=True)),
    (["candidates", "--format", "json", "--most", "5"], lambda puzzle: puzzle.true_candidates(5)),
    (["estimate", "--format", "json", "--samples", "50"], lambda puzzle: puzzle.estimate(50)),
    (["necessary", "--format", "json"], lambda puzzle: puzzle.necessary()),
    (["equal", "--format", "json"], lambda puzzle: puzzle.equal()),
    (["restricts", "--format", "json", "--of", "." * 81], lambda puzzle: puzzle.restricts("." * 81)),
    (["rate", "--format", "json"], lambda puzzle: puzzle.rate()),
    (["rate", "--format", "json", "--scale", "logic"], lambda puzzle: puzzle.rate("logic")),
    (["hint", "--json"], lambda puzzle: puzzle.hint("vague")),
    (["hint", "--json", "--grade", "full", "--language", "de"], lambda puzzle: puzzle.hint("full", language="de")),
    (["explain", "--json"], lambda puzzle: puzzle.path()),
    (["backdoors", "--format", "json"], lambda puzzle: puzzle.backdoors()),
    (["unavoidable", "--format", "json", "--largest", "6"], lambda puzzle: puzzle.unavoidable(largest=6)),
]


@pytest.mark.parametrize("text", [EASY, HARD, "55" + "." * 79, json.dumps({"puzzle": EASY, "rules": ["windoku"]})])
@pytest.mark.parametrize(
    ("arguments", "ask"), SAME, ids=lambda value: "-".join(value) if isinstance(value, list) else ""
)
def test_the_program_answers_the_same(
    program: str, text: str, arguments: list[str], ask: Callable[[Puzzle], Any]
) -> None:
    command = [program, *arguments, text]
    printed = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout

    def timeless(text: str) -> list[Any]:
        rows = [json.loads(line) for line in text.splitlines()]
        for row in rows:
            row.get("stats", {}).pop("time_us", None)
        return rows

    try:
        answer = ask(Puzzle(text)).json()
    except ValueError:
        pytest.fail("an exception instead of an answer")
    if printed:
        assert timeless(answer) == timeless(printed)


@pytest.mark.parametrize(
    "arguments", [["--markdown"], ["--html"], ["--summary"], ["--notation", "short"], ["--svg", "3"]]
)
def test_the_program_explains_the_same(program: str, arguments: list[str]) -> None:
    command = [program, "explain", *arguments, "--language", "de", HARD]
    printed = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout
    option, *value = arguments
    options: dict[str, Any] = {"notation": "short"} if option == "--notation" else {"format": option[2:]}
    if option == "--svg":
        options["step"] = int(value[0])
    assert Puzzle(HARD).explain("de", **options) == printed


LONG = [
    "Puzzle('.' * 81).count()",
    "[0 for _ in Puzzle('.' * 81).solutions()]",
    "next(Puzzle('.' * 1296).solutions(strategy='backtracking'))",
    f"[Puzzle('{HARD}').rate('se') for _ in iter(int, 1)]",
    f"Puzzle('{HARD}').vicinity(4, 4)",
    f"Puzzle('{SOLUTION}').minimize(all=True)",
    f"Puzzle('{SOLUTION}').unavoidable(bound=True)",
    "Puzzle('.' * 81).estimate(samples=10**12)",
    "Puzzle('.' * 81, ['anti-knight', 'diagonals']).count()",
    "arcdoku.study('2x4')",
]


def interrupted(code: str) -> tuple[str, float]:
    """The result of a call that is interrupted, and the time until it ended."""
    program = f"""
import arcdoku
from arcdoku import Puzzle
print("ready", flush=True)
try:
    {code}
    print("done", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(Puzzle("{EASY}").solve().outcome, flush=True)
"""
    printed, seconds = interrupt(program)
    first, *rest = printed.splitlines()
    assert rest == ["unique"], "calls after an interruption work"
    return first, seconds


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("code", LONG)
def test_ctrl_c_ends_a_call(code: str) -> None:
    # Leaves time for a busy machine.
    for _ in range(3):
        printed, seconds = interrupted(code)
        assert printed == "interrupted", code
        if seconds < 0.2:
            return
    pytest.fail(f"{seconds:.3f} s")
