"""Shows the tree of a search, while it grows, in a program that supports the protocol of CP-Profiler."""

import json
import socket
from contextlib import suppress
from typing import Any

from arcdoku._search import Search, search
from arcdoku.events import Backtrack, Contradiction, End, Node, Restart, Solution, Try

__all__ = ["profile"]

_VERSION = 3
_NODE, _DONE, _START, _RESTART = range(4)
_SOLVED, _FAILED, _BRANCH = range(3)
_LABEL, _INFO, _PROTOCOL = 0, 2, 3
_BUFFER = 1 << 16


class _Writer:
    """Sends messages: the length of each in little-endian order, then its fields in big-endian order."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._buffer = bytearray()

    def send(self, kind: int, head: bytes = b"", version: bool = False, label: str = "", info: str = "") -> None:
        message = bytes([kind]) + head
        if version:
            message += bytes([_PROTOCOL]) + _number(_VERSION)
        for field, text in ((_LABEL, label), (_INFO, info)):
            if text:
                data = text.encode()
                message += bytes([field]) + _number(len(data)) + data
        self._buffer += len(message).to_bytes(4, "little") + message
        if len(self._buffer) > _BUFFER:
            self.flush()

    def flush(self) -> None:
        self._connection.sendall(self._buffer)
        self._buffer.clear()


def _number(value: int) -> bytes:
    return value.to_bytes(4, "big", signed=True)


class _Tree:
    """Follows the events of a search and sends a node of the tree for each place that the search reaches.

    The children of a node are the tried values. If the search may choose another variable after a refutation, the
    children are the tried value and a node for all other values.
    """

    def __init__(self, writer: _Writer, refutes: bool) -> None:
        self._writer = writer
        self._refutes = refutes
        self._number = 0
        self._restart = 0
        # The open nodes, and the children that each has so far.
        self._open: list[list[int]] = []
        # The parent of the current place, its number among the children, and its label; `None` after it was sent.
        self._place: tuple[int, int, str] | None = (-1, -1, "")
        self._why = ""

    def see(self, event: Any) -> None:
        match event:
            case Node(depth, cell, _, candidates):
                del self._open[depth:]
                kids = 2 if self._refutes else len(candidates)
                self._open.append([self._send(_BRANCH, kids, f"{cell}: {_listed(candidates)}"), 0])
            case Try(depth, cell, _, digit):
                del self._open[depth + 1 :]
                top = self._open[-1]
                self._place = (top[0], top[1], f"{cell} = {digit}")
                top[1] += 1
            case Contradiction(words=words):
                self._why = words
            case Backtrack(depth, cell, _, digit):
                self._fail()
                del self._open[depth + 1 :]
                if self._refutes and len(self._open) == depth + 1:
                    self._place = (self._open.pop()[0], 1, f"{cell} ≠ {digit}")
            case Solution(_, solution):
                self._send(
                    _SOLVED, 0, str(solution) if isinstance(solution, str) else json.dumps(solution, default=str)
                )
                self._place = None
            case Restart():
                self._restart += 1
                self._number = 0
                self._open, self._place = [], (-1, -1, "")
                self._writer.send(_RESTART, info=json.dumps({"restart_id": self._restart}))
            case End(_, limit):
                if limit is None:
                    self._fail()

    def _fail(self) -> None:
        if self._place is not None:
            self._send(_FAILED, 0, self._why)

    def _send(self, status: int, kids: int, info: str) -> int:
        """Sends the node of the current place and returns its number."""
        parent, child, label = self._place or (-1, -1, "")
        number, restart = self._number, self._restart
        ids = (number, restart, 0, parent, -1 if parent < 0 else restart, -1 if parent < 0 else 0, child, kids)
        self._writer.send(_NODE, b"".join(map(_number, ids)) + bytes([status]), label=label, info=info)
        self._number += 1
        self._place, self._why = None, ""
        return number


def _listed(values: tuple[Any, ...]) -> str:
    return " ".join(map(str, values))


def profile(
    puzzle: Any,
    strategy: str | None = None,
    *,
    host: str = "localhost",
    port: int = 6565,
    name: str = "arcdoku",
    timeout: float = 5.0,
    **options: Any,
) -> Search:
    """Runs a search to its end and shows the growing tree in CP-Profiler, which is also part of MiniZinc's IDE.

    The protocol (version 3) is defined at https://github.com/cp-profiler/cp-profiler and described by M. Shishmarev,
    C. Mears, G. Tack and M. Garcia de la Banda, "Visual search tree profiling", Constraints 21, 2016. Start the
    profiler first, because it listens on a port.

    Args:
        puzzle: A `Puzzle`, an argument of `Puzzle`, or an `arcdoku.csp.Model`.
        strategy: The name of a strategy, or its parts.
        host: The host of the profiler.
        port: The port of the profiler.
        name: The name of the search in the profiler.
        timeout: The number of seconds to wait for the profiler, at the beginning and for each message.
        options: Options of `arcdoku.search`, such as `nodes`, `solutions`, `variable` and `value`.

    Returns:
        The search with its counters and its end.

    Raises:
        ConnectionError: If no program listens on the port. Other kinds of `OSError` are possible.
        ValueError: As for `arcdoku.search`.

    >>> import arcdoku
    >>> arcdoku.profile("1..............4", port=9)  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ConnectionRefusedError: no program listens on the port

    """
    kinds = ["node", "try", "contradiction", "backtrack", "solution", "restart", "end"]
    from arcdoku.csp import Model

    arguments = options | {"events": kinds}
    if strategy is not None:
        arguments["strategy"] = strategy
    found = puzzle.search(**arguments) if isinstance(puzzle, Model) else search(puzzle, **arguments)
    parts = found.strategy
    with found, socket.create_connection((host, port), timeout) as connection:
        writer = _Writer(connection)
        start = {"has_restarts": "restarts=" in parts, "name": name}
        writer.send(_START, version=True, info=json.dumps(start))
        tree = _Tree(writer, "branch=refute" in parts)
        for event in found:
            tree.see(event)
        writer.send(_DONE)
        writer.flush()
        with suppress(OSError):
            connection.shutdown(socket.SHUT_WR)
    return found
