"""An OpenID Connect provider over real HTTP: publishes its keys, asks nobody for a password, and signs id tokens."""

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT_ID, CLIENT_SECRET = "westmarch", "a secret of the client's"


class Provider:
    """What the provider knows, and how it may be made to misbehave."""

    def __init__(self) -> None:
        self.key = RSAKey.generate_key(2048, {"kid": "k1", "use": "sig", "alg": "RS256"})
        self.signing_key = self.key
        self.subject, self.username = "subject-1", "Ann"
        self.changed_claims: dict[str, Any] = {}
        """Claims that an id token has instead of the right ones; None for a claim that it lacks."""
        self.codes: dict[str, dict[str, str]] = {}
        """By code: the request that it was given out for."""
        self.issuer = ""

    def authorize(self, url: str) -> dict[str, str]:
        """What a browser does that is sent to the URL by somebody who agrees: the query it comes back with."""
        query = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        assert query["response_type"] == "code"
        assert query["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe(16)
        self.codes[code] = query
        return {"state": query["state"], "code": code}

    def exchange(self, form: dict[str, str], authorization: str) -> tuple[int, dict[str, Any]]:
        """The answer of the token endpoint: status and body."""
        wanted = "Basic " + base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
        request = self.codes.pop(form.get("code", ""), None)
        if authorization != wanted:
            return 401, {"error": "invalid_client"}
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if request is None or challenge != request["code_challenge"] or form["redirect_uri"] != request["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        claims = {
            "iss": self.issuer,
            "sub": self.subject,
            "aud": CLIENT_ID,
            "iat": int(time.time()),
            "exp": int(time.time()) + 300,
            "nonce": request["nonce"],
            "preferred_username": self.username,
            **self.changed_claims,
        }
        present = {name: value for name, value in claims.items() if value is not None}
        id_token = jwt.encode({"alg": "RS256", "kid": "k1"}, present, self.signing_key)
        return 200, {"access_token": secrets.token_urlsafe(8), "token_type": "Bearer", "id_token": id_token}

    def get(self, path: str) -> dict[str, Any] | None:
        """What is published at a path."""
        if path == "/.well-known/openid-configuration":
            return {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
            }
        return {"keys": [self.key.as_dict(private=False)]} if path == "/keys" else None


@contextmanager
def serving_provider() -> Iterator[Provider]:
    """A provider that answers on this machine while the block runs."""
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.startswith("/authorize?"):
                self._send_back()
                return
            body = provider.get(self.path)
            self._answer(200 if body else 404, body or {})

        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = {name: values[0] for name, values in parse_qs(text).items()}
            self._answer(*provider.exchange(form, self.headers.get("Authorization", "")))

        def _send_back(self) -> None:
            """Send a person back who agrees to be signed in."""
            (back,) = parse_qs(urlsplit(self.path).query)["redirect_uri"]
            self.send_response(302)
            self.send_header("Location", f"{back}?{urlencode(provider.authorize(self.path))}")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def _answer(self, status: int, body: dict[str, Any]) -> None:
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            """Nothing: requests are no part of a test's output."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.issuer = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
