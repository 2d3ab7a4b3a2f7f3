"""Machine learning with Sudoku: data sets without leaks.

| name | content |
|---|---|
| `augment` | random transformed boards, uniform over the symmetries of Sudoku |
| `split` | parts without a common class, solution or board |
| `audit` | a report on leaks, repetitions and improper puzzles |
| `steps` | states, techniques and actions of human solving, as arrays |
| `verify` | rewards for answers |
| `write_recursive` | arrays for recursive-reasoning models |
| `write_parquet` | Parquet with solutions, ratings, keys |
| `card` | a data card in Markdown |

A complete example, from generation to files for training:

>>> import arcdoku, tempfile
>>> from arcdoku.learn import About, audit, split, write_parquet, write_recursive
>>> made = arcdoku.generate(40, seed=1)
>>> train, test = split(made.puzzles, fractions=(0.8, 0.2), seed=1)
>>> audit(made.puzzles[train], made.puzzles[test], scale=None).is_clean
True
>>> about = About(made="arcdoku.generate(40, seed=1)", split="By class, 80 % and 20 %, with the seed 1.")
>>> with tempfile.TemporaryDirectory() as folder:
...     for part, rows, images in [("train", train, 7), ("test", test, 0)]:
...         puzzles, solutions = made.puzzles[rows], made.solutions[rows]
...         facts = write_recursive(folder, puzzles, solutions, part=part, k=images, seed=1, about=about)
...         print(part, facts["total_puzzles"] == (1 + images) * len(rows))
...     write_parquet(f"{folder}/all.parquet", made, about=about)
train True
test True
40

`augment` draws images in memory, for models that read arrays:

>>> from arcdoku.learn import augment
>>> augment(made.puzzles[train], made.solutions[train], seed=1, k=8).boards.shape[0] == 8 * len(train)
True
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
