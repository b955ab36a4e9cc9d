#!/usr/bin/env python3
"""Asks a server everything that docs/api.md says, and what must be refused: serve_api.py BINARY

In docs/api.md a block ```http is a request, and the block after it the answer: ```json [STATUS] [NAME],
```text or ```events. "<NAME>" inside an answer is the shape of the answer so named.
"""

import json
import re
import socket
import sys
import threading
from pathlib import Path

from serving import Server, soon

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "api.md"
# What differs each time; its type is compared all the same.
VARYING = {"id", "created", "changed", "nodes", "seconds", "version", "black_ms", "white_ms", "value", "move",
           "line", "depth"}
CHANGING = {"plies", "ending", "winner", "result", "paused", "undone", "name", "details", "running", "moves",
            "position", "start", "legal", "to_move", "flipped", "opening", "regions", "black", "white",
            "black_moves", "white_moves", "over", "must_pass"}


class Checker:
    def __init__(self, server):
        self.server = server
        self.shapes = {}
        self.failures = 0
        self.game = None

    def complain(self, where, sentence):
        self.failures += 1
        print(f"{where}: {sentence}")

    def compare(self, where, told, found, shape_only=False, key=""):
        """`found` has the fields and types that are told, and outside shapes the values too."""
        if isinstance(told, str) and re.fullmatch(r"<\w+>", told):
            self.compare(where, self.shapes[told[1:-1]], found, True)
        elif isinstance(told, dict):
            if not isinstance(found, dict) or set(told) != set(found):
                self.complain(where, f"expected the fields {sorted(told)}, got "
                              f"{sorted(found) if isinstance(found, dict) else found}")
                return
            for name, value in told.items():
                self.compare(f"{where}.{name}", value, found[name], shape_only, name)
        elif isinstance(told, list):
            if not isinstance(found, list):
                self.complain(where, f"expected a list, got {found!r}")
            elif told and isinstance(told[0], dict):
                if not found and not shape_only:
                    self.complain(where, "the list is empty")
                for i, element in enumerate(found):
                    exact = len(told) == len(found) and not shape_only and key != "components"
                    self.compare(f"{where}[{i}]", told[i] if exact else told[0], element, not exact)
            elif not shape_only and key not in VARYING and told != found:
                self.complain(where, f"expected {told}, got {found}")
        elif shape_only or key in VARYING:
            same = told is None or found is None or type(told) is type(found) or (
                key in VARYING and isinstance(found, (int, float)) and isinstance(told, (int, float)))
            if not same and not (shape_only and key in CHANGING):
                self.complain(where, f"expected something like {told!r}, got {found!r}")
        elif told != found:
            self.complain(where, f"expected {told!r}, got {found!r}")

    def example(self, request, kind, words, answer):
        head, _, body = request.strip().partition("\n")
        method, path = head.split(" ", 1)
        if self.game:
            path = path.replace("<id>", self.game)
        where = f"{method} {path}"
        if kind == "events":
            self.check_events(where, path, answer)
            return
        status, _, text = self.server.request(method, path, body or None)
        expected = next((int(word) for word in words if word.isdigit()), 200)
        if status != expected:
            self.complain(where, f"expected status {expected}, got {status}: {text}")
            return
        if kind == "text":
            if text.strip() != answer.strip():
                self.complain(where, f"expected {answer!r}, got {text!r}")
            return
        told, found = json.loads(answer), json.loads(text)
        for word in words:
            if not word.isdigit():
                self.shapes[word] = told
        self.compare(where, told, found)
        if method == "POST" and path == "/api/games" and status == 201:
            self.game = found["id"]

    def check_events(self, where, path, answer):
        told = {}
        for item in re.split(r"^(?=[a-z]+ [{\"])", answer, flags=re.MULTILINE):
            if item.strip():
                name, data = item.split(" ", 1)
                told[name] = json.loads(data)
        seen = set()
        for name, data in self.server.events(path):
            if name not in told:
                self.complain(where, f"the event {name} is not in the document")
            else:
                self.compare(f"{where} {name}", told[name], data, name != "end")
            seen.add(name)
            if seen == set(told):
                if path.endswith("/events"):  # the player answers while somebody watches
                    soon(lambda: self.server.ask("GET", f"/api/games/{self.game}")["plies"] == 2)
                break
        if seen != set(told):
            self.complain(where, f"came: {seen}, expected {set(told)}")


def check_document(server):
    checker = Checker(server)
    text = DOCUMENT.read_text()
    blocks = re.findall(r"^```(\w+)([^\n]*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    examples = [(request[2], answer[0], answer[1].split(), answer[2])
                for request, answer in zip(blocks, blocks[1:]) if request[0] == "http"]
    for example in examples:
        checker.example(*example)
    headings = re.findall(r"^## ((?:GET|POST|PATCH|DELETE) /\S*)", text, re.MULTILINE)
    routes = server.ask("GET", "/api")["routes"]
    if sorted(headings) != sorted(routes):
        checker.complain("headings", f"{sorted(set(headings) ^ set(routes))} is not in both")
    print(f"{len(examples)} examples, {len(routes)} routes")
    return checker.failures


def raw(server, text, wait=5):
    """What comes back for bytes that no library would send."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=wait) as connection:
        connection.sendall(text)
        answer = b""
        try:
            while part := connection.recv(65536):
                answer += part
        except TimeoutError:
            pass
        return answer.decode(errors="replace")


def check_refusals(server):
    host = f"127.0.0.1:{server.port}"
    json_type = {"Content-Type": "application/json"}
    cases = [  # what is asked, the status, a piece of the sentence
        (("GET", "/api/about", None, {"Host": "evil.example"}), 403, "evil.example"),
        (("GET", "/", None, {"Host": f"evil.example:{server.port}"}), 403, "--host"),
        (("GET", "/api/about", None, {"Origin": "http://evil.example"}), 403, "evil.example"),
        (("POST", "/api/games", "{}", {**json_type, "Origin": "null"}), 403, "null"),
        (("GET", "/api/analysis", None, {"Sec-Fetch-Site": "cross-site"}), 403, "another site"),
        (("GET", "/api/analysis", None, {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}), 403, "another"),
        (("GET", "/", None, {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}), 200, "Emilia"),
        (("GET", "/api/about", None, {"Origin": f"http://{host}"}), 200, "version"),
        (("POST", "/api/games", "{}", {"Content-Type": "text/plain"}), 415, "application/json"),
        (("POST", "/api/line", "{", json_type), 400, "not JSON"),
        (("POST", "/api/line", "[" * 100000, json_type), 400, "body"),
        (("POST", "/api/line", '{"moves": 3}', json_type), 400, "moves has to be a text"),
        (("POST", "/api/line", "x" * (1 << 20) + "x", json_type), 413, "1048576"),
        (("GET", "/api/about", None, {"X": "x" * 20000}), 431, "16384"),
        (("GET", "/api/nothing", None, {}), 404, "GET /api lists"),
        (("GET", "/nothing", None, {}), 404, "no such page"),
        (("DELETE", "/api/about", None, {}), 405, "DELETE"),
        (("GET", "/api/%zz", None, {}), 400, "address"),
        (("POST", "/api/games", '{"black": "gtp:sh"}', json_type), 403, "--programs"),
        (("POST", "/api/games", '{"clock": {"seconds": -1}}', json_type), 400, "clock"),
        (("POST", "/api/games", '{"black": "weighted-square"}', json_type), 400, "did you mean"),
        (("POST", "/api/games", '{"black": "emilia:threads=2"}', json_type), 400, "threads may be at most 1"),
        (("POST", "/api/games", '{"black": "emilia:hash=4096"}', json_type), 400, "hash may be at most 128"),
        (("GET", "/api/games?limit=0", None, {}), 400, "limit"),
    ]
    failures = 0
    for asked, status, piece in cases:
        found, _, text = server.request(*asked)
        if found != status or piece not in text:
            failures += 1
            print(f"{asked[:2]} {str(asked[3])[:80]}: expected {status} and '{piece}', got {found}: {text[:200]}")
    for text, piece in [(b"hello\r\n\r\n", "400"), (b"GET / HTTP/1.1\r\n\r\n", "403"), (b"\0\0\0\0\r\n\r\n", "400"),
                        (b"GET /api/../../etc/passwd HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n\r\n" % server.port, "404")]:
        answer = raw(server, text)
        if piece not in answer.split("\r\n")[0]:
            failures += 1
            print(f"{text}: expected {piece}, got {answer[:100]!r}")
    return failures


def check_page(server):
    failures = 0
    for path, kind in [("/", "text/html"), ("/app.js", "text/javascript"), ("/app.css", "text/css"), ("/icon.svg", "image/svg+xml")]:
        status, headers, _ = server.request("GET", path)
        again, _, body = server.request("GET", path, None, {"If-None-Match": headers.get("ETag", "")})
        if status != 200 or not headers["Content-Type"].startswith(kind) or again != 304 or body:
            failures += 1
            print(f"{path}: {status} {headers}, then {again}")
        if "default-src 'self'" not in headers.get("Content-Security-Policy", ""):
            failures += 1
            print(f"{path}: no policy")
    return failures


def check_limits(binary):
    """Connections and analyses at once, and time for one, with small numbers."""
    failures = 0
    with Server(binary, "--connections", "5", "--analyses", "2", "--time", "1") as server:
        held = []
        ended = []

        def follow():
            ended.append([name for name, _ in server.events("/api/analysis?moves=f5")][-1])

        for _ in range(2):
            held.append(threading.Thread(target=follow))
            held[-1].start()
        if soon(lambda: server.ask("GET", "/api/about")["analysing"] == 2) is None:
            failures += 1
            print("two analyses did not run")
        status, _, text = server.request("GET", "/api/analysis?moves=f5")
        if status != 503 or "2 analyses run already" not in text:
            failures += 1
            print(f"a third analysis: {status} {text}")
        for thread in held:
            thread.join()
        if ended != ["end", "end"]:
            failures += 1
            print(f"the time for an analysis: {ended}")
        sockets = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(5)]
        refused = soon(lambda: server.request("GET", "/api/about")[0] == 503)
        if refused is None:
            failures += 1
            print("a sixth connection was not refused")
        for connection in sockets:
            connection.close()
        if soon(lambda: server.request("GET", "/api/about")[0] == 200) is None:
            failures += 1
            print("closed connections still count")
    return failures


def main():
    binary = sys.argv[1]
    with Server(binary) as server:
        failures = check_document(server) + check_refusals(server) + check_page(server)
    failures += check_limits(binary)
    print(f"{failures} failures")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
