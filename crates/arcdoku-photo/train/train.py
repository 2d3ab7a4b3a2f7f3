"""Trains the network that reads the cells of a photo, and writes its weights as int8.

A first stage trains on rendered and composed boards only. Its result is cached, because it is the same for all folds.
A second stage adds real photos, and ends with steps that simulate the rounding of the weights.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import numpy as np
import patches
from render import ASSETS, BLANK, CLASSES, HANDWRITTEN, Assets

# The numbers of hidden values of a cell, of the comparison of cells, and of the comparison of a cell with a symbol.
HIDDEN, COMPARISON_HIDDEN, SYMBOL_HIDDEN = 80, 48, 16
# How often cells are compared, and with how many of the most similar cells.
ROUNDS, SIMILAR = 2, 4
# Shapes of the weights: of convolutions [ky, kx, in, out], of fully connected layers [in, out]. The last four layers
# compare the cells of a board.
SHAPES = (
    (3, 3, 1, 16),
    (3, 3, 16, 32),
    (3, 3, 32, 48),
    (768 + patches.PLACES, HIDDEN),
    (HIDDEN, CLASSES),
    (3 * HIDDEN + 5 + 4 * patches.TRAITS + 6 + SIMILAR, COMPARISON_HIDDEN),
    (COMPARISON_HIDDEN, 2),
    (5, SYMBOL_HIDDEN),
    (SYMBOL_HIDDEN, 1),
)
CONVOLUTIONS = 3
CELL_LAYERS = CONVOLUTIONS + 2
BATCH = 128
LABEL_SMOOTHING = 0.02
COMPARISON_SMOOTHING = 0.004
DROPOUT = 0.08
WEIGHT_DECAY = 0.005
FIRST_STAGE = 0.55
QUANTIZED_PART = 0.2
# The numbers of rendered photos for tests, by size.
HELD_OUT = {9: 60, 16: 8, 4: 10, 6: 10}

Parameters = list[tuple[jax.Array, jax.Array]]
# Returns the next batch.
Draw = Callable[[np.random.Generator], tuple]


# --- The network. ---


def initial(seed: int, shapes: tuple) -> Parameters:
    """Returns random weights of layers with these shapes."""
    key = jax.random.key(seed)
    result = []
    for shape in shapes:
        key, part = jax.random.split(key)
        deviation = math.sqrt(2 / math.prod(shape[:-1]))
        result.append((deviation * jax.random.normal(part, shape), jnp.zeros(shape[-1])))
    return result


def convolution(x: jax.Array, weight: jax.Array) -> jax.Array:
    """Returns the 3 x 3 convolution with zero padding."""
    return jax.lax.conv_general_dilated(x, weight, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def halved(x: jax.Array) -> jax.Array:
    """Returns the maxima of 2 x 2 blocks."""
    x = jnp.maximum(x[:, ::2], x[:, 1::2])
    return jnp.maximum(x[:, :, ::2], x[:, :, 1::2])


def hidden(parameters: Parameters, x: jax.Array, traits: jax.Array) -> jax.Array:
    """Returns the hidden values of patches [batch, 32, 32] with traits [batch, 9]."""
    x = x[..., None]
    for weight, bias in parameters[:CONVOLUTIONS]:
        # The maximum of 2 x 2 blocks commutes with the bias and with relu.
        x = jax.nn.relu(halved(convolution(x, weight)) + bias)
    x = jnp.concatenate([x.reshape(x.shape[0], -1), traits[:, : patches.PLACES]], axis=1)
    weight, bias = parameters[CONVOLUTIONS]
    return jax.nn.relu(x @ weight + bias)


def output(parameters: Parameters, values: jax.Array) -> jax.Array:
    """Returns the logits of hidden values."""
    weight, bias = parameters[CONVOLUTIONS + 1]
    return values @ weight + bias


def pictures(images: np.ndarray) -> np.ndarray:
    """Returns centered patches with 16 x 16 pixels, with mean 0 and length 1, as float16[patches, 256]."""
    result = np.empty((len(images), 256), np.float16)
    for start in range(0, len(images), 4096):
        part = images[start : start + 4096]
        small = part.reshape(-1, 16, 2, 16, 2).mean(axis=(2, 4), dtype=np.float32).reshape(len(part), 256) / 255
        small -= small.mean(axis=1, keepdims=True)
        result[start : start + 4096] = small / np.sqrt((small**2).sum(axis=1, keepdims=True) + 1e-4)
    return result


def deviations(share: jax.Array, traits: jax.Array) -> list[jax.Array]:
    """Returns how the traits of each cell differ from those of the other cells, which are weighted by their share."""
    others = share.sum(axis=1, keepdims=True) - share + 0.5

    def mean(values: jax.Array) -> jax.Array:
        values = share * values
        return (values.sum(axis=1, keepdims=True) - values) / others

    center = mean(traits)
    deviation = jnp.sqrt(jnp.maximum(mean(traits**2) - center**2, 0) + 4e-4) + 0.03
    z = (traits - center) / deviation
    return [jnp.tanh(z / 3), jnp.tanh(z * z / 12)]


def compared(
    parameters: Parameters, values: jax.Array, scores: jax.Array, traits: jax.Array, small: jax.Array
) -> jax.Array:
    """Returns the logits of all cells after a comparison of the cells of each board.

    `values` [boards, cells, HIDDEN] and `scores` [boards, cells, CLASSES] are those of the cells alone; `small` are
    their `pictures`. A board has one printed font, so printed cells are similar, and cells with the same printed symbol
    are most similar.
    """
    (weight, bias), (last, last_bias), *of_symbols = parameters[CELL_LAYERS:]
    scores = jax.nn.log_softmax(jnp.asarray(scores))
    likely = jnp.exp(scores)
    ink = 1 - likely[..., :1]
    margin = jax.nn.logsumexp(scores[..., HANDWRITTEN:], axis=-1, keepdims=True)
    margin = margin - jax.nn.logsumexp(scores[..., 1:HANDWRITTEN], axis=-1, keepdims=True)
    inked = jax.nn.logsumexp(scores[..., 1:], axis=-1, keepdims=True) - scores[..., :1]
    unit = values / jnp.sqrt((values**2).sum(axis=-1, keepdims=True) + 1e-6)
    cells = unit.shape[1]
    others = 1 - jnp.eye(cells)
    similarity = jnp.einsum("bid,bjd->bij", unit, unit) * ink * ink.swapaxes(1, 2)
    similarity = jax.lax.top_k(similarity - 2 * (1 - others), SIMILAR)[0]
    symbols = likely[..., 1:HANDWRITTEN].at[..., : CLASSES - HANDWRITTEN].add(likely[..., HANDWRITTEN:])
    same_symbol = jnp.einsum("bid,bjd->bij", symbols, symbols) * others
    small = jnp.asarray(small, jnp.float32)
    correlation = jnp.einsum("bid,bjd->bij", small, small) * others
    unit = 8 * unit
    added = jnp.zeros((*margin.shape[:2], 2))
    for _ in range(ROUNDS):
        by_hand = ink * jax.nn.sigmoid(margin + added[..., :1])
        shares = (ink - by_hand, by_hand)
        sums = [share.sum(axis=1, keepdims=True) for share in shares]
        means = [
            (share * unit).sum(axis=1, keepdims=True) / (total + 0.5) for share, total in zip(shares, sums, strict=True)
        ]
        parts = [unit, *means, jnp.tanh(margin / 4), jnp.tanh(inked / 4)]
        parts += [sums[1] / cells, sums[0] / cells, sums[1] / (sums[0] + sums[1] + 0.5)]
        for share in shares:
            parts += deviations(share, traits)
        for share in shares:
            near = same_symbol * share.swapaxes(1, 2)
            total = near.sum(axis=-1, keepdims=True)
            mean = (near * correlation).sum(axis=-1, keepdims=True) / (total + 0.1)
            parts += [mean, (jnp.minimum(2 * near, 1) * correlation).max(axis=-1, keepdims=True), total / (total + 1)]
        parts = [jnp.broadcast_to(part, (*unit.shape[:2], part.shape[-1])) for part in parts]
        x = jnp.concatenate([*parts, similarity], axis=-1)
        added = jax.nn.relu(x @ weight + bias) @ last + last_bias

    # Handwriting and print divide the probability of ink, and printed symbols divide the probability of print.
    kept = jax.nn.logsumexp(scores[..., 1:], axis=-1, keepdims=True)
    scores = scores.at[..., HANDWRITTEN:].add(added[..., :1])
    scores = scores.at[..., 1:].add(kept - jax.nn.logsumexp(scores[..., 1:], axis=-1, keepdims=True))
    printed = scores[..., 1:HANDWRITTEN]
    kept = jax.nn.logsumexp(printed, axis=-1, keepdims=True)
    printed = printed + matched(of_symbols, printed, correlation)
    printed = printed + kept - jax.nn.logsumexp(printed, axis=-1, keepdims=True)
    return scores.at[..., 1:HANDWRITTEN].set(printed).at[..., 0].add(added[..., 1])


def matched(parameters: Parameters, printed: jax.Array, correlation: jax.Array) -> jax.Array:
    """Returns what is added to the logits of printed symbols, because equal symbols of a board look alike."""
    (weight, bias), (last, last_bias) = parameters
    likely = jnp.exp(printed)
    counts = likely.sum(axis=1, keepdims=True) - likely
    mean = jnp.einsum("bij,bjs->bis", correlation, likely) / (counts + 0.1)
    best, second = jnp.moveaxis(jax.lax.top_k(mean, 2)[0], -1, 0)
    rival = jnp.where(mean == best[..., None], second[..., None], best[..., None])
    likely_same = jnp.einsum("bis,bjs->bij", likely, likely) * (1 - jnp.eye(likely.shape[1]))
    usual = (likely_same * correlation).sum(axis=(1, 2)) / (likely_same.sum(axis=(1, 2)) + 0.1)
    usual = jnp.broadcast_to(usual[:, None, None], mean.shape)
    own = jnp.tanh((printed - printed.max(axis=-1, keepdims=True)) / 8)
    x = jnp.stack([mean, 4 * (mean - rival), counts / (counts + 1), usual, own], axis=-1)
    return (jax.nn.relu(x @ weight + bias) @ last + last_bias)[..., 0]


def forward(parameters: Parameters, x: jax.Array, traits: jax.Array, dropout: jax.Array | None = None) -> jax.Array:
    """Returns the logits of patches [batch, 32, 32] with traits [batch, 9], without a comparison."""
    values = hidden(parameters, x, traits)
    if dropout is not None:
        values = values * jax.random.bernoulli(dropout, 1 - DROPOUT, values.shape) / (1 - DROPOUT)
    return output(parameters, values)


def rounded(parameters: Parameters) -> Parameters:
    """Rounds weights as int8 does; the gradient passes unchanged."""
    result = []
    for weight, bias in parameters:
        scale = jnp.maximum(jnp.abs(weight).max(axis=tuple(range(weight.ndim - 1))), 1e-8) / 127
        near = jnp.clip(jnp.round(weight / scale), -127, 127) * scale
        result.append((weight + jax.lax.stop_gradient(near - weight), bias))
    return result


def interpolation(key: jax.Array, batch: int, side: int) -> jax.Array:
    """Returns matrices that scale and shift a line of pixels by small random amounts."""
    keys = jax.random.split(key)
    scale = 1 + 0.04 * jax.random.normal(keys[0], (batch, 1, 1))
    shift = 0.6 * jax.random.normal(keys[1], (batch, 1, 1))
    center = (side - 1) / 2
    place = jnp.clip((jnp.arange(side)[:, None] - center) * scale + center + shift, 0, side - 1)
    return jnp.maximum(0, 1 - jnp.abs(place - jnp.arange(side)))


def distorted(x: jax.Array, key: jax.Array) -> jax.Array:
    """Returns patches with small random changes of position, size, ink and noise."""
    batch, side = x.shape[0], x.shape[1]
    keys = jax.random.split(key, 6)
    rows, columns = interpolation(keys[0], batch, side), interpolation(keys[1], batch, side)
    x = jnp.clip(rows @ x @ columns.swapaxes(1, 2), 0, 1)
    gain = jnp.exp(0.15 * jax.random.normal(keys[2], (batch, 1, 1)))
    power = jnp.exp(0.12 * jax.random.normal(keys[3], (batch, 1, 1)))
    noise = 0.06 * jax.random.uniform(keys[4], (batch, 1, 1)) ** 2 * jax.random.normal(keys[5], x.shape)
    # The derivative is not needed, so a power of zero is harmless.
    return jnp.clip(gain * x**power + noise, 0, 1)


# --- Training. ---


class Pool:
    """Patches of one origin, drawn so that frequent classes appear less often than in the data."""

    def __init__(self, images: np.ndarray, labels: np.ndarray):
        self.labels = labels
        self.images, self.traits = patches.centered(images)
        counts = np.bincount(labels, minlength=CLASSES).astype(float)
        weights = (np.maximum(counts, 1) ** -0.5)[labels]
        self.cumulative = np.cumsum(weights / weights.sum())

    def draw(self, rng: np.random.Generator, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Draws patches, their traits and their classes."""
        chosen = np.minimum(np.searchsorted(self.cumulative, rng.random(count)), len(self.labels) - 1)
        return self.images[chosen], self.traits[chosen], self.labels[chosen]


def mixed_draw(pools: list[tuple[Pool, float]]) -> Draw:
    """Draws batches from a mixture of pools with the given shares."""
    sizes = [round(BATCH * share) for _, share in pools]
    sizes[0] += BATCH - sum(sizes)

    def draw(rng: np.random.Generator) -> tuple:
        drawn = [pool.draw(rng, size) for (pool, _), size in zip(pools, sizes, strict=True)]
        return tuple(np.concatenate(part) for part in zip(*drawn, strict=True))

    return draw


def cell_loss(parameters: Parameters, batch: tuple, key: jax.Array) -> jax.Array:
    """Returns the cross entropy of cells with smoothed labels."""
    x, traits, y = batch
    keys = jax.random.split(key)
    x = distorted(x.astype(jnp.float32) / 255, keys[0])
    log = jax.nn.log_softmax(forward(parameters, x, traits, keys[1]))
    target = jax.nn.one_hot(y, CLASSES) * (1 - LABEL_SMOOTHING) + LABEL_SMOOTHING / CLASSES
    return -(target * log).sum(axis=-1).mean()


def board_loss(parameters: Parameters, batch: tuple, _key: jax.Array) -> jax.Array:
    """Returns the cross entropy of the cells of boards with smoothed labels."""
    *inputs, y = batch
    empty = [(jnp.zeros(0), jnp.zeros(0))] * CELL_LAYERS
    log = jax.nn.log_softmax(compared([*empty, *parameters], *inputs))
    target = jax.nn.one_hot(y, CLASSES) * (1 - COMPARISON_SMOOTHING) + COMPARISON_SMOOTHING / CLASSES
    return -(target * log).sum(axis=-1).mean()


def train(
    loss: Callable[[Parameters, tuple, jax.Array], jax.Array],
    parameters: Parameters,
    draw: Draw,
    steps: int,
    peak: float,
    seed: int,
    quantized_part: float = 0.0,
) -> Parameters:
    """Trains by Adam with weight decay, a short warm-up and a cosine decay of the rate."""

    def step(state: tuple, batch: tuple, key: jax.Array, rate: jax.Array, quantized: bool) -> tuple:
        parameters, first, second, count = state
        objective = (lambda p: loss(rounded(p), batch, key)) if quantized else (lambda p: loss(p, batch, key))
        value, gradient = jax.value_and_grad(objective)(parameters)
        count = count + 1
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradient)
        second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradient)
        c1, c2 = 1 - 0.9**count, 1 - 0.999**count

        def update(p: jax.Array, m: jax.Array, v: jax.Array) -> jax.Array:
            decay = WEIGHT_DECAY * p if p.ndim > 1 else 0.0
            return p - rate * ((m / c1) / (jnp.sqrt(v / c2) + 1e-8) + decay)

        return (jax.tree.map(update, parameters, first, second), first, second, count), value

    compiled = jax.jit(step, static_argnums=4)
    rng, key = np.random.default_rng(seed), jax.random.key(seed)
    zeros = jax.tree.map(jnp.zeros_like, parameters)
    state = (parameters, zeros, zeros, jnp.float32(0))
    begin, total = time.monotonic(), 0.0
    warm = min(100, steps // 10 + 1)
    for i in range(steps):
        rate = peak * min(1.0, (i + 1) / warm) * 0.5 * (1 + math.cos(math.pi * i / steps))
        key, part = jax.random.split(key)
        state, value = compiled(state, draw(rng), part, jnp.float32(rate), i >= steps * (1 - quantized_part))
        total += float(value) if i % 20 == 0 else 0.0
        if (i + 1) % 1000 == 0:
            elapsed = time.monotonic() - begin
            print(f"step {i + 1} of {steps}: loss {total / 50:.4f}, {elapsed:.0f} s", file=sys.stderr, flush=True)
            total = 0.0
    return state[0]


class Boards(NamedTuple):
    """Hidden values, logits, traits, pictures and classes of the cells of boards with 81 cells."""

    values: np.ndarray
    scores: np.ndarray
    traits: np.ndarray
    small: np.ndarray
    labels: np.ndarray

    @staticmethod
    def of(parameters: Parameters, images: np.ndarray, traits: np.ndarray, labels: np.ndarray) -> Boards:
        """Applies the network to the patches of whole boards."""
        values, scores = cell_outputs(parameters, images, traits)
        parts = (values, scores, traits, pictures(images), labels)
        return Boards(*(part.reshape(-1, 81, *part.shape[1:]) for part in parts))


def boards_draw(parts: list[tuple[Boards, int]]) -> Draw:
    """Draws batches with the given numbers of boards."""

    def draw(rng: np.random.Generator) -> tuple:
        drawn = [
            [field[chosen] for field in boards]
            for boards, count in parts
            if (chosen := rng.integers(0, len(boards.labels), count)) is not None
        ]
        return tuple(np.concatenate(part) for part in zip(*drawn, strict=True))

    return draw


# --- The file. ---


class Quantized(NamedTuple):
    """One layer of the file."""

    scales: np.ndarray
    biases: np.ndarray
    weights: np.ndarray  # int8


def quantize(parameters: Parameters) -> list[Quantized]:
    """Rounds the weights to int8 per output channel."""
    result = []
    for weight, bias in parameters:
        weight, bias = np.asarray(weight), np.asarray(bias)
        scale = np.maximum(np.abs(weight).max(axis=tuple(range(weight.ndim - 1))), 1e-8) / 127
        whole = np.clip(np.round(weight / scale), -127, 127).astype(np.int8)
        result.append(Quantized(scale.astype("<f4"), bias.astype("<f4"), whole))
    return result


def cooled(layers: list[Quantized], temperature: float) -> list[Quantized]:
    """Divides the logits of cells by the temperature."""
    last = layers[-1]
    scales, biases = (last.scales / temperature).astype("<f4"), (last.biases / temperature).astype("<f4")
    return [*layers[:-1], Quantized(scales, biases, last.weights)]


def dequantized(layers: list[Quantized]) -> Parameters:
    """Returns the weights as they are used."""
    return [(jnp.asarray(x.weights.astype(np.float32) * x.scales), jnp.asarray(x.biases)) for x in layers]


def write(layers: list[Quantized], path: Path) -> None:
    """Writes scales, biases and weights of each layer, without a header."""
    path.write_bytes(b"".join(x.scales.tobytes() + x.biases.tobytes() + x.weights.tobytes() for x in layers))


def read(path: Path) -> Parameters:
    """Reads a file of `write`."""
    data, place, layers = path.read_bytes(), 0, []
    for shape in SHAPES:
        out = shape[-1]
        scales = np.frombuffer(data, "<f4", out, place)
        biases = np.frombuffer(data, "<f4", out, place + 4 * out)
        weights = np.frombuffer(data, np.int8, math.prod(shape), place + 8 * out).reshape(shape)
        place += 8 * out + math.prod(shape)
        layers.append(Quantized(scales, biases, weights))
    if place != len(data):
        raise SystemExit(f"{path}: {len(data)} bytes, expected {place}")
    return dequantized(layers)


# --- Data with a cache. ---


def cached(
    folder: Path,
    name: str,
    make: Callable[[], dict[str, np.ndarray]],
    programs: tuple[str, ...] = ("render", "patches"),
) -> dict[str, np.ndarray]:
    """Returns arrays from the cache, or makes and stores them. A change of a program or puzzle makes them again."""
    files = ["puzzles.txt", *(f"{program}.py" for program in programs)]
    sources = b"".join((Path(__file__).parent / file).read_bytes() for file in files)
    path = folder / f"{name}-{hashlib.sha256(sources).hexdigest()[:8]}.npz"
    if not path.exists():
        begin = time.monotonic()
        folder.mkdir(parents=True, exist_ok=True)
        partial = folder / f"{name}.partial.npz"
        np.savez(partial, **make())
        partial.rename(path)
        print(f"made {name} in {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)
    with np.load(path) as data:
        return dict(data)


def joined(parts: list[tuple[np.ndarray, np.ndarray]]) -> dict[str, np.ndarray]:
    """Joins patches and their classes."""
    return {"x": np.concatenate([x for x, _ in parts]), "y": np.concatenate([y for _, y in parts])}


def rendered(cache: Path, seed: int, photos: int) -> Pool:
    """Returns patches of rendered photos of all sizes."""

    def make() -> dict[str, np.ndarray]:
        assets = Assets("train")
        counts = {9: photos, 16: photos // 6, 4: photos // 12, 6: photos // 12}
        return joined([patches.rendered_boards(seed, n, assets, 2, size) for size, n in counts.items()])

    data = cached(cache, f"rendered-{seed}-{photos}", make)
    return Pool(data["x"], data["y"])


def unseen(cache: Path, seed: int, photos: int) -> Pool:
    """Returns patches of rendered photos with 9 x 9 cells that the layers of cells were not trained on."""
    data = cached(
        cache,
        f"unseen-{seed}-{photos}",
        lambda: joined([patches.rendered_boards(seed + 1000, photos, Assets("train"), 1)]),
    )
    return Pool(data["x"], data["y"])


def composed(cache: Path, seed: int, boards: int) -> Pool:
    """Returns patches of composed boards."""
    data = cached(
        cache, f"composed-{seed}-{boards}", lambda: joined([patches.composed_boards(seed, boards, Assets("train"))])
    )
    return Pool(data["x"], data["y"])


def held_out(cache: Path, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns patches of rendered photos with fonts and handwritten digits that training does not use."""

    def make() -> dict[str, np.ndarray]:
        assets = Assets("test")
        counts = HELD_OUT
        return joined(
            [patches.rendered_boards(seed + 500, n, assets, 1, size, train=False) for size, n in counts.items()]
        )

    data = cached(cache, f"held-out-{seed}", make)
    return data["x"], data["y"]


class Real(NamedTuple):
    """Patches of all real photos: augmented ones for training, and exact ones for tests."""

    x: np.ndarray
    y: np.ndarray
    fold: np.ndarray
    exact: np.ndarray  # boards x 81 x 32 x 32
    truth: np.ndarray  # boards x 81
    refilled: np.ndarray  # photos without handwriting, with other handwriting added
    refilled_y: np.ndarray
    refilled_fold: np.ndarray
    board_fold: np.ndarray
    filled: np.ndarray  # for each board whether it is filled in by hand


def real(cache: Path, seed: int, folds: int, variants: int) -> Real:
    """Returns the patches of the real photos."""

    def make() -> dict[str, np.ndarray]:
        boards = patches.real_boards(folds)
        varied = [patches.real_patches(seed, board, variants) for board in boards]
        exact = [patches.real_patches(seed, board, 1, exact=True) for board in boards]
        folds_of = np.array([board.fold for board in boards])
        empty = [board for board in boards if board.folder == "train"]
        assets = Assets("train")
        refilled = [patches.real_patches(seed, board, 2 * variants, assets=assets) for board in empty]
        return {
            **joined(varied),
            "fold": np.repeat(folds_of, [len(y) for _, y in varied]),
            "exact": np.stack([x for x, _ in exact]),
            "truth": np.stack([y for _, y in exact]),
            "refilled": np.concatenate([x for x, _ in refilled]),
            "refilled_y": np.concatenate([y for _, y in refilled]),
            "refilled_fold": np.repeat([board.fold for board in empty], [len(y) for _, y in refilled]),
            "board_fold": folds_of,
            "filled": np.array([board.folder == "filled" for board in boards]),
        }

    return Real(**cached(cache, f"real-{seed}-{folds}-{variants}", make))


# --- Evaluation. ---

compiled_hidden = jax.jit(hidden)
compiled_output = jax.jit(output)


def cell_outputs(parameters: Parameters, images: np.ndarray, traits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the hidden values and the logits of packed patches, without a comparison."""
    values, scores = [], []
    for i in range(0, len(images), 512):
        count = len(images[i : i + 512])
        padded, padded_traits = np.zeros((512, 32, 32), np.float32), np.zeros((512, patches.TRAITS), np.float32)
        padded[:count] = images[i : i + 512].astype(np.float32) / 255
        padded_traits[:count] = traits[i : i + 512]
        part = compiled_hidden(parameters[:CELL_LAYERS], padded, padded_traits)
        values.append(np.asarray(part)[:count])
        scores.append(np.asarray(compiled_output(parameters[:CELL_LAYERS], part))[:count])
    return np.concatenate(values), np.concatenate(scores)


def board_logits(parameters: Parameters, boards: Boards) -> np.ndarray:
    """Returns the logits of all cells of boards, after the comparison."""
    return np.asarray(compared(parameters, *boards[:-1]))


def negative_log_likelihood(values: np.ndarray, truth: np.ndarray, temperature: float = 1.0) -> float:
    """Returns the mean negative logarithm of the probability of the truth."""
    scaled = values.astype(np.float64) / temperature
    scaled -= scaled.max(axis=-1, keepdims=True)
    log = scaled - np.log(np.exp(scaled).sum(axis=-1, keepdims=True))
    return float(-log[np.arange(len(truth)), truth].mean())


def fitted_temperature(values: np.ndarray, truth: np.ndarray) -> float:
    """Returns the temperature of these logits with the least negative log likelihood."""
    choices = np.exp(np.linspace(np.log(0.3), np.log(3), 93))
    return float(min(choices, key=lambda choice: negative_log_likelihood(values, truth, choice)))


def digit_values(labels: np.ndarray) -> np.ndarray:
    """Returns the digits of classes, the same for print and handwriting."""
    return np.where(labels >= HANDWRITTEN, labels - HANDWRITTEN + 1, labels)


def kinds(truth: np.ndarray) -> dict[str, np.ndarray]:
    """Returns masks of the blank, printed and handwritten cells."""
    return {
        "blank": truth == BLANK,
        "printed": (truth != BLANK) & (truth < HANDWRITTEN),
        "handwritten": truth >= HANDWRITTEN,
    }


def share(hits: np.ndarray) -> str:
    """Formats the share of hits."""
    return f"{100 * hits.mean():.2f} % of {hits.size}" if hits.size else "none"


def report_cells(title: str, values: np.ndarray, truth: np.ndarray) -> None:
    """Prints the accuracy of each kind of cell."""
    guess = values.argmax(axis=-1)
    print(f"{title}: negative log likelihood {negative_log_likelihood(values, truth):.4f}")
    for kind, mask in kinds(truth).items():
        same = digit_values(guess) == digit_values(truth)
        print(f"  {kind}: class {share(guess[mask] == truth[mask])}, digit {share(same[mask])}")


def report_boards(values: np.ndarray, truth: np.ndarray, filled: np.ndarray) -> None:
    """Prints the accuracy on whole real boards with these logits."""
    report_cells("real cells", values.reshape(-1, CLASSES), truth.ravel())
    guess = values.argmax(axis=-1)
    for title, mask in (("boards", ~filled), ("boards filled by hand", filled)):
        classes = (guess == truth).all(axis=1)[mask]
        digits = (digit_values(guess) == digit_values(truth)).all(axis=1)[mask]
        print(f"  {title}: classes {share(classes)}, digits {share(digits)}")


def check(path: Path) -> str:
    """Returns the patches of 16 cells in hexadecimal, each with its logits after the comparison."""
    images, _ = patches.composed_boards(77, 1, Assets("test"))
    parameters = read(path)
    moved, traits = patches.centered(images[:16])
    values, scores = cell_outputs(parameters, moved, traits)
    logits = compared(parameters, values[None], scores[None], traits[None], pictures(moved)[None])[0]
    return "".join(
        f"{patch.tobytes().hex()} {' '.join(f'{value:.3f}' for value in row)}\n"
        for patch, row in zip(images, np.asarray(logits), strict=False)
    )


def report(parameters: Parameters, data: Real, chosen: np.ndarray, test: tuple) -> None:
    """Prints the accuracy on real boards and on rendered boards with other fonts."""
    truth = data.truth[chosen]
    boards = Boards.of(parameters, *patches.centered(data.exact[chosen].reshape(-1, 32, 32)), truth.ravel())
    for title, values in (("alone", boards.scores), ("compared", board_logits(parameters, boards))):
        print(f"Real photos, {title}:")
        report_boards(values, truth, data.filled[chosen])
    boards = Boards.of(parameters, *test)
    for title, values in (("alone", boards.scores), ("compared", board_logits(parameters, boards))):
        report_cells(f"rendered cells with other fonts, {title}", values.reshape(-1, CLASSES), boards.labels.ravel())


def train_comparison(parameters: Parameters, parts: list[tuple[Pool, int]], options: argparse.Namespace) -> Parameters:
    """Trains the layers that compare cells, with fixed layers of cells."""
    boards = [(Boards.of(parameters, pool.images, pool.traits, pool.labels), count) for pool, count in parts]
    start = initial(options.seed + 2, SHAPES[CELL_LAYERS:])
    return train(
        board_loss, start, boards_draw(boards), options.comparison_steps, 2e-3, options.seed + 2, QUANTIZED_PART
    )


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, metavar="FILE", help="writes the weights to this file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fold", type=int, metavar="K", help="leaves the real photos of this fold out of training")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=16000)
    parser.add_argument("--comparison-steps", type=int, default=12000)
    parser.add_argument("--photos", type=int, default=1200, help="the number of rendered 9x9 photos for training")
    parser.add_argument("--boards", type=int, default=1200, help="the number of composed boards for training")
    parser.add_argument("--compared", type=int, default=4800, help="the number of rendered photos for the comparison")
    parser.add_argument("--variants", type=int, default=10, help="how often each real photo is augmented")
    parser.add_argument("--cache", type=Path, default=ASSETS / "cache", help="the folder for data made once")
    parser.add_argument("--evaluate", type=Path, metavar="FILE", help="only prints the accuracy of this file")
    parser.add_argument("--check", type=Path, metavar="FILE", help="only prints fixed patches and their logits")
    options = parser.parse_args()
    if options.check:
        print(check(options.check), end="")
        return
    if not options.out and not options.evaluate:
        parser.error("--out, --evaluate or --check is required")

    data = real(options.cache, options.seed, options.folds, options.variants)
    images, labels = held_out(options.cache, options.seed)
    # Only boards with 81 cells are compared in tests.
    test = (*patches.centered(images[: 81 * HELD_OUT[9]]), labels[: 81 * HELD_OUT[9]])
    chosen = data.board_fold == options.fold if options.fold is not None else np.ones(len(data.truth), bool)
    if options.evaluate:
        report(read(options.evaluate), data, chosen, test)
        return

    print_pool = rendered(options.cache, options.seed, options.photos)
    board_pool = composed(options.cache, options.seed, options.boards)
    first_steps = round(options.steps * FIRST_STAGE)
    second_steps = options.steps - first_steps

    def base() -> dict[str, np.ndarray]:
        draw = mixed_draw([(print_pool, 0.55), (board_pool, 0.45)])
        result = train(cell_loss, initial(options.seed, SHAPES[:CELL_LAYERS]), draw, first_steps, 3e-3, options.seed)
        weights = {f"w{i}": np.asarray(weight) for i, (weight, _) in enumerate(result)}
        return weights | {f"b{i}": np.asarray(bias) for i, (_, bias) in enumerate(result)}

    name = f"base-{options.seed}-{first_steps}-{options.photos}-{options.boards}"
    stored = cached(options.cache, name, base, ("render", "patches", "train"))
    parameters = [(jnp.asarray(stored[f"w{i}"]), jnp.asarray(stored[f"b{i}"])) for i in range(CELL_LAYERS)]
    used, refilled = data.fold != options.fold, data.refilled_fold != options.fold
    real_pool = Pool(data.x[used], data.y[used])
    refilled_pool = Pool(data.refilled[refilled], data.refilled_y[refilled])
    draw = mixed_draw([(real_pool, 0.33), (refilled_pool, 0.25), (print_pool, 0.24), (board_pool, 0.18)])
    parameters = train(cell_loss, parameters, draw, second_steps, 1.5e-3, options.seed + 1, QUANTIZED_PART)

    layers = quantize(parameters)
    _, scores = cell_outputs(dequantized(layers), *test[:2])
    temperature = fitted_temperature(scores, test[2])
    layers = cooled(layers, temperature)
    # The layers of cells are overconfident on their own training cells, so the comparison uses other rendered photos.
    parts = [(unseen(options.cache, options.seed, options.compared), 24), (real_pool, 10), (refilled_pool, 8)]
    layers += quantize(train_comparison(dequantized(layers), parts, options))
    write(layers, options.out)
    print(f"{options.out}: temperature {temperature:.3f}")
    if options.fold is None:
        print("The real cells are those of the training.")
    report(read(options.out), data, chosen, test)


if __name__ == "__main__":
    main()
