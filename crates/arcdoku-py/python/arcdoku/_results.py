"""Replies to questions about a puzzle.

Every reply has the JSON of the command line, unchanged: `reply.data` is the loaded object, `reply.json()` its text.
The attributes of the classes are its fields. A field that a reply lacks is `None`, or empty.
"""

import copy
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, Never, Self, TypeVar, cast, overload

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from arcdoku._puzzle import Puzzle

T = TypeVar("T")

#: The limit that ended the computation.
Limit = Literal["nodes", "time", "cancelled", "steps", "samples"]
#: Why there is no answer.
NoAnswer = Literal[
    "malformed",
    "unsatisfiable",
    "multiple",
    "unfit",
    "other-shape",
    "unproven",
    "unwritten",
    "too-wide",
    "overflow",
]
#: The outcome of a search for solutions.
SolveOutcome = Literal["unknown", "unique", "multiple", "solved", "unsatisfiable", "counted", "malformed"]
#: The outcome of a rating.
RateOutcome = Literal["unknown", "rated", "unsolved", "outside", "multiple", "mistakes", "unsatisfiable", "malformed"]
#: The outcome of a hint.
HintOutcome = Literal["unknown", "hint", "mistakes", "solved", "stuck", "long", "unsatisfiable", "malformed"]
#: The outcome of a search for steps.
StepsOutcome = Literal["unknown", "open", "solved", "stuck", "multiple", "mistakes", "unsatisfiable", "malformed"]
#: The outcome of a search for mistakes.
MistakesOutcome = Literal[
    "unknown", "fine", "solved", "mistakes", "conflicts", "multiple", "unsatisfiable", "malformed"
]
#: How the absence of a solution was shown.
Refutation = Literal["clues", "propagation", "search"]


class Field(Generic[T]):
    """A field of a reply as an attribute: its value, converted by `read` if given; `empty` if the field is absent."""

    def __init__(self, empty: T | None = None, read: Callable[[Any], T] | None = None) -> None:
        self.empty = empty
        self.read = read
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, reply: None, owner: type) -> Self: ...
    @overload
    def __get__(self, reply: "Reply", owner: type) -> T: ...
    def __get__(self, reply: "Reply | None", owner: type) -> Self | T:
        if reply is None:
            return self
        value = reply.data.get(self.name)
        if value is None:
            return cast(T, copy.copy(self.empty))
        return cast(T, value) if self.read is None else self.read(value)

    def __set__(self, reply: "Reply", value: Never) -> None:
        raise AttributeError(f"{self.name}: replies do not change")


def json_text(data: object) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def number(text: str) -> float:
    """A number that is a text in JSON."""
    return float(text.rstrip(" %"))


class Reply:
    """A reply: the JSON of the command line, with its fields as attributes. Replies with equal JSON are equal.

    >>> Reply({"version": 1, "outcome": "unique"}).json()
    '{"version":1,"outcome":"unique"}'
    """

    #: The loaded JSON of the command line.
    data: dict[str, Any]

    def __init__(self, data: Mapping[str, Any], puzzle: "Puzzle | None" = None) -> None:
        self.data = cast(dict[str, Any], data)
        self._puzzle = puzzle

    def json(self) -> str:
        """The JSON of the command line, one line.

        >>> Reply({"a": 1}).json()
        '{"a":1}'
        """
        return json_text(self.data)

    @property
    def puzzle(self) -> "Puzzle":
        """The puzzle that the reply is about.

        Raises:
            ValueError: if the reply is not about a puzzle.

        """
        if self._puzzle is None:
            raise ValueError("the reply is not about a puzzle")
        return self._puzzle

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reply) and type(self) is type(other) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.json())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.data, self._puzzle)

    #: The fields that the representation shows.
    _shown: tuple[str, ...] = ("outcome",)

    def __repr__(self) -> str:
        shown = [f"{name}={self.data[name]!r}" for name in self._shown if self.data.get(name) not in (None, [], {})]
        return f"<{type(self).__name__} {' '.join(shown)}>" if shown else f"<{type(self).__name__}>"


class Answer(Reply):
    """A reply that may lack an answer: `outcome` is the reason, and `limit` the limit that ended the computation."""

    outcome = Field[NoAnswer | None]()
    limit = Field[Limit | None]()


class Solution(Reply):
    """A solution, or the reason why there is none.

    `str()` is the solution as one string (empty without one), `bool()` whether there is one.

    Attributes:
        outcome: `unique`, `multiple`, `solved` (with `first=True`), `unsatisfiable` or `unknown` (a limit was reached
            first).
        solution: the solution as one string, if one is known.
        second: a second solution, if there are several.
        strategy: `fast9`, or the strategy that was used.
        refutation: how the absence of a solution was shown: `clues`, `propagation` or `search`.
        because: parts that contradict each other, for `because=True`.
        smallest: whether none of the parts in `because` can be left out.
        limit: the limit that ended the work.
        agrees: whether the solution that was given with the puzzle is correct.
        stats: counters of the search.
        index: the number of the solution, from 1, for `solutions()`.

    """

    solution = Field[str | None]()
    second = Field[str | None]()
    strategy = Field[str | None]()
    refutation = Field[Refutation | None]()
    because = Field[list[str]]([])
    smallest = Field[bool | None]()
    limit = Field[Limit | None]()
    agrees = Field[bool | None]()
    stats = Field[dict[str, int]]({})
    index = Field[int | None]()
    _shown = ("outcome", "index", "solution", "second", "refutation", "limit")

    @property
    def outcome(self) -> SolveOutcome:
        """`unique`, `multiple`, `solved`, `unsatisfiable` or `unknown`."""
        return cast(SolveOutcome, self.data.get("outcome", "solved"))

    @property
    def is_unique(self) -> bool | None:
        """Whether there is exactly one solution; `None` with `first=True`, or if a limit was reached first."""
        return {"unique": True, "multiple": False, "unsatisfiable": False}.get(self.outcome)

    @property
    def grid(self) -> "NDArray[np.uint8]":
        """The solution as an array `uint8[rows, columns]`; digits are numbered from 1.

        Raises:
            ValueError: if there is no solution.

        """
        if self.solution is None:
            raise ValueError(f"there is no solution to show: the outcome is {self.outcome}")
        return self.puzzle._grid(self.solution)

    def svg(self) -> str:
        """The drawing of the solution, or of the puzzle if there is no solution.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..4....2.3.....").solve().svg()[:4]
        '<svg'
        """
        return self.puzzle.svg(digits=self.solution)

    def __str__(self) -> str:
        return self.solution or ""

    def __bool__(self) -> bool:
        return self.solution is not None

    def _repr_svg_(self) -> str | None:
        return self.svg() if self._puzzle is not None else None


class Count(int):
    """A number of solutions: an `int` with an attribute that shows whether it is exact.

    Attributes:
        exact: whether it is the number of all solutions.
        limit: the limit that ended the count: `nodes` or `time`; `None` if `up_to` did.
        data: the JSON of the command line.

    """

    exact: bool
    limit: str | None
    data: dict[str, Any]

    @classmethod
    def _of(cls, data: dict[str, Any]) -> "Count":
        count = cls(data["count"])
        count.data, count.exact, count.limit = data, bool(data.get("exact")), data.get("limit")
        return count

    def json(self) -> str:
        """The JSON of the command line, one line.

        >>> from arcdoku import Puzzle
        >>> Puzzle("." * 16).count().json()[:12]
        '{"version":1'
        """
        return json_text(self.data)

    def __reduce__(self) -> tuple[Any, ...]:
        return Count._of, (self.data,)


class Check(Reply):
    """Whether a puzzle is valid, unique and minimal.

    Attributes:
        clues: the number of clues.
        valid: whether there is a solution; `None` if a limit was reached first.
        unique: whether there is exactly one solution; `None` if a limit was reached first.
        minimal: whether no clue is redundant; `None` if this was not checked or has no meaning.
        redundant: the clues that can be removed, each on its own.
        refutation: how the absence of a solution was shown: `clues`, `propagation` or `search`.
        because: parts that contradict each other, for `because=True`.
        smallest: whether none of the parts in `because` can be left out.
        limit: the limit that ended the work.
        fault: clues that break a rule, with `found` and `expected`.

    """

    clues = Field[int](0)
    valid = Field[bool | None]()
    unique = Field[bool | None]()
    minimal = Field[bool | None]()
    redundant = Field[list[str]]([])
    refutation = Field[Refutation | None]()
    because = Field[list[str]]([])
    smallest = Field[bool | None]()
    limit = Field[Limit | None]()
    fault = Field[dict[str, Any] | None]()
    _shown = ("clues", "valid", "unique", "minimal", "limit")


class TrueCandidates(Answer):
    """The digits that each cell has in some solution.

    Attributes:
        candidates: for each cell, its digits in the known solutions.
        counts: for each cell and digit, the number of solutions, up to `most`; empty if `most` is 1.
        most: the number up to which solutions were counted.
        solutions: the number of known solutions.
        complete: whether `solutions` is the number of all solutions.
        unknown: cells that may have more true candidates, because a limit was reached.
        outcome: why there is no answer: `unsatisfiable`.
        limit: the limit that ended the work.

    """

    candidates = Field[list[list[int]]]([])
    counts = Field[list[list[int]]]([])
    most = Field[int](1)
    solutions = Field[int](0)
    complete = Field[bool](False)
    unknown = Field[list[str]]([])
    _shown = ("outcome", "most", "solutions", "complete", "limit")

    @property
    def array(self) -> "NDArray[np.uint64]":
        """The counts as an array `uint64[cells, digits]`; 1 for a true candidate if `most` is 1."""
        import numpy as np

        if self.counts:
            return np.array(self.counts, dtype=np.uint64)
        _, _, digits, least, _ = self.puzzle._data.dimensions
        table = np.zeros((len(self.candidates), digits), dtype=np.uint64)
        for cell, values in enumerate(self.candidates):
            table[cell, [value - least for value in values]] = 1
        return table


class Estimate(Answer):
    """An estimate of the number of solutions.

    Attributes:
        solutions: the number of solutions.
        low: the lower end of the interval with 95 % confidence.
        high: the upper end of the interval with 95 % confidence.
        error: the standard error, in percent of the estimate.
        exact: whether the number is exact.
        samples: the number of random branches.
        hits: how many samples led to a solution.
        outcome: why there is no answer.
        limit: the limit that ended the work.

    """

    solutions = Field[float | None](read=number)
    low = Field[float | None](read=number)
    high = Field[float | None](read=number)
    error = Field[float | None](read=number)
    exact = Field[bool](False)
    samples = Field[int](0)
    hits = Field[int](0)
    _shown = ("outcome", "solutions", "exact", "low", "high", "limit")


class Necessary(Answer):
    """The clues and rules that a puzzle with one solution needs.

    Attributes:
        necessary: the parts without which there are several solutions: rules, and clues such as `r1c2=3`.
        unnecessary: the parts that can be left out, each on its own.
        unknown: the parts that were not decided, because a limit was reached.
        outcome: why there is no answer: `multiple` or `unsatisfiable`.
        limit: the limit that ended the work.

    """

    necessary = Field[list[str]]([])
    unnecessary = Field[list[str]]([])
    unknown = Field[list[str]]([])
    _shown = ("outcome", "necessary", "unnecessary", "limit")


class Equal(Answer):
    """Cells that are forced to be equal.

    Attributes:
        groups: the groups of at least two cells that are equal in every solution.
        outcome: why there is no answer.
        limit: the limit that ended the work.

    """

    groups = Field[list[list[str]]]([])
    _shown = ("outcome", "groups", "limit")


class Verdict(Answer):
    """Whether a grid obeys a puzzle.

    Attributes:
        holds: whether the grid obeys the puzzle or can be completed; `None` if this is not known.
        full: whether every cell is filled.
        violations: the violations, each with `rule`, `part` and `cells`.
        because: rules, houses and digits that contradict each other, if nothing is violated yet.
        outcome: why there is no answer.
        limit: the limit that ended the work.

    """

    holds = Field[bool | None]()
    full = Field[bool](False)
    violations = Field[list[dict[str, Any]]]([])
    because = Field[list[str]]([])
    _shown = ("outcome", "holds", "full", "violations", "because", "limit")


class Restriction(Answer):
    """Whether every solution of a puzzle is a solution of another.

    Attributes:
        restricts: whether every solution is one of the other puzzle; `None` if this is not known.
        counterexample: a solution that the other puzzle does not have.
        outcome: why there is no answer.
        limit: the limit that ended the work.

    """

    restricts = Field[bool | None]()
    counterexample = Field[str | None]()
    _shown = ("outcome", "restricts", "counterexample", "limit")


class Difference(Answer):
    """The difference between two puzzles.

    Attributes:
        equal: whether clues and rules are the same.
        cells: the cells with different digits, each with `cell`, `here` and `there`.
        rules_here: the rules that only this puzzle has.
        rules_there: the rules that only the other puzzle has.
        equivalent: whether a symmetry maps one to the other; `None` except for 9x9 puzzles without further rules.
        symmetry: a symmetry that maps this puzzle to the other puzzle.
        outcome: why there is no answer: `other-shape`.

    """

    equal = Field[bool](False)
    cells = Field[list[dict[str, Any]]]([])
    rules_here = Field[list[str]]([])
    rules_there = Field[list[str]]([])
    equivalent = Field[bool | None]()
    symmetry = Field[str | None]()
    _shown = ("outcome", "equal", "equivalent", "cells")


class Layout(Answer):
    """Whether a layout of regions can be filled.

    Attributes:
        filled: whether it can be filled; `None` if this is not known.
        solution: a filling.
        outcome: why there is no answer: `malformed`, with a `fault`.
        limit: the limit that ended the work.
        fault: the defect of the layout.

    """

    filled = Field[bool | None]()
    solution = Field[str | None]()
    fault = Field[dict[str, Any] | None]()
    _shown = ("outcome", "filled", "solution", "limit")


class Canon(Reply):
    """A canonical form, which is equal for equivalent puzzles.

    Attributes:
        form: the form as one string.
        key: the key of the class, 32 hexadecimal digits.
        automorphisms: the number of symmetries that map the puzzle to itself.
        symmetry: a symmetry that maps the puzzle to the form: the rows and columns of the puzzle (of its transpose,
            if `transposed`) in the order of the form, and the images of the digits.

    """

    form = Field[str]("")
    key = Field[str]("")
    automorphisms = Field[int](1)
    symmetry = Field[str]("")
    _shown = ("form", "key")

    def __str__(self) -> str:
        return self.form


class Items(Sequence[T]):
    """A sequence of the items of a list."""

    _items: list[T]

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        return self._items[index]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)


class Events(Items[T]):
    """A sequence of events that are lines of JSON. Sequences with equal lines are equal."""

    #: The lines of the command line.
    data: list[dict[str, Any]]

    def json(self) -> str:
        """The JSON lines of the command line.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..............4").trace().json().splitlines()[0][:12]
        '{"version":1'
        """
        return "".join(json_text(event) + "\n" for event in self.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Events) and type(self) is type(other) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.json())


class Puzzles(Items["Puzzle"]):
    """Puzzles that a search found.

    Attributes:
        complete: whether no limit ended the search.
        outcome: why there are no puzzles: `multiple` or `unsatisfiable`.
        limit: the limit that ended the search.
        data: the replies of the command line.

    """

    def __init__(self, puzzles: "list[Puzzle]", data: object, outcome: str | None, limit: str | None) -> None:
        self._items = puzzles
        self.data = data
        self.outcome = outcome
        self.limit = limit
        self.complete = limit is None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzles) and self._items == other._items

    def __hash__(self) -> int:
        return hash(tuple(self._items))

    def __repr__(self) -> str:
        why = "".join(
            f" {name}={value!r}" for name, value in (("outcome", self.outcome), ("limit", self.limit)) if value
        )
        return f"<Puzzles{why} of {len(self)}>"


class Backdoors(Answer):
    """The smallest sets of cells whose digits reduce a puzzle to singles.

    Attributes:
        singles: the singles that are placed: `both`, `naked` or `hidden`.
        size: the number of cells of a set, 0 to 2; `None` if more are needed.
        sets: all sets of this size.
        outcome: why there is no answer.
        limit: the limit that ended the work.

    """

    singles = Field[str]("both")
    size = Field[int | None]()
    sets = Field[list[list[str]]]([])
    _shown = ("outcome", "size", "sets", "limit")


class Unavoidable(Answer):
    """The small unavoidable sets of a grid: every puzzle with this solution has a clue in each.

    Attributes:
        solution: the grid.
        kind: the kind of sets.
        most: the maximum number of cells of a set.
        sets: the minimal sets, smallest first.
        bound: a lower bound on the number of clues of a puzzle with this solution, for `bound=True`.
        hit: a set of cells, as many as the bound, with a cell of each unavoidable set.
        outcome: why there is no answer.
        limit: the limit that ended the work.

    """

    solution = Field[str | None]()
    kind = Field[str]("any")
    most = Field[int](0)
    sets = Field[list[list[str]]]([])
    bound = Field[int | None]()
    hit = Field[list[str]]([])
    _shown = ("outcome", "kind", "most", "bound", "limit")


class Mistakes(Reply):
    """The mistakes on a board.

    Attributes:
        outcome: `fine`, `solved`, `mistakes`, `conflicts`, `multiple`, `unsatisfiable` or `unknown`.
        mistakes: the contradictions to the only solution, each with `kind` (`wrong` or `missing`), `cell` and
            `digit`.
        conflicts: the constraints that the board breaks, each with `constraint` and `cells`.
        limit: the limit that ended the work.

    """

    outcome = Field[MistakesOutcome]("unknown")
    mistakes = Field[list[dict[str, Any]]]([])
    conflicts = Field[list[dict[str, Any]]]([])
    limit = Field[Limit | None]()
    _shown = ("outcome", "mistakes", "conflicts", "limit")


class Trace(Events[dict[str, Any]]):
    """The events of a search: a start, choices, eliminations with reasons, an end. A notebook shows its drawing.

    Attributes:
        data: the events of the command line.
        outcome: as for `Solution`.
        limit: the limit that ended the search: `steps`, `nodes` or `time`.
        stats: counters of the search.

    """

    def __init__(self, data: list[dict[str, Any]], puzzle: "Puzzle", options: dict[str, Any]) -> None:
        self.data = self._items = data
        self.puzzle = puzzle
        self._options = options
        end = data[-1]
        self.outcome = str(end.get("outcome", ""))
        self.limit: str | None = end.get("limit")
        self.stats: dict[str, int] = end.get("stats", {})

    def svg(self, picture: str = "solution") -> str:
        """A picture of the search.

        Args:
            picture: `solution` (how and in which order the digits were found), `tree` (the search tree), `animation`
                (ten seconds), or `implications` (the implication graph of the first conflict of `learning`).

        Raises:
            ValueError: if there is no such picture; for `implications` also if the strategy does not learn, or if no
                conflict depends on a guess.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..............4").trace().svg("tree")[:4]
        '<svg'

        """
        return self.puzzle._ask("trace_svg", {**self._options, "picture": picture})

    def text(self, boards: str = "nodes", candidates: bool = False) -> str:
        """The search as text.

        Args:
            boards: when to draw the board: `none`, `end`, `nodes` (after each round of propagation) or `every`
                (step).
            candidates: whether to draw all candidates, not only decided digits.

        Raises:
            ValueError: if there is no such value of `boards`.

        >>> from arcdoku import Puzzle
        >>> print(Puzzle("1..............4").trace().text("none").splitlines()[-2])
        Solved.

        """
        return self.puzzle._ask("trace_text", {**self._options, "boards": boards, "candidates": candidates})

    def __repr__(self) -> str:
        return f"<Trace outcome={self.outcome!r} of {len(self)} events>"

    def _repr_svg_(self) -> str:
        return self.svg()


class Table(list[dict[str, Any]]):
    """Rows of a table, as dictionaries, which `pandas.DataFrame` accepts. A notebook shows them as a table."""

    def _repr_html_(self) -> str:
        from arcdoku import _display

        names = list(dict.fromkeys(name for row in self for name in row if name != "version"))
        return _display.table(self, names)
