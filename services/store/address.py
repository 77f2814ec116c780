"""Where the store is, as REDIS_URL names it: one server, or some nodes of a cluster.

`redis+cluster://user:password@a:7000,b:7000` names nodes of a cluster, of which one that answers is enough."""

import ssl
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from redis.connection import parse_url

CLUSTER_MARK = "+cluster"
DEFAULT_PORT = 6379


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One server of the store, and how to log in there."""

    host: str
    port: int
    path: str = ""
    """Of a Unix socket, in place of host and port."""
    user: str = ""
    password: str = ""
    database: int = 0
    tls: ssl.SSLContext | None = None

    def at(self, host: str, port: int) -> "Endpoint":
        """Another server of the same store."""
        return replace(self, host=host, port=port)


def is_cluster(url: str) -> bool:
    """Whether a URL names nodes of a cluster."""
    return CLUSTER_MARK in url.partition("://")[0]


def endpoints(url: str) -> list[Endpoint]:
    """The servers that a URL names. Raises ValueError for a URL that names none."""
    return [_endpoint(one) for one in _urls_of_nodes(url)] if is_cluster(url) else [_endpoint(url)]


def _urls_of_nodes(url: str) -> list[str]:
    """A URL for each node."""
    parts = urlsplit(url)
    login, at, nodes = parts.netloc.rpartition("@")
    names = [name for name in nodes.split(",") if name]
    if not names:
        raise ValueError("a cluster needs nodes: redis+cluster://HOST:PORT,HOST:PORT")
    if parts.path.strip("/") not in ("", "0"):
        raise ValueError("a cluster has no database but 0")
    scheme = parts.scheme.replace(CLUSTER_MARK, "")
    return [urlunsplit((scheme, f"{login}{at}{name}", "", parts.query, "")) for name in names]


def _endpoint(url: str) -> Endpoint:
    options: dict[str, Any] = parse_url(url)  # type: ignore[no-untyped-call]
    return Endpoint(
        host=options.get("host", "localhost"),
        port=options.get("port", DEFAULT_PORT),
        path=options.get("path", ""),
        user=options.get("username") or "default",
        password=options.get("password") or "",
        database=options.get("db", 0),
        tls=_tls_context(options) if url.startswith("rediss") else None,
    )


def client_options(url: str) -> dict[str, Any]:
    """How redis-py is to log in at every node of a cluster, by the options of the URL."""
    first = _urls_of_nodes(url)[0]
    options: dict[str, Any] = parse_url(first)  # type: ignore[no-untyped-call]
    kept = {name: value for name, value in options.items() if name.startswith(("ssl", "username", "password"))}
    return kept | ({"ssl": True} if first.startswith("rediss") else {})


def _tls_context(options: dict[str, Any]) -> ssl.SSLContext:
    """TLS by the options of a URL, which are named as redis-py names them."""
    context = ssl.create_default_context(cafile=options.get("ssl_ca_certs"))
    if certificate := options.get("ssl_certfile"):
        context.load_cert_chain(certificate, options.get("ssl_keyfile"))
    if options.get("ssl_cert_reqs") == "none":
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context
