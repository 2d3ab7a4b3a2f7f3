"""Questions that are not about a single puzzle. Their names are those of the command line."""

import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast, overload

from arcdoku import _native
from arcdoku._options import Names, Time, lines, options_text, question, whole, word, wrong
from arcdoku._results import Field, Layout, Reply, Table

if TYPE_CHECKING:
    from arcdoku._puzzle import Puzzle


def _run(what: str, text: str = "", **options: object) -> str:
    return _native.run(what, text, options_text(options))


class RuleKind(Reply):
    """A kind of rule. A notebook shows the drawing of its example.

    Attributes:
        name: the first word of the text of a rule.
        family: the family of rules that it belongs to.
        example: an example, as text for `Puzzle(rules=[...])`.
        summary: its meaning.
        style: how it is drawn.

    """

    name = Field[str]("")
    family = Field[str]("")
    example = Field[str]("")
    summary = Field[str]("")
    style = Field[str]("")
    _shown = ("name", "example", "summary")

    def svg(self) -> str:
        """The drawing of the example, with its meaning.

        >>> rules("renban").svg()[:4]
        '<svg'
        """
        return _run("rule", self.name)

    def _repr_svg_(self) -> str | None:
        return self.svg() or None


class TechniquePage(Reply):
    """A description of a technique.

    Attributes:
        name: the name on the command line: `x-wing`.
        title: the name in explanations.
        family: the techniques that are searched together.
        definition: the definition.
        level: the minimum level of a puzzle that needs it, if the scale has levels.
        score: the score of a step, if the scale has scores.
        assumes_single: whether it assumes that the puzzle has a single solution.
        code: the code in regression libraries.
        seeing: how to look for it.
        origin: its origin.
        prerequisites: the techniques to know before it: `name` and `title` of each.
        related: related techniques: `name` and `title` of each.
        example: a state with a step of the technique: `library`, `step`, `words` and `notation`.

    """

    name = Field[str]("")
    title = Field[str]("")
    family = Field[str]("")
    definition = Field[str]("")
    level = Field[str | None]()
    score = Field[int | None]()
    assumes_single = Field[bool](False)
    code = Field[str | None]()
    seeing = Field[str | None]()
    origin = Field[str | None]()
    prerequisites = Field[list[dict[str, str]]]([])
    related = Field[list[dict[str, str]]]([])
    example = Field[dict[str, Any] | None]()
    _shown = ("name", "title", "definition")


class Regression(Reply):
    """The result of a regression library.

    Attributes:
        passed: whether every case passed.
        text: the cases that failed, with what was found instead. The last line contains the totals.
        errors: cases that could not be read.

    """

    passed = Field[bool](False)
    text = Field[str]("")
    errors = Field[list[str]]([])
    _shown = ("passed", "text")

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        return self.passed


class Exercise(Reply):
    """A board on which a technique is the next step. Its `puzzle` is in that state.

    Attributes:
        technique: the technique.
        library: the state and the step, as a line of a regression library.
        scale: the scale on which the technique is the next step; `None` if the state has easier steps.
        seed: the seed of the puzzle.

    """

    technique = Field[str]("")
    library = Field[str]("")
    scale = Field[str | None]()
    seed = Field[str]("")
    _shown = ("technique", "scale", "library")

    @property
    def puzzle(self) -> "Puzzle":
        """The board."""
        from arcdoku._puzzle import Puzzle

        return Puzzle(self.library, from_="library")

    def _repr_svg_(self) -> str:
        return self.puzzle.svg()


@overload
def rules(name: None = None) -> Table: ...
@overload
def rules(name: str) -> RuleKind: ...
def rules(name: str | None = None) -> Table | RuleKind:
    """Lists the kinds of rules, or describes one, with a drawing.

    Args:
        name: the first word of the text of a rule.

    Raises:
        ValueError: if there is no such rule; the message lists the names.

    >>> rules("renban").example
    'renban: r1c1 r1c2 r1c3'
    >>> len(rules()) > 100
    True

    """
    rows = lines(_run("rules"))
    if name is None:
        return Table(rows)
    found = next((row for row in rows if row["name"] == name), None)
    if found is None:
        raise ValueError(wrong("name", name, "one of " + ", ".join(row["name"] for row in rows)))
    return RuleKind(found)


@question
def schema(question: str | None = None) -> dict[str, Any]:
    """Returns the JSON Schema of questions.

    The field `questions` has the options and the reply of each question, `$defs` the types of replies.

    Args:
        question: the name of a question, as for `Puzzle.ask` and on the command line; by default all questions.

    Raises:
        ValueError: if there is no such question; the message lists the names.

    >>> schema("estimate")["questions"]["estimate"]["options"]["properties"]["seed"]["default"]
    0

    """
    return cast(dict[str, Any], json.loads(_run("schema", question or "")))


@question
def strategies(*, parts: bool = False) -> Table:
    """Lists the strategies of the search, or their parts.

    Args:
        parts: whether to list the parts.

    >>> strategies()[0]["name"]
    'backtracking'
    >>> sorted(strategies(parts=True)[0])
    ['choices', 'default', 'part', 'summary', 'version']

    """
    return Table(lines(_run("parts" if parts else "strategies")))


@overload
def techniques(name: None = None, *, scale: str = ..., language: str = ..., coordinates: str = ...) -> Table: ...
@overload
def techniques(name: str, *, scale: str = ..., language: str = ..., coordinates: str = ...) -> TechniquePage: ...
@question
def techniques(
    name: str | None = None, *, scale: str = "hodoku", language: str = "en", coordinates: str = "rc"
) -> Table | TechniquePage:
    """Lists the techniques, or describes one.

    Args:
        name: the name of a technique, or its code.
        scale: the scale of levels, scores and ratings: `hodoku`, `relaxed`, `se`, `logic` (for puzzles with rules or of
            other shapes), or a file.
        language: `en` or `de`.
        coordinates: how cells are named: `rc` or `chess`.

    Raises:
        ValueError: if there is no such technique or scale; the message lists the names.

    >>> techniques("x-wing").family
    'fish'
    >>> techniques(scale="se")[0]["rating"]
    1.0

    """
    options = {"scale": scale, "language": language, "coordinates": coordinates}
    if name is None:
        return Table(lines(_run("techniques", **options)))
    return TechniquePage(json.loads(_run("technique", word("name", name), **options)))


@question
def layouts(
    layouts: str | Iterable[str], *, jobs: int | None = None, nodes: int | None = None, time: Time | None = None
) -> list[Layout]:
    """Finds which layouts of jigsaw regions can be filled.

    Args:
        layouts: layouts, or one text with one layout per line. A layout has one character per cell, equal for cells
            of the same region.
        jobs: the number of threads; without it, one per core.
        nodes: the maximum number of nodes for each.
        time: the maximum time for each.

    Returns:
        A reply for each layout. A layout that cannot be read has the outcome `malformed` and a `fault`.

    >>> layouts("1122112233443344")[0].filled
    True

    """
    text = layouts if isinstance(layouts, str) else "\n".join(word("layouts", layout) for layout in layouts)
    return [Layout(row) for row in lines(_run("layouts", text, jobs=jobs, nodes=nodes, time=time))]


@question
def regress(library: str, *, codes: Names | None = None, jobs: int | None = None) -> Regression:
    r"""Runs a regression library, which tests the steps that techniques find.

    Args:
        library: a text with one case per line: `:code-variant:digits:grid:deleted:eliminations:placements:extra`.
        codes: run only cases whose code starts with one of these texts.
        jobs: the number of threads; without it, one per core.

    >>> regress("# no cases\n").text
    '0 passed, 0 failed\n'

    """
    return Regression(json.loads(_run("regress", word("library", library), codes=codes, jobs=jobs)))


@question
def practice(
    technique: str,
    count: int = 1,
    *,
    seed: int = 1,
    tries: int = 10_000,
    nodes: int | None = None,
    time: Time | None = None,
) -> list[Exercise]:
    """Makes boards on which a technique is the next step.

    Args:
        technique: the name of the technique.
        count: the number of boards.
        seed: the first seed.
        tries: the number of puzzles after which the search ends, even with fewer boards.
        nodes: the maximum number of nodes for each puzzle.
        time: the maximum time for each puzzle.

    Raises:
        ValueError: if there is no such technique; the message lists the names.

    >>> board = practice("naked-pair")[0]
    >>> board.puzzle.hint("vague", scale=board.scale).technique
    'naked-pair'

    """
    options = {"count": whole("count", count), "seed": seed, "tries": tries, "nodes": nodes, "time": time}
    return [Exercise(row) for row in lines(_run("practice", word("technique", technique), **options))]


@question
def study(box: str | None = None, *, jobs: int | None = None) -> int:
    """Counts all full grids: for 9x9 by the 416 classes of bands (about a minute), for a smaller shape one by one.

    Args:
        box: boxes of rows x columns, `"2x3"`; feasible up to 6 digits. Without it, 9x9.
        jobs: the number of threads; without it, one per core.

    Raises:
        ValueError: if there are no such boxes.

    >>> study("2x2")
    288

    """
    text = _run("study", "" if box is None else word("box", box), jobs=jobs)
    return int(re.sub(r"\D", "", text.splitlines()[-1]))
