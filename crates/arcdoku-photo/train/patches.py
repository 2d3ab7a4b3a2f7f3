"""Patches of cells for training: the extraction from photos, rendered boards, composed boards, and real boards.

`rectify` and `normalize` define the input of the network. The Rust crate implements the same definition.
"""

from __future__ import annotations

import csv
import hashlib
import io
import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
import render
from PIL import Image
from render import HANDWRITTEN, SHARED, Assets

SIDE = 32
RADIUS = 24

# The tag of the orientation in the metadata of photos.
ORIENTATION = 274

CONTRAST_QUANTILE = 0.97
LEAST_CONTRAST = 0.08

# The number of values that describe the ink of a cell; see `centered`.
TRAITS = 9
# The number of traits that the network for cells uses. They come first.
PLACES = 4


def mean_cell_side(lattice: np.ndarray) -> float:
    """Returns the mean length of all edges of a lattice."""
    across = np.linalg.norm(np.diff(lattice, axis=1), axis=-1)
    down = np.linalg.norm(np.diff(lattice, axis=0), axis=-1)
    return float(np.concatenate([across.ravel(), down.ravel()]).mean())


def reduced(gray: np.ndarray, lattice: np.ndarray, factor: int) -> tuple[np.ndarray, np.ndarray]:
    """Reduces a photo by averaging blocks of `factor` x `factor` pixels, without incomplete blocks at the border."""
    image = np.asarray(gray, np.float32)
    if factor <= 1:
        return image, lattice
    height, width = image.shape[0] // factor, image.shape[1] // factor
    blocks = image[: height * factor, : width * factor].reshape(height, factor, width, factor)
    return blocks.mean(axis=(1, 3)), (lattice + 0.5) / factor - 0.5


def rectify(gray: np.ndarray, lattice: np.ndarray) -> np.ndarray:
    """Returns the board as a square image with 32 x 32 pixels per cell.

    The pixel in row v and column u belongs to the cell (v // 32, u // 32). Its position in the photo is the bilinear
    interpolation of the four lattice points of the cell at the local coordinates ((u % 32) + 0.5) / 32 and
    ((v % 32) + 0.5) / 32. If the mean cell side s is at least 64 pixels, the photo is first reduced by floor(s / 32).
    """
    lattice = np.asarray(lattice, np.float64)
    n = len(lattice) - 1
    side = mean_cell_side(lattice)
    image, lattice = reduced(gray, lattice, int(side // SIDE) if side >= 2 * SIDE else 1)
    pixel = np.arange(n * SIDE)
    cell, local = pixel // SIDE, ((pixel % SIDE) + 0.5) / SIDE
    fx, fy = local[None, :, None], local[:, None, None]
    row, column = cell[:, None], cell[None, :]
    upper = (1 - fx) * lattice[row, column] + fx * lattice[row, column + 1]
    lower = (1 - fx) * lattice[row + 1, column] + fx * lattice[row + 1, column + 1]
    position = (1 - fy) * upper + fy * lower
    return render.sample(image, position[..., 0], position[..., 1]).astype(np.float32)


def window_sums(values: np.ndarray) -> np.ndarray:
    """Returns the sums over windows of radius 24, clipped to the image."""
    height, width = values.shape
    table = np.zeros((height + 1, width + 1))
    table[1:, 1:] = np.cumsum(np.cumsum(values, axis=0, dtype=np.float64), axis=1)
    rows, columns = np.arange(height), np.arange(width)
    top, bottom = np.maximum(rows - RADIUS, 0), np.minimum(rows + RADIUS + 1, height)
    left, right = np.maximum(columns - RADIUS, 0), np.minimum(columns + RADIUS + 1, width)
    strips = table[bottom] - table[top]
    return strips[:, right] - strips[:, left]


def normalize(board: np.ndarray) -> np.ndarray:
    """Returns the ink of a rectified board from 0 to 1.

    The brightness of the paper is the mean of the pixels in the window that are not darker than the mean of their own
    window. If there are none, it is the mean of the window. The ink that 97 % of the pixels do not exceed becomes 1.
    """
    board = np.asarray(board, np.float64)
    area = window_sums(np.ones_like(board))
    mean = window_sums(board) / area
    mask = board >= mean
    count = window_sums(mask)
    bright = np.where(count > 0, window_sums(board * mask) / np.maximum(count, 1), mean)
    ink = np.maximum(0, 1 - board / np.maximum(bright, 1))
    place = math.floor(CONTRAST_QUANTILE * ink.size)
    contrast = max(float(np.partition(ink.ravel(), place)[place]), LEAST_CONTRAST)
    return np.minimum(1, ink / contrast).astype(np.float32)


def cells(board: np.ndarray) -> np.ndarray:
    """Returns the patches of a normalized board in row order, as float32[n * n, 32, 32]."""
    n = len(board) // SIDE
    return board.reshape(n, SIDE, n, SIDE).swapaxes(1, 2).reshape(n * n, SIDE, SIDE)


def board_patches(gray: np.ndarray, lattice: np.ndarray) -> np.ndarray:
    """Returns the patches of a photo with a known lattice."""
    return cells(normalize(rectify(gray, lattice)))


def centered(patches: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Centers packed patches on their ink and enlarges small ink, and returns them with their traits.

    Only ink above 0.25 counts, and not the four pixels at each border, where lines are. If it is at most 4 in total,
    the patch is unchanged. Otherwise its mean moves to the middle, and it is enlarged by a factor from 1 to 2 so that
    its larger standard deviation becomes 6.2 pixels. Each axis is interpolated linearly; positions outside have the
    value of the border.

    The traits of a patch:
    0, 1: the means from the middle, x and y, in units of 8 pixels;
    2: the factor minus 1;
    3: the ink in units of 100;
    4, 5: the standard deviations, x and y, in units of 4 pixels;
    6: three times the mean darkness;
    7: five times the mean step between adjacent pixels, weighted by the step and relative to the darkness;
    8: three times the ratio of the ink to the sum of all steps.
    If the ink is at most 4 in total, the traits from 4 are 0.
    """
    result, traits = np.empty_like(patches), np.empty((len(patches), TRAITS), np.float32)
    steps = np.arange(SIDE, dtype=np.float32)
    middle = (SIDE - 1) / 2
    for start in range(0, len(patches), 4096):
        part = patches[start : start + 4096].astype(np.float32) / 255
        inner = part[:, 4:-4, 4:-4]
        inner_ink = np.maximum(0, inner - 0.25)
        ink = np.pad(inner_ink, ((0, 0), (4, 4), (4, 4)))
        total = ink.sum(axis=(1, 2))
        enough = total > 4
        weight = np.maximum(total, 1e-6)[:, None]
        means, deviations = [], []
        for axis in (1, 2):  # x, y
            profile = ink.sum(axis=axis) / weight
            mean = (profile * steps).sum(axis=1)
            deviations.append(np.sqrt((profile * (steps - mean[:, None]) ** 2).sum(axis=1)))
            means.append(np.where(enough, mean, middle))
        factor = np.clip(6.2 / np.maximum(np.maximum(*deviations), 1e-3), 1, 2)
        factor = np.where(enough, factor, 1)
        across, down = (
            np.maximum(
                0, 1 - np.abs(np.clip((steps - middle) / factor[:, None] + m[:, None], 0, SIDE - 1)[..., None] - steps)
            )
            for m in means
        )
        moved = down.astype(np.float32) @ part @ across.astype(np.float32).swapaxes(1, 2)
        result[start : start + 4096] = np.round(np.clip(moved, 0, 1) * 255)
        dark = (inner * inner_ink).sum(axis=(1, 2)) / weight[:, 0]
        gradient = [np.abs(np.diff(inner, axis=axis)) for axis in (1, 2)]
        edges = sum(step.sum(axis=(1, 2)) for step in gradient) + 1e-3
        sharp = sum((step**2).sum(axis=(1, 2)) for step in gradient) / edges / np.maximum(dark, 0.1)
        columns = [(means[0] - middle) / 8, (means[1] - middle) / 8, factor - 1, total / 100]
        of_ink = [deviations[0] / 4, deviations[1] / 4, 3 * dark, 5 * sharp, 3 * total / edges]
        columns += [np.where(enough, value, 0) for value in of_ink]
        traits[start : start + 4096] = np.stack(columns, axis=1)
    return result, traits


def packed(patches: np.ndarray) -> np.ndarray:
    """Returns patches as uint8, to save memory."""
    return np.round(patches * 255).astype(np.uint8)


def jittered(rng: np.random.Generator, lattice: np.ndarray, strength: float = 1.0) -> np.ndarray:
    """Displaces a lattice: each crossing separately, and all of them by a common shift, scale and shear."""
    lattice = np.asarray(lattice, np.float64)
    n, side = len(lattice) - 1, mean_cell_side(lattice)
    sigma = float(rng.uniform(0.005, 0.035)) * strength
    moved = lattice + rng.normal(0, sigma * side, lattice.shape)
    center = lattice.reshape(-1, 2).mean(axis=0)
    # An error of the scale accumulates over the board, so it is smaller on larger boards.
    linear = np.eye(2) + rng.normal(0, 0.08 / n * strength, (2, 2))
    return (moved - center) @ linear.T + center + rng.normal(0, 0.035 * strength, 2) * side


# --- Rendered and composed boards. ---


def rendered_boards(
    seed: int, count: int, assets: Assets, variants: int, size: int = 9, train: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """Returns patches and classes of rendered photos; each photo is extracted with several jittered lattices."""
    patches, labels = [], []
    for i in range(count):
        rng = np.random.default_rng([seed, size, i])
        result = render.photo(rng, assets=assets, size=size, train=train)
        for _ in range(variants):
            strength = 1.0 if train else 0.4
            patches.append(packed(board_patches(result.gray, jittered(rng, result.lattice, strength))))
            labels.append(result.labels.ravel())
    return np.concatenate(patches), np.concatenate(labels).astype(np.uint8)


def composed_boards(seed: int, count: int, assets: Assets) -> tuple[np.ndarray, np.ndarray]:
    """Returns patches and classes of boards that have a different font or pen in every cell."""
    patches, labels = [], []
    n, cell, margin = 9, 40.0, 30
    alphabet = "1234567890ABCDEFG"
    for i in range(count):
        rng = np.random.default_rng([seed, 1000, i])
        extent = round(n * cell) + 2 * margin
        paper = np.full((extent, extent), float(rng.uniform(0.8, 1.0)), np.float32)
        render.draw_grid(paper, margin, margin, cell, n, render.random_lines(rng, cell))
        truth = np.zeros((n, n), int)
        letters = rng.random() < 0.35
        for place in range(n * n):
            r, c = divmod(place, n)
            x, y = margin + (c + 0.5) * cell, margin + (r + 0.5) * cell
            kind = rng.random()
            dx, dy = np.clip(rng.normal(0, 0.05, 2), -0.12, 0.12) * cell
            if kind < 0.42:
                symbol = alphabet[rng.integers(17 if letters else 10)]
                truth[r, c] = render.printed_class(symbol)
                height = cell * float(rng.uniform(0.34, 0.8))
                picture = render.printed_symbols(rng, assets, symbol, height, 0.8 * cell, 0.4)[symbol]
                render.stamp(paper, picture, x + dx, y + dy, float(rng.uniform(0.5, 1)))
            elif kind < 0.87:
                digit = int(rng.integers(1, 10))
                truth[r, c] = HANDWRITTEN + digit - 1
                pen = render.random_pen(rng)
                picture = render.handwritten(rng, assets, digit, pen, cell)
                render.stamp(paper, picture, x + dx, y + dy, pen.ink)
            elif kind < 0.91:
                render.draw_pencil_marks(rng, assets, paper, x, y, cell, {})
            elif kind < 0.95:
                render.draw_specks(rng, paper, x, y, cell)
        light = render.gaussian(paper, float(rng.uniform(0.2, 2.2)))
        conditions = {"vignette": 0.3, "curl": 0.0, "shadow": 0.3 * float(rng.random() < 0.2), "moire": 0.0}
        light = render.illuminate(rng, light, conditions)
        gray = 255 * light * float(rng.uniform(0.4, 1)) + rng.normal(0, rng.uniform(0, 7), light.shape)
        gray = np.clip(gray, 0, 255)
        steps = np.arange(n + 1) * cell + margin - 0.5
        lattice = np.stack(np.meshgrid(steps, steps), axis=-1)
        patches.append(packed(board_patches(gray, jittered(rng, lattice))))
        labels.append(truth.ravel())
    return np.concatenate(patches), np.concatenate(labels).astype(np.uint8)


# --- Real boards. ---


class RealBoard(NamedTuple):
    """A real photo with its truth."""

    name: str
    folder: str  # train or filled
    fold: int
    lattice: np.ndarray
    labels: np.ndarray


def homography_lattice(corners: np.ndarray, n: int = 9) -> np.ndarray:
    """Returns the lattice of a flat grid with the given corners, clockwise from the top left."""
    rows, values = [], []
    for (u, v), (x, y) in zip(((0, 0), (n, 0), (n, n), (0, n)), corners, strict=True):
        rows += [[u, v, 1, 0, 0, 0, -u * x, -v * x], [0, 0, 0, u, v, 1, -u * y, -v * y]]
        values += [x, y]
    matrix = np.append(np.linalg.solve(np.array(rows, float), np.array(values, float)), 1).reshape(3, 3)
    us, vs = np.meshgrid(np.arange(n + 1.0), np.arange(n + 1.0))
    points = np.stack([us, vs, np.ones_like(us)], axis=-1) @ matrix.T
    return points[..., :2] / points[..., 2:]


def read_digits(path: Path) -> np.ndarray:
    """Reads the 9 x 9 digits of a `.dat` file."""
    rows = [[int(w) for w in line.split()] for line in path.read_text().splitlines()[2:11]]
    return np.array(rows)


def read_gray(path: Path) -> np.ndarray:
    """Reads a photo as gray levels, without applying the orientation that its metadata gives."""
    return np.asarray(Image.open(path).convert("L"))


def read_outlines() -> dict[str, np.ndarray]:
    """Returns the corners that the authors of the data set marked, in the stored photos.

    They marked photos that were turned by their metadata, although the photos are stored upright.
    """
    result = {}
    with (SHARED / "outlines.csv").open() as file:
        for row in csv.reader(file):
            path = SHARED / "train" / Path(row[0]).name
            if not path.exists():
                continue
            corners = np.array([float(v) for v in row[1:9]]).reshape(4, 2)
            photo = Image.open(path)
            turn = photo.getexif().get(ORIENTATION, 1)
            if turn == 3:
                corners = np.roll(np.array(photo.size) - 1 - corners, -2, axis=0)
            elif turn == 6:
                corners = np.stack([corners[:, 1], photo.height - 1 - corners[:, 0]], axis=1)
                corners = np.roll(corners, -1, axis=0)
            result[path.name] = corners
    return result


def real_boards(folds: int) -> list[RealBoard]:
    """Lists the real photos. Photos of the same puzzle have the same fold."""
    names = sorted(p.stem for p in (SHARED / "train").glob("*.jpg"))
    clues = {name: read_digits(SHARED / "train" / f"{name}.dat") for name in names}
    grids = sorted({tuple(c.ravel().tolist()) for c in clues.values()})
    outlines = read_outlines()
    boards = []
    for name in names:
        fold = grids.index(tuple(clues[name].ravel().tolist())) % folds
        for folder in ("train", "filled"):
            if not (SHARED / folder / f"{name}.dat").exists():
                continue
            digits = read_digits(SHARED / folder / f"{name}.dat")
            printed = clues[name] > 0
            labels = np.where(printed, clues[name], np.where(digits > 0, HANDWRITTEN + digits - 1, 0))
            image = f"{name}.jpg"
            lattice = homography_lattice(outlines[image])
            boards.append(RealBoard(name, folder, fold, lattice, labels))
    return boards


def augmented(rng: np.random.Generator, gray: np.ndarray, side: float) -> np.ndarray:
    """Changes the light, sharpness and noise of a real photo with cells of the given side."""
    levels = np.asarray(gray, np.float32)
    if rng.random() < 0.5:
        levels = render.gaussian(levels, float(rng.uniform(0.2, 0.045 * side)))
    elif rng.random() < 0.3:
        soft = render.gaussian(levels, 1.2)
        levels = levels + float(rng.uniform(0.2, 1.2)) * (levels - soft)
    gamma, gain = float(rng.uniform(0.7, 1.5)), float(rng.uniform(0.4, 1.1))
    levels = 255 * gain * np.clip(levels / 255, 0, 1.2) ** gamma
    if rng.random() < 0.6:
        levels = levels + rng.normal(0, float(rng.uniform(0, 9)), levels.shape)
    levels = np.clip(levels, 0, 255)
    if rng.random() < 0.3:
        file = io.BytesIO()
        Image.fromarray(levels.astype(np.uint8)).save(file, "JPEG", quality=int(rng.integers(30, 95)))
        levels = np.asarray(Image.open(io.BytesIO(file.getvalue())), np.float32)
    return levels


def real_patches(
    seed: int, board: RealBoard, variants: int, exact: bool = False, assets: Assets | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Returns patches and classes of a real photo: exactly as in use, or augmented and with jittered lattices.

    With `assets`, each variant has other handwritten digits in its blank cells.
    """
    gray = read_gray(SHARED / board.folder / f"{board.name}.jpg")
    if exact:
        return packed(board_patches(gray, board.lattice)), board.labels.ravel().astype(np.uint8)
    # Only the region of the board matters, and twice the final resolution is enough.
    side = mean_cell_side(board.lattice)
    least = np.maximum(np.floor(board.lattice.reshape(-1, 2).min(axis=0) - side), 0).astype(int)
    most = np.ceil(board.lattice.reshape(-1, 2).max(axis=0) + side).astype(int)
    gray, lattice = gray[least[1] : most[1], least[0] : most[0]], board.lattice - least
    patches, labels = [], []
    key = int(hashlib.sha256(f"{board.folder}/{board.name}".encode()).hexdigest()[:8], 16)
    rng = np.random.default_rng([seed, key, 0 if assets is None else 1])
    for _ in range(variants):
        factor = max(1, int(side // float(rng.uniform(24, 64))))
        image, points = reduced(gray, lattice, factor)
        truth = board.labels.copy()
        if assets is not None:
            image = image.copy()
            write_by_hand(rng, assets, image, points, truth)
        image = augmented(rng, image, side / factor)
        patches.append(packed(board_patches(image, jittered(rng, points))))
        labels.append(truth.ravel())
    return np.concatenate(patches), np.concatenate(labels).astype(np.uint8)


def write_by_hand(
    rng: np.random.Generator, assets: Assets, image: np.ndarray, lattice: np.ndarray, labels: np.ndarray
) -> None:
    """Writes handwritten digits into most blank cells of a photo, and changes the classes accordingly."""
    cell = mean_cell_side(lattice)
    pen = render.random_pen(rng)._replace(height=float(rng.uniform(0.3, 0.62)))
    for r, c in zip(*np.nonzero(labels == 0), strict=True):
        if rng.random() < 0.04:
            continue
        digit = int(rng.integers(1, 10))
        labels[r, c] = HANDWRITTEN + digit - 1
        x, y = lattice[r : r + 2, c : c + 2].reshape(-1, 2).mean(axis=0)
        dx, dy = np.clip(rng.normal(0, 0.06, 2), -0.15, 0.15) * cell
        picture = render.handwritten(rng, assets, digit, pen, cell)
        darkness = float(np.clip(pen.ink * rng.uniform(0.85, 1.1), 0.25, 1))
        render.stamp(image, picture, x + dx + 0.5, y + dy + 0.5, darkness)
