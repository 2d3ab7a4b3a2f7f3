"""Puzzles in photos: files, bytes and arrays, and images that cannot be read."""

import io
import json
import pickle
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT
from jsonschema import Draft202012Validator
from PIL import Image

import arcdoku
from arcdoku import results

PHOTO = ROOT / "crates/arcdoku-cli/tests/inputs/shadow.jpg"
CLUES = "........2..1..39...39....7.68.....4.......7......415.9....1.2.72..45..8.1..3....."


def png(width: int, height: int) -> bytes:
    """A PNG file whose pixels are missing."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b"")]
    parts = [
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def test_a_file_is_read() -> None:
    scan = arcdoku.scan(str(PHOTO))
    assert isinstance(scan, results.Scan) and scan and scan.error is None
    assert (str(scan), scan.image, scan.shape, scan.certain) == (CLUES, str(PHOTO), None, True)
    assert scan.puzzle == arcdoku.Puzzle(CLUES)
    assert scan.solution == scan.puzzle.solve().solution
    assert 0.88 <= scan.probability <= 1 and len(scan.corners) == 4 and not scan.wrong
    assert [str(cell.digit or ".") for cell in scan.cells] == list(CLUES)
    assert scan.cells[0].kind == "blank" and len(scan.cells[0].printed) == 10 and len(scan.cells[0].handwritten) == 9
    assert scan._repr_svg_() and repr(scan).startswith(f"<Scan puzzle='{CLUES}' certain=True")
    assert pickle.loads(pickle.dumps(scan)) == scan
    described = arcdoku.schema("scan")
    reply = {**described["questions"]["scan"]["reply"], "$defs": described["$defs"]}
    assert not list(Draft202012Validator(reply).iter_errors(json.loads(scan.json())))
    assert arcdoku.scan(PHOTO, all=True) == [scan]


def test_bytes_and_arrays_are_read() -> None:
    data = PHOTO.read_bytes()
    photo = Image.open(PHOTO)
    gray, color = np.asarray(photo.convert("L")), np.asarray(photo.convert("RGB"))
    webp = io.BytesIO()
    photo.save(webp, "WEBP", lossless=True)
    transparent = np.dstack([color, np.full_like(gray, 255)])
    for image in [
        *(data, bytearray(data), memoryview(data), webp.getvalue()),
        *(gray, np.asfortranarray(gray), gray.repeat(2, axis=1)[:, ::2], color, color[:, :, :3], transparent),
        *(photo, photo.convert("L"), photo.convert("CMYK"), photo.convert("P"), photo.convert("LA")),
        *(photo.convert("HSV"), photo.convert("RGBX"), photo.convert("RGBA").convert("RGBa")),
        memoryview(gray),
    ]:
        scan = arcdoku.scan(image)
        assert (str(scan), scan.image) == (CLUES, "image")


def test_an_image_without_a_grid_has_no_puzzle() -> None:
    empty = np.full((300, 200, 3), 128, np.uint8)
    scan = arcdoku.scan(empty)
    assert (bool(scan), scan.error, str(scan), scan.cells) == (False, "no grid was found", "", [])
    assert repr(scan) == "<Scan certain=False error='no grid was found'>" and scan._repr_svg_() is None
    with pytest.raises(ValueError, match="image: no grid was found"):
        _ = scan.puzzle
    assert arcdoku.scan(empty, all=True) == []


@pytest.mark.parametrize(
    ("image", "kind", "message"),
    [
        (b"", ValueError, "image: expected a JPEG, PNG or WebP image"),
        (CLUES.encode(), ValueError, "image: expected a JPEG, PNG or WebP image"),
        (PHOTO.read_bytes()[:200], ValueError, "image: "),
        (png(100, 100), ValueError, "image: "),
        (png(16_384, 16_384), ValueError, "image: the decoded image has over 200 MiB"),
        (png(60_000, 10), ValueError, "image: .*limit"),
        (5, TypeError, "image: found 5, expected a path, the bytes of a JPEG, PNG or WebP file, or an array of pixels"),
        ([[1, 2], [3, 4]], TypeError, "image: found "),
        (None, TypeError, "image: found None, expected a path"),
        (np.zeros((40, 40)), ValueError, "image: found an array of float64, expected uint8"),
        (np.zeros((40, 40), bool), ValueError, "image: found an array of bool, expected uint8"),
        (np.zeros((40, 40), ">u2"), ValueError, "image: found an array of >u2, expected uint8"),
        (Image.new("I", (40, 40)), ValueError, "image: found an array of 'i', expected uint8"),
        (np.zeros(40, np.uint8), ValueError, r"image: found an array of shape \(40,\), expected \(rows, columns\)"),
        (np.zeros((40, 40, 2), np.uint8), ValueError, r"image: found an array of shape \(40, 40, 2\), expected"),
        (np.zeros((0, 40), np.uint8), ValueError, r"image: found an array of shape \(0, 40\), expected"),
        (np.zeros((2, 3, 4, 3), np.uint8), ValueError, r"image: found an array of shape \(2, 3, 4, 3\), expected"),
        (np.zeros((), np.uint8), ValueError, r"image: found an array of shape \(\), expected"),
        ("missing.jpg", FileNotFoundError, "missing.jpg"),
        (Path(__file__), ValueError, "test_scan.py: expected a JPEG, PNG or WebP image"),
    ],
)
def test_images_that_cannot_be_read(image: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message) as caught:
        arcdoku.scan(image)
    assert "\n" not in str(caught.value)


def test_large_files_are_refused(tmp_path: Path) -> None:
    large = tmp_path / "large.jpg"
    with large.open("wb") as file:
        file.truncate((64 << 20) + 1)
    with pytest.raises(ValueError, match=r"large.jpg: larger than 64 MiB"):
        arcdoku.scan(large)


def test_wrong_options_are_named() -> None:
    with pytest.raises(TypeError, match="all: found 'yes', expected True or False"):
        arcdoku.scan(PHOTO, all="yes")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="scan: found the option 'every', expected one of image, all"):
        arcdoku.scan(PHOTO, every=True)  # type: ignore[call-overload]


def test_damaged_bytes_are_read_or_refused() -> None:
    data = PHOTO.read_bytes()
    for step in range(10):
        damaged = bytearray(data[: len(data) - step * 997])
        damaged[step * 7919 % len(damaged)] ^= 0x55
        try:
            assert arcdoku.scan(damaged) is not None
        except ValueError as error:
            assert str(error).startswith("image: ") and "\n" not in str(error)
