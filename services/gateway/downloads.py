"""Files that come in pieces."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream

FILE = "application/octet-stream"
EXPORT = {200: ResponseSpec(bytes, media_type=FILE, description="The file.", generate_examples=False)}


async def download(pieces: AsyncGenerator[bytes, None], name: str) -> Stream:
    """An answer that a browser saves under this name; refused, as any other, before its first piece."""
    first = await anext(pieces, b"")
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Stream(_all(first, pieces), media_type=FILE, headers=headers)


async def _all(first: bytes, pieces: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    async with aclosing(pieces):
        yield first
        async for piece in pieces:
            yield piece
