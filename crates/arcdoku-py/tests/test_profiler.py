"""The protocol of CP-Profiler, tested with a small server that reads it."""

import socket
import threading
from typing import NamedTuple

import pytest

import arcdoku
from arcdoku.csp import Model

BRANCHY = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


class Sent(NamedTuple):
    number: int
    restart: int
    parent: int
    child: int
    kids: int
    status: int
    label: str
    info: str


class Server:
    """Accepts one connection and keeps the received data."""

    def __init__(self):
        self.socket = socket.create_server(("localhost", 0))
        self.port = self.socket.getsockname()[1]
        self.data = b""
        self.thread = threading.Thread(target=self.listen)
        self.thread.start()

    def listen(self):
        connection, _ = self.socket.accept()
        with connection:
            while piece := connection.recv(1 << 16):
                self.data += piece

    def messages(self):
        self.thread.join(10)
        self.socket.close()
        data = self.data
        while data:
            size = int.from_bytes(data[:4], "little")
            yield data[4 : 4 + size]
            data = data[4 + size :]

    def read(self):
        """The kinds of messages, in order, and the nodes."""
        kinds, nodes, infos = [], [], []
        for message in self.messages():
            kinds.append(message[0])
            place = 34 if message[0] == 0 else 1
            fields = {}
            rest = message[place:]
            while rest:
                field, number = rest[0], int.from_bytes(rest[1:5], "big")
                if field == 3:
                    fields[field], rest = number, rest[5:]
                else:
                    fields[field], rest = rest[5 : 5 + number].decode(), rest[5 + number :]
            if message[0] == 0:
                ids = [int.from_bytes(message[i : i + 4], "big", signed=True) for i in range(1, 33, 4)]
                number, restart, thread, parent, _, _, child, kids = ids
                assert thread == 0
                sent = Sent(number, restart, parent, child, kids, message[33], fields.get(0, ""), fields.get(2, ""))
                nodes.append(sent)
            else:
                infos.append(fields)
        return kinds, nodes, infos


@pytest.mark.parametrize(
    "strategy", ["fc-mrv", "csp", "singles-mrv", "gac-mrv", "naked-first", "dom-wdeg,restarts=1,value=random"]
)
@pytest.mark.parametrize("solutions", [1, None])
def test_the_tree_is_complete(strategy, solutions):
    server = Server()
    text = "." * 16 if solutions is None else BRANCHY
    search = arcdoku.profile(text, strategy, port=server.port, solutions=solutions, nodes=3000)
    kinds, nodes, infos = server.read()
    assert kinds[0] == 2 and kinds[-1] == 1 and infos[0][3] == 3 and '"name": "arcdoku"' in infos[0][2]
    assert kinds.count(3) == search.stats.restarts
    status = [node.status for node in nodes]
    assert status.count(2) == search.stats.nodes and status.count(0) == search.stats.solutions
    known = {}
    for node in nodes:
        key = (node.restart, node.number)
        assert key not in known
        if node.parent >= 0:
            parent, children = known[node.restart, node.parent]
            assert parent.status == 2 and 0 <= node.child < parent.kids and node.child not in children
            children.add(node.child)
        else:
            assert node.number == 0
        assert node.kids == 0 or node.status == 2
        known[key] = (node, set())
    if search.end.limit is None and solutions is None:
        # Only restarts leave nodes open.
        last = search.stats.restarts
        assert all(len(children) == node.kids for (restart, _), (node, children) in known.items() if restart == last)


def test_models_and_contradictions():
    server = Server()
    model = Model()
    model.all_different(model.variables("abc", range(2)))
    search = arcdoku.profile(model, "fc-mrv", port=server.port, name="pigeons")
    _, nodes, infos = server.read()
    assert search.end.outcome == "unsatisfiable" and '"name": "pigeons"' in infos[0][2]
    assert [(node.parent, node.child, node.kids, node.status) for node in nodes] == [
        (-1, -1, 2, 2),
        (0, 0, 1, 2),
        (1, 0, 0, 1),
        (0, 1, 1, 2),
        (3, 0, 0, 1),
    ]
    assert nodes[1].label == "a = 0" and nodes[0].info == "a: 0 1" and "Contradiction" in nodes[2].info


def test_a_contradiction_at_the_root():
    server = Server()
    arcdoku.profile("11" + "." * 79, "fc-mrv", port=server.port)
    _, nodes, _ = server.read()
    assert [(node.parent, node.status) for node in nodes] == [(-1, 1)]


def test_no_profiler_listens():
    with socket.create_server(("localhost", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(ConnectionError):
        arcdoku.profile(BRANCHY, port=port)
