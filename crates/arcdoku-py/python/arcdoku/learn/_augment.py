"""Random images of boards under the symmetries of Sudoku."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from arcdoku import _native
from arcdoku._options import flag, threads_of, whole, wrong
from arcdoku.learn._inputs import Boards, boards_of, usual

GROUP_ORDER = 1_218_998_108_160
"""The number of symmetries of a 9x9 grid: 9! * 3,359,232 = 9! * 6**8 * 2."""


class Augmented(NamedTuple):
    """The images of boards. The images of the first board come first."""

    boards: npt.NDArray[np.uint8]
    """The images, `uint8[n * k, cells]`: row `i * k + j` is image `j` of board `i`."""
    solutions: npt.NDArray[np.uint8] | None
    """The solutions, transformed like the boards; `None` if none were given."""
    source: npt.NDArray[np.int64]
    """The index of the board of each image, `int64[n * k]`."""


def augment(
    boards: Boards,
    solutions: Boards | None = None,
    *,
    seed: int,
    k: int = 1,
    digits: bool = True,
    bands: bool = True,
    stacks: bool = True,
    rows: bool = True,
    columns: bool = True,
    transpose: bool = True,
    keep: bool = False,
    first: int = 0,
    shape: int | None = None,
    threads: int | None = None,
) -> Augmented:
    """Draws k images of each board under the symmetries of Sudoku, uniformly.

    A 9x9 grid has 9! * 3,359,232 symmetries (`GROUP_ORDER`). They rename the digits (9!), permute bands and stacks
    (3! each), permute rows in bands and columns in stacks (3!^3 each), and may transpose the grid (2). Every symmetry
    consists of one choice for each of these parts, in exactly one way. Each part is therefore drawn uniformly and
    independently of the others: permutations by the shuffle of Fisher and Yates, with the generator SplitMix64
    (Steele, Lea and Flood, 2014) and Lemire's exact bounds (2019). An image of a proper puzzle is a proper puzzle of
    the same class. Its ratings can differ slightly, because a rater takes the first of several steps that apply.

    Image `j` of board `i` depends only on the board, the seed, `first + i` and `j`. The number of threads has no
    influence. If `first` is the number of earlier boards, the images do not depend on the batches.

    Args:
        boards: `uint8[n, cells]` or texts, of the usual shape of any size; 0 is an empty cell.
        solutions: The solutions of the boards, or other labels of cells from 0 to N, which are transformed like the
            boards.
        seed: From 0 to 2**64 - 1.
        k: The number of images of each board, from 0.
        digits: Whether to rename digits.
        bands: Whether to permute bands.
        stacks: Whether to permute stacks.
        rows: Whether to permute rows inside their bands.
        columns: Whether to permute columns inside their stacks.
        transpose: Whether grids may be transposed. Grids with boxes that are not square are never transposed.
        keep: Whether image 0 is the board itself.
        first: The number of the first board, from 0.
        shape: The number of digits N. With it, an array of N * N rows of N * N numbers is N * N boards, not one
            larger board. Boxes are the usual ones of this size.
        threads: The number of threads; by default one per core.

    Returns:
        The images, their solutions and the indices of their boards. A number that is not a digit keeps its value. A
        text that is not a board becomes a row of 255.

    Raises:
        ValueError: If shapes differ, or an argument is out of range; for a `Generated` of another shape or with
            rules.

    >>> board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> images = augment([board], seed=1, k=3)
    >>> images.boards.shape, images.source.tolist()
    ((3, 81), [0, 0, 0])
    >>> (images.boards > 0).sum(axis=1).tolist()
    [30, 30, 30]
    >>> moved = augment([board], seed=1, digits=False, bands=False, stacks=False, rows=False, columns=False)
    >>> moved.boards[0, :9].tolist()
    [5, 6, 0, 8, 4, 7, 0, 0, 0]

    """
    size = None if shape is None else whole("shape", shape, 1, 64)
    boards = usual(boards, "boards", "which the symmetries keep")
    source = boards_of(boards, "boards", size)
    labels = None if solutions is None else boards_of(solutions, "solutions", size)
    if labels is not None and labels.shape != source.shape:
        raise ValueError(wrong("solutions", labels.shape, f"the shape of boards, {source.shape}"))
    seed = whole("seed", seed)
    k = whole("k", k, 0, min(2**48, (2**63 - 1) // max(source.size, 8 * len(source), 1)))
    first = whole("first", first)
    keep = flag("keep", keep)
    # The bits of the native function.
    chosen = {"digits": digits, "bands": bands, "stacks": stacks, "rows": rows, "columns": columns}
    chosen["transpose"] = transpose
    parts = sum(1 << bit for bit, (name, is_chosen) in enumerate(chosen.items()) if flag(name, is_chosen))
    count = threads_of("threads", threads)

    def images(of: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        out = np.zeros((len(of) * k, of.shape[1]), np.uint8)
        _native.learn_augment(of, out, seed, k, parts, keep, first, count)
        return out

    made = images(source)
    return Augmented(
        made,
        None if labels is None else images(labels),
        np.repeat(np.arange(len(source), dtype=np.int64), k),
    )
