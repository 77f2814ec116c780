"""Files that come in pieces."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Protocol

from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream

FILE = "application/octet-stream"
EXPORT = {200: ResponseSpec(bytes, media_type=FILE, description="The file.", generate_examples=False)}


class Piece(Protocol):
    """A message of the API that carries a part of a file."""

    @property
    def data(self) -> bytes:
        """The next bytes of the file."""


async def download(pieces: AsyncGenerator[Piece, None], name: str) -> Stream:
    """An answer that a browser saves under this name; refused, as any other, before its first piece."""
    first = await anext(pieces, None)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Stream(_all(first, pieces), media_type=FILE, headers=headers)


async def _all(first: Piece | None, pieces: AsyncGenerator[Piece, None]) -> AsyncGenerator[bytes, None]:
    async with aclosing(pieces):
        yield b"" if first is None else first.data
        async for piece in pieces:
            yield piece.data
