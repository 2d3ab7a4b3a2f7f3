"""The tree of a search, drawn while it grows by a program that speaks the protocol of CP-Profiler."""

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
    """Sends messages: the length of each with the least byte first, then its fields with the greatest byte first."""

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
    """Follows the events of a search, and sends a node of the tree for each place that it comes to.

    The children of a node are the values that were tried; after a refutation, where the search may choose another
    variable, they are the tried value and all others.
    """

    def __init__(self, writer: _Writer, refutes: bool) -> None:
        self._writer = writer
        self._refutes = refutes
        self._number = 0
        self._restart = 0
        # The open nodes and the children that each has had so far.
        self._open: list[list[int]] = []
        # The parent of the place that the search is at, the child that this is, and its label; none once it was sent.
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
        """Sends the node of the place, and returns its number."""
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
    """Searches to the end, and shows the tree while it grows in CP-Profiler, which also is a part of MiniZinc's IDE.

    The protocol (version 3) is that of https://github.com/cp-profiler/cp-profiler, described by M. Shishmarev,
    C. Mears, G. Tack and M. Garcia de la Banda, "Visual search tree profiling", Constraints 21, 2016. Start the
    profiler first: it listens on a port.

    Args:
        puzzle: A `Puzzle`, what makes one, or an `arcdoku.csp.Model`.
        strategy: The name of a strategy or its parts.
        host: Where the profiler listens.
        port: Its port.
        name: The name of the search there.
        timeout: How many seconds to wait for it, at the beginning and for each message.
        options: Those of `arcdoku.search`, such as `nodes`, `solutions`, `variable` and `value`.

    Returns:
        The search with its counters and its end.

    Raises:
        ConnectionError: If nobody listens on the port; also other kinds of `OSError`.
        ValueError: As `arcdoku.search` does.

    >>> import arcdoku
    >>> arcdoku.profile("1..............4", port=9)  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ConnectionRefusedError: nobody listens there

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
