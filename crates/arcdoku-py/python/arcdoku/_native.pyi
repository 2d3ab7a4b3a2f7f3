"""The native part of arcdoku."""

from typing import Any, TypeAlias, final

import numpy as np
import numpy.typing as npt

__version__: str
MOST_THREADS: int

# --- arrays

_Bytes: TypeAlias = npt.NDArray[np.uint8]
_Rows: TypeAlias = npt.NDArray[np.uint8] | list[str | None]

@final
class Kind:
    def __new__(
        cls,
        cells: int | None = None,
        shape: str | None = None,
        rules: list[str] = ...,
        rows: list[list[str]] | None = None,
    ) -> Kind: ...
    @property
    def shape(self) -> str: ...
    def skip_rows(self, rows: int) -> Kind: ...
    def rules(self, rows: int) -> list[str | None]: ...
    @property
    def cells(self) -> int: ...
    @property
    def digits(self) -> int: ...

def apply_to_rows(
    kernel: str,
    boards: _Rows,
    kind: Kind,
    outputs: tuple[npt.NDArray[Any], ...],
    number: int | None,
    order_name: str,
    threads: int | None,
) -> None: ...
def transform_rows(
    boards: _Rows,
    kind: Kind,
    transposed: _Bytes,
    rows: _Bytes,
    columns: _Bytes,
    digits: _Bytes,
    out: _Bytes,
    threads: int | None,
) -> None: ...
def verify_rows(
    boards: _Rows,
    answers: _Rows,
    kind: Kind,
    rewards: npt.NDArray[np.float32],
    partial: bool,
    threads: int | None,
) -> None: ...
def grids_of_seed(kind: Kind, seed: int, grids: _Bytes, threads: int | None) -> None: ...
def malformed_rows(boards: _Rows, kind: Kind, limit: int) -> list[tuple[int, str, bool]]: ...
def texts_of_rows(boards: _Bytes) -> list[str]: ...
def kind_of_column(column: Any, shape: str | None, rules: list[str], rows: list[list[str]] | None) -> Kind: ...
def apply_to_column(
    kernel: str,
    column: Any,
    kind: Kind,
    number: int | None,
    order_name: str,
    threads: int | None,
    strict: bool,
) -> Any: ...
def verify_columns(boards: Any, answers: Any, kind: Kind, partial: bool, threads: int | None, strict: bool) -> Any: ...
def grid_of_request(options: str) -> tuple[int, str]: ...
def generate_rows(
    options: str,
    seed: int,
    tries: int | None,
    puzzles: _Bytes,
    solutions: _Bytes,
    seeds: npt.NDArray[np.uint64],
    counts: npt.NDArray[np.uint64],
    weights: npt.NDArray[np.float64],
    outcome: _Bytes,
    threads: int | None,
) -> list[str]: ...

# --- learning

def learn_augment(
    boards: _Bytes,
    out: _Bytes,
    seed: int,
    images: int,
    parts: int,
    keep: bool,
    first: int,
    threads: int | None,
) -> None: ...
def learn_numbers(boards: _Rows, kind: Kind) -> _Bytes: ...
def learn_steps(
    boards: npt.NDArray[np.uint8], scale: str, reveals: bool, most: int | None, threads: int | None
) -> dict[str, npt.NDArray[Any]]: ...
def learn_techniques() -> list[str]: ...

# --- objects

@final
class PuzzleData:
    def __new__(cls, text: str, options: str) -> PuzzleData: ...
    @property
    def kind(self) -> tuple[str, list[str]]: ...
    @property
    def text(self) -> str: ...
    @property
    def json(self) -> str: ...
    @property
    def placed(self) -> str | None: ...
    @property
    def dimensions(self) -> tuple[int, int, int, int, int]: ...
    def cells(self, placed: bool) -> bytes: ...
    def numbers(self, text: str) -> bytes: ...
    def board(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class SolutionStream:
    def __new__(cls, data: PuzzleData, options: str) -> SolutionStream: ...
    def __iter__(self) -> SolutionStream: ...
    def __next__(self) -> str: ...
    @property
    def complete(self) -> bool | None: ...
    @property
    def limit(self) -> str | None: ...
    def close(self) -> None: ...

def ask(data: PuzzleData, question: str, options: str) -> str: ...
def run(question: str, text: str, options: str) -> str: ...
def label(name: str, text: str, options: str) -> str: ...
def scan(name: str, image: bytes, size: tuple[int, int, int] | None, all: bool) -> str: ...

# --- search

@final
class Searcher:
    KINDS: tuple[str, ...]
    @property
    def strategy(self) -> str: ...
    def want(self, kinds: int) -> None: ...
    def stop(self) -> None: ...
    def batch(self) -> list[tuple[int, tuple[Any, ...], tuple[Any, ...]]] | None: ...
    def failure(self) -> BaseException | None: ...

@final
class SearchState:
    """The state of a search, for heuristics."""

    @property
    def undecided(self) -> list[Any]:
        """The undecided cells, in order."""
    @property
    def undecided_indices(self) -> list[int]:
        """The undecided cells as indices."""
    def is_decided(self, cell: Any) -> bool:
        """Whether a cell is decided."""
    def candidates(self, cell: Any) -> tuple[Any, ...]:
        """The values that remain for a cell."""
    def size(self, cell: Any) -> int:
        """The number of values that remain for a cell."""
    @property
    def sizes(self) -> list[int]:
        """The number of values that remain for each cell, by index."""
    @property
    def masks(self) -> list[int]:
        """The domains as numbers, by index: bit i is the value with the number i."""
    @property
    def grid(self) -> bytes:
        """The numbers of the decided values from 1, by index; 0 for undecided cells."""
    def neighbors(self, cell: Any) -> list[Any]:
        """The cells that share a constraint with a cell."""
    def degree(self, cell: Any) -> int:
        """The number of undecided neighbors of a cell."""

def search(data: PuzzleData, options: dict[str, Any], words: str | None) -> Searcher: ...
def search_picture(data: PuzzleData, options: dict[str, Any]) -> str: ...
def compare(puzzles: str, options: str, threads: int | None) -> tuple[str, str, list[str]]: ...
def model_search(
    grid: PuzzleData | None,
    domains: list[int],
    constraints: list[tuple[str, str, list[int], Any]],
    names: list[Any],
    values: list[Any],
    numbers: list[int],
    options: dict[str, Any],
) -> Searcher: ...
