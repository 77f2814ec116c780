"""A bot of your own that runs outside, in any language that can answer HTTP; here with Python's standard library.

    python docs/examples/http_bot.py 8080
    westmarch match http://127.0.0.1:8080 random --game wotr --scenario duel --pairs 2

It is told what its seat sees and which options there are, and answers the index of one. This one takes the option that
names the most things, and says no more than it must.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

WHO = {"name": "talker", "version": "1"}
"""The version changes whenever the bot may choose otherwise: results name it."""


def decide(request: dict[str, Any]) -> int:
    """The index of the option with the most arguments: `["play", "gimli", "reserve"]` rather than `["pass"]`."""
    lengths = [len(option["data"]) for option in request["options"]]
    return lengths.index(max(lengths))


class Handler(BaseHTTPRequestHandler):
    """Answers who the bot is (GET /) and what it chooses (POST /decide)."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Who it is."""
        self.answer(WHO)

    def do_POST(self) -> None:
        """What it chooses."""
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.answer({"index": decide(request)})

    def answer(self, data: dict[str, Any]) -> None:
        """Send JSON."""
        body = json.dumps(data).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: there is a request for every decision."""


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python http_bot.py PORT")
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
