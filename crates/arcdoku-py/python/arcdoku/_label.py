"""Labelling problems: puzzles with a cost for each digit of each cell, and models of other programs."""

import json
import math
import operator
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from arcdoku import _native
from arcdoku._options import Time, flag, question, seconds, whole, word, wrong
from arcdoku._results import Answer, Field, Reply, number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from arcdoku._puzzle import Puzzle

#: A number of bytes, or a text such as `500M` or `2G`.
Bytes = float | str

# Exact costs are smaller than this.
_FORBIDDEN = 2**63 - 1

# The values of a problem without a labelling.
_NONE: dict[str, Any] = {
    "boolean": False,
    "count": 0,
    "min-cost": math.inf,
    "k-best": [],
    "max-gain": -math.inf,
    "max-prob": 0.0,
    "log-sum": -math.inf,
    "cost-and-count": math.inf,
    "provenance": 0,
}


def integer(text: str) -> int:
    """A whole number of any length, because `int` rejects long texts."""
    number = 0
    for start in range(0, len(text), 4000):
        digits = text[start : start + 4000]
        number = number * 10 ** len(digits) + int(digits)
    return number


class Labelling(Reply):
    """A labelling; for a puzzle, a filled grid. `str()` is its solution, or its labels separated by spaces.

    Attributes:
        cost: the cost, an `int` if all costs are integers.
        solution: the solution of the puzzle as one string; `None` for a model.
        labels: the name of the label of each object of a model; empty for a puzzle.

    """

    cost = Field[float](0)
    solution = Field[str | None]()
    labels = Field[list[str]]([])
    _shown = ("cost", "solution", "labels")

    @property
    def grid(self) -> "NDArray[np.uint8]":
        """The solution as an array `uint8[rows, columns]`; digits are numbered from 1.

        Raises:
            ValueError: if the labelling is not about a puzzle.

        """
        if self.solution is None:
            raise ValueError("the labelling is not about a puzzle")
        return self.puzzle._grid(self.solution)

    def svg(self) -> str:
        """The drawing of the solution.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..4....2.3.....").label().labellings[0].svg()[:4]
        '<svg'
        """
        return self.puzzle.svg(digits=self.solution, legend=False)

    def __str__(self) -> str:
        return self.solution or " ".join(self.labels)

    def _repr_svg_(self) -> str | None:
        return None if self._puzzle is None else self.svg()


class Labelled(Answer):
    """The answer to a question about a labelling problem.

    `str()` is the best labelling as one string (empty without one), `bool()` whether a labelling is known to exist. A
    notebook shows the drawing of the puzzle, with shares as shades.

    Attributes:
        semiring: the semiring: `count`, `min-cost`, `k-best=5`, ...
        method: the method that found the answer, or `fast9`.
        exact: whether the value is exact except for rounding.
        count: the number of labellings of the least cost, for `cost-and-count`.
        low: for an estimate, the lower end of the interval with 95 % confidence.
        high: for an estimate, the upper end of the interval with 95 % confidence.
        converged: whether the messages of `beliefs` converged; `None` for other methods.
        objects: the names of the objects of a model; empty for a puzzle, whose objects are its cells.
        labels: the names of each object's labels; empty for a puzzle, whose labels are its digits.
        bounds: the successive bounds of the least cost, each with `nodes`, `lower` and `upper`, and with `time_us` if
            time is limited.
        nodes: the number of expanded nodes.
        width: the number of objects of the largest table of elimination.
        bytes: the approximate size of tables or states in bytes.
        support: for `provenance`, the names of the labels of each object that occur in any labelling.
        ran_out: the objects without a label left, if arc consistency shows that there is no labelling.
        because: functions that contradict each other, if arc consistency does not show that there is no labelling;
            for `why=True`.
        boards: the labels that remain after each round of arc consistency; for `why=True`.
        outcome: why there is no answer: `unsatisfiable`, `too-wide` (more memory is needed, see `bytes`) or `overflow`.
        limit: the limit that ended the work: `nodes` or `time`.

    """

    semiring = Field[str]("")
    method = Field[str | None]()
    exact = Field[bool](False)
    count = Field[int | None](read=integer)
    low = Field[float | None](read=number)
    high = Field[float | None](read=number)
    converged = Field[bool | None]()
    objects = Field[list[str]]([])
    labels = Field[list[list[str]]]([])
    bounds = Field[list[dict[str, Any]]]([])
    nodes = Field[int | None]()
    width = Field[int | None]()
    bytes = Field[float | None]()
    support = Field[list[list[str]]]([])
    ran_out = Field[list[str]]([])
    because = Field[list[str]]([])
    boards = Field[list[dict[str, Any]]]([])

    @property
    def _kind(self) -> str:
        return self.semiring.partition("=")[0]

    def _value(self, text: str) -> Any:
        """A value of the semiring."""
        kind = self._kind
        if kind == "boolean":
            return text == "true"
        if kind in ("count", "provenance"):
            return integer(text)
        if kind in ("max-prob", "log-sum", "expectation"):
            return math.nan if text == "-" else float(text)
        if kind == "k-best":
            return [self._cost(word) for word in text.split()]
        cost, several, count = text.partition(" x ")
        return (self._cost(cost), integer(count)) if several else self._cost(cost)

    def _cost(self, text: str) -> float:
        best = self.data.get("labellings", [])
        if not text.lstrip("-").isdigit() or (best and isinstance(best[0]["cost"], float)):
            return float(text)
        return int(text)

    @property
    def value(self) -> Any:
        """The sum over all labellings; `None` if a limit was reached first or the answer takes too much memory.

        | semiring | value | without a labelling |
        |---|---|---|
        | `boolean` | `bool` | `False` |
        | `count`, `provenance` | `int` of any size | 0 |
        | `min-cost`, `cost-and-count` | `int` if all costs are integers, else `float` | infinity |
        | `max-gain` | `int` or `float` | -infinity |
        | `k-best` | a list of costs, the least first | an empty list |
        | `max-prob` | `float` | 0.0 |
        | `log-sum` | `float` | -infinity |
        | `expectation` | `float` | `None` |

        If a limit ended a search, the value is the best one found, and `exact` is `False`.
        """
        if self.outcome == "unsatisfiable":
            value = _NONE.get(self._kind)
            return [] if value == [] else value
        if self._kind == "k-best" and self.data.get("labellings"):
            return [labelling["cost"] for labelling in self.data["labellings"]]
        text = self.data.get("value")
        return None if text is None else self._value(text)

    @property
    def labellings(self) -> list[Labelling]:
        """The best labellings, best first; empty for methods that find only values."""
        return [Labelling(row, self._puzzle) for row in self.data.get("labellings", [])]

    def _best(self) -> Labelling:
        best = self.labellings
        if not best:
            why = f"the outcome is {self.outcome}" if self.outcome else f"{self.semiring} by {self.method} has none"
            raise ValueError(f"there is no labelling to show: {why}")
        return best[0]

    @property
    def solution(self) -> str | None:
        """The best labelling of a puzzle as one string, if one is known."""
        best = self.labellings
        return best[0].solution if best else None

    @property
    def grid(self) -> "NDArray[np.uint8]":
        """The best labelling of a puzzle as an array `uint8[rows, columns]`; digits are numbered from 1.

        Raises:
            ValueError: if there is no labelling, or it is not about a puzzle.

        """
        return self._best().grid

    @property
    def marginals(self) -> list[list[Any]]:
        """The sum over the labellings with each label of each object, as values of the semiring.

        Empty without `marginals=True`, without a labelling, and if the answer is approximate. Entries are pairs for
        `cost-and-count`, and for `expectation` NaN for a label that is in no labelling.
        """
        return [[self._value(text) for text in row] for row in self.data.get("marginals", [])]

    @property
    def shares(self) -> "NDArray[np.float64]":
        """The share of the labellings with each label of each object, by weight: an array of numbers from 0 to 1.

        Its shape is (cells, digits) for a puzzle; labels that an object of a model lacks are 0. For costs, the share
        is the weight of the best labelling with the label, relative to the weight of the best of all labellings.

        Raises:
            ValueError: if there are no shares: without `marginals=True`, or without a labelling.

        """
        import numpy as np

        rows = self.data.get("shares", [])
        if not rows:
            why = f"the outcome is {self.outcome}" if self.outcome else "marginals=True computes them"
            raise ValueError(f"there are no shares to show: {why}")
        shares = np.zeros((len(rows), max(map(len, rows))))
        for index, row in enumerate(rows):
            shares[index, : len(row)] = row
        return shares

    def svg(self) -> str:
        """The drawing of the puzzle with the shares of digits as shades, or with the best labelling without shares.

        Raises:
            ValueError: if the problem is not a puzzle.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..4....2.3.....").label("count", marginals=True).svg()[:4]
        '<svg'

        """
        if shares := self.data.get("shares"):
            return self.puzzle._ask("svg", {"shares": shares, "legend": False})
        return self.puzzle.svg(digits=self.solution, legend=False)

    def __str__(self) -> str:
        best = self.labellings
        return str(best[0]) if best else ""

    def __bool__(self) -> bool:
        return "labellings" in self.data or (self.exact and "value" in self.data)

    def __repr__(self) -> str:
        value = None if self.value is None else repr(self.value)
        if value is not None and len(value) > 40:
            value = value[:37] + "..."
        shown = {"outcome": self.outcome, "semiring": self.semiring, "value": value, "exact": self.exact}
        shown |= {"method": self.method, "limit": self.limit}
        words = (f"{name}={at if name == 'value' else repr(at)}" for name, at in shown.items() if at is not None)
        return f"<Labelled {' '.join(words)}>"

    def _repr_svg_(self) -> str | None:
        return None if self._puzzle is None else self.svg()


# --- options


def _bytes(name: str, value: object) -> float:
    """A number of bytes."""
    expected = "a number of bytes, such as 500e6, '500M' or '2G'"
    units = {"k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12}
    number, unit = value, 1.0
    if isinstance(value, str) and value[-1:].lower() in units:
        number, unit = value[:-1], units[value[-1].lower()]
    if isinstance(number, bool):
        raise TypeError(wrong(name, value, expected))
    try:
        size = float(cast(float, number)) * unit
    except TypeError:
        raise TypeError(wrong(name, value, expected)) from None
    except (ValueError, OverflowError):
        size = math.nan
    if not 0 < size < math.inf:
        raise ValueError(wrong(name, value, expected))
    return size


_MOST_LABELLINGS = 1_000_000


def _semiring(semiring: object, k: int | None) -> str:
    """The semiring with the number of labellings, as on the command line."""
    name = word("semiring", semiring)
    if k is None:
        if name == "k-best":
            raise ValueError(wrong("k", k, f"a whole number from 1 to {_MOST_LABELLINGS}"))
        return name
    number = whole("k", k, 1, _MOST_LABELLINGS)
    if name != "k-best":
        raise ValueError(f"k: found {number} with the semiring {name!r}, expected the semiring 'k-best'")
    return f"k-best={number}"


# --- arrays of costs


def _is_list(values: object) -> bool:
    return isinstance(values, Sequence) and not isinstance(values, str | bytes)


def _shape(values: Any) -> tuple[int, ...]:
    """The shape of an array or of nested lists, by their first elements."""
    if hasattr(values, "shape"):
        return tuple(values.shape)
    shape = []
    while _is_list(values):
        shape.append(len(values))
        values = next((part for part in values if part is not None), None)
    return tuple(shape)


def _rows(name: str, values: Any, puzzle: "Puzzle") -> Iterator[Sequence[Any] | None]:
    """The costs of the digits of each cell."""
    rows, columns, digits, _, extra = puzzle._data.dimensions
    cells = rows * columns + extra
    expected = f"({cells}, {digits})" + ("" if extra else f" or ({rows}, {columns}, {digits})")
    shape = _shape(values)
    if hasattr(values, "__array__"):
        import numpy as np

        values = np.asarray(values)
        if values.dtype.kind not in "iufO":
            raise ValueError(f"{name}: found an array of {values.dtype}, expected numbers")
        values = values.tolist()
    elif not _is_list(values):
        raise TypeError(wrong(name, values, f"an array or nested lists of shape {expected}"))
    if shape == (rows, columns, digits) and not extra:
        lists = [row if _is_list(row) else [None] * columns for row in values]
        ragged = next((row for row in lists if len(row) != columns), None)
        if ragged is not None:
            raise ValueError(f"{name}: found a row of {len(ragged)} cells, expected {columns}")
        values = [cell for row in lists for cell in row]
    elif shape != (cells, digits):
        raise ValueError(f"{name}: found an array of shape {shape}, expected {expected}")
    yield from values


def _costs(name: str, values: Any, puzzle: "Puzzle") -> list[list[float | None] | None]:
    """A list of costs for each cell, with `None` for forbidden digits. Scores are negative costs."""
    sign = -1 if name == "scores" else 1
    rest = "-infinity or None for what is impossible" if sign < 0 else "infinity or None for what is forbidden"
    _, columns, digits, least, _ = puzzle._data.dimensions
    area = puzzle.shape[0] * columns
    costs: list[list[float | None] | None] = []

    def place() -> str:
        row, column = divmod(len(costs), columns)
        return f"r{row + 1}c{column + 1}" if len(costs) < area else f"v{len(costs) - area + 1}"

    for row in _rows(name, values, puzzle):
        if row is None:
            costs.append(None)
            continue
        if not _is_list(row) or len(row) != digits:
            found = f"{len(row)} numbers" if _is_list(row) else repr(row)
            raise ValueError(f"{name}: {place()}: found {found}, expected {digits} numbers, or None for no costs")
        of_cell: list[float | None] = []
        for value in row:
            cost = _cost(value, sign)
            if isinstance(cost, float) and math.isnan(cost):
                digit = least + len(of_cell)
                expected = f"a number, {rest}"
                raise ValueError(f"{name}: {place()}, digit {digit}: found {value!r}, expected {expected}")
            of_cell.append(cost)
        costs.append(of_cell)
    return costs


def _cost(value: Any, sign: int) -> float | None:
    """A cost; NaN if the value is not one."""
    if value is None:
        return None
    if isinstance(value, bool | str | bytes):
        return math.nan
    if hasattr(value, "__index__"):
        number = sign * operator.index(value)
        return number if abs(number) < _FORBIDDEN else math.nan
    try:
        cost = sign * float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan
    return None if cost == math.inf else cost if math.isfinite(cost) else math.nan


def _empty(name: str, values: Any) -> "Puzzle":
    """The empty grid whose size an array of costs determines."""
    from arcdoku._puzzle import Puzzle

    shape = _shape(values)
    digits = shape[-1] if shape else 0
    if not 2 <= digits <= 64 or shape not in ((digits * digits, digits), (digits, digits, digits)):
        found = f"an array of shape {shape}" if shape else repr(values)
        expected = "(81, 9), (9, 9, 9) or the shapes of other square grids; pass a Puzzle for any other grid"
        raise ValueError(f"{name}: found {found}, expected {expected}")
    return Puzzle([0] * (digits * digits))


# --- the question


def _text(problem: object) -> tuple[str, str]:
    """The name of a text for messages, and the text."""
    if isinstance(problem, os.PathLike):
        name = os.fsdecode(os.fspath(problem))
        return name, Path(name).read_bytes().decode("utf-8", "replace")
    return "problem", problem.decode("utf-8", "replace") if isinstance(problem, bytes) else cast(str, problem)


# The options that puzzles and models have in common, with the function that checks each.
_OPTIONS: dict[str, Callable[[str, object], object]] = {
    "semiring": word,
    "method": word,
    "marginals": flag,
    "why": flag,
    "memory": _bytes,
    "width": lambda name, width: whole(name, width, 1, 64),
    "samples": lambda name, samples: whole(name, samples, 2),
    "seed": whole,
    "nodes": whole,
    "time": seconds,
}


def _checked(given: Mapping[str, Any]) -> dict[str, object]:
    given = {**given, "semiring": _semiring(given["semiring"], given["k"])}
    limits = {name for name in ("nodes", "time") if given[name] is None}
    return {name: check(name, given[name]) for name, check in _OPTIONS.items() if name not in limits}


def _answer(name: str, text: str, options: dict[str, object]) -> dict[str, Any]:
    return cast(dict[str, Any], json.loads(_native.label(name, text, json.dumps(options))))


def label_puzzle(puzzle: "Puzzle", given: Mapping[str, Any]) -> Labelled:
    """The answer about a puzzle; `given` contains the parameters of `Puzzle.label`."""
    options = _checked(given)
    row = json.loads(puzzle._data.json)
    if given["costs"] is not None and given["scores"] is not None:
        raise ValueError("scores: found with costs, expected one of them")
    for name in ("costs", "scores"):
        if given[name] is not None:
            row["costs"] = _costs(name, given[name], puzzle)
    return Labelled(_answer("puzzle", json.dumps(row), {**options, "form": "puzzles"}), puzzle)


@question
def label(
    problem: Any = None,
    semiring: str = "min-cost",
    *,
    k: int | None = None,
    costs: Any = None,
    scores: Any = None,
    form: str | None = None,
    marginals: bool = False,
    method: str = "auto",
    memory: Bytes = "2G",
    width: int = 4,
    samples: int = 10_000,
    seed: int = 0,
    why: bool = False,
    nodes: int | None = None,
    time: Time | None = None,
) -> Labelled:
    """Answers a question about a labelling problem: a puzzle with costs of digits, or a model of another program.

    A labelling assigns a label to each object: in a puzzle, a digit to each cell. Functions of labels define costs,
    and the cost of a forbidden combination is infinite. The weight of a labelling is e to the power of its negative
    cost. The answer is a sum over all labellings in the given semiring.

    Args:
        problem: a puzzle, or an argument of `Puzzle`; a text of a model (UAI, WCSP, CFN) or a table of scores; an
            `os.PathLike` to a file with one of these. By default the empty grid of the size of `costs` or `scores`.
        semiring: what is computed:

            - `boolean`: whether there is a labelling.
            - `count`: how many labellings there are.
            - `min-cost`: the least cost, and a labelling with it.
            - `k-best`: the `k` least costs, and their labellings.
            - `max-gain`: the greatest gain, which is the negative cost, and a labelling with it.
            - `max-prob`: the greatest weight, and a labelling with it.
            - `log-sum`: the logarithm of the sum of all weights.
            - `cost-and-count`: the least cost, and how many labellings have it.
            - `expectation`: the expected cost of a labelling drawn with a probability proportional to its weight.
            - `provenance`: the labels that occur in any labelling.
        k: the number of labellings for `k-best`, 1 to 1000000.
        costs: a cost for each digit of each cell, as an array or nested lists of shape (cells, digits) or (rows,
            columns, digits). Infinity or `None` forbids a digit; `None` instead of a list means a cell without costs.
            If all costs are integers, the answer is exact.
        scores: like `costs`, but the greatest is best, as for logarithms of probabilities; -infinity or `None` for an
            impossible digit. For a text or file with a table of scores, the meaning of its numbers: `log-prob`
            (default), `prob` or `cost`.
        form: the format of a text: `puzzles`, `scores`, `uai`, `wcsp` or `cfn`; detected by default.
        marginals: whether to compute the value of each label.
        method: the method: `auto`, `search`, `sweep`, `eliminate`, `decompose`; for an approximate `log-sum`,
            `beliefs` or `sample`; for a lower bound on `min-cost`, `mini-buckets`, `arcs`, `diffusion` or `virtual`.
        memory: the maximum size of tables and states in bytes, a number or a text such as `500M`.
        width: the maximum number of objects in a table of mini-buckets, 1 to 64.
        samples: the number of samples, at least 2.
        seed: the seed of the samples.
        why: whether to explain why there is no labelling: by the boards of arc consistency, or by functions that
            contradict each other.
        nodes: the maximum number of nodes.
        time: the maximum time.

    Raises:
        ValueError: if the problem or an option cannot be read. The message contains the place, what was found and what
            was expected.
        OSError: if the file cannot be read.

    >>> import numpy as np
    >>> scores = np.log(np.random.default_rng(1).dirichlet(np.ones(4), size=16))
    >>> label(scores=scores).grid
    array([[3, 2, 4, 1],
           [4, 1, 3, 2],
           [1, 3, 2, 4],
           [2, 4, 1, 3]], dtype=uint8)
    >>> label("MARKOV 2 2 2 1 2 0 1 4 .5 .25 .25 0", "max-prob").value
    0.5

    """
    given = dict(locals())
    from arcdoku._puzzle import Puzzle

    options = _checked(given)
    kind = scores if isinstance(scores, str) else None
    scores = None if kind is not None else scores
    name, values = ("scores", scores) if costs is None else ("costs", costs)
    if problem is None:
        if values is None:
            raise TypeError(
                "problem: found None, expected a puzzle, a text, a path, or costs or scores of an empty grid"
            )
        problem = _empty(name, values)
    elif getattr(getattr(problem, "dtype", None), "kind", "i") == "f":
        expected = "a puzzle, a text or a path; costs= and scores= are for arrays of numbers"
        raise ValueError(f"problem: found an array of {problem.dtype}, expected {expected}")
    is_text = isinstance(problem, str | bytes | os.PathLike)
    if is_text and values is None:
        name, text = _text(problem)
        if form is not None:
            options["form"] = word("form", form)
        if kind is not None:
            options["scores"] = kind
        found = _answer(name, text, options)
        parts = ("puzzle", "shape", "rules", "regions", "extra", "name")
        row = {part: found[part] for part in parts if part in found}
        return Labelled(found, Puzzle(row) if "puzzle" in row else None)
    for option, value in (("form", form), ("scores", kind)):
        if value is not None:
            raise ValueError(f"{option}: found {value!r} with a puzzle, expected it with a text or a path only")
    if is_text:
        problem = _text(problem)[1]
    return label_puzzle(Puzzle._of(problem), {**given, "scores": scores})
