"""Questions about how a person solves a puzzle."""

from collections.abc import Mapping
from typing import Any

from arcdoku._base import Base
from arcdoku._options import Names, Time, lines, order, question, whole, wrong
from arcdoku._results import Mistakes
from arcdoku._steps import Hint, Path, Rating, Steps


class Person(Base):
    """Questions about a person's way."""

    __slots__ = ()

    @question
    def rate(
        self,
        scale: str = "hodoku",
        *,
        set: Mapping[str, int | str] | None = None,
        no_uniqueness: bool = False,
        without: Names | None = None,
        min: float | str | None = None,
        max: float | str | None = None,
        pearl: bool = False,
        diamond: bool = False,
        time: Time | None = None,
    ) -> Rating:
        """Rates how hard the puzzle is for a person.

        Args:
            scale: `hodoku`, `relaxed`, `se` (Sudoku Explainer), `logic`, or a file with an order of techniques. Puzzles
                with further rules or of other shapes are rated on the scale `logic`.
            set: options of the techniques by their names, such as `{"fish_size": 3}`.
            no_uniqueness: whether techniques that assume a single solution are left out.
            without: names of techniques that are left out.
            min: the minimum hardness; a rating below has the outcome `outside`.
            max: the maximum hardness; the work ends as soon as it is exceeded.
            pearl: whether only pearls are wanted (scale `se`).
            diamond: whether only diamonds are wanted (scale `se`).
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> puzzle.rate()
        <Rating outcome='rated' scale='hodoku' level='Easy' score=204 steps=51 hardest='naked-single'>
        >>> puzzle.rate("se").er
        1.2

        """
        options = {"set": set, "no_uniqueness": no_uniqueness, "without": without, "min": min, "max": max}
        return Rating(self._reply("rate", scale=scale, pearl=pearl, diamond=diamond, time=time, **options), self._me)

    @question
    def hint(
        self,
        grade: str = "full",
        *,
        scale: str | None = None,
        profile: str | None = None,
        set: Mapping[str, int | str] | None = None,
        no_uniqueness: bool = False,
        without: Names | None = None,
        language: str = "en",
        coordinates: str = "rc",
        quick: bool = False,
        time: Time | None = None,
    ) -> Hint:
        """Gives a hint for the next step, or points out mistakes.

        Args:
            grade: the amount of help: `vague` (the technique), `concrete` (also where to look) or `full`.
            scale: the order of techniques: `relaxed` (default), `hodoku`, `se`, `logic`, or a file.
            profile: another name of `scale`.
            set: options of the techniques.
            no_uniqueness: whether techniques that assume a single solution are left out.
            without: names of techniques that are left out.
            language: `en` or `de`.
            coordinates: how cells are named: `rc` (r2c5) or `chess` (B5).
            quick: whether only techniques are tried that are found at once.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> print(puzzle.hint("vague"))
        Look for this: Hidden Single.

        """
        options: dict[str, object] = {
            "scale": order(scale, profile),
            "set": set,
            "no_uniqueness": no_uniqueness,
            "without": without,
            "language": language,
            "coordinates": coordinates,
            "time": time,
        }
        data = self._reply("hint", grade=grade, quick=quick, **options)
        return Hint(data, self._me, lambda: self._ask("hint_svg", **options))

    @question
    def steps(
        self,
        technique: Names | None = None,
        *,
        family: Names | None = None,
        all: bool = False,
        most: int | None = 100,
        scale: str | None = None,
        profile: str | None = None,
        set: Mapping[str, int | str] | None = None,
        no_uniqueness: bool = False,
        without: Names | None = None,
        language: str = "en",
        coordinates: str = "rc",
        time: Time | None = None,
    ) -> Steps:
        """Lists the steps of the state, easiest first.

        Args:
            technique: only these techniques, by their names.
            family: only techniques of these families.
            all: whether techniques that are disabled in the order are included.
            most: the number of steps after which no further technique is searched; `None` for all, which may be many
                thousands.
            scale: the order of techniques: `relaxed` (default), `hodoku`, `logic`, or a file; not `se`.
            profile: another name of `scale`.
            set: options of the techniques.
            no_uniqueness: whether techniques that assume a single solution are left out.
            without: names of techniques that are left out.
            language: `en` or `de`.
            coordinates: how cells are named: `rc` or `chess`.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> puzzle.steps("naked-single")[0].placements
        [{'cell': 'r5c5', 'digit': 5}]

        """
        options: dict[str, object] = {
            "technique": technique,
            "family": family,
            "most": most,
            "scale": order(scale, profile),
            "set": set,
            "without": without,
            "language": language,
            "coordinates": coordinates,
            "time": time,
        }
        head, *found = lines(self._ask("steps", all=all, no_uniqueness=no_uniqueness, **options))
        return Steps({**head, "steps": found}, self._me)

    @question
    def path(
        self,
        scale: str | None = None,
        *,
        profile: str | None = None,
        set: Mapping[str, int | str] | None = None,
        no_uniqueness: bool = False,
        without: Names | None = None,
        language: str = "en",
        coordinates: str = "rc",
        time: Time | None = None,
    ) -> Path:
        """Solves the puzzle as a person does: the steps of `arcdoku explain`, as objects.

        Args:
            scale: the order of techniques: `hodoku` (default), `relaxed`, `se`, `logic`, or a file.
            profile: another name of `scale`.
            set: options of the techniques.
            no_uniqueness: whether techniques that assume a single solution are left out.
            without: names of techniques that are left out.
            language: `en` or `de`.
            coordinates: how cells are named: `rc` or `chess`.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> path = puzzle.path()
        >>> len(path), path[0].technique, path[0].conclusion
        (51, 'naked-single', 'So r5c5 is 5.')

        """
        options: dict[str, Any] = {
            "scale": order(scale, profile),
            "set": set,
            "no_uniqueness": no_uniqueness,
            "without": without,
            "language": language,
            "coordinates": coordinates,
            "time": time,
        }
        return Path(lines(self._ask("explain", format="json", **options)), self._me, options)

    @question
    def explain(
        self,
        language: str = "en",
        *,
        format: str = "text",
        step: int | None = None,
        notation: str = "words",
        scale: str | None = None,
        profile: str | None = None,
        set: Mapping[str, int | str] | None = None,
        no_uniqueness: bool = False,
        without: Names | None = None,
        coordinates: str = "rc",
        time: Time | None = None,
    ) -> str:
        """Explains how a person solves the puzzle, step by step.

        Args:
            language: `en` or `de`.
            format: `text`, `markdown`, `html` (a page with a drawing of each step), `summary` (the number of steps of
                each technique), `json`, or `svg` (the drawing of one step).
            step: the step that is drawn, from 1.
            notation: how steps are written: `words`, `eureka` or `short`.
            scale: the order of techniques: `hodoku` (default), `relaxed`, `se`, `logic`, or a file.
            profile: another name of `scale`.
            set: options of the techniques.
            no_uniqueness: whether techniques that assume a single solution are left out.
            without: names of techniques that are left out.
            coordinates: how cells are named: `rc` or `chess`.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> print(puzzle.explain("de", notation="short").splitlines()[1])
         1. Nackter Einer: r5c5=5

        """
        if step is not None and whole("step", step) == 0:
            raise ValueError(wrong("step", step, "a whole number from 1"))
        return self._ask(
            "explain",
            language=language,
            format=format,
            step=step,
            notation=notation,
            scale=order(scale, profile),
            set=set,
            no_uniqueness=no_uniqueness,
            without=without,
            coordinates=coordinates,
            time=time,
        )

    @question
    def mistakes(self, *, nodes: int | None = None, time: Time | None = None) -> Mistakes:
        """Finds what is wrong on the board: broken rules, and digits and marks that are not as in the solution.

        Args:
            nodes: the maximum number of nodes.
            time: the maximum time.

        >>> from arcdoku import Puzzle
        >>> Puzzle("12......3.....4.", placed="12.1............").mistakes().outcome
        'conflicts'

        """
        return Mistakes(self._reply("mistakes", nodes=nodes, time=time), self._me)
