"""The web console as the gateway serves it: one page at every address, files that browsers may keep, and no more."""

import gzip
import re
from pathlib import Path

import httpx

from services.gateway.console import SITE
from tests.services.gateway.conftest import Gateway

MOST_BYTES = 200_000
"""What a browser loads before the first page can be used, gzipped."""


async def test_the_page_answers_at_every_address_of_its_own(gateway: Gateway) -> None:
    async with httpx.AsyncClient(base_url=f"http://{gateway.address}") as browser:
        page = (await browser.get("/")).text
        assert "<title>Westmarch</title>" in page
        assert (await browser.get("/matches/m-1")).text == page
        missing = await browser.get("/assets/none.js")
        assert missing.status_code == 404
        assert missing.json()["detail"] == "There is nothing at /assets/none.js."
        assert (await browser.get("/../../console.py")).status_code == 404
        assert (await browser.get("/api/v1/nothing")).headers["content-type"] == "application/problem+json"


async def test_browsers_keep_what_never_changes_and_ask_again_for_the_page(gateway: Gateway) -> None:
    script = next(SITE.glob("assets/*.js"))
    async with httpx.AsyncClient(base_url=f"http://{gateway.address}") as browser:
        answer = await browser.get(f"/assets/{script.name}")
        assert answer.content == Path(script).read_bytes()
        assert answer.headers["content-encoding"] == "gzip"
        assert "immutable" in answer.headers["cache-control"]
        page = await browser.get("/")
        assert page.headers["cache-control"] == "no-cache"
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        again = await browser.get("/", headers={"if-none-match": page.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_the_first_page_is_small_and_brings_no_board() -> None:
    page = (SITE / "index.html").read_text()
    names = re.findall(r'(?:src|href)="/(assets/[^"]+)"', page)
    assert names
    scripts = "".join((SITE / name).read_text() for name in names)
    first = {*names, *(f"assets/{name}" for name in re.findall(r'from"\./([^"]+)"', scripts))}
    assert sum(len(gzip.compress((SITE / name).read_bytes())) for name in first) < MOST_BYTES
    boards = {path.name for path in SITE.glob("assets/*[Bb]oard-*.js")}
    assert len(boards) == 4
    assert not boards & {Path(name).name for name in first}
