"""Sudoku as a constraint satisfaction problem: solve, explain, rate and generate puzzles, make data sets, teach.

| name | content |
|---|---|
| `arcdoku.events` | the events of searches |
| `arcdoku.csp` | models of other constraint problems |
| `arcdoku.frames` | functions over columns of polars, DuckDB and pandas |
| `arcdoku.learn` | data sets: augmentation, splits, audits, steps as arrays, writers |
| `arcdoku.results` | the classes of replies, for type annotations |
| `arcdoku.widget` | an interactive board for notebooks |
"""

import importlib
from types import ModuleType

from arcdoku import events
from arcdoku._arrays import (
    Outcome,
    RatedHodoku,
    RatedSe,
    Solved,
    Symmetries,
    canon,
    count,
    grids,
    key,
    minimal,
    rate_hodoku,
    rate_se,
    reasons,
    solve,
    symmetries,
    transform,
    verify,
)
from arcdoku._generate import Generated, generate
from arcdoku._label import label
from arcdoku._native import SearchState, __version__
from arcdoku._profiler import profile
from arcdoku._puzzle import Puzzle
from arcdoku._questions import layouts, practice, regress, rules, schema, strategies, study, techniques
from arcdoku._scan import scan
from arcdoku._search import Comparison, Search, SearchStats, StrategyResult, compare, search, search_svg

# Modules that need optional packages or are slow to import. They are imported when they are first used.
_LAZY = ["csp", "frames", "learn", "results", "widget"]

__all__ = [
    "Comparison",
    "Generated",
    "Outcome",
    "Puzzle",
    "RatedHodoku",
    "RatedSe",
    "Search",
    "SearchState",
    "SearchStats",
    "Solved",
    "StrategyResult",
    "Symmetries",
    "__version__",
    "canon",
    "compare",
    "count",
    "events",
    "generate",
    "grids",
    "key",
    "label",
    "layouts",
    "minimal",
    "practice",
    "profile",
    "rate_hodoku",
    "rate_se",
    "reasons",
    "regress",
    "rules",
    "scan",
    "schema",
    "search",
    "search_svg",
    "solve",
    "strategies",
    "study",
    "symmetries",
    "techniques",
    "transform",
    "verify",
]


def __getattr__(name: str) -> ModuleType:
    """Imports a module when it is first used."""
    if name in _LAZY:
        return importlib.import_module(f"arcdoku.{name}")
    raise AttributeError(f"module 'arcdoku' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_LAZY])
