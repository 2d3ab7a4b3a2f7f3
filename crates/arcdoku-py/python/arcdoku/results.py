"""The classes of replies, for type annotations."""

from arcdoku._label import Labelled, Labelling
from arcdoku._questions import Exercise, Regression, RuleKind, TechniquePage
from arcdoku._results import (
    Backdoors,
    Canon,
    Check,
    Count,
    Difference,
    Equal,
    Estimate,
    Layout,
    Mistakes,
    Necessary,
    Puzzles,
    Reply,
    Restriction,
    Solution,
    Table,
    Trace,
    TrueCandidates,
    Unavoidable,
    Verdict,
)
from arcdoku._scan import Scan, ScannedCell
from arcdoku._solving import Solutions
from arcdoku._steps import Hint, Path, Rating, Step, Steps

__all__ = [
    "Backdoors",
    "Canon",
    "Check",
    "Count",
    "Difference",
    "Equal",
    "Estimate",
    "Exercise",
    "Hint",
    "Labelled",
    "Labelling",
    "Layout",
    "Mistakes",
    "Necessary",
    "Path",
    "Puzzles",
    "Rating",
    "Regression",
    "Reply",
    "Restriction",
    "RuleKind",
    "Scan",
    "ScannedCell",
    "Solution",
    "Solutions",
    "Step",
    "Steps",
    "Table",
    "TechniquePage",
    "Trace",
    "TrueCandidates",
    "Unavoidable",
    "Verdict",
]
