#!/usr/bin/env python3
"""200 idle clients and 20 that analyse, at once: serve_load.py BINARY

Every analysis gets its share, every stop is honoured at once, and the others are still answered quickly. The searches
run on two processors whatever the machine has, and the limits are for a machine that has two.
"""

import json
import socket
import statistics
import struct
import sys
import time

from serving import Server, soon

IDLE_CONNECTIONS = 100
IDLE_STREAMS = 100
ANALYSES = 20
SECONDS = 6
MIDGAME = "f5d6c3d3c4f4f6f7g6h6e6b3f8f3e7g5h4d7"


class Stream:
    """A client of an event stream that reads when it is told to."""

    def __init__(self, server, path):
        self.socket = socket.create_connection(("127.0.0.1", server.port))
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        self.text = b""
        self.events = []

    def read(self):
        self.socket.setblocking(False)
        try:
            while part := self.socket.recv(1 << 16):
                self.text += part
        except BlockingIOError:
            pass
        *blocks, self.text = self.text.split(b"\n\n")
        for block in blocks:
            lines = block.split(b"\n")
            if lines[0].startswith(b"event: analysis"):
                self.events.append(json.loads(lines[1][len(b"data: "):]))

    def vanish(self):
        """Ends the connection as a client does that is killed."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


def analysing(server):
    return server.ask("GET", "/api/about")["analysing"]


def latency(server):
    began = time.monotonic()
    server.ask("POST", "/api/line", {"moves": MIDGAME})
    return time.monotonic() - began


def check_load(server):
    failures = 0

    def expect(holds, sentence):
        nonlocal failures
        if not holds:
            failures += 1
            print("FAILED: " + sentence)

    game = server.ask("POST", "/api/games", {"black": "human", "white": "human"})["id"]
    idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(IDLE_CONNECTIONS)]
    watchers = [Stream(server, f"/api/games/{game}/events") for _ in range(IDLE_STREAMS)]
    clients = [Stream(server, f"/api/analysis?moves={MIDGAME}&seconds=60") for _ in range(ANALYSES)]
    expect(soon(lambda: analysing(server) == ANALYSES) is not None, f"{ANALYSES} analyses at once")
    latencies = []
    began = time.monotonic()
    while time.monotonic() - began < SECONDS:
        for client in clients + watchers:
            client.read()
        latencies.append(latency(server))
        time.sleep(0.05)
    nodes = [client.events[-1]["nodes"] if client.events else 0 for client in clients]
    depths = [client.events[-1]["depth"] if client.events else 0 for client in clients]
    print(f"{ANALYSES} analyses for {SECONDS} s: nodes {min(nodes):,} to {max(nodes):,}, depths {min(depths)} to {max(depths)}")
    print(f"other requests meanwhile: median {statistics.median(latencies) * 1000:.1f} ms, longest {max(latencies) * 1000:.1f} ms")
    expect(min(depths) >= 2, "every analysis gets somewhere")
    expect(min(nodes) * 2 >= max(nodes), "the shares are fair")
    expect(statistics.median(latencies) < 0.1, "other clients are answered meanwhile")

    stops = []
    for left, client in enumerate(reversed(clients)):
        if left % 2:
            client.vanish()
        else:
            client.socket.close()
        others = clients[:ANALYSES - 1 - left]

        def honoured(others=others):
            for other in others:
                other.read()
            return analysing(server) == len(others)

        stops.append(soon(honoured, 2))
    if None in stops:
        expect(False, f"a stop was not honoured within 2 s: {stops}")
    else:
        print(f"stops: median {statistics.median(stops) * 1000:.1f} ms, longest {max(stops) * 1000:.1f} ms")
        expect(sorted(stops)[-2] < 0.1, "stops are honoured within 100 ms")
        expect(max(stops) < 0.5, "and none takes half a second")
    for client in watchers:
        client.read()
        client.socket.close()
    for connection in idle:
        connection.close()
    return failures


def check_slow_client(server):
    """A client that reads nothing loses the search that it does not look at; one that vanishes, at once."""
    player = "weighted-squares:depth=9"
    game = server.ask("POST", "/api/games", {"black": player, "white": player})["id"]
    searches = [
        ("a player's", lambda: server.ask("GET", "/api/about")["thinking"], f"/api/games/{game}/events"),
        ("an analysis", lambda: analysing(server), f"/api/analysis?moves={MIDGAME}&seconds=600"),
    ]
    for name, running, path in searches:
        slow = Stream(server, path)
        if soon(lambda: running() == 1) is None:
            print(f"FAILED: nobody thinks for the slow client of {name}")
            return 1
        freed = soon(lambda: running() == 0, 10)
        slow.socket.close()
        if freed is None or freed > 1:
            print(f"FAILED: a client that reads nothing kept its search, {name}: {freed}")
            return 1
        print(f"a client that reads nothing lost its search, {name}, after {freed:.2f} s")
    analysis = Stream(server, f"/api/analysis?moves={MIDGAME}&seconds=600")
    if soon(lambda: analysing(server) == 1) is None:
        print("FAILED: an analysis did not start")
        return 1
    analysis.vanish()
    gone = soon(lambda: analysing(server) == 0, 5)
    if gone is None or gone > 1:
        print(f"FAILED: a client that went away kept its search: {gone}")
        return 1
    print(f"a client that vanished freed its search in {gone * 1000:.1f} ms")
    return 0


def main():
    with Server(sys.argv[1], "--processors", "2") as server:
        failures = check_load(server) + check_slow_client(server)
        if soon(lambda: analysing(server) == 0 and server.ask("GET", "/api/about")["thinking"] == 0) is None:
            failures += 1
            print("FAILED: something still runs")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
