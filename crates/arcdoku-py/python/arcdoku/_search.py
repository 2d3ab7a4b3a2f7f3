"""Searches as iterators of events, with optional Python heuristics; comparisons of strategies."""

import html
import json
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from arcdoku import _native
from arcdoku._native import SearchState
from arcdoku._options import Time, flag, seconds, threads_of, whole, word, wrong
from arcdoku._puzzle import Puzzle
from arcdoku._results import Items
from arcdoku.events import (
    Backtrack,
    Contradiction,
    Elimination,
    End,
    Event,
    EventKind,
    Fixpoint,
    Node,
    Restart,
    Solution,
    Try,
)

if TYPE_CHECKING:
    from types import TracebackType

    import pandas
    import polars

__all__ = [
    "Comparison",
    "Search",
    "SearchState",
    "SearchStats",
    "StrategyResult",
    "ValueFunction",
    "VariableFunction",
    "compare",
    "search",
    "search_svg",
]

VariableFunction: TypeAlias = Callable[[SearchState], Any]
"""A heuristic that returns the undecided cell to branch on, by its name or its index."""

ValueFunction: TypeAlias = Callable[[SearchState, Any], Any]
"""A heuristic that returns the value of a cell to try next, or several values in the order of trial."""


_CLASSES: tuple[Any, ...] = (Node, Try, Elimination, Contradiction, Backtrack, Fixpoint, Solution, Restart, End)
_MAKERS = tuple(cls._make for cls in _CLASSES)
_SOLUTION, _END = 6, 8


class SearchStats(NamedTuple):
    """The counters of a search at the event that was read last.

    Attributes:
        nodes: Expanded nodes.
        backtracks: Tried values that were taken back.
        eliminations: Values that propagators removed.
        revisions: Arcs revised (`inference=ac3` only).
        propagations: Runs of propagators; updated at nodes, backtracks and fixpoints.
        max_depth: The largest number of decisions that were open at the same time.
        conflicts: Contradictions that a conflict-driven search found; 0 before its end.
        learned: Clauses that a conflict-driven search learned; 0 before its end.
        restarts: Restarts from the root.
        solutions: Solutions.
        time: Seconds that the search ran. It pauses while no events are requested.

    """

    nodes: int = 0
    backtracks: int = 0
    eliminations: int = 0
    revisions: int = 0
    propagations: int = 0
    max_depth: int = 0
    conflicts: int = 0
    learned: int = 0
    restarts: int = 0
    solutions: int = 0
    time: float = 0.0


class Search(Iterator[Event]):
    """A search, as an iterator of its events. `arcdoku.search` and `arcdoku.csp.Model.search` return it.

    The search runs while the caller waits for events, and is at most a few hundred events ahead. Memory therefore
    stays small, however long the search takes. Dropping the iterator ends the search. Like a generator, it has one
    reader at a time.

    >>> import arcdoku
    >>> kinds = ["try", "solution", "backtrack"]
    >>> search = arcdoku.search("1....2....3....4", "singles-mrv", events=kinds, solutions=None)
    >>> for event in search:
    ...     print(event)
    Try(depth=0, cell='r1c2', cell_index=1, digit=3)
    Solution(depth=1, solution='1342421324313124')
    Backtrack(depth=0, cell='r1c2', cell_index=1, digit=3)
    Solution(depth=0, solution='1423324141322314')
    >>> search.stats.nodes, search.stats.solutions
    (1, 2)
    """

    def __init__(
        self,
        native: _native.Searcher,
        events: Iterable[EventKind] | None = None,
        words: Callable[[Event], Event] | None = None,
    ) -> None:
        """Wraps a native search. `words` adds sentences to its events."""
        self._native = native
        self._words = words
        self._kinds = _kinds(events)
        self._batch: list[tuple[int, tuple[Any, ...], tuple[Any, ...]]] = []
        self._place = 0
        self._counts: tuple[Any, ...] = ()
        self._end: End | None = None
        self._solution: Any = None
        self._over = False
        # The end, which has the last solution, is always needed.
        native.want(self._kinds | 1 << _END)

    def __iter__(self) -> "Search":
        return self

    def __next__(self) -> Event:
        while True:
            if self._place == len(self._batch):
                self._fill()
            kind, fields, self._counts = self._batch[self._place]
            self._place += 1
            event: Event = _MAKERS[kind](fields)
            if kind == _SOLUTION:
                self._solution = fields[1]
            elif kind == _END:
                self._finish(fields)
            if self._kinds >> kind & 1:
                return event if self._words is None else self._words(event)

    def _fill(self) -> None:
        """Waits for the next events."""
        self._batch, self._place = [], 0
        while not self._batch:
            batch, was_over = None, self._over
            if not self._over:
                try:
                    batch = self._native.batch()
                except ValueError:
                    # Another thread waits for this search, which continues.
                    raise
                except BaseException:
                    self._over = True
                    raise
            self._over = batch is None
            if batch is None:
                if not was_over:
                    raise RuntimeError("arcdoku: a bug ended the search")
                raise StopIteration
            self._batch = batch

    def _finish(self, fields: tuple[Any, ...]) -> None:
        self._over = True
        failure = self._native.failure()
        if isinstance(failure, StopIteration):
            # Inside an iterator, this exception would look like the end (PEP 479).
            raise RuntimeError("search: a heuristic or constraint raised StopIteration") from failure
        if failure is not None:
            raise failure
        self._end = End._make(fields)

    @property
    def stats(self) -> SearchStats:
        """The counters at the event that was read last."""
        return SearchStats(*self._counts)

    @property
    def strategy(self) -> str:
        """The strategy in parts, as `arcdoku strategies` describes them."""
        return self._native.strategy

    @property
    def end(self) -> End | None:
        """The end of the search; `None` before it was reached."""
        return self._end

    @property
    def solution(self) -> Any:
        """The last solution found: a line of digits or, for a model, a dictionary; `None` before the first one.

        If solutions are not among the events, it is available at the end.
        """
        return self._solution

    def run(self) -> End:
        """Searches to the end without making further events.

        Raises:
            ValueError: If the search was stopped or interrupted before.

        >>> import arcdoku
        >>> arcdoku.search("1.....3..4.....2", solutions=None).run()
        End(outcome='unique', limit=None)

        """
        kinds, self._kinds = self._kinds, 0
        self._native.want(1 << _END)
        for _ in self:
            pass
        self._kinds = kinds
        if self._end is None:
            raise ValueError("the search was stopped before its end")
        return self._end

    def stop(self) -> None:
        """Ends the search.

        >>> import arcdoku
        >>> search = arcdoku.search("1..............4")
        >>> search.stop()
        >>> list(search)
        []
        """
        self._native.stop()
        self._over = True
        self._batch, self._place = [], 0

    def __enter__(self) -> "Search":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        self.stop()

    def __repr__(self) -> str:
        stats = self.stats
        end = "running" if self._end is None else self._end.outcome
        return f"<Search {end}: {stats.nodes} nodes, {stats.backtracks} backtracks, {stats.eliminations} eliminations>"


def _kinds(events: Iterable[EventKind] | None) -> int:
    """The kinds of events, as bits."""
    names = _native.Searcher.KINDS
    if events is None:
        return (1 << len(names)) - 1
    bits = 0
    for name in [events] if isinstance(events, str) else events:
        if name not in names:
            raise ValueError(f"events: found {name!r}, expected some of {', '.join(names)}")
        bits |= 1 << names.index(name)
    return bits


def options(
    strategy: str | None,
    nodes: int | None,
    time: Time | None,
    solutions: int | None = None,
    variable: VariableFunction | None = None,
    value: ValueFunction | None = None,
) -> dict[str, Any]:
    """The options of a search, checked; the time in seconds."""
    for name, function in (("variable", variable), ("value", value)):
        if function is not None and not callable(function):
            raise TypeError(wrong(name, function, "a function"))
    return {
        "strategy": None if strategy is None else word("strategy", strategy),
        "nodes": None if nodes is None else whole("nodes", nodes),
        "time": None if time is None else seconds("time", time),
        "solutions": None if solutions is None else whole("solutions", solutions, 1),
        "variable": variable,
        "value": value,
    }


def search(
    puzzle: Any,
    strategy: str | None = None,
    *,
    variable: VariableFunction | None = None,
    value: ValueFunction | None = None,
    events: Iterable[EventKind] | None = None,
    nodes: int | None = None,
    time: Time | None = None,
    solutions: int | None = 1,
    words: bool = True,
    language: str = "en",
) -> Search:
    """Searches for solutions of a puzzle and returns an iterator of events.

    Args:
        puzzle: A `Puzzle`, or an argument of `Puzzle`: text in any notation, an array of digits.
        strategy: The name of a strategy or its parts, as `arcdoku.strategies()` lists them, such as `fc-mrv` or
            `var=mrv,value=lcv,inference=forward`; by default the fastest one for the puzzle that does not learn
            clauses. Strategies that learn report only nodes, tries, restarts and solutions.
        variable: A function that replaces the strategy's choice of the cell to branch on. It receives a `SearchState`
            and returns an undecided cell, by its name or index. It is called once per node, on the thread of the
            search.
        value: A function that replaces the strategy's choice of the value to try. It receives a `SearchState` and the
            name of a cell, and returns a digit, or several digits in the order of trial. Digits that it leaves out
            come last. It is called before each trial if more than one digit is left: `state.candidates(cell)` returns
            the digits that were not tried yet.
        events: The kinds of events to report, by name: `node`, `try`, `elimination`, `contradiction`, `backtrack`,
            `fixpoint`, `solution`, `restart`, `end`; by default all. Other kinds have no cost.
        nodes: The maximum number of nodes.
        time: The maximum time that the search runs: seconds, or a text such as `"200ms"`.
        solutions: The number of solutions after which the search ends, from 1; `None` finds all. With 2, the search
            proves that a solution is unique.
        words: Whether to add a sentence to eliminations and contradictions.
        language: The language of the sentences: `en` or `de`.

    Returns:
        The events, as an iterator with counters.

    Raises:
        ValueError: If the puzzle cannot be read; if the strategy, a kind of event or the language is unknown; if
            functions are given with a strategy that learns.

    An exception in one of the functions ends the search, and the iterator raises it. Ctrl-C ends the search too.

    >>> import arcdoku
    >>> found = [event for event in arcdoku.search("1.....3..4.....2") if isinstance(event, arcdoku.events.Elimination)]
    >>> found[0].words
    'r1c2 is not 1: row 1 already has 1 in r1c1.'
    >>> def smallest(state):
    ...     return min(state.undecided, key=state.size)
    >>> search = arcdoku.search("1.....3..4.....2", "fc-mrv", variable=smallest)
    >>> search.run(), search.stats.nodes
    (End(outcome='solved', limit=None), 12)

    """
    speech = word("language", language) if words else None
    given = options(strategy, nodes, time, solutions, variable, value)
    return Search(_native.search(Puzzle._of(puzzle)._data, given, speech), events)


def search_svg(
    puzzle: Any, strategy: str | None = None, *, nodes: int | None = 100_000, time: Time | None = 10.0
) -> str:
    """Draws the first solution of a search: how each digit was found, and in which order.

    Args:
        puzzle: A `Puzzle`, or an argument of `Puzzle`.
        strategy: The name of a strategy or its parts; by default the fastest one for the puzzle.
        nodes: The maximum number of nodes. If it is reached, the cells decided until then are drawn.
        time: The maximum time: seconds, or a text such as `"200ms"`.

    Returns:
        The picture as SVG.

    Raises:
        ValueError: If the puzzle cannot be read, or the strategy is unknown.

    >>> import arcdoku
    >>> arcdoku.search_svg("1.....3..4.....2", "fc-mrv")[:4]
    '<svg'

    """
    return _native.search_picture(Puzzle._of(puzzle)._data, options(strategy, nodes, time))


class StrategyResult(NamedTuple):
    """The results of a strategy on all puzzles of a comparison: a row of its table.

    Attributes:
        strategy: The name or the parts, as given.
        solved: Puzzles that were answered.
        no_search: Puzzles that were answered without search.
        gave_up: Puzzles on which a limit was reached first.
        nodes: The total number of expanded nodes.
        backtracks: The total number of backtracks.
        eliminations: The total number of eliminations.
        revisions: The total number of revised arcs (AC-3 only).
        propagations: The total number of runs of propagators.
        time: The total time in seconds.
        nodes_median: The median of the nodes per puzzle.
        nodes_p95: The 95th percentile of the nodes per puzzle.
        nodes_max: The maximum of the nodes per puzzle.
        time_median: The median of the seconds per puzzle.
        time_p95: The 95th percentile of the seconds per puzzle.
        time_max: The maximum of the seconds per puzzle.
        parts: The parts of the strategy.

    """

    strategy: str
    solved: int
    no_search: int
    gave_up: int
    nodes: int
    backtracks: int
    eliminations: int
    revisions: int
    propagations: int
    time: float
    nodes_median: int
    nodes_p95: int
    nodes_max: int
    time_median: float
    time_p95: float
    time_max: float
    parts: str


class Comparison(Items[StrategyResult]):
    """A comparison of strategies: a table with a row for each. `arcdoku.compare` returns it.

    Attributes:
        question: `first` (a solution) or `unique` (the proof that it is the only one).
        puzzles: The number of puzzles.
        runs: The result of each strategy on each puzzle, as dictionaries; `puzzle` and `strategy` are indices from 0.
        disagreements: Puzzles on which the answers disagree, one sentence each. Any entry is a bug.
        errors: Puzzles that could not be read, one sentence each.

    """

    def __init__(self, report: dict[str, Any], runs: list[dict[str, Any]], errors: list[str]) -> None:
        """Wraps the reply of the service."""
        self.question: str = report["question"]
        self.puzzles: int = report["puzzles"]
        self.disagreements: list[str] = report.get("disagreements", [])
        self.errors = errors
        self.runs = [_in_seconds(run) for run in runs]
        self._items = [_row_of(row) for row in report["strategies"]]

    def __getitem__(self, place: Any) -> Any:
        """A row by its number, or by the name of its strategy."""
        if isinstance(place, str):
            for row in self:
                if row.strategy == place:
                    return row
            raise KeyError(place)
        return super().__getitem__(place)

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as lists, by name.

        >>> import arcdoku
        >>> table = arcdoku.compare("1.....3..4.....2", "fc-mrv")
        >>> table.to_dict()["nodes"]
        [12]
        """
        columns = zip(*self, strict=True)
        return {name: list(column) for name, column in zip(StrategyResult._fields, columns, strict=True)}

    def to_pandas(self) -> "pandas.DataFrame":
        """The table as a data frame of pandas, which must be installed.

        >>> import arcdoku
        >>> table = arcdoku.compare("1.....3..4.....2", "fc-mrv")
        >>> table.to_pandas()["nodes"].tolist()
        [12]
        """
        import pandas

        return pandas.DataFrame(self.to_dict())

    def to_polars(self) -> "polars.DataFrame":
        """The table as a data frame of polars, which must be installed.

        >>> import arcdoku
        >>> table = arcdoku.compare("1.....3..4.....2", "fc-mrv")
        >>> table.to_polars()["nodes"].to_list()
        [12]
        """
        import polars

        return polars.DataFrame(self.to_dict())

    def _cells(self) -> list[list[str]]:
        names = ["strategy", "solved", "gave_up", "nodes", "backtracks", "eliminations", "revisions"]
        times = ["time_median", "time_max", "time"]
        lines = [names + times]
        for row in self:
            values = row._asdict()
            counts = [str(values[name]) for name in names[:1]] + [f"{values[name]:,}" for name in names[1:]]
            lines.append(counts + [_duration(values[name]) for name in times])
        return lines

    def _remarks(self) -> list[str]:
        return [f"{self.puzzles} puzzles; question: {self.question}", *self.disagreements, *self.errors]

    def __repr__(self) -> str:
        lines = self._cells()
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        text = ["  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) for line in lines]
        return "\n".join([line.rstrip() for line in text] + self._remarks())

    def _repr_html_(self) -> str:
        """The table for notebooks."""
        head, *rows = self._cells()
        cells = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        remarks = "<br>".join(map(html.escape, self._remarks()))
        return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table><p>{remarks}</p>"


def _row_of(row: dict[str, Any]) -> StrategyResult:
    """Converts the result of a strategy from the service, which has times in microseconds."""
    parts: dict[str, Any] = {name: row[name] for name in StrategyResult._fields if name in row}
    for name in ("median", "p95", "max"):
        parts[f"nodes_{name}"] = int(row["nodes_each"][name])
        parts[f"time_{name}"] = row["time_us_each"][name] / 1e6
    return StrategyResult(strategy=row["name"], time=row["time_us"] / 1e6, **parts)


def _in_seconds(run: dict[str, Any]) -> dict[str, Any]:
    time = run.pop("time_us")
    return {**run, "time": time / 1e6}


def _duration(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} us"


def compare(
    puzzles: Any,
    strategies: str | Iterable[str] | None = None,
    *,
    unique: bool = False,
    seed: int | None = None,
    nodes: int | None = 500_000,
    time: Time | None = 1.0,
    threads: int | None = 1,
    strict: bool = False,
) -> Comparison:
    """Runs strategies on the same puzzles, as `arcdoku compare` does.

    Args:
        puzzles: A text with puzzles in any notation, a sequence of puzzles, of texts or of rows of digits, or an
            array `uint8[n, 81]`.
        strategies: The names of strategies, or their parts; by default all named strategies.
        unique: Whether to prove that the solution is unique, instead of finding one solution.
        seed: The seed of random choices.
        nodes: The maximum number of nodes, for each strategy on each puzzle.
        time: The maximum time, seconds or a text such as `"200ms"`, for each strategy on each puzzle.
        threads: The number of threads, 1 to 1024; `None` for one per core. Times are comparable only if threads do
            not share a core.
        strict: Whether a puzzle that cannot be read raises an error. Otherwise, it is listed in `errors`.

    Returns:
        A table with a row for each strategy.

    Raises:
        ValueError: If a strategy is unknown, or no puzzle can be read.

    >>> import arcdoku
    >>> table = arcdoku.compare("1.....3..4.....2", ["backtracking", "fc-mrv"])
    >>> [(row.strategy, row.solved, row.nodes) for row in table]
    [('backtracking', 1, 15), ('fc-mrv', 1, 12)]

    """
    names = strategies if strategies is None or isinstance(strategies, str) else ";".join([*strategies, ""])
    if isinstance(puzzles, str):
        text = puzzles
    else:
        rows = list(puzzles)
        # Texts are read as JSON lines if all of them are.
        plain = all(isinstance(row, str) for row in rows)
        text = "\n".join(rows if plain else [Puzzle(row)._data.json for row in rows])
    given = options(None, nodes, time)
    seed = None if seed is None else whole("seed", seed)
    threads = threads_of("threads", threads)
    request = {
        "strategies": names,
        "unique": flag("unique", unique),
        "seed": seed,
        "nodes": given["nodes"],
        "time": given["time"],
    }
    report, runs, errors = _native.compare(text, json.dumps(request), threads)
    comparison = Comparison(json.loads(report), json.loads(runs), errors)
    if errors and (strict or not comparison.puzzles):
        raise ValueError(errors[0])
    if not comparison.puzzles:
        raise ValueError("found no puzzle, expected at least one")
    return comparison
