"""Replies to questions about how a person solves: ratings, steps, hints, paths."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from arcdoku._results import Events, Field, HintOutcome, Items, Limit, RateOutcome, Reply

if TYPE_CHECKING:
    from arcdoku._puzzle import Puzzle


class Rating(Reply):
    """How hard a puzzle is for a person.

    Attributes:
        outcome: `rated`, `unsolved` (the techniques of the scale do not solve it), `multiple`, `mistakes`,
            `unsatisfiable`, `unknown` (a limit was reached first), or `outside` (excluded by `min`, `max`, `pearl` or
            `diamond`).
        scale: the scale; `logic` for puzzles that have additional rules or are not 9x9.
        level: `Easy`, `Medium`, `Hard`, `Unfair` or `Extreme`; absent on the `se` and `logic` scales.
        score: the sum of the scores of all steps; on the `logic` scale, the sum of all ratings in tenths.
        er: on the `se` scale, the rating of the hardest step; 20.0 if the scale does not solve the puzzle.
        ep: on the `se` scale, the rating of the hardest step up to the first step that fills a cell.
        ed: on the `se` scale, the rating of the first step.
        hardest_step: on the `logic` scale, the rating of the hardest step.
        steps: the number of steps.
        hardest: the hardest technique.
        techniques: the number of steps of each technique.
        limit: the limit that ended the work.

    """

    outcome = Field[RateOutcome]("unknown")
    scale = Field[str]("")
    level = Field[str | None]()
    score = Field[int | None]()
    er = Field[float | None]()
    ep = Field[float | None]()
    ed = Field[float | None]()
    hardest_step = Field[float | None]()
    steps = Field[int | None]()
    hardest = Field[str | None]()
    techniques = Field[dict[str, int]]({})
    limit = Field[Limit | None]()
    _shown = ("outcome", "scale", "level", "score", "er", "ep", "ed", "hardest_step", "steps", "hardest", "limit")

    @property
    def value(self) -> float | None:
        """The number that orders puzzles on this scale: the ER, the score, or the rating of the hardest step."""
        number = next((at for at in (self.er, self.hardest_step, self.score) if at is not None), None)
        return None if number is None else float(number)


class Step(Reply):
    """A deduction of a person.

    Attributes:
        index: the position in its path or list, from 1.
        technique: the technique, as on the command line: `x-wing`.
        name: the name of the technique.
        digits: the digits of the pattern.
        placements: digits to place, each with `cell` and `digit`.
        eliminations: candidates to eliminate, each with `cell` and `digit`.
        level: the level of the technique, if the scale has levels.
        score: the score of the step, if the scale has scores.
        rating: the rating of the step, on the `se` and `logic` scales.
        premises: the pattern, one or two sentences per part.
        why: the reason why the conclusion follows.
        conclusion: the conclusion.
        notation: the step in Eureka or short notation.
        library: the state before the step and the step, as a line of a regression library (steps of a path).
        direct: singles that follow before any other technique is needed (lists of steps).
        singles: singles that follow in total (lists of steps).
        solves: whether these singles solve the puzzle (lists of steps).
        picture: the content of a drawing: marks, groups, houses and links.

    """

    index = Field[int](1)
    technique = Field[str]("")
    name = Field[str]("")
    code = Field[str | None]()
    digits = Field[list[int]]([])
    placements = Field[list[dict[str, Any]]]([])
    eliminations = Field[list[dict[str, Any]]]([])
    level = Field[str | None]()
    score = Field[int | None]()
    rating = Field[float | None]()
    premises = Field[list[str]]([])
    why = Field[str]("")
    conclusion = Field[str]("")
    notation = Field[str]("")
    library = Field[str | None]()
    direct = Field[int | None]()
    singles = Field[int | None]()
    solves = Field[bool | None]()
    picture = Field[dict[str, Any]]({})
    _shown = ("index", "technique", "notation")

    def __init__(
        self,
        data: Mapping[str, Any],
        puzzle: "Puzzle | None" = None,
        draw: "Callable[[int], str] | None" = None,
    ) -> None:
        super().__init__(data, puzzle)
        self._draw = draw

    @property
    def text(self) -> str:
        """The step in words."""
        return "\n".join([*self.premises, self.why, self.conclusion])

    @property
    def state(self) -> "Puzzle":
        """The puzzle in the state before the step, with its digits and remaining candidates.

        Raises:
            ValueError: if the step is not part of a path of a plain 9x9 puzzle.

        """
        from arcdoku._puzzle import Puzzle

        if not self.library:
            raise ValueError("only steps of the paths of plain 9x9 puzzles keep their state")
        return Puzzle(self.library, from_="library")

    def svg(self) -> str:
        """The drawing of the step.

        Raises:
            ValueError: if the step is not part of a path or a hint.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> puzzle.path()[0].svg()[:4]
        '<svg'

        """
        if self._draw is None:
            raise ValueError("only steps of paths and hints have drawings")
        return self._draw(self.index)

    def __str__(self) -> str:
        return f"{self.index}. {self.name}\n{self.text}"

    def _repr_html_(self) -> str:
        from arcdoku import _display

        return _display.step(self, self.svg() if self._draw is not None else "")


class Steps(Reply, Items[Step]):
    """All steps of a state, easiest first.

    Attributes:
        data: the JSON of the command line.
        outcome: `open`, `mistakes`, `unsatisfiable` or `unknown`.
        limit: the limit that ended the search; there may be more steps.

    """

    outcome = Field[str]("")
    limit = Field[str | None]()

    def __init__(self, data: Mapping[str, Any], puzzle: "Puzzle | None" = None) -> None:
        super().__init__(data, puzzle)
        self._items = [Step(step, puzzle) for step in data.get("steps", [])]

    def __repr__(self) -> str:
        return f"<Steps outcome={self.outcome!r} of {len(self)}>"

    def _repr_html_(self) -> str:
        from arcdoku import _display

        names = ["index", "name", "level", "score", "direct", "singles", "notation"]
        return _display.table([step.data for step in self._items], names)


class Hint(Reply):
    """Help with the next step, or mistakes. `str()` is its text.

    Attributes:
        outcome: `hint`, `mistakes`, `solved`, `stuck` (no technique of the scale finds more), `unsatisfiable`,
            `unknown`, or `long` (with `quick=True`: only techniques that take long may find more).
        grade: `vague`, `concrete` or `full`.
        text: the hint, line by line.
        solutions: `one` or `several`; `None` if it is not known whether there is a solution.
        technique: the technique of the next step.
        level: the level of the technique.
        score: the score of the step.
        rating: the rating of the step, on the `se` and `logic` scales.
        notation: the step in Eureka or short notation, at the grade `full`.
        mistakes: the mistakes, at the grade `full`.
        places: where to look, at the grade `concrete`.
        progress: the progress of the state: `percent`, `level`, `left` and `whole`.
        limit: the limit that ended the work.

    """

    outcome = Field[HintOutcome]("unknown")
    grade = Field[str]("")
    text = Field[list[str]]([])
    solutions = Field[Literal["one", "several"] | None]()
    technique = Field[str | None]()
    level = Field[str | None]()
    score = Field[int | None]()
    rating = Field[float | None]()
    notation = Field[str | None]()
    mistakes = Field[list[dict[str, Any]]]([])
    places = Field[list[str]]([])
    progress = Field[dict[str, Any]]({})
    limit = Field[Limit | None]()
    _shown = ("outcome", "grade", "technique", "text")

    def __init__(
        self, data: Mapping[str, Any], puzzle: "Puzzle | None" = None, draw: "Callable[[], str] | None" = None
    ) -> None:
        super().__init__(data, puzzle)
        self._draw = draw

    @property
    def step(self) -> Step | None:
        """The step; `None` unless the grade is `full`."""
        step = self.data.get("step")
        if step is None:
            return None
        names = ["level", "score", "rating", "notation"]
        weight: dict[str, Any] = {name: self.data[name] for name in names if name in self.data}
        return Step({**step, **weight}, self._puzzle, lambda _: self.svg())

    def svg(self) -> str:
        """The drawing of the step, at every grade; empty if there is no step.

        Raises:
            ValueError: if the hint was loaded without its puzzle.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> puzzle.hint().svg()[:4]
        '<svg'

        """
        if self._draw is None:
            raise ValueError("the hint was loaded without its puzzle")
        return self._draw()

    def __str__(self) -> str:
        return "\n".join(self.text)

    def _repr_html_(self) -> str:
        from arcdoku import _display

        # A drawing would reveal the whole step.
        return _display.hint(self, self.svg() if self.grade == "full" and self._draw is not None else "")


class Path(Events[Step]):
    """How a person solves a puzzle: a sequence of steps, each the simplest that applies. A notebook shows a slider.

    Attributes:
        data: the events of the command line: a start, the steps, an end.
        puzzle: the puzzle.
        outcome: `solved`, `stuck` (no technique of the scale finds more), `multiple`, `mistakes`, `unsatisfiable`, or
            `unknown` (a limit was reached first).
        rating: the level and score; the ER, EP and ED; or the rating of the hardest step.
        techniques: the number of steps of each technique.

    """

    def __init__(self, data: list[dict[str, Any]], puzzle: "Puzzle", options: dict[str, Any]) -> None:
        self.data = data
        self.puzzle = puzzle
        self._options = options
        self._page: tuple[str, list[str]] | None = None
        end = data[-1] if data else {}
        self.outcome = str(end.get("outcome", ""))
        self.techniques: dict[str, int] = end.get("techniques", {})
        known = ("level", "score", "er", "ep", "ed", "hardest_step")
        self.rating: dict[str, Any] = {name: end[name] for name in known if name in end}
        self._items = [Step(event, puzzle, self.svg) for event in data if event.get("event") == "step"]

    def html(self) -> str:
        """An HTML page with all steps and their drawings, self-contained and without scripts.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> puzzle.path().html()[:15]
        '<!DOCTYPE html>'
        """
        return self.puzzle.explain(format="html", **self._options)

    def svg(self, index: int) -> str:
        """The drawing of a step.

        Args:
            index: the position of the step on the path, from 1.

        Raises:
            ValueError: if there is no such step.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> puzzle.path().svg(1)[:4]
        '<svg'

        """
        if not 1 <= index <= len(self):
            raise ValueError(f"index: found {index}, expected 1 to {len(self)}")
        return self.puzzle.explain(format="svg", step=index, **self._options)

    def __reduce__(self) -> tuple[Any, ...]:
        return Path, (self.data, self.puzzle, self._options)

    def __repr__(self) -> str:
        rating = "".join(f" {name}={value!r}" for name, value in self.rating.items())
        return f"<Path outcome={self.outcome!r}{rating} of {len(self)} steps>"

    def __str__(self) -> str:
        return self.puzzle.explain(**self._options)

    def _repr_html_(self) -> str:
        from arcdoku import _display

        return _display.path(self)
