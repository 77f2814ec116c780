"""The web console: the files of `site`, read once, and its one page for every address that is not of the API."""

import hashlib
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

SITE = Path(__file__).parent / "site"
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
"""Litestar adds the charset of what is text."""
FOREVER = "public, max-age=31536000, immutable"
"""For files whose names change with their content."""
NO_PAGE = "The web console is not built here; `make setup` builds it. The API is under /api/v1."


class File(NamedTuple):
    """A file as it is sent."""

    body: bytes
    media_type: str
    tag: str
    is_hashed: bool


class Console:
    """The console's files, in memory."""

    def __init__(self, folder: Path = SITE) -> None:
        self._files = {str(path.relative_to(folder)): _read(path) for path in folder.rglob("*") if path.suffix in TYPES}

    def answer(self, path: str, request: Request[Any, Any, Any]) -> Response[bytes]:
        """The file at a path; the page, where the path is one of its own addresses."""
        file = self._files.get(path)
        if file is None and "." not in path.rsplit("/", 1)[-1]:
            file = self._files.get("index.html")
        if file is None:
            raise NotFoundException(NO_PAGE if not self._files else f"There is nothing at /{path}.")
        headers = {"cache-control": FOREVER if file.is_hashed else "no-cache", "etag": file.tag}
        if request.headers.get("if-none-match") == file.tag:
            return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
        return Response(file.body, headers=headers, media_type=file.media_type)


def _read(path: Path) -> File:
    body = path.read_bytes()
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    return File(body, TYPES[path.suffix], tag, path.parent.name == "assets")


def console_route(console: Console) -> Any:
    """The route of everything that is not of the API."""

    @get(["/", "/{path:path}"], include_in_schema=False, operation_id="console")
    async def show(request: Request[Any, Any, Any]) -> Response[bytes]:
        """A file of the web console."""
        return console.answer(request.scope["path"].lstrip("/"), request)

    return show
