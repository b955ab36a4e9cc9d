"""What the tests of `emilia serve` have in common: starting it, asking it, following its events."""

import http.client
import json
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path


class Server:
    """A server with a file of games of its own; `with` ends it."""

    def __init__(self, binary, *options):
        self.binary = binary
        self.options = options
        self.folder = tempfile.TemporaryDirectory()
        self.port = 0
        self.process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                raise AssertionError("a polite kill did not end the server") from None
        self.folder.cleanup()

    def start(self):
        """Starts it, again at the same port; returns the seconds until it answered."""
        began = time.monotonic()
        self.process = subprocess.Popen(
            [self.binary, "serve", "--no-browser", "--port", str(self.port), "--data",
             str(Path(self.folder.name, "games.db")), *self.options], stdout=subprocess.PIPE, text=True)
        said = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, f"it did not say where it is: {said!r}"
        self.port = int(found.group(1))
        self.ask("GET", "/api/about")
        return time.monotonic() - began

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def request(self, method, path, body=None, headers=None, timeout=20):
        """Status, headers and text of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        sent = dict(headers or {})
        if body is not None and "Content-Type" not in sent:
            sent["Content-Type"] = "application/json"
        try:
            connection.request(method, path, body, sent)
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read().decode()
        finally:
            connection.close()

    def ask(self, method, path, body=None):
        status, _, text = self.request(method, path, None if body is None else json.dumps(body))
        assert status in (200, 201), f"{method} {path}: {status} {text}"
        return json.loads(text)

    def events(self, path, timeout=20):
        """The events of a stream, as pairs of a name and what came with it."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            assert response.status == 200, response.read().decode()
            name = None
            for line in response:
                text = line.decode().rstrip("\n")
                if text.startswith("event: "):
                    name = text[len("event: "):]
                elif text.startswith("data: "):
                    yield name, json.loads(text[len("data: "):])
        finally:
            connection.close()


def soon(holds, seconds=5):
    """Whether something holds within so many seconds; returns how many it took, or None."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        if holds():
            return time.monotonic() - began
        time.sleep(0.002)
    return None
