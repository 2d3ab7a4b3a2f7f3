r"""Compares open-source programs that read Sudoku photos, on photos whose contents are known.

PHOTOS has the folders `train` (printed clues) and `filled` (the same photos with handwriting in the empty cells) of the
Sudoku Dataset of Wicht and Hennebert. PEERS has checkouts of milind-prajapat/Sudoku, aakashjhawar/SolveSudoku,
prajwalkr/SnapSudoku and chenyanchen/sudoku-solver, with their networks; `sudoku-ocr` is from PyPI. With Python 3.11:

    pip install tensorflow-cpu==2.15.1 opencv-python-headless==4.9.0.80 scikit-image==0.22.0 imutils py-sudoku \
        matplotlib onnxruntime fastapi python-multipart && pip install --no-deps sudoku-ocr==1.1.3
    cd PEERS/SnapSudoku && 2to3 -w -n scripts sudoku.py &&
        sed -i -E 's,(W|H|cell) / (9|4|130),\1 // \2,g' scripts/cells.py scripts/digit.py
    python bench/python/photo_peers.py PHOTOS PEERS

Photos are read as they are stored, because the orientation in the EXIF data of some is wrong. Each peer has its own
process and one thread. Times are CPU time per photo, from the file to the digits, after a first photo; sudoku-solver
also solves. Where a peer fails, no cell is right. A peer that returns only blanks has most cells of `train` right.
"""

import asyncio
import contextlib
import importlib.metadata
import io
import multiprocessing
import os
import pickle
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

PEERS = ("Sudoku", "SolveSudoku", "SnapSudoku", "sudoku-solver", "sudoku-ocr")


def reader(name: str) -> Callable[[str], list[int]]:
    """The function of a peer that reads a photo, as its own program calls it."""
    import cv2

    if name == "Sudoku":
        import Extract_Digits
        import Predict_Digits

        outlines = cv2.findContours  # Returned a list until OpenCV 4.5.3.
        cv2.findContours = lambda *options: (list(outlines(*options)[0]), None)
        return lambda photo: flat(Predict_Digits.Predict(Extract_Digits.Extract(cv2.imread(photo))[0]))
    if name == "SolveSudoku":
        import keras  # Had `predict_classes` until 2.5.

        keras.Sequential.predict_classes = lambda network, x, verbose: network.predict(x, verbose=verbose).argmax(-1)
        from NumberExtractor import extract_number
        from SudokuExtractor import extract_sudoku

        return lambda photo: extract_number(extract_sudoku(photo)).flatten().tolist()
    if name == "SnapSudoku":
        import sudoku
        from scripts.helpers import Helpers

        weights = pickle.loads(Path("networks/net").read_bytes(), encoding="latin1")  # Saved by Python 2.
        sudoku.create_net = lambda rel_path: sudoku.NeuralNetwork(customValues=weights)
        Helpers.isCv2 = lambda helpers: True  # Outlines are returned by OpenCV 4 as by OpenCV 2.
        return lambda photo: [int(digit.replace(".", "0")) for digit in sudoku.get_cells(photo)]
    if name == "sudoku-solver":
        from backend.api.routes import solve_sudoku_from_image
        from fastapi import UploadFile

        def reply(photo: str) -> list[int]:
            with open(photo, "rb") as file:
                return flat(asyncio.run(solve_sudoku_from_image(UploadFile(file))).original_grid)

        return reply
    from sudoku_ocr import Board

    board = Board()
    return lambda photo: [board.prepare_img(photo), board.ocr_sudoku(), board.board_value.flatten().tolist()][-1]


def flat(rows: list[list[int]]) -> list[int]:
    """The digits of a grid, row by row."""
    return [int(digit) for row in rows for digit in row]


def as_stored(decode: Callable[..., object]) -> Callable[..., object]:
    """A function of OpenCV that reads images, with `IMREAD_IGNORE_ORIENTATION`."""
    return lambda source, flags=1: decode(source, flags | 128)


def measure(name: str, folder: Path, photos: list[Path]) -> tuple[list[list[int]], float, int]:
    """The digits of each photo (none where the peer fails), the median CPU time in ms, and the peak memory in MiB."""
    settings = ("OMP_NUM_THREADS", "TF_NUM_INTEROP_THREADS", "TF_NUM_INTRAOP_THREADS", "TF_CPP_MIN_LOG_LEVEL")
    os.environ.update(dict.fromkeys(settings, "1"))
    import cv2

    cv2.setNumThreads(1)
    cv2.imread, cv2.imdecode = as_stored(cv2.imread), as_stored(cv2.imdecode)
    if folder.exists():
        os.chdir(folder)
        sys.path.insert(0, "")
    found, times = [], []
    with contextlib.redirect_stdout(io.StringIO()):
        read = reader(name)
        for photo in photos[:1] + photos:
            start, digits = time.process_time(), []
            with contextlib.suppress(Exception):
                digits = read(str(photo))
            times.append(1000 * (time.process_time() - start))
            found.append(digits if len(digits) == 81 else [])
    return found[1:], statistics.median(times[1:]), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def truth(photo: Path) -> list[int]:
    """The digits of a photo, 0 for an empty cell."""
    return [int(digit) for line in photo.with_suffix(".dat").read_text().splitlines()[2:11] for digit in line.split()]


def main() -> None:
    """Prints the table."""
    of_photos, of_peers = (Path(path).resolve() for path in sys.argv[1:])
    print("| peer | version | photos | exact | cells | clues | no grid | median ms | MiB |")
    print("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in PEERS:
        folder = of_peers / name
        git = ["git", "-C", folder, "rev-parse", "--short", "HEAD"]
        package = not folder.exists()
        version = importlib.metadata.version(name) if package else subprocess.check_output(git, text=True).strip()
        for kind in ("train", "filled"):
            photos = sorted((of_photos / kind).glob("*.jpg"))
            with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
                found, median, memory = pool.submit(measure, name, folder, photos).result()
            exact = cells = right = clues = 0
            for photo, digits in zip(photos, found, strict=True):
                answer, printed = truth(photo), truth(of_photos / "train" / photo.name)
                exact += digits == answer
                cells += sum(a == b for a, b in zip(digits, answer, strict=False))
                right += sum(a == b > 0 for a, b in zip(digits, printed, strict=False))
                clues += sum(map(bool, printed))
            shares = f"{cells / (81 * len(photos)):.1%} | {right / clues:.1%} | {found.count([])}"
            print(f"| {name} | {version} | {kind} | {exact} of {len(photos)} | {shares} | {median:,.0f} | {memory} |")


if __name__ == "__main__":
    main()
