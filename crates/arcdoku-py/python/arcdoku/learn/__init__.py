"""Learning from Sudoku: data sets that do not leak.

| name | content |
|---|---|
| `augment` | random images of boards, uniform over the symmetries of Sudoku |
| `split` | parts that share no class, solution or board |
| `audit` | a report on leaks, repetitions and improper puzzles |
| `steps` | the states, techniques and actions of a person, as arrays |
| `verify` | rewards of answers |
| `write_recursive` | arrays for recursive-reasoning models |
| `write_parquet` | Parquet with solutions, ratings, keys |
| `card` | a data card in Markdown |
"""

from arcdoku._arrays import verify
from arcdoku.learn._audit import Audit, PartAudit, audit
from arcdoku.learn._augment import GROUP_ORDER, Augmented, augment
from arcdoku.learn._card import About, card
from arcdoku.learn._split import split
from arcdoku.learn._steps import TECHNIQUES, PathEnd, Steps, steps, unpack
from arcdoku.learn._write import write_parquet, write_recursive

__all__ = [
    "GROUP_ORDER",
    "TECHNIQUES",
    "About",
    "Audit",
    "Augmented",
    "PartAudit",
    "PathEnd",
    "Steps",
    "audit",
    "augment",
    "card",
    "split",
    "steps",
    "unpack",
    "verify",
    "write_parquet",
    "write_recursive",
]
