"""Renders photos of Sudoku grids, with the position of every line crossing and the content of every cell.

All coordinates of a photo are in pixels, and the center of the first pixel is (0, 0). The same seed, fonts and
versions of the packages give the same photos.
"""

from __future__ import annotations

import argparse
import base64
import io
import json
import math
import os
import re
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont

HERE = Path(__file__).resolve().parent
ASSETS = Path(os.environ.get("ARCDOKU_PHOTO_ASSETS", HERE / "assets"))
SHARED = Path(os.environ.get("ARCDOKU_SHARED", HERE.parents[3] / "shared")) / "data" / "photos"

# The classes of the network: blank, printed digits 1 to 9, printed 0, printed letters A to G, handwritten 1 to 9.
CLASSES = 27
BLANK = 0
PRINTED_ZERO = 10
PRINTED_LETTER = 11
HANDWRITTEN = 18

# Rows and columns of a box for each size of the grid.
BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4)}

STRESSES = ("rotation", "tilt", "blur", "noise", "dark", "shadow", "curl", "moire", "jpeg")

FONT_FOLDERS = ("/usr/share/fonts",)
FONT_EXCLUDED = re.compile(
    r"Italic|Oblique|Symbol|Emoji|Math|Ding|Braille|Music|Thin|Hairline|ExtraLight|MathTeX"
    r"|Noto(?!(Sans|Serif|SansMono|SerifDisplay|SansDisplay)-)"
)
FONT_STYLE = re.compile(
    r"-?(Regular|SemiBold|ExtraBold|DemiBold|Bold|Medium|Light|Black|Heavy|Semibold|Book|R|B|L|M|C|RI|BI|LI|MI)$"
)


def printed_class(symbol: str) -> int:
    """Returns the class of a printed symbol: a digit or a letter from A to G."""
    if symbol == "0":
        return PRINTED_ZERO
    return int(symbol) if symbol.isdigit() else PRINTED_LETTER + ord(symbol) - ord("A")


def class_symbol(label: int) -> str:
    """Returns the symbol of a class, or `.` for a blank cell."""
    if label == BLANK:
        return "."
    if label < PRINTED_ZERO:
        return str(label)
    if label == PRINTED_ZERO:
        return "0"
    if label < HANDWRITTEN:
        return chr(ord("A") + label - PRINTED_LETTER)
    return str(label - HANDWRITTEN + 1)


class Photo(NamedTuple):
    """A rendered photo and its truth."""

    gray: np.ndarray  # uint8, height x width
    lattice: np.ndarray  # float32, (n + 1, n + 1, 2): x and y of the line crossings
    labels: np.ndarray  # int, (n, n): classes
    encoded: bytes  # the JPEG file that decodes to `gray`
    conditions: dict  # the strength of each disturbance


class Assets:
    """Fonts, handwritten digits and puzzles.

    The part `test` has the fonts and handwritten digits that the part `train` does not have.
    """

    def __init__(self, part: str = "train", folder: Path = ASSETS):
        self.part = part
        self.families = self._fonts(folder)
        self.names = sorted(self.families)
        self.sheets = self._sheets()
        self.digits = self._handwriting(folder)
        self.puzzles: dict[int, list[tuple[str, str]]] = {}
        for line in (HERE / "puzzles.txt").read_text().splitlines():
            puzzle, solution = line.split()
            self.puzzles.setdefault(math.isqrt(len(puzzle)), []).append((puzzle, solution))
        self._masks: dict[tuple[str, str], np.ndarray] = {}

    def _in_part(self, name: str) -> bool:
        return (zlib.crc32(name.encode()) % 6 == 0) == (self.part == "test")

    def _fonts(self, folder: Path) -> dict[str, list[str]]:
        """Returns the usable font files by family."""
        files = [p for f in FONT_FOLDERS for p in Path(f).rglob("*") if p.suffix.lower() in (".ttf", ".otf")]
        files = [p for p in files if not FONT_EXCLUDED.search(p.stem)]
        files += list((folder / "fonts").glob("*.ttf"))
        families: dict[str, list[str]] = {}
        for path in sorted(files, key=lambda p: p.name):
            family = path.stem.split("-latin-")[0]
            family = FONT_STYLE.sub("", family)
            if self._in_part(family) and is_usable(path):
                families.setdefault(family, []).append(str(path))
        return families

    def _sheets(self) -> list[list[np.ndarray]]:
        """Returns the ten digits of each font of `printed_digits.csv`, as ink from 0 to 1."""
        sheets: dict[str, dict[int, np.ndarray]] = {}
        path = SHARED / "printed_digits.csv"
        if not path.exists():
            return []
        for line in path.read_text().splitlines():
            font, digit, data = line.rsplit(",", 2)
            if not digit.isdigit() or not self._in_part(font):
                continue
            image = np.asarray(Image.open(io.BytesIO(base64.b64decode(data))).convert("L"), np.float32) / 255
            if np.median(np.concatenate([image[0], image[-1], image[:, 0], image[:, -1]])) > 0.5:
                image = 1 - image
            sheets.setdefault(font, {})[int(digit)] = image
        fonts = np.array([[sheets[f][d] for d in range(10)] for f in sorted(sheets) if len(sheets[f]) == 10])
        # Leave out fonts whose digits are unlike those of most fonts, because nobody could read them reliably.
        vectors = fonts.reshape(len(fonts), 10, -1)
        vectors = vectors / (np.linalg.norm(vectors, axis=-1, keepdims=True) + 1e-6)
        nearest = np.einsum("fdp,cp->fdc", vectors, vectors.mean(axis=0)).argmax(axis=-1)
        legible = (nearest == np.arange(10)).sum(axis=1) >= 6
        return [list(font) for font in fonts[legible]]

    def _handwriting(self, folder: Path) -> list[np.ndarray]:
        """Returns the MNIST images of each digit, as uint8 with ink 255."""
        data = np.load(folder / "mnist.npz")
        images, labels = data["images"], data["labels"]
        held_out = np.arange(len(labels)) % 10 == 0
        chosen = held_out if self.part == "test" else ~held_out
        return [images[chosen & (labels == d)] for d in range(10)]

    def mask(self, font: str, symbol: str) -> np.ndarray:
        """Returns a symbol at the font size 100, cropped to its ink, as ink from 0 to 1."""
        key = (font, symbol)
        if key not in self._masks:
            loaded = ImageFont.truetype(font, 100)
            image = Image.new("L", (260, 260))
            ImageDraw.Draw(image).text((80, 60), symbol, fill=255, font=loaded)
            box = image.getbbox() or (0, 0, 1, 1)
            self._masks[key] = np.asarray(image.crop(box), np.float32) / 255
        return self._masks[key]


def is_usable(path: Path) -> bool:
    """Reports whether a font has distinct pictures of all printed symbols."""
    try:
        font = ImageFont.truetype(str(path), 24)
        pictures = [bytes(font.getmask(c)) for c in "0123456789ABCDEFG"]
    except (OSError, ValueError):
        return False
    return all(any(p) for p in pictures) and len(set(pictures)) == len(pictures)


# --- Drawing on paper. A paper is a float32 array of reflected light: 1 is white and 0 is black. ---


def bar(paper: np.ndarray, x0: float, y0: float, x1: float, y1: float, ink: float, dash: float = 0.0) -> None:
    """Draws a filled rectangle with soft edges; with `dash`, as dashes of this length along its longer side."""
    left, top = max(0, math.floor(x0)), max(0, math.floor(y0))
    right, bottom = min(paper.shape[1], math.ceil(x1)), min(paper.shape[0], math.ceil(y1))
    if left >= right or top >= bottom:
        return
    xs, ys = np.arange(left, right, dtype=np.float32), np.arange(top, bottom, dtype=np.float32)
    across = np.clip(np.minimum(xs + 1, x1) - np.maximum(xs, x0), 0, 1)
    down = np.clip(np.minimum(ys + 1, y1) - np.maximum(ys, y0), 0, 1)
    if dash > 0:
        if x1 - x0 > y1 - y0:
            across = across * (((xs - x0) / dash) % 1.0 < 0.55)
        else:
            down = down * (((ys - y0) / dash) % 1.0 < 0.55)
    paper[top:bottom, left:right] *= 1 - ink * np.outer(down, across)


def stamp(paper: np.ndarray, alpha: np.ndarray, x: float, y: float, ink: float) -> None:
    """Draws a picture of ink with its center at (x, y)."""
    height, width = alpha.shape
    left, top = round(x - width / 2), round(y - height / 2)
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(paper.shape[1], left + width), min(paper.shape[0], top + height)
    if x0 < x1 and y0 < y1:
        paper[y0:y1, x0:x1] *= 1 - ink * alpha[y0 - top : y1 - top, x0 - left : x1 - left]


def resized(alpha: np.ndarray, width: float, height: float) -> np.ndarray:
    """Resizes a picture of ink."""
    size = (max(1, round(width)), max(1, round(height)))
    image = Image.fromarray(np.asarray(alpha * 255, np.uint8)).resize(size, Image.Resampling.BICUBIC)
    return np.asarray(image, np.float32) / 255


def printed_symbols(
    rng: np.random.Generator, assets: Assets, symbols: str, height: float, widest: float, sheets: float = 0.3
) -> dict:
    """Returns pictures of symbols in one random font, with the tallest digit of the given height.

    `sheets` is the chance of a font of `printed_digits.csv`.
    """
    use_sheet = assets.sheets and rng.random() < sheets and all(c.isdigit() for c in symbols)
    if use_sheet:
        sheet = assets.sheets[rng.integers(len(assets.sheets))]
        boxes = [np.nonzero(d.max(axis=1) > 0.3)[0] for d in sheet]
        tallest = max(b[-1] - b[0] + 1 if len(b) else 1 for b in boxes)
        side = 28 * height / tallest
        return {c: resized(sheet[int(c)], side, side) for c in symbols}
    family = assets.families[assets.names[rng.integers(len(assets.names))]]
    font = family[rng.integers(len(family))]
    masks = {c: assets.mask(font, c) for c in set(symbols) | {"8"}}
    scale = height / masks["8"].shape[0]
    wide = max(m.shape[1] for m in masks.values()) * scale
    stretch = float(rng.uniform(0.88, 1.12)) * min(1.0, widest / wide)
    return {c: resized(masks[c], masks[c].shape[1] * scale * stretch, masks[c].shape[0] * scale) for c in symbols}


class Pen(NamedTuple):
    """How the handwriting of one photo looks."""

    threshold: float  # a low value gives thick strokes
    softness: float
    ink: float
    height: float  # as a part of the cell
    slant: float


def random_pen(rng: np.random.Generator) -> Pen:
    """Returns a random pen."""
    ink = float(rng.uniform(0.6, 0.97) if rng.random() < 0.75 else rng.uniform(0.3, 0.6))
    height = 0.28 + 0.52 * float(rng.uniform(0, 1)) ** 1.4
    return Pen(float(rng.uniform(0.12, 0.6)), float(rng.uniform(0.15, 0.5)), ink, height, float(rng.normal(0, 0.08)))


def handwritten(rng: np.random.Generator, assets: Assets, digit: int, pen: Pen, cell: float) -> np.ndarray:
    """Returns the picture of a handwritten digit."""
    pool = assets.digits[digit]
    image = Image.fromarray(pool[rng.integers(len(pool))]).resize((84, 84), Image.Resampling.BICUBIC)
    angle, shear = math.radians(float(rng.normal(0, 5))), pen.slant + float(rng.normal(0, 0.06))
    cos, sin = math.cos(angle), math.sin(angle)
    a, b, d, e = cos, sin + shear, -sin, cos
    image = image.transform(
        (84, 84), Image.Transform.AFFINE, (a, b, 42 - 42 * (a + b), d, e, 42 - 42 * (d + e)), Image.Resampling.BILINEAR
    )
    alpha = np.clip((np.asarray(image, np.float32) / 255 - pen.threshold) / pen.softness + 0.5, 0, 1)
    rows, columns = np.nonzero(alpha.max(axis=1) > 0.3)[0], np.nonzero(alpha.max(axis=0) > 0.3)[0]
    if len(rows) == 0:
        return np.zeros((1, 1), np.float32)
    alpha = alpha[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    height = cell * pen.height * float(rng.uniform(0.85, 1.15))
    width = alpha.shape[1] * height / alpha.shape[0] * float(rng.uniform(0.85, 1.15))
    width = max(width, 0.06 * cell)
    if width > 0.85 * cell:
        height, width = height * 0.85 * cell / width, 0.85 * cell
    return resized(alpha, width, height)


def smooth_noise(rng: np.random.Generator, height: int, width: int, grain: float) -> np.ndarray:
    """Returns noise from -1 to 1 that varies over about `grain` pixels."""
    small = rng.uniform(-1, 1, (max(2, math.ceil(height / grain) + 1), max(2, math.ceil(width / grain) + 1)))
    image = Image.fromarray(small.astype(np.float32))
    return np.asarray(image.resize((width, height), Image.Resampling.BICUBIC), np.float32)


class Lines(NamedTuple):
    """Widths and ink of the lines of a grid, in pixels of the paper."""

    thin: float
    thick: float
    frame: float
    thin_ink: float
    thick_ink: float
    dash: float


def random_lines(rng: np.random.Generator, cell: float) -> Lines:
    """Returns random lines."""
    thin = cell * float(rng.uniform(0.012, 0.045))
    thick = thin + cell * float(rng.uniform(0.015, 0.09))
    frame = thick * float(rng.uniform(0.9, 1.7))
    thin_ink = float(rng.uniform(0.7, 1.0) if rng.random() < 0.65 else rng.uniform(0.25, 0.7))
    thick_ink = float(rng.uniform(max(0.6, thin_ink), 1.0))
    dash = 0.0
    if rng.random() < 0.08:
        dash = cell * float(rng.uniform(0.08, 0.22))
        thin_ink = max(thin_ink, 0.5)
    if rng.random() < 0.1:
        thick, thick_ink, dash = thin, thin_ink, 0.0
        frame = thin * float(rng.uniform(1, 2.5))
    return Lines(thin, thick, frame, thin_ink, thick_ink, dash)


def draw_grid(paper: np.ndarray, x: float, y: float, cell: float, size: int, lines: Lines) -> None:
    """Draws the lines of a grid; (x, y) is the center of the top left corner of the frame."""
    rows, columns = BOXES[size]
    side = size * cell
    order = sorted(range(size + 1), key=lambda i: i % columns == 0)
    for i in order:
        for vertical, step in ((True, columns), (False, rows)):
            outer, box = i in (0, size), i % step == 0
            width = lines.frame if outer else lines.thick if box else lines.thin
            ink = lines.thick_ink if box else lines.thin_ink
            dash = 0.0 if box else lines.dash
            over = lines.frame / 2 if outer else 0.0
            a, b = i * cell - width / 2, i * cell + width / 2
            if vertical:
                bar(paper, x + a, y - over, x + b, y + side + over, ink, dash)
            else:
                bar(paper, x - over, y + a, x + side + over, y + b, ink, dash)


def draw_text(rng: np.random.Generator, assets: Assets, paper: np.ndarray, box: tuple, height: float) -> None:
    """Fills a rectangle with lines of random words."""
    x0, y0 = (max(0, int(v)) for v in box[:2])
    x1, y1 = min(paper.shape[1], int(box[2])), min(paper.shape[0], int(box[3]))
    width, depth = x1 - x0, y1 - y0
    if width < 12 or depth < height or height < 3:
        return
    family = assets.families[assets.names[rng.integers(len(assets.names))]]
    font = ImageFont.truetype(family[rng.integers(len(family))], max(4, round(height)))
    image = Image.new("L", (width, depth))
    draw = ImageDraw.Draw(image)
    letters = np.array(list("etaoinshrdlucmfwypvbgkETASR0123456789"))
    step, line = height * float(rng.uniform(1.1, 1.5)), 0.0
    while line + height < depth:
        count = max(2, int(width / (height * 0.45)))
        words = "".join(rng.choice(letters, count))
        text = " ".join(words[i : i + 5] for i in range(0, count, 5))
        draw.text((0, line), text, fill=255, font=font)
        line += step
    paper[y0:y1, x0:x1] *= 1 - float(rng.uniform(0.6, 0.95)) * np.asarray(image, np.float32) / 255


def draw_surroundings(
    rng: np.random.Generator, assets: Assets, paper: np.ndarray, x: float, y: float, side: float, cell: float
) -> None:
    """Draws text, rulings, pictures and parts of other grids around the grid."""
    height, width = paper.shape
    gap = cell * float(rng.uniform(0.25, 1.0))
    left, top, right, bottom = x - gap, y - gap, x + side + gap, y + side + gap
    if rng.random() < 0.08:
        ink, line = float(rng.uniform(0.4, 1)), cell * float(rng.uniform(0.015, 0.05))
        bar(paper, left, top, right, top + line, ink)
        bar(paper, left, bottom - line, right, bottom, ink)
        bar(paper, left, top, left + line, bottom, ink)
        bar(paper, right - line, top, right, bottom, ink)
        left, top, right, bottom = left - gap / 2, top - gap / 2, right + gap / 2, bottom + gap / 2
    areas = [
        (0.02 * width, 0, 0.98 * width, top),
        (0.02 * width, bottom, 0.98 * width, height),
        (0, top, left, bottom),
        (right, top, width, bottom),
    ]
    for x0, y0, x1, y1 in areas:
        kind = rng.random()
        letter = cell * float(rng.uniform(0.16, 0.4))
        if kind < 0.3 or x1 - x0 < 4 or y1 - y0 < 4:
            continue
        if kind < 0.7:
            if x1 - x0 > side and rng.random() < 0.5:
                middle = (x0 + x1) / 2
                draw_text(rng, assets, paper, (max(0, x0), max(0, y0), middle - letter, y1), letter)
                draw_text(rng, assets, paper, (middle + letter, max(0, y0), x1, y1), letter)
                bar(paper, middle, y0, middle + max(1, 0.02 * cell), y1, float(rng.uniform(0.3, 1)))
            else:
                draw_text(rng, assets, paper, (max(0, x0), max(0, y0), x1, y1), letter)
        elif kind < 0.78:
            draw_text(rng, assets, paper, (max(0, x0), max(0, y0), x1, y1), cell * float(rng.uniform(0.5, 1.1)))
        elif kind < 0.86:
            first, upper = round(max(0, x0)), round(max(0, y0))
            part = paper[upper : round(y1), first : round(x1)]
            if part.size:
                part *= 0.55 + 0.4 * smooth_noise(rng, *part.shape, cell * float(rng.uniform(0.5, 3)))
        elif kind < 0.93:
            bar(paper, x0 + cell * 0.2, y0 + cell * 0.2, x1 - cell * 0.2, y1 - cell * 0.2, float(rng.uniform(0.1, 0.9)))
        else:
            size = 9
            lines = random_lines(rng, cell)
            if y1 <= top:
                draw_grid(paper, x + rng.uniform(-1, 1) * cell, top - size * cell, cell, size, lines)
            elif y0 >= bottom:
                draw_grid(paper, x + rng.uniform(-1, 1) * cell, bottom, cell, size, lines)
            elif x1 <= left:
                draw_grid(paper, left - size * cell, y, cell, size, lines)
            else:
                draw_grid(paper, right, y, cell, size, lines)
    if rng.random() < 0.25:
        level = top + min(0.0, float(rng.uniform(-1, 1))) * cell
        bar(paper, 0, level, width, level + max(1, 0.03 * cell), float(rng.uniform(0.4, 1)))


def draw_specks(rng: np.random.Generator, paper: np.ndarray, x: float, y: float, cell: float) -> None:
    """Draws a few specks or a short stroke in the cell with the given center."""
    for _ in range(int(rng.integers(1, 4))):
        w, h = cell * rng.uniform(0.02, 0.12), cell * rng.uniform(0.02, 0.12)
        if rng.random() < 0.2:
            w *= 3
        cx, cy = x + rng.uniform(-0.4, 0.4) * cell, y + rng.uniform(-0.4, 0.4) * cell
        bar(paper, cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2, float(rng.uniform(0.15, 0.7)))


def draw_pencil_marks(
    rng: np.random.Generator, assets: Assets, paper: np.ndarray, x: float, y: float, cell: float, symbols: dict
) -> None:
    """Draws small candidates in the cell with the given center, in print or by hand."""
    height = float(rng.uniform(0.16, 0.25))
    ink = float(rng.uniform(0.3, 0.9))
    pen = Pen(0.3, 0.4, ink, height, 0.0)
    digits = rng.permutation(9)[: int(rng.integers(1, 5))] + 1
    raster = rng.random() < 0.5
    for place, digit in enumerate(sorted(int(d) for d in digits)):
        if raster:
            px, py = ((digit - 1) % 3 - 1) * 0.28, ((digit - 1) // 3 - 1) * 0.28
        else:
            px, py = -0.32 + 0.2 * place, -0.3
        if symbols and str(digit) in symbols:
            full = symbols[str(digit)]
            factor = height * cell / full.shape[0]
            alpha = resized(full, full.shape[1] * factor, height * cell)
        else:
            alpha = handwritten(rng, assets, digit, pen, cell)
        stamp(paper, alpha, x + px * cell, y + py * cell, ink)


class Page(NamedTuple):
    """A flat page with a grid."""

    paper: np.ndarray
    x: float  # the top left crossing
    y: float
    cell: float
    labels: np.ndarray


def page(rng: np.random.Generator, assets: Assets, size: int, cell: float, handwriting: bool, train: bool) -> Page:
    """Draws a page with a puzzle. `train` allows pencil marks, zero-based symbols and wrong handwritten digits."""
    side = size * cell
    margins = [side * float(rng.uniform(0.12, 0.5)) for _ in range(4)]
    x, y = margins[0], margins[1]
    height, width = round(side + margins[1] + margins[3]), round(side + margins[0] + margins[2])
    paper = np.full((height, width), float(rng.uniform(0.8, 1.0)), np.float32)
    paper *= 1 + float(rng.uniform(0, 0.03)) * smooth_noise(rng, height, width, 2.0)
    draw_surroundings(rng, assets, paper, x, y, side, cell)

    rows, columns = BOXES[size]
    if rng.random() < 0.18:
        shade, parity = float(rng.uniform(0.06, 0.3)), int(rng.integers(2))
        for r in range(size // rows):
            for c in range(size // columns):
                if (r + c) % 2 == parity:
                    x0, y0 = x + c * columns * cell, y + r * rows * cell
                    bar(paper, x0, y0, x0 + columns * cell, y0 + rows * cell, shade)
    draw_grid(paper, x, y, cell, size, random_lines(rng, cell))

    puzzle, solution = assets.puzzles[size][rng.integers(len(assets.puzzles[size]))]
    is_clue = np.array([symbol != "." for symbol in puzzle])
    more = rng.random(len(puzzle)) < (float(rng.uniform(0, 0.25)) if rng.random() < 0.6 else 0.0)
    # Additional clues keep the symmetry.
    if (is_clue == is_clue[::-1]).all():
        half = len(puzzle) // 2
        more[-half:] = more[:half][::-1]
    is_clue |= more
    pen = random_pen(rng)
    fill = 0.0
    if handwriting:
        fill = 1.0 if rng.random() < 0.5 else float(rng.uniform(0.1, 0.9))
    zero_based = train and size == 16 and rng.random() < 0.3
    alphabet = "0123456789ABCDEF" if zero_based else "123456789ABCDEFG"
    height = cell * float(rng.uniform(0.36, 0.76))
    symbols = printed_symbols(rng, assets, alphabet[:size], height, 0.8 * cell)
    ink = float(rng.uniform(0.8, 1.0) if rng.random() < 0.8 else rng.uniform(0.4, 0.8))
    shift = rng.normal(0, 0.025, 2) * cell
    marks = train and rng.random() < 0.12
    specks = float(rng.uniform(0, 0.15)) if rng.random() < 0.2 else 0.0
    labels = np.zeros((size, size), int)
    for place in range(size * size):
        r, c = divmod(place, size)
        cx, cy = x + (c + 0.5) * cell, y + (r + 0.5) * cell
        value = "123456789ABCDEFG".index(solution[place])
        if is_clue[place]:
            symbol = alphabet[value]
            labels[r, c] = printed_class(symbol)
            stamp(paper, symbols[symbol], cx + shift[0], cy + shift[1], ink)
        elif value < 9 and rng.random() < fill:
            digit = value + 1
            if train and rng.random() < 0.3:
                digit = int(rng.integers(1, 10))
            labels[r, c] = HANDWRITTEN + digit - 1
            px, py = np.clip(rng.normal(0, 0.06, 2), -0.14, 0.14) * cell
            darkness = float(np.clip(pen.ink * rng.uniform(0.85, 1.1), 0.2, 1))
            stamp(paper, handwritten(rng, assets, digit, pen, cell), cx + px, cy + py, darkness)
        elif marks and rng.random() < 0.6:
            draw_pencil_marks(rng, assets, paper, cx, cy, cell, symbols if rng.random() < 0.5 else {})
        elif rng.random() < specks:
            draw_specks(rng, paper, cx, cy, cell)
    return Page(paper, x, y, cell, labels)


# --- The camera. ---


def draw_conditions(rng: np.random.Generator, severity: dict | None) -> dict:
    """Draws the strength of each disturbance.

    Without `severity` it is a mixture of usual conditions. Otherwise the conditions are mild, except the named ones.

    `rotation` and `tilt` are in degrees. `blur` is the standard deviation of the blur and `motion` the length of the
    movement, in percent of a cell. `noise` is a standard deviation in gray levels, `jpeg` the quality, and `dark` the
    part of the light that is missing. `shadow`, `curl` and `moire` range from 0 to 1.
    """
    sign = 1 if rng.random() < 0.5 else -1
    result = {
        "rotation": float(rng.normal(0, 2)),
        "tilt": abs(float(rng.normal(0, 4))),
        "blur": float(rng.uniform(0, 2)),
        "motion": 0.0,
        "noise": float(rng.uniform(0, 3)),
        "dark": 0.0,
        "shadow": 0.0,
        "curl": 0.0,
        "moire": 0.0,
        "jpeg": int(rng.integers(85, 96)),
        "vignette": float(rng.uniform(0, 0.1)),
        "sharpen": 0.0,
    }
    if severity is not None:
        for name, level in severity.items():
            result[name] = level * sign if name == "rotation" else level
        return result

    def rare(chance: float, low: float, high: float) -> float | None:
        return float(rng.uniform(low, high)) if rng.random() < chance else None

    rotation = rare(0.15, -40, 40)
    result["rotation"] = float(np.clip(rng.normal(0, 6), -40, 40)) if rotation is None else rotation
    tilt = rare(0.12, 10, 45)
    result["tilt"] = min(45.0, abs(float(rng.normal(0, 11)))) if tilt is None else tilt
    result["blur"] = rare(0.12, 4, 8) or float(rng.uniform(0, 4))
    result["motion"] = rare(0.15, 2, 12) or 0.0
    result["noise"] = rare(0.12, 6, 18) or float(rng.uniform(0, 6))
    result["dark"] = rare(0.2, 0.3, 0.75) or 0.0
    # A dark photo with strong noise would be illegible.
    result["noise"] *= 1 - 0.8 * result["dark"]
    result["shadow"] = rare(0.3, 0.2, 0.7) or 0.0
    result["curl"] = rare(0.5, 0.1, 1.0) or 0.0
    result["moire"] = rare(0.1, 0.1, 0.6) or 0.0
    result["jpeg"] = int(rare(0.15, 20, 45) or rng.uniform(45, 96))
    result["vignette"] = rare(0.4, 0.1, 0.5) or 0.0
    result["sharpen"] = rare(0.35, 0.2, 1.3) or 0.0
    return result


def camera_matrix(rng: np.random.Generator, conditions: dict) -> np.ndarray:
    """Returns the homography from the plane, with the grid as a unit square around 0, to the photo before scaling."""
    phi, theta = math.radians(conditions["rotation"]), math.radians(conditions["tilt"])
    alpha = float(rng.uniform(0, 2 * math.pi))
    distance = float(rng.uniform(1.5, 3.5))
    a = np.array([math.cos(alpha), math.sin(alpha)])
    matrix = np.eye(3)
    matrix[:2, :2] -= (1 - math.cos(theta)) * np.outer(a, a)
    matrix[2, :2] = math.sin(theta) * a / distance
    turn = np.eye(3)
    turn[:2, :2] = [[math.cos(phi), -math.sin(phi)], [math.sin(phi), math.cos(phi)]]
    return matrix @ turn


class Curl(NamedTuple):
    """A displacement of the page as a sum of waves, in units of the side of the grid."""

    waves: list[tuple]

    def displacement(self, q: np.ndarray) -> np.ndarray:
        """Returns the displacement at points of the plane."""
        total = np.zeros_like(q)
        for ex, ey, wx, wy, frequency, phase in self.waves:
            value = np.sin(2 * math.pi * frequency * (q[..., 0] * ex + q[..., 1] * ey) + phase)
            total[..., 0] += wx * value
            total[..., 1] += wy * value
        return total

    def inverse(self, p: np.ndarray) -> np.ndarray:
        """Returns the points q with q + displacement(q) = p."""
        q = p.copy()
        for _ in range(60):
            q = p - self.displacement(q)
        return q


def random_curl(rng: np.random.Generator, level: float) -> Curl:
    """Returns a random curl; at level 1 the displacement is up to 5 % of the side of the grid."""
    waves = []
    for share in (0.65, 0.35):
        angle, direction = rng.uniform(0, 2 * math.pi, 2)
        amplitude = 0.05 * level * share
        frequency, phase = float(rng.uniform(0.3, 0.8)), float(rng.uniform(0, 2 * math.pi))
        wave = (math.cos(angle), math.sin(angle), amplitude * math.cos(direction), amplitude * math.sin(direction))
        waves.append((*wave, frequency, phase))
    return Curl(waves if level > 0 else [])


def sample(image: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Samples bilinearly at positions with pixel centers at integers, clamped at the border."""
    height, width = image.shape
    x, y = np.clip(x, 0, width - 1), np.clip(y, 0, height - 1)
    x0, y0 = x.astype(np.int32), y.astype(np.int32)
    x1, y1 = np.minimum(x0 + 1, width - 1), np.minimum(y0 + 1, height - 1)
    fx, fy = (x - x0).astype(np.float32), (y - y0).astype(np.float32)
    flat = np.ascontiguousarray(image).ravel()
    upper = flat[y0 * width + x0] * (1 - fx) + flat[y0 * width + x1] * fx
    lower = flat[y1 * width + x0] * (1 - fx) + flat[y1 * width + x1] * fx
    return upper * (1 - fy) + lower * fy


def gaussian(image: np.ndarray, sigma: float) -> np.ndarray:
    """Blurs an image with a Gaussian kernel."""
    if sigma < 0.15:
        return image
    radius = max(1, math.ceil(2.5 * sigma))
    taps = np.exp(-0.5 * (np.arange(-radius, radius + 1) / sigma) ** 2)
    taps = (taps / taps.sum()).astype(np.float32)
    for axis in (0, 1):
        pad = [(radius, radius) if a == axis else (0, 0) for a in (0, 1)]
        padded = np.pad(image, pad, mode="edge")
        length = image.shape[axis]
        parts = (slice(i, i + length) for i in range(2 * radius + 1))
        image = sum(t * (padded[s] if axis == 0 else padded[:, s]) for t, s in zip(taps, parts, strict=True))
    return image


def motion(image: np.ndarray, length: float, angle: float) -> np.ndarray:
    """Blurs an image along a line."""
    steps = math.ceil(length)
    if steps < 1:
        return image
    total = np.zeros_like(image)
    for t in np.linspace(-0.5, 0.5, steps + 1):
        dx, dy = round(t * length * math.cos(angle)), round(t * length * math.sin(angle))
        total += np.roll(image, (dy, dx), (0, 1))
    return total / (steps + 1)


def illuminate(rng: np.random.Generator, light: np.ndarray, conditions: dict) -> np.ndarray:
    """Applies uneven light, shadow and vignette to reflected light."""
    height, width = light.shape
    ys = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    xs = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    angle, slope = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0, 0.2))
    light = light * (1 + slope * (xs * math.cos(angle) + ys * math.sin(angle)))
    light *= 1 - conditions["vignette"] * 0.5 * (xs**2 + ys**2)
    if conditions["curl"] > 0:
        angle = float(rng.uniform(0, 2 * math.pi))
        wave = np.sin(float(rng.uniform(1, 4)) * (xs * math.cos(angle) + ys * math.sin(angle)) + rng.uniform(0, 6))
        light *= 1 + 0.2 * conditions["curl"] * wave.astype(np.float32)
    if conditions["shadow"] > 0:
        angle, offset = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(-0.45, 0.45))
        across = xs * math.cos(angle) + ys * math.sin(angle)
        along = -xs * math.sin(angle) + ys * math.cos(angle)
        bend = float(rng.uniform(0, 0.3)) * np.sin(float(rng.uniform(1, 4)) * along + float(rng.uniform(0, 6)))
        softness = float(np.exp(rng.uniform(np.log(0.006), np.log(0.2))))
        inside = 1 / (1 + np.exp(np.clip((across - offset - bend) / softness, -30, 30)))
        light *= 1 - conditions["shadow"] * inside.astype(np.float32)
    if conditions["moire"] > 0:
        v, u = np.arange(height, dtype=np.float32)[:, None], np.arange(width, dtype=np.float32)[None, :]
        for share in (0.7, 0.3):
            angle, frequency = float(rng.uniform(0, math.pi)), float(np.exp(rng.uniform(np.log(0.015), np.log(0.25))))
            chirp = 1 + 0.15 * float(rng.uniform(-1, 1)) * xs
            wave = np.sin(2 * math.pi * frequency * (u * math.cos(angle) * chirp + v * math.sin(angle)))
            light *= 1 + 0.25 * conditions["moire"] * share * wave
    return light


def photo(
    rng: np.random.Generator,
    severity: dict | None = None,
    *,
    assets: Assets,
    size: int = 9,
    handwriting: bool | None = None,
    train: bool = False,
    scale: tuple[float, float] | None = None,
) -> Photo:
    """Renders a photo.

    `severity` is described at `draw_conditions`. `scale` is the range of the cell side in the photo, in pixels.
    """
    conditions = draw_conditions(rng, severity)
    if handwriting is None:
        handwriting = bool(rng.random() < 0.5)
    low, high = scale or ((16, 48) if size <= 9 else (15, 32))
    cell = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    drawn = page(rng, assets, size, max(20.0, cell * 1.15), handwriting, train)

    # From the plane to pixels: scale, then shift so that the grid and some margin are visible.
    matrix = camera_matrix(rng, conditions)
    curl = random_curl(rng, conditions["curl"])
    ticks = np.arange(size + 1) / size - 0.5
    corners = np.stack(np.meshgrid(ticks, ticks), axis=-1)
    plane = curl.inverse(corners)
    view = plane @ matrix[:2, :2].T / (plane @ matrix[2, :2] + 1)[..., None]
    edges = np.concatenate(
        [np.linalg.norm(np.diff(view, axis=0), axis=-1).ravel(), np.linalg.norm(np.diff(view, axis=1), axis=-1).ravel()]
    )
    zoom = cell / edges.mean()
    view = view * zoom
    least, most = view.reshape(-1, 2).min(axis=0), view.reshape(-1, 2).max(axis=0)
    before, after = (np.array([float(rng.uniform(0.03, 0.3)) for _ in range(2)]) * (most - least) for _ in range(2))
    width, height = (int(v) for v in np.ceil(most - least + before + after))
    shift = before - least
    lattice = view + shift

    # From pixels back to the page.
    u, v = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    inverse = np.linalg.inv(matrix)
    px, py = (u - shift[0]) / zoom, (v - shift[1]) / zoom
    bottom = inverse[2, 0] * px + inverse[2, 1] * py + inverse[2, 2]
    bottom = np.where(np.abs(bottom) < 1e-3, 1e-3, bottom)
    q = np.stack(
        [
            (inverse[0, 0] * px + inverse[0, 1] * py + inverse[0, 2]) / bottom,
            (inverse[1, 0] * px + inverse[1, 1] * py + inverse[1, 2]) / bottom,
        ],
        axis=-1,
    ).astype(np.float32)
    p = q + curl.displacement(q)
    side = size * drawn.cell
    x, y = (p[..., 0] + 0.5) * side + drawn.x - 0.5, (p[..., 1] + 0.5) * side + drawn.y - 0.5
    light = sample(gaussian(drawn.paper, 0.35), x, y)
    outside = (x < 0) | (y < 0) | (x > drawn.paper.shape[1] - 1) | (y > drawn.paper.shape[0] - 1) | (bottom < 0.05)
    if outside.any():
        desk = float(rng.uniform(0.05, 0.75)) + 0.12 * smooth_noise(rng, height, width, float(rng.uniform(3, 40)))
        light = np.where(outside, np.clip(desk, 0, 1), light)

    light = illuminate(rng, light, conditions)
    light = gaussian(light, conditions["blur"] / 100 * cell)
    light = motion(light, conditions["motion"] / 100 * cell, float(rng.uniform(0, math.pi)))
    haze, gamma = float(rng.uniform(0, 0.18)), float(rng.uniform(0.75, 1.35))
    exposure = float(rng.uniform(0.75, 1.05)) * (1 - conditions["dark"])
    levels = 255 * exposure * (haze + (1 - haze) * np.clip(light, 0, 1.3) ** gamma)
    if conditions["sharpen"] > 0:
        levels = levels + conditions["sharpen"] * (levels - gaussian(levels, float(rng.uniform(0.8, 1.6))))
    noise = rng.standard_normal((height, width), np.float32)
    if rng.random() < 0.3:
        noise = gaussian(noise, 0.7) * 2
    levels = levels + conditions["noise"] * noise
    if severity is None and rng.random() < 0.12:
        # A larger photo that was made smaller, which hides noise and leaves sharp steps.
        factor = float(rng.uniform(0.6, 0.9))
        smaller = (max(8, round(width * factor)), max(8, round(height * factor)))
        ratio = np.array(smaller) / (width, height)
        image = Image.fromarray(np.clip(levels, 0, 255).astype(np.uint8))
        resample = [Image.Resampling.BOX, Image.Resampling.BILINEAR, Image.Resampling.LANCZOS][int(rng.integers(3))]
        levels = np.asarray(image.resize(smaller, resample), np.float32)
        lattice = (lattice + 0.5) * ratio - 0.5
    raw = Image.fromarray(np.clip(levels + 0.5, 0, 255).astype(np.uint8))
    file = io.BytesIO()
    raw.save(file, "JPEG", quality=int(conditions["jpeg"]))
    gray = np.asarray(Image.open(io.BytesIO(file.getvalue())).convert("L"))
    return Photo(gray, lattice.astype(np.float32), drawn.labels, file.getvalue(), conditions)


def truth(name: str, result: Photo) -> dict:
    """Returns the truth of a photo for its JSON file."""
    n = len(result.labels)
    lattice = np.round(result.lattice.astype(float), 3)
    printed = ["".join(class_symbol(c) if c < HANDWRITTEN else "." for c in row) for row in result.labels]
    written = ["".join(class_symbol(c) if c >= HANDWRITTEN else "." for c in row) for row in result.labels]
    return {
        "image": name,
        "size": n,
        "box": list(BOXES[n]),
        "corners": [lattice[i, j].tolist() for i, j in ((0, 0), (0, n), (n, n), (n, 0))],
        "lattice": lattice.reshape(-1, 2).tolist(),
        "clues": printed,
        "handwritten": written,
        "conditions": {k: round(v, 3) for k, v in result.conditions.items()},
    }


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder for the photos")
    parser.add_argument("--count", type=int, default=10, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--size", type=int, default=9, choices=sorted(BOXES))
    parser.add_argument("--stress", choices=STRESSES, help="the only disturbance; the others are mild")
    parser.add_argument("--level", type=float, help="the strength of the disturbance")
    parser.add_argument("--handwriting", type=float, default=0.2, help="the part of the photos with handwriting")
    parser.add_argument("--part", choices=("train", "test"), default="test", help="which fonts and handwritten digits")
    parser.add_argument("--scale", type=float, nargs=2, metavar=("LOW", "HIGH"), help="the cell side in pixels")
    options = parser.parse_args()
    if options.stress and options.level is None:
        parser.error("--stress requires --level")
    assets = Assets(options.part)
    options.out.mkdir(parents=True, exist_ok=True)
    severity = {options.stress: options.level} if options.stress else None
    scale = tuple(options.scale) if options.scale else ((24, 80) if options.size <= 9 else (22, 48))
    for i in range(options.count):
        rng = np.random.default_rng([options.seed, options.size, i])
        # Spread the photos with handwriting evenly.
        by_hand = math.floor((i + 1) * options.handwriting) > math.floor(i * options.handwriting)
        result = photo(rng, severity, assets=assets, size=options.size, handwriting=by_hand, scale=scale)
        if i % 4 == 3:
            name = f"{i:04}.png"
            Image.fromarray(result.gray).save(options.out / name)
        else:
            name = f"{i:04}.jpg"
            (options.out / name).write_bytes(result.encoded)
        (options.out / f"{i:04}.json").write_text(json.dumps(truth(name, result)) + "\n")


if __name__ == "__main__":
    main()
