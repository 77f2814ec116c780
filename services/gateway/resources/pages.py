"""Pages for people: the contract, to read and to try. Everything on them is served from here."""

from importlib import resources
from typing import Annotated

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter

_FOLDER = resources.files("services.gateway") / "pages"
_KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
"""Litestar adds the charset of what is text."""
_FILES = {file.name: file.read_bytes() for file in _FOLDER.iterdir() if file.name.rpartition(".")[2] in _KINDS}
"""By name: every file of the pages; few and small."""


@get("/docs", include_in_schema=False, operation_id="readDocs")
async def read_docs() -> Response[bytes]:
    """The page on which the contract is read and tried."""
    return _answer("docs.html")


@get("/docs/{name:str}", include_in_schema=False, operation_id="readDocsPart")
async def read_docs_part(name: Annotated[str, PathParameter(max_length=64)]) -> Response[bytes]:
    """What the page consists of."""
    if name not in _FILES:
        raise NotFoundException(f"No page has a part {name!r}.")
    return _answer(name)


def _answer(name: str) -> Response[bytes]:
    kind = _KINDS[name.rpartition(".")[2]]
    return Response(_FILES[name], media_type=kind, headers={"cache-control": "no-cache"})
