"""Trains the network that reads the cells of a photo, and writes its weights as int8.

A first stage trains on rendered and composed boards only. Its result is cached, because it is the same for all folds.
A second stage adds real photos, and ends with steps that simulate the rounding of the weights.
"""

from __future__ import annotations

import argparse
import hashlib
import json
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

# Shapes of the weights: of convolutions [ky, kx, in, out], of fully connected layers [in, out].
SHAPES = ((3, 3, 1, 12), (3, 3, 12, 24), (3, 3, 24, 48), (768, 64), (64, CLASSES))
CONVOLUTIONS = 3
BATCH = 128
LABEL_SMOOTHING = 0.02
DROPOUT = 0.08
WEIGHT_DECAY = 0.005
FIRST_STAGE = 0.55
QUANTIZED_PART = 0.2

Parameters = list[tuple[jax.Array, jax.Array]]


# --- The network. ---


def initial(seed: int) -> Parameters:
    """Returns random weights."""
    key = jax.random.key(seed)
    result = []
    for shape in SHAPES:
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


def forward(parameters: Parameters, x: jax.Array, dropout: jax.Array | None = None) -> jax.Array:
    """Returns the logits of patches [batch, 32, 32]."""
    x = x[..., None]
    for weight, bias in parameters[:CONVOLUTIONS]:
        # The maximum of 2 x 2 blocks commutes with the bias and with relu.
        x = jax.nn.relu(halved(convolution(x, weight)) + bias)
    x = x.reshape(x.shape[0], -1)
    weight, bias = parameters[CONVOLUTIONS]
    x = jax.nn.relu(x @ weight + bias)
    if dropout is not None:
        x = x * jax.random.bernoulli(dropout, 1 - DROPOUT, x.shape) / (1 - DROPOUT)
    weight, bias = parameters[CONVOLUTIONS + 1]
    return x @ weight + bias


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
        self.images, self.labels = images, labels
        counts = np.bincount(labels, minlength=CLASSES).astype(float)
        weights = (np.maximum(counts, 1) ** -0.5)[labels]
        self.cumulative = np.cumsum(weights / weights.sum())

    def draw(self, rng: np.random.Generator, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Draws patches and their classes."""
        chosen = np.minimum(np.searchsorted(self.cumulative, rng.random(count)), len(self.labels) - 1)
        return self.images[chosen], self.labels[chosen]


def loss(parameters: Parameters, x: jax.Array, y: jax.Array, key: jax.Array, quantized: bool) -> jax.Array:
    """Returns the cross entropy with smoothed labels."""
    used = rounded(parameters) if quantized else parameters
    log = jax.nn.log_softmax(forward(used, x, key))
    target = jax.nn.one_hot(y, CLASSES) * (1 - LABEL_SMOOTHING) + LABEL_SMOOTHING / CLASSES
    return -(target * log).sum(axis=-1).mean()


def step(state: tuple, batch: jax.Array, y: jax.Array, key: jax.Array, rate: jax.Array, quantized: bool) -> tuple:
    """Does one step of Adam with weight decay."""
    parameters, first, second, count = state
    keys = jax.random.split(key)
    x = distorted(batch.astype(jnp.float32) / 255, keys[0])
    value, gradient = jax.value_and_grad(loss)(parameters, x, y, keys[1], quantized)
    count = count + 1
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradient)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradient)
    c1, c2 = 1 - 0.9**count, 1 - 0.999**count

    def update(p: jax.Array, m: jax.Array, v: jax.Array) -> jax.Array:
        decay = WEIGHT_DECAY * p if p.ndim > 1 else 0.0
        return p - rate * ((m / c1) / (jnp.sqrt(v / c2) + 1e-8) + decay)

    return (jax.tree.map(update, parameters, first, second), first, second, count), value


compiled_step = jax.jit(step, static_argnums=5, donate_argnums=0)


def train(
    parameters: Parameters,
    pools: list[tuple[Pool, float]],
    steps: int,
    peak: float,
    seed: int,
    quantized_part: float,
) -> Parameters:
    """Trains with a short warm-up and a cosine decay of the rate, on a mixture of pools with the given shares."""
    rng, key = np.random.default_rng(seed), jax.random.key(seed)
    zeros = jax.tree.map(jnp.zeros_like, parameters)
    state = (parameters, zeros, jax.tree.map(jnp.zeros_like, parameters), jnp.float32(0))
    sizes = [round(BATCH * share) for _, share in pools]
    sizes[0] += BATCH - sum(sizes)
    begin, total = time.monotonic(), 0.0
    warm = min(100, steps // 10 + 1)
    for i in range(steps):
        drawn = [pool.draw(rng, size) for (pool, _), size in zip(pools, sizes, strict=True)]
        x, y = (np.concatenate(part) for part in zip(*drawn, strict=True))
        rate = peak * min(1.0, (i + 1) / warm) * 0.5 * (1 + math.cos(math.pi * i / steps))
        key, part = jax.random.split(key)
        state, value = compiled_step(state, x, y, part, jnp.float32(rate), i >= steps * (1 - quantized_part))
        total += float(value) if i % 20 == 0 else 0.0
        if (i + 1) % 1000 == 0:
            elapsed = time.monotonic() - begin
            print(f"step {i + 1} of {steps}: loss {total / 50:.4f}, {elapsed:.0f} s", file=sys.stderr, flush=True)
            total = 0.0
    return state[0]


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
    """Divides the logits by the temperature."""
    last = layers[-1]
    scales, biases = (last.scales / temperature).astype("<f4"), (last.biases / temperature).astype("<f4")
    return [*layers[:-1], Quantized(scales, biases, last.weights)]


def write(layers: list[Quantized], path: Path) -> None:
    """Writes scales, biases and weights of each layer, without a header."""
    path.write_bytes(b"".join(x.scales.tobytes() + x.biases.tobytes() + x.weights.tobytes() for x in layers))


def read(path: Path) -> Parameters:
    """Reads a file of `write`."""
    data, place, result = path.read_bytes(), 0, []
    for shape in SHAPES:
        out = shape[-1]
        scales = np.frombuffer(data, "<f4", out, place)
        biases = np.frombuffer(data, "<f4", out, place + 4 * out)
        weights = np.frombuffer(data, np.int8, math.prod(shape), place + 8 * out).reshape(shape)
        place += 8 * out + math.prod(shape)
        result.append((jnp.asarray(weights.astype(np.float32) * scales), jnp.asarray(biases)))
    if place != len(data):
        raise SystemExit(f"{path}: {len(data)} bytes, expected {place}")
    return result


# --- Data with a cache. ---


def cached(folder: Path, name: str, make: Callable[[], dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
    """Returns arrays from the cache, or makes and stores them."""
    path = folder / f"{name}.npz"
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
        counts = {9: 60, 16: 8, 4: 10, 6: 10}
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


def real(cache: Path, seed: int, lattices: Path | None, folds: int, variants: int) -> Real:
    """Returns the patches of the real photos."""

    def make() -> dict[str, np.ndarray]:
        boards = patches.real_boards(lattices, folds)
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

    mark = hashlib.sha256(lattices.read_bytes()).hexdigest()[:8] if lattices else "corners"
    return Real(**cached(cache, f"real-{seed}-{mark}-{folds}-{variants}", make))


# --- Evaluation. ---

compiled_forward = jax.jit(forward)


def logits(parameters: Parameters, images: np.ndarray) -> np.ndarray:
    """Returns the logits of patches of uint8."""
    parts = []
    for i in range(0, len(images), 512):
        part = images[i : i + 512]
        padded = np.zeros((512, *part.shape[1:]), np.float32)
        padded[: len(part)] = part.astype(np.float32) / 255
        parts.append(np.asarray(compiled_forward(parameters, padded))[: len(part)])
    return np.concatenate(parts)


def negative_log_likelihood(values: np.ndarray, truth: np.ndarray, temperature: float = 1.0) -> float:
    """Returns the mean negative logarithm of the probability of the truth."""
    scaled = values.astype(np.float64) / temperature
    scaled -= scaled.max(axis=-1, keepdims=True)
    log = scaled - np.log(np.exp(scaled).sum(axis=-1, keepdims=True))
    return float(-log[np.arange(len(truth)), truth].mean())


def fitted_temperature(parts: list[tuple[np.ndarray, np.ndarray]]) -> float:
    """Returns the temperature with the least mean of the negative log likelihoods of the parts."""
    choices = np.exp(np.linspace(np.log(0.3), np.log(3), 93))
    values = [sum(negative_log_likelihood(v, t, c) for v, t in parts) for c in choices]
    return float(choices[int(np.argmin(values))])


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


def report_boards(parameters: Parameters, data: Real, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Prints the accuracy on whole real boards, and returns the logits and classes of their cells."""
    images, truth = data.exact[chosen], data.truth[chosen]
    values = logits(parameters, images.reshape(-1, 32, 32))
    report_cells("real cells", values, truth.ravel())
    guess = values.argmax(axis=-1).reshape(truth.shape)
    for title, mask in (("boards", ~data.filled[chosen]), ("boards filled by hand", data.filled[chosen])):
        classes = (guess == truth).all(axis=1)[mask]
        digits = (digit_values(guess) == digit_values(truth)).all(axis=1)[mask]
        print(f"  {title}: classes {share(classes)}, digits {share(digits)}")
    return values, truth.ravel()


def check(path: Path) -> dict:
    """Returns fixed patches and their logits."""
    images, labels = patches.composed_boards(77, 1, Assets("test"))
    chosen = images[np.linspace(0, len(images) - 1, 20).astype(int)]
    inputs = np.round(chosen.astype(np.float64) / 255, 4).astype(np.float32)
    values = np.asarray(forward(read(path), jnp.asarray(inputs)))
    return {
        "patches": [[round(float(v), 4) for v in patch.ravel()] for patch in inputs],
        "logits": [[float(v) for v in row] for row in values],
        "labels": [int(v) for v in labels[np.linspace(0, len(images) - 1, 20).astype(int)]],
    }


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, metavar="FILE", help="writes the weights to this file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fold", type=int, metavar="K", help="leaves the real photos of this fold out of training")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=16000)
    parser.add_argument("--lattices", type=Path, metavar="FILE", help="lattices of real photos, instead of corners")
    parser.add_argument("--temperature", type=float, help="divides the logits by this, instead of a fitted value")
    parser.add_argument("--photos", type=int, default=1200, help="the number of rendered 9x9 photos for training")
    parser.add_argument("--boards", type=int, default=1200, help="the number of composed boards for training")
    parser.add_argument("--variants", type=int, default=10, help="how often each real photo is augmented")
    parser.add_argument("--cache", type=Path, default=ASSETS / "cache", help="the folder for data made once")
    parser.add_argument("--evaluate", type=Path, metavar="FILE", help="only prints the accuracy of this file")
    parser.add_argument("--check", type=Path, metavar="FILE", help="only prints logits of fixed patches as JSON")
    options = parser.parse_args()
    if options.check:
        print(json.dumps(check(options.check)))
        return
    if not options.out and not options.evaluate:
        parser.error("--out, --evaluate or --check is required")

    data = real(options.cache, options.seed, options.lattices, options.folds, options.variants)
    test_x, test_y = held_out(options.cache, options.seed)
    chosen = data.board_fold == options.fold if options.fold is not None else np.ones(len(data.truth), bool)
    if options.evaluate:
        parameters = read(options.evaluate)
        report_boards(parameters, data, chosen)
        report_cells("rendered cells with other fonts", logits(parameters, test_x), test_y)
        return

    print_pool = rendered(options.cache, options.seed, options.photos)
    board_pool = composed(options.cache, options.seed, options.boards)
    first_steps = round(options.steps * FIRST_STAGE)
    second_steps = options.steps - first_steps

    def base() -> dict[str, np.ndarray]:
        pools = [(print_pool, 0.55), (board_pool, 0.45)]
        result = train(initial(options.seed), pools, first_steps, 3e-3, options.seed, 0.0)
        weights = {f"w{i}": np.asarray(weight) for i, (weight, _) in enumerate(result)}
        return weights | {f"b{i}": np.asarray(bias) for i, (_, bias) in enumerate(result)}

    stored = cached(options.cache, f"base-{options.seed}-{first_steps}-{options.photos}-{options.boards}", base)
    parameters = [(jnp.asarray(stored[f"w{i}"]), jnp.asarray(stored[f"b{i}"])) for i in range(len(SHAPES))]
    used, refilled = data.fold != options.fold, data.refilled_fold != options.fold
    pools = [
        (Pool(data.x[used], data.y[used]), 0.33),
        (Pool(data.refilled[refilled], data.refilled_y[refilled]), 0.25),
        (print_pool, 0.24),
        (board_pool, 0.18),
    ]
    parameters = train(parameters, pools, second_steps, 1.5e-3, options.seed + 1, QUANTIZED_PART)

    layers = quantize(parameters)
    write(layers, options.out)
    parameters = read(options.out)
    parts = [(logits(parameters, test_x), test_y)]
    if options.fold is not None:
        parts.append((logits(parameters, data.exact[chosen].reshape(-1, 32, 32)), data.truth[chosen].ravel()))
    temperature = options.temperature or fitted_temperature(parts)
    write(cooled(layers, temperature), options.out)
    parameters = read(options.out)
    print(f"{options.out}: temperature {temperature:.3f}")
    if options.fold is None:
        print("The real cells are those of the training.")
    report_boards(parameters, data, chosen)
    report_cells("rendered cells with other fonts", logits(parameters, test_x), test_y)


if __name__ == "__main__":
    main()
