"""The parts of a puzzle (text, clues, rules), and questions about its solutions."""

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from arcdoku import _native
from arcdoku._label import Bytes, Labelled, label_puzzle
from arcdoku._options import Time, lines, options_text, parameters, questions, whole, wrong
from arcdoku._results import (
    Check,
    Count,
    Difference,
    Equal,
    Estimate,
    Necessary,
    Reply,
    Restriction,
    Solution,
    Trace,
    TrueCandidates,
    Verdict,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from arcdoku._puzzle import Puzzle


@questions
class Solving:
    """A puzzle and the questions about its solutions."""

    __slots__ = ("__weakref__", "_data")

    _data: _native.PuzzleData

    @property
    def text(self) -> str:
        """The puzzle as one string: its clues, or its candidates if they are restricted.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..............4").text
        '1..............4'
        """
        return self._data.text

    @property
    def placed(self) -> str | None:
        """Clues and digits that were placed later as one string; `None` if no digit was placed."""
        return self._data.placed

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        rows, columns, *_ = self._data.dimensions
        return rows, columns

    @property
    def size(self) -> int:
        """The number of digits."""
        return self._data.dimensions[2]

    @property
    def ruleset(self) -> dict[str, Any]:
        """The parts that `text` lacks, as in JSON: `shape`, `rules`, `regions` and `extra`, if the puzzle has them.

        >>> from arcdoku import Puzzle
        >>> Puzzle("." * 36, rules=["diagonals"]).ruleset
        {'rules': ['diagonals']}
        """
        row = json.loads(self._data.json)
        return {name: row[name] for name in ("shape", "rules", "regions", "extra") if name in row}

    @property
    def rules(self) -> list[str]:
        """The rules other than rows, columns, boxes and regions, each as a line of text."""
        return list(self.ruleset.get("rules", []))

    @property
    def name(self) -> str | None:
        """The name that was given with the puzzle."""
        name = json.loads(self._data.json).get("name")
        return None if name is None else str(name)

    @property
    def fields(self) -> dict[str, Any]:
        """Further fields that were given with the puzzle, in a mapping or by a format of another program (`import`).

        >>> from arcdoku import Puzzle
        >>> Puzzle({"puzzle": "1..............4", "level": 3}).fields
        {'level': 3}

        """
        own = ("puzzle", "shape", "rules", "regions", "extra", "solution", "name")
        return {name: value for name, value in json.loads(self._data.json).items() if name not in own}

    @property
    def clues(self) -> "NDArray[np.uint8]":
        """The clues as an array `uint8[rows, columns]`; digits are numbered from 1, 0 is an empty cell.

        >>> from arcdoku import Puzzle
        >>> int((Puzzle("1..............4").clues > 0).sum())
        2
        """
        return self._array(self._data.cells(False))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> "NDArray[Any]":
        """The clues, for NumPy.

        >>> import numpy as np
        >>> from arcdoku import Puzzle
        >>> np.array(Puzzle("1..............4")).tolist()
        [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 4]]
        """
        if copy is False:
            raise ValueError("copy: found False, expected None or True: an array of the clues is always a copy")
        return self.clues if dtype is None else self.clues.astype(dtype)

    @property
    def digits(self) -> "NDArray[np.uint8]":
        """The clues and the digits that were placed later, as an array `uint8[rows, columns]`."""
        return self._array(self._data.cells(True))

    def _array(self, cells: bytes) -> "NDArray[np.uint8]":
        import numpy as np

        rows, columns = self.shape
        # Extra cells are not part of the grid.
        return np.frombuffer(cells, dtype=np.uint8)[: rows * columns].reshape(rows, columns).copy()

    def _grid(self, text: str) -> "NDArray[np.uint8]":
        return self._array(self._data.numbers(text))

    def json(self) -> str:
        """The puzzle with its rules as a row of JSON lines, which `Puzzle` reads.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..............4").json()
        '{"puzzle":"1..............4"}'
        """
        return self._data.json

    def __len__(self) -> int:
        return sum(1 for cell in self._data.cells(False) if cell)

    def __bool__(self) -> bool:
        return True

    def ask(self, question: str, /, **options: object) -> "Reply":
        """Answers a question by its name on the command line, with the options of that command.

        The other methods of `Puzzle` have types for their options and replies. This method supports every question.

        Args:
            question: the name of the question, such as `"estimate"`.
            options: the options of the question, by their names in snake case; `None` for the default.

        Raises:
            ValueError: if there is no such question or option, or a value is invalid. The message describes what is
                expected.

        >>> from arcdoku import Puzzle
        >>> Puzzle("." * 16).ask("estimate", samples=100).data["solutions"]
        '288'
        >>> Puzzle("." * 16).ask("estimate", samples=1)
        Traceback (most recent call last):
        ...
        ValueError: samples: found 1, expected a whole number from 2

        """
        given = {name: value.json() if isinstance(value, Solving) else value for name, value in options.items()}
        lines = _native.ask(self._data, question, json.dumps(given)).splitlines()
        return Reply(json.loads(lines[-1]), self._me)

    @property
    def _me(self) -> "Puzzle":
        return cast("Puzzle", self)

    def _ask(self, what: str, options: Mapping[str, object]) -> str:
        """The answer to a question as text. Options may be the `locals()` of a method."""
        return _native.ask(self._data, what, options_text(options))

    def _reply(self, what: str, options: Mapping[str, object]) -> dict[str, Any]:
        return cast(dict[str, Any], json.loads(self._ask(what, options)))

    # --- solutions

    def solve(
        self,
        *,
        first: bool = False,
        because: bool = False,
        strategy: str | None = None,
        seed: int | None = None,
        nodes: int | None = None,
        time: Time | None = None,
    ) -> Solution:
        """Finds the solution and whether it is unique.

        Args:
            first: whether to stop at the first solution, without a proof that it is unique.
            because: whether to find parts that contradict each other, if there is no solution.
            strategy: a strategy of `arcdoku.strategies()`, or its parts (`"var=mrv,value=lcv"`); by default the
                fastest method.
            seed: the seed of random choices of the strategy.
            nodes: the maximum number of nodes.
            time: the maximum time.

        Returns:
            The solution, or the reason why there is none.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> puzzle.solve().outcome
        'unique'
        >>> puzzle.solve().grid[0]
        array([5, 3, 4, 6, 7, 8, 9, 1, 2], dtype=uint8)

        """
        return Solution(self._reply("solve", locals()), self._me)

    def solutions(
        self,
        *,
        strategy: str | None = None,
        seed: int | None = None,
        nodes: int | None = None,
        time: Time | None = None,
    ) -> "Solutions":
        """Iterates over the solutions, as `arcdoku solve --all` does.

        Args:
            strategy: a strategy, as for `solve`.
            seed: the seed of random choices of the strategy.
            nodes: the maximum number of nodes.
            time: the maximum time, from the call on.

        Returns:
            An iterator. After its end, `complete` and `limit` show how it ended.

        >>> from arcdoku import Puzzle
        >>> from itertools import islice
        >>> [len(str(at)) for at in islice(Puzzle("1..............4").solutions(), 2)]
        [16, 16]

        """
        return Solutions(self._me, _native.SolutionStream(self._data, options_text(locals())))

    def count(self, up_to: int | None = None, *, nodes: int | None = None, time: Time | None = None) -> Count:
        """Counts the solutions.

        Args:
            up_to: the number at which counting ends; by default all solutions are counted.
            nodes: the maximum number of nodes.
            time: the maximum time.

        Returns:
            The number, an `int` with the attribute `exact`: whether all solutions were counted.

        Raises:
            ValueError: if `up_to` is less than 1.

        >>> from arcdoku import Puzzle
        >>> Puzzle("." * 16).count()
        288
        >>> Puzzle("." * 81).count(up_to=1000).exact
        False

        """
        if up_to is not None and whole("up_to", up_to) == 0:
            raise ValueError(wrong("up_to", up_to, "a whole number from 1"))
        options = {"count": "all" if up_to is None else up_to, "nodes": nodes, "time": time}
        return Count._of(self._reply("solve", options))

    def is_unique(self, *, nodes: int | None = None, time: Time | None = None) -> bool | None:
        """Whether there is exactly one solution; `None` if a limit was reached first.

        Args:
            nodes: the maximum number of nodes.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..............4").is_unique()
        False

        """
        return self.solve(nodes=nodes, time=time).is_unique

    def is_minimal(self, *, nodes: int | None = None, time: Time | None = None) -> bool | None:
        """Whether there is exactly one solution and no clue is redundant; `None` if a limit was reached first.

        Args:
            nodes: the maximum number of nodes.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").is_minimal()
        False

        """
        check = self.check(minimal="always", nodes=nodes, time=time)
        return False if check.unique is False or check.valid is False else check.minimal

    def check(
        self,
        *,
        minimal: str | bool = "auto",
        because: bool = False,
        strategy: str | None = None,
        seed: int | None = None,
        nodes: int | None = None,
        time: Time | None = None,
    ) -> Check:
        """Checks whether the puzzle is valid, unique and minimal.

        Args:
            minimal: whether to look for redundant clues: `auto` (up to 9x9), `always` or `never`.
            because: whether to find parts that contradict each other, if there is no solution.
            strategy: a strategy, as for `solve`.
            seed: the seed of random choices of the strategy.
            nodes: the maximum number of nodes.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..............4").check()
        <Check clues=2 valid=True unique=False>

        """
        if isinstance(minimal, bool):
            minimal = "always" if minimal else "never"
        return Check(self._reply("check", locals()), self._me)

    def true_candidates(self, most: int = 1, *, nodes: int | None = None, time: Time | None = None) -> TrueCandidates:
        """Finds the digits that each cell has in some solution.

        Args:
            most: the number up to which the solutions with a digit in a cell are counted, 1 to 1000000.
            nodes: the maximum number of nodes for each digit of a cell.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..............4").true_candidates().candidates[:4]
        [[1], [2, 3, 4], [2, 3, 4], [2, 3]]

        """
        return TrueCandidates(self._reply("candidates", locals()), self._me)

    #: Another name of `true_candidates`, as on the command line.
    candidates = true_candidates

    def estimate(
        self, samples: int = 10_000, *, seed: int = 0, nodes: int | None = None, time: Time | None = None
    ) -> Estimate:
        """Estimates the number of solutions by random branches of the search tree (Knuth 1975).

        Args:
            samples: the number of branches, at least 2.
            seed: the seed of the branches.
            nodes: the maximum number of nodes.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> Puzzle("." * 16).estimate().solutions
        288.0

        """
        return Estimate(self._reply("estimate", locals()), self._me)

    def necessary(self, *, nodes: int | None = None, time: Time | None = None) -> Necessary:
        """Finds the clues and rules that the puzzle needs to have a single solution.

        Args:
            nodes: the maximum number of nodes.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..4....2.3.....").necessary().necessary
        ['rows', 'columns', 'boxes', 'r1c1=1', 'r1c4=4', 'r3c1=2', 'r3c3=3']

        """
        return Necessary(self._reply("necessary", locals()), self._me)

    def equal(self, *, nodes: int | None = None, time: Time | None = None) -> Equal:
        """Finds cells that are equal in every solution.

        Args:
            nodes: the maximum number of nodes.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> Puzzle("12.............4").equal().outcome is None
        True

        """
        return Equal(self._reply("equal", locals()), self._me)

    def verify(self, grid: Any, *, nodes: int | None = None, time: Time | None = None) -> Verdict:
        """Finds the clues and rules that a grid violates, or why it cannot be completed.

        Args:
            grid: a text with one character per cell, or an array of numbers, 0 for empty cells.
            nodes: the maximum number of nodes.
            time: the maximum time.

        Raises:
            ValueError: if the grid cannot be read.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..............4").verify("11..............").violations[0]["part"]
        'row 1'

        """
        from arcdoku._puzzle import Puzzle

        text = grid if isinstance(grid, str) else Puzzle(grid, shape=self.ruleset.get("shape")).text
        found = self._reply("verify", {"grid": text, "nodes": nodes, "time": time})
        if found.get("outcome") == "malformed":
            rows, columns = self.shape
            raise ValueError(wrong("grid", text, f"the cells of a grid of {rows}x{columns} with its digits"))
        return Verdict(found, self._me)

    def difference(self, other: "Puzzle | str") -> Difference:
        """Compares the puzzle with another: finds their differences, and whether they are equivalent.

        Args:
            other: the other puzzle or grid.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..............4").difference("1...............").cells
        [{'cell': 'r4c4', 'here': 4}]

        """
        from arcdoku._puzzle import Puzzle

        return Difference(self._reply("difference", {"other": Puzzle._of(other).json()}), self._me)

    def restricts(self, of: "Puzzle | str", *, nodes: int | None = None, time: Time | None = None) -> Restriction:
        """Decides whether every solution of this puzzle is a solution of another.

        Args:
            of: the other puzzle.
            nodes: the maximum number of nodes.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..............4").restricts("1...............").restricts
        True

        """
        from arcdoku._puzzle import Puzzle

        options = {"of": Puzzle._of(of).json(), "nodes": nodes, "time": time}
        return Restriction(self._reply("restricts", options), self._me)

    def label(
        self,
        semiring: str = "min-cost",
        *,
        k: int | None = None,
        costs: Any = None,
        scores: Any = None,
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
        """Answers a question about the puzzle as a labelling problem, with optional costs of digits.

        The cost of a solution is the sum of the costs of its digits. Its weight is e to the power of the negative
        cost. The answer is a sum over all solutions in the given semiring.

        Args:
            semiring: what is computed, as for `arcdoku.label`: `boolean`, `count`, `min-cost`, `k-best`, `max-gain`,
                `max-prob`, `log-sum`, `cost-and-count`, `expectation` or `provenance`.
            k: the number of solutions for `k-best`, 1 to 1000000.
            costs: a cost for each digit of each cell, as an array or nested lists of shape (cells, digits) or (rows,
                columns, digits). Infinity or `None` forbids a digit; `None` instead of a list means a cell without
                costs. If all costs are integers, the answer is exact.
            scores: like `costs`, but the greatest is best, as for logarithms of probabilities; -infinity or `None`
                for an impossible digit.
            marginals: whether to compute the value of each digit of each cell.
            method: the method: `auto`, `search`, `sweep`, `eliminate`, `decompose`; for an approximate `log-sum`,
                `beliefs` or `sample`; for a lower bound on `min-cost`, `mini-buckets`, `arcs`, `diffusion` or
                `virtual`.
            memory: the maximum size of tables and states in bytes, a number or a text such as `500M`.
            width: the maximum number of cells in a table of mini-buckets, 1 to 64.
            samples: the number of samples, at least 2.
            seed: the seed of the samples.
            why: whether to explain why there is no solution: by the boards of arc consistency, or by rules and clues
                that contradict each other.
            nodes: the maximum number of nodes.
            time: the maximum time.

        Raises:
            ValueError: if costs or an option cannot be read; the message names the cell and the digit.

        >>> from arcdoku import Puzzle
        >>> costs = [[abs(digit - cell % 4) for digit in range(4)] for cell in range(16)]
        >>> Puzzle("1..............4").label(costs=costs).value
        20
        >>> Puzzle("1..............4").label("count", marginals=True).marginals[1]
        [0, 6, 6, 6]

        """
        return label_puzzle(self._me, locals())

    def trace(
        self,
        *,
        unique: bool = False,
        strategy: str | None = None,
        seed: int | None = None,
        steps: int | None = 20_000,
        nodes: int | None = None,
        time: Time | None = None,
    ) -> Trace:
        """Returns the events of a search, which show how a solution is found.

        Args:
            unique: whether the search continues until the solution is proved to be unique.
            strategy: a strategy, as for `solve`.
            seed: the seed of random choices of the strategy.
            steps: the number of events after which the search ends; `None` for no limit.
            nodes: the maximum number of nodes.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> Puzzle("1..............4").trace().outcome
        'solved'

        """
        options = parameters(locals())
        return Trace(lines(self._ask("trace", options)), self._me, options)


class Solutions(Iterator[Solution]):
    """An iterator over the solutions of a puzzle. The search pauses between the requested solutions."""

    __slots__ = ("_index", "_puzzle", "_stream")

    def __init__(self, puzzle: "Puzzle", stream: _native.SolutionStream) -> None:
        self._puzzle = puzzle
        self._stream = stream
        self._index = 0

    def __next__(self) -> Solution:
        text = next(self._stream)
        self._index += 1
        return Solution({"version": 1, "number": 1, "index": self._index, "solution": text}, self._puzzle)

    @property
    def complete(self) -> bool | None:
        """Whether all solutions were found; `None` before the end."""
        return self._stream.complete

    @property
    def limit(self) -> str | None:
        """The limit that ended the search."""
        return self._stream.limit

    def close(self) -> None:
        """Ends the search.

        >>> from arcdoku import Puzzle
        >>> solutions = Puzzle("1..............4").solutions()
        >>> solutions.close()
        >>> list(solutions)
        []
        """
        self._stream.close()

    def __repr__(self) -> str:
        return f"<Solutions of {self._puzzle!r}, {self._index} taken>"
