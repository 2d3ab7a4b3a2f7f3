"""Learning from Sudoku: data sets that do not leak."""

from arcdoku.learn._augment import GROUP_ORDER, Augmented, augment
from arcdoku.learn._steps import TECHNIQUES, PathEnd, Steps, steps, unpack

__all__ = ["GROUP_ORDER", "TECHNIQUES", "Augmented", "PathEnd", "Steps", "augment", "steps", "unpack"]
