"""Puzzles in photos."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from arcdoku import _native
from arcdoku._options import flag, question, wrong
from arcdoku._results import Field, Reply

if TYPE_CHECKING:
    from arcdoku._puzzle import Puzzle


class ScannedCell(Reply):
    """A cell in a photo.

    Attributes:
        kind: `blank`, `printed` or `handwritten`.
        digit: the digit; `None` if the cell is blank. In grids that count from 0 to F, 0 is digit 1.
        probability: the probability of this content, judged from this cell alone, from 0 to 1.
        printed: the probabilities of printed digits: blank first, then the digits from 1.
        handwritten: the probabilities of handwritten digits from 1.

    """

    kind = Field[Literal["blank", "printed", "handwritten"]]("blank")
    digit = Field[int | None]()
    probability = Field[float](0.0)
    printed = Field[list[float]]([])
    handwritten = Field[list[float]]([])
    _shown = ("kind", "digit", "probability")


class Scan(Reply):
    """A grid in a photo, or the reason why there is none.

    `str()` is the clues as one string (empty without a grid), `bool()` whether there is a grid.

    Attributes:
        image: the path; `image` for bytes and arrays.
        shape: the shape, if it does not follow from the number of cells: `3x2`.
        certain: whether every other puzzle is improbable.
        probability: the probability of the puzzle compared with the second most probable puzzle with exactly one
            solution, from 0 to 1; 0 without a solution.
        solution: the solution as one string, if there is exactly one.
        second: the clues of the second most probable puzzle as one string.
        corners: the corners of the grid in pixels of the upright image, clockwise from the top left: `[x, y]`.
        doubtful: cells whose content may be wrong.
        wrong: cells whose handwritten digit differs from the solution.
        error: why there is no grid.

    """

    image = Field[str]("")
    shape = Field[str | None]()
    certain = Field[bool](False)
    probability = Field[float](0.0)
    solution = Field[str | None]()
    second = Field[str | None]()
    corners = Field[list[list[float]]]([])
    doubtful = Field[list[str]]([])
    wrong = Field[list[str]]([])
    error = Field[str | None]()
    _shown = ("puzzle", "shape", "certain", "doubtful", "error")

    @property
    def puzzle(self) -> "Puzzle":
        """The clues as a puzzle.

        Raises:
            ValueError: if there is no grid.

        """
        from arcdoku._puzzle import Puzzle

        if self.error is not None:
            raise ValueError(f"{self.image}: {self.error}")
        return Puzzle(self.data["puzzle"], box=self.shape)

    @property
    def cells(self) -> list[ScannedCell]:
        """All cells, row by row."""
        return [ScannedCell(cell) for cell in self.data.get("cells", [])]

    def __str__(self) -> str:
        return str(self.data.get("puzzle", ""))

    def __bool__(self) -> bool:
        return self.error is None

    def _repr_svg_(self) -> str | None:
        return self.puzzle.svg() if self else None


# The modes of Pillow that are not converted: gray, RGB and RGBA; and deep gray, which is refused.
_MODES = {"L", "RGB", "RGBA", "I", "F", "I;16", "I;16L", "I;16B", "I;16N"}

# The maximum size of a file, in bytes.
_MOST_BYTES = 64 << 20


def _content(image: Any) -> tuple[bytes, tuple[int, int, int] | None]:
    """The bytes of a file; or the pixels of an array, with its numbers of rows, columns and channels."""
    if getattr(image, "mode", "L") not in _MODES and hasattr(image, "convert"):
        image = image.convert("RGBA")
    try:
        view = memoryview(image)
    except TypeError:
        if not hasattr(image, "__array_interface__"):
            expected = "a path, the bytes of a JPEG, PNG or WebP file, or an array of pixels"
            raise TypeError(wrong("image", image, expected)) from None
        import numpy as np

        view = memoryview(cast(Any, np.asarray(image)))
    dtype, shape = getattr(image, "dtype", None), view.shape or ()
    if dtype is None and len(shape) == 1 and view.itemsize == 1:
        return image if isinstance(image, bytes) else view.tobytes(), None
    if view.format not in ("B", "<B"):
        raise ValueError(f"image: found an array of {dtype or repr(view.format)}, expected uint8")
    rows, columns, channels = (*shape, 1, 1, 1)[:3]
    if len(shape) not in (2, 3) or (len(shape) == 3 and channels not in (3, 4)) or view.nbytes == 0:
        expected = "(rows, columns), (rows, columns, 3) or (rows, columns, 4)"
        raise ValueError(f"image: found an array of shape {shape}, expected {expected}")
    return view.tobytes(), (rows, columns, channels)


@overload
def scan(image: Any, *, all: Literal[False] = ...) -> Scan: ...
@overload
def scan(image: Any, *, all: Literal[True]) -> list[Scan]: ...
@question
def scan(image: Any, *, all: bool = False) -> Scan | list[Scan]:
    """Reads a puzzle, or all puzzles, from a photo.

    Printed digits are clues, and handwritten digits are entries. Grids have 4x4, 6x6, 9x9 or 16x16 cells. The clues are
    those of the most probable puzzle with exactly one solution. Photos may be rotated.

    Args:
        image: a path (`str` or `os.PathLike`); the bytes of a JPEG, PNG or WebP file; or pixels: a `uint8` array of
            shape (rows, columns) for gray, (rows, columns, 3) for RGB or (rows, columns, 4) for RGBA, or an image of
            Pillow. Only files are turned upright by their EXIF data.
        all: whether to read all grids, not only the largest one with a solution.

    Returns:
        The grid; without one, a reply whose `error` is the reason, and whose truth value is false. With `all`, a list
        of all grids, which may be empty.

    Raises:
        ValueError: if the bytes are not an image, the image or its file is too large, or the array has another type or
            shape.
        TypeError: if the argument has another type.
        OSError: if the file cannot be read.

    >>> import numpy as np
    >>> scan(np.full((480, 640), 255, np.uint8)).error
    'no grid was found'

    """
    name, several = "image", flag("all", all)
    if isinstance(image, str | os.PathLike):
        name = os.fsdecode(image)
        with Path(name).open("rb") as file:
            content, size = file.read(_MOST_BYTES + 1), None
        if len(content) > _MOST_BYTES:
            raise ValueError(f"{name}: larger than {_MOST_BYTES >> 20} MiB")
    else:
        content, size = _content(image)
    found = [Scan(reply) for reply in json.loads(_native.scan(name, content, size, several))]
    return [scan for scan in found if scan] if several else found[0]
