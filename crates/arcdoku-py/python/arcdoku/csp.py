"""Models of constraint problems: variables, constraints, and the searches of the library.

A model has variables and constraints. Its variables have up to 64 different values, which are numbers or other
hashable objects. A model starts empty, or with the cells and rules of a puzzle to which constraints are added.

>>> from arcdoku.csp import Model
>>> model = Model()
>>> states = model.variables("WA NT SA Q NSW V T".split(), ["red", "green", "blue"])
>>> for border in "WA-NT WA-SA NT-SA NT-Q SA-Q SA-NSW SA-V Q-NSW NSW-V".split():
...     model.different(*border.split("-"))
>>> model.count()
18
"""

import itertools
import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from arcdoku import _native
from arcdoku._options import Time, word, wrong
from arcdoku._puzzle import Puzzle
from arcdoku._search import Search, ValueFunction, VariableFunction, options
from arcdoku.events import Contradiction, Elimination, Event, EventKind, Solution

__all__ = ["MOST_VALUES", "Model", "Variable"]

MOST_VALUES = 64
"""The largest number of different values in a model."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of a model.

    Attributes:
        name: The name in solutions and events.
        domain: The possible values.

    """

    name: Hashable
    domain: tuple[Hashable, ...]


def _integer(name: str, value: Any) -> int:
    """A whole number."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(wrong(name, value, "a whole number")) from None


def _text(name: Hashable) -> str:
    return "auxiliary" if name is None else str(name)


def _words(event: Event) -> Event:
    """Adds a sentence to an elimination or a contradiction."""
    if isinstance(event, Elimination):
        because = ", ".join(map(_text, event.because))
        place = event.constraint or event.reason
        why = "it led to a contradiction" if event.reason == "refuted" else place
        if because and event.reason != "refuted":
            why += f", because of {because}"
        return event._replace(words=f"{_text(event.cell)} is not {' or '.join(map(str, event.removed))}: {why}.")
    if isinstance(event, Contradiction):
        kinds = {"clash": "two equal values", "pigeonhole": "more variables than values"}
        kinds["empty-domain"] = f"{_text(event.cell)} has no value left"
        place = f"{event.constraint}: " if event.constraint is not None else ""
        return event._replace(words=f"Contradiction: {place}{kinds.get(event.reason, 'it cannot hold')}.")
    return event


class Model:
    """Variables and constraints.

    A variable can be passed as a `Variable` or by its name. Constraints have a name for traces, which can be chosen.

    >>> model = Model()
    >>> letters = model.variables("SENDMORY", range(10))
    >>> model.all_different(letters)
    >>> left, right = {"S": 1000, "E": 91, "D": 1, "R": 10}, {"N": 90, "M": 9000, "O": 900, "Y": 1}
    >>> weights = left | {letter: -weight for letter, weight in right.items()}
    >>> model.linear(weights, weights.values(), "==", 0)
    >>> model.predicate("SM", lambda s, m: s != 0 and m != 0)
    >>> [model.solve()[letter] for letter in "SENDMORY"]
    [9, 5, 6, 7, 1, 0, 8, 2]

    """

    def __init__(self) -> None:
        self._puzzle: Puzzle | None = None
        self._variables: list[Variable] = []
        self._places: dict[Hashable, int] = {}
        self._constraints: list[tuple[str, str, list[int], Any]] = []
        # All values, in the order in which they were added.
        self._known: dict[Hashable, None] = {}
        self._least: int | None = None

    @classmethod
    def from_puzzle(cls, puzzle: Any) -> Self:
        """Makes a model with the cells, rules and clues of a puzzle. Its variables have the names of the cells.

        Args:
            puzzle: A `Puzzle`, or an argument of `Puzzle`.

        Raises:
            ValueError: If the puzzle cannot be read.

        >>> model = Model.from_puzzle("1..............4")
        >>> model.predicate(["r1c2", "r2c1"], lambda a, b: abs(a - b) == 1, name="neighbors in value")
        >>> model.count(), Model.from_puzzle("1..............4").count()
        (12, 18)

        """
        model = cls()
        model._puzzle = Puzzle._of(puzzle)
        rows, columns, digits, least, extra = model._puzzle._data.dimensions
        names = [f"r{row}c{column}" for row in range(1, rows + 1) for column in range(1, columns + 1)]
        names += [f"v{number}" for number in range(1, extra + 1)]
        values = tuple(range(least, least + digits))
        model._least = least
        model._known = dict.fromkeys([least])
        for name, digit in zip(names, model._puzzle._data.cells(True), strict=True):
            model._add(name, values if digit == 0 else (values[digit - 1],))
        return model

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle that the model was made from, if any."""
        return self._puzzle

    @property
    def names(self) -> list[Hashable]:
        """The names of all variables, in the order in which they were added."""
        return [variable.name for variable in self._variables]

    def __getitem__(self, name: Hashable) -> Variable:
        """The variable with this name."""
        return self._variables[self._place(name)]

    def __repr__(self) -> str:
        return f"<Model of {len(self._variables)} variables, {len(self._constraints)} constraints>"

    def variable(self, domain: Iterable[Hashable], name: Hashable = None) -> Variable:
        """Adds a variable.

        Args:
            domain: The possible values: whole numbers, or other hashable objects. All variables together have up to
                64 different values. In a model of a puzzle, values are whole numbers, at most 64 from the puzzle's
                least digit on.
            name: The name; by default `x1`, `x2`, ...

        Raises:
            ValueError: If the domain is empty or has a whole number of more than 64 bits; if the name is taken; if
                the model would have more than 64 values, or values that a model of a puzzle cannot have.

        >>> Model().variable(range(3), "x")
        Variable(name='x', domain=(0, 1, 2))

        """
        values = tuple(dict.fromkeys(domain))
        if not values:
            raise ValueError("found an empty domain, expected at least one value")
        for value in values:
            if isinstance(value, int) and not -(2**63) <= value < 2**63:
                raise ValueError(wrong("domain", value, "whole numbers of 64 bits"))
        return self._add(f"x{len(self._variables) + 1}" if name is None else name, values)

    def variables(self, names: Iterable[Hashable], domain: Iterable[Hashable]) -> list[Variable]:
        """Adds a variable with the same domain for each name.

        Raises:
            ValueError: If the domain is empty, or a name is taken.

        >>> [variable.name for variable in Model().variables("ab", [True, False])]
        ['a', 'b']

        """
        values = tuple(domain)
        return [self.variable(values, name) for name in names]

    def _add(self, name: Hashable, values: tuple[Hashable, ...]) -> Variable:
        if name in self._places:
            raise ValueError(f"found {name!r} twice, expected another name for each variable")
        known = dict.fromkeys([*self._known, *values])
        if len(known) > MOST_VALUES:
            raise ValueError(
                f"{name}: found {len(known)} different values in the model, expected at most {MOST_VALUES}"
            )
        for value in values:
            if self._least is not None and not (isinstance(value, int) and value >= self._least):
                expected = f"whole numbers from {self._least} on in a model of a puzzle"
                raise ValueError(f"{name}: found the value {value!r}, expected {expected}")
        self._known = known
        self._places[name] = len(self._variables)
        self._variables.append(Variable(name, values))
        return self._variables[-1]

    def _place(self, variable: Any) -> int:
        name = variable.name if isinstance(variable, Variable) else variable
        if name not in self._places:
            raise ValueError(f"found {name!r}, expected a variable of this model or its name")
        place = self._places[name]
        if isinstance(variable, Variable) and self._variables[place] is not variable:
            raise ValueError(f"found {name!r} of another model, expected a variable of this model or its name")
        return place

    def _scope(self, variables: Iterable[Any]) -> list[int]:
        places = [self._place(variable) for variable in variables]
        if not places:
            raise ValueError("found no variable, expected at least one")
        for index, place in enumerate(places):
            if place in places[:index]:
                raise ValueError(f"found {self._variables[place].name!r} twice, expected different variables")
        return places

    def _post(self, kind: str, name: str | None, short: str, places: list[int], payload: Any) -> None:
        if name is None:
            shown = [str(self._variables[place].name) for place in places[:6]]
            name = f"{short} {' '.join(shown)}" + (" ..." if len(places) > 6 else "")
        self._constraints.append((kind, name, places, payload))

    def all_different(self, variables: Iterable[Any], *, name: str | None = None) -> None:
        """Adds the constraint that variables have different values.

        With `inference=gac`, the default, every remaining value is part of an assignment with different values (J.-C.
        Régin, AAAI 1994). Weaker levels of inference remove only the values of decided variables.

        Raises:
            ValueError: If a variable is unknown, or listed twice.

        >>> model = Model()
        >>> model.all_different(model.variables("abc", range(3)))
        >>> model.count()
        6

        """
        self._post("different", name, "different", self._scope(variables), None)

    def different(self, one: Any, other: Any, offset: int = 0, *, name: str | None = None) -> None:
        """Adds the constraint `one != other + offset`.

        Raises:
            ValueError: If a variable is unknown, or both are the same.
            TypeError: If the offset is not a whole number, or is not 0 and a value is not a whole number.

        >>> model = Model()
        >>> queens = model.variables(range(8), range(8))
        >>> model.all_different(queens)
        >>> for i, j in itertools.combinations(range(8), 2):
        ...     model.different(i, j, j - i)
        ...     model.different(i, j, i - j)
        >>> model.count()
        92

        """
        places = self._scope([one, other])
        offset = _integer("offset", offset)
        if offset:
            self._whole(places)
        text = f" {offset:+d}" if offset else ""
        sign = f"{self._variables[places[0]].name} != {self._variables[places[1]].name}{text}"
        self._post("unequal", sign if name is None else name, "", places, offset)

    def _whole(self, places: Iterable[int]) -> None:
        for place in places:
            variable = self._variables[place]
            for value in variable.domain:
                if not isinstance(value, int):
                    raise TypeError(f"found the value {value!r} of {variable.name!r}, expected whole numbers")

    def sum(self, variables: Iterable[Any], comparison: str, constant: int, *, name: str | None = None) -> None:
        """Adds a comparison of a sum with a number, as `linear` with coefficients of 1.

        >>> model = Model()
        >>> model.sum(model.variables("ab", range(7)), ">=", 11)
        >>> model.count()
        3

        """
        variables = list(variables)
        self.linear(variables, [1] * len(variables), comparison, constant, name=name)

    def linear(
        self,
        variables: Iterable[Any],
        coefficients: Iterable[int],
        comparison: str,
        constant: int,
        *,
        name: str | None = None,
    ) -> None:
        """Adds a comparison of a weighted sum of variables with a number.

        Propagation of equations is domain consistent if there are few sums, and bounds consistent otherwise. It is
        stronger for variables that other constraints force to be different.

        Args:
            variables: The variables, whose values are whole numbers. The coefficients of a variable that is listed
                twice are added.
            coefficients: A whole number of 32 bits for each variable.
            comparison: `==`, `!=`, `<=` or `>=`.
            constant: The number.
            name: The name in traces.

        Raises:
            ValueError: If a variable or the comparison is unknown, or the numbers of variables and coefficients differ.
            TypeError: If a value is not a whole number.

        >>> model = Model()
        >>> x, y = model.variable(range(10)), model.variable(range(10))
        >>> model.linear([x, y], [2, -3], "==", 1)
        >>> [(solution["x1"], solution["x2"]) for solution in model.solutions()]
        [(2, 1), (5, 3), (8, 5)]

        """
        known = ("==", "!=", "<=", ">=")
        if comparison not in known:
            raise ValueError(f"comparison: found {comparison!r}, expected one of {', '.join(known)}")
        places = [self._place(variable) for variable in variables]
        factors = [_integer(f"coefficients[{index}]", factor) for index, factor in enumerate(coefficients)]
        constant = _integer("constant", constant)
        if len(places) != len(factors) or not places:
            raise ValueError(
                f"found {len(factors)} coefficients of {len(places)} variables, expected one for each, at least one"
            )
        self._whole(places)
        weights: dict[int, int] = {}
        for place, factor in zip(places, factors, strict=True):
            weights[place] = weights.get(place, 0) + factor
        for factor in weights.values():
            if not -(2**31) < factor < 2**31:
                raise ValueError(f"found the coefficient {factor}, expected one of 32 bits")
        if not -(2**53) < constant < 2**53:
            raise ValueError(f"found the constant {constant}, expected one of 53 bits")
        payload = (list(weights.values()), comparison, constant)
        self._post("linear", name, f"sum {comparison} {constant} of", list(weights), payload)

    def table(self, variables: Iterable[Any], tuples: Iterable[Sequence[Any]], *, name: str | None = None) -> None:
        """Adds a table of the combinations of values that variables may have.

        Every remaining value is part of an allowed combination. The tuples become an automaton in which common
        beginnings and ends are merged, which makes similar tuples cheap (K. C. K. Cheng and R. H. C. Yap, Constraints
        15, 2010).

        Args:
            variables: The variables.
            tuples: The combinations, each with a value for each variable. A tuple with a value outside its domain is
                ignored.
            name: The name in traces.

        Raises:
            ValueError: If a variable is unknown or listed twice, or a tuple has a different length.

        >>> model = Model()
        >>> model.table(model.variables("ab", range(3)), [(0, 1), (1, 2), (5, 5)])
        >>> list(model.solutions())
        [{'a': 0, 'b': 1}, {'a': 1, 'b': 2}]

        """
        places = self._scope(variables)
        domains = [frozenset(self._variables[place].domain) for place in places]
        rows: list[tuple[Any, ...]] = []
        for index, row in enumerate(tuples):
            values = tuple(row)
            if len(values) != len(places):
                raise ValueError(f"tuple {index}: found {len(values)} values, expected {len(places)}")
            if all(value in domain for value, domain in zip(values, domains, strict=True)):
                rows.append(values)
        self._post("table", name, "table of", places, rows)

    def predicate(
        self,
        variables: Iterable[Any],
        function: Callable[..., Any],
        *,
        most: int = 10_000,
        name: str | None = None,
    ) -> None:
        """Adds the constraint that a function of the values of variables returns true.

        If the domains have few combinations, the function is called for all of them immediately, and the allowed ones
        become a table, which is fast and domain consistent. Otherwise, the function is called during the search, with
        the GIL: when only one variable is undecided, for each of its values. It must always return the same result
        for the same values.

        Args:
            variables: The variables.
            function: Takes the values in the order of the variables, and returns whether they are allowed.
            most: The largest number of combinations that become a table.
            name: The name in traces; by default the name of the function.

        Raises:
            ValueError: If a variable is unknown or listed twice.

        An exception in the function ends the call, or the search, and is raised.

        >>> model = Model()
        >>> model.predicate(model.variables("abc", range(1, 20)), lambda a, b, c: a * a + b * b == c * c)
        >>> model.count()
        10

        """
        places = self._scope(variables)
        domains = [self._variables[place].domain for place in places]
        short = f"{getattr(function, '__name__', 'predicate')} of"
        combinations = 1
        for domain in domains:
            combinations *= len(domain)
        if combinations <= most:
            rows = [row for row in itertools.product(*domains) if function(*row)]
            self._post("table", name, short, places, rows)
        else:
            self._post("predicate", name, short, places, function)

    def search(
        self,
        strategy: str = "gac-mrv",
        *,
        variable: VariableFunction | None = None,
        value: ValueFunction | None = None,
        events: Iterable[EventKind] | None = None,
        nodes: int | None = None,
        time: Time | None = None,
        solutions: int | None = 1,
        words: bool = True,
    ) -> Search:
        """Searches for solutions and returns an iterator of events. The arguments are those of `arcdoku.search`.

        In events and in the states that functions receive, cells are names of variables, and digits are values.

        Raises:
            ValueError: If the strategy or a kind of event is unknown.

        >>> model = Model()
        >>> model.all_different(model.variables("ab", ["x", "y"]))
        >>> [event for event in model.search(solutions=None, events=["try", "solution"])][:2]
        [Try(depth=0, cell='a', cell_index=0, digit='x'), Solution(depth=1, solution={'a': 'x', 'b': 'y'})]

        """
        given = options(word("strategy", strategy), nodes, time, solutions, variable, value)
        values, numbers = self._values()
        digit = {value: index for index, value in enumerate(values)}
        grid = None if self._puzzle is None else self._puzzle._data
        cells = 0 if self._puzzle is None else len(self._puzzle._data.cells(False))
        domains = [sum(1 << digit[value] for value in variable.domain) for variable in self._variables[cells:]]
        constraints = [self._native(constraint, digit, values) for constraint in self._constraints]
        native = _native.model_search(grid, domains, constraints, self.names, values, numbers, given)
        return Search(native, events, _words if words else None)

    def _values(self) -> tuple[list[Any], list[int]]:
        """All values by the index of their digit, and their numbers; 0 for values that are not numbers."""
        # Booleans are numbers, and keep their values.
        given = {value: value for value in self._known if isinstance(value, int)}
        whole = sorted(given)
        others = [value for value in self._known if not isinstance(value, int)]
        # Sums are faster without gaps between values.
        if whole and whole[-1] - whole[0] < MOST_VALUES - len(others):
            whole = [*range(whole[0], whole[-1] + 1)]
        values = [*(given.get(number, number) for number in whole), *others]
        return values, [*map(int, whole), *([0] * len(others))]

    def _native(
        self, constraint: tuple[str, str, list[int], Any], digit: dict[Any, int], values: list[Any]
    ) -> tuple[str, str, list[int], Any]:
        """A constraint whose values are digits."""
        kind, name, places, payload = constraint
        if kind == "unequal":
            every = (1 << len(values)) - 1
            other = [digit.get(value - payload) if isinstance(value, int) else digit[value] for value in values]
            masks = [every if place is None else every & ~(1 << place) for place in other]
            return "pairs", name, places, masks
        if kind == "table" and len(places) == 2:
            masks = [0] * len(values)
            for one, two in payload:
                masks[digit[one]] |= 1 << digit[two]
            return "pairs", name, places, masks
        if kind == "table":
            return kind, name, places, [bytes(digit[value] for value in row) for row in payload]
        return constraint

    def solve(self, strategy: str = "gac-mrv") -> dict[Any, Any] | None:
        """Returns a solution, with a value for each name; `None` if there is none. For limits, use `search`.

        >>> model = Model()
        >>> model.sum(model.variables("ab", range(3)), "==", 4)
        >>> model.solve()
        {'a': 2, 'b': 2}

        """
        search = self.search(strategy, events=[], words=False)
        search.run()
        solution: dict[Any, Any] | None = search.solution
        return solution

    def solutions(self, strategy: str = "gac-mrv") -> Iterator[dict[Any, Any]]:
        """Iterates over all solutions, as they are found.

        >>> model = Model()
        >>> model.all_different(model.variables("ab", range(2)))
        >>> list(model.solutions())
        [{'a': 0, 'b': 1}, {'a': 1, 'b': 0}]

        """
        for event in self.search(strategy, events=["solution"], solutions=None, words=False):
            if isinstance(event, Solution):
                yield event.solution

    def count(self, strategy: str = "gac-mrv") -> int:
        """Returns the number of solutions.

        >>> Model.from_puzzle("." * 16).count()
        288

        """
        search = self.search(strategy, events=[], solutions=None, words=False)
        search.run()
        return search.stats.solutions
