"""The page on which the contract is read and tried, in a real browser."""

from pathlib import Path

from tests.services.gateway.browser import browser_page
from tests.services.gateway.conftest import Gateway


async def test_the_contract_is_read_and_tried_in_a_browser(gateway: Gateway, tmp_path: Path) -> None:
    match = await gateway.new_match()
    document = await gateway.get("/openapi.json")
    operations = {one["operationId"] for path in document["paths"].values() for one in path.values()}
    async with browser_page(tmp_path) as page:
        await page.open(f"http://{gateway.address}/api/v1/docs")
        await page.until("document.querySelectorAll('#operations details').length")
        shown = await page.evaluate("[...document.querySelectorAll('#operations details')].map((one) => one.id)")
        assert set(shown) == operations
        types = await page.evaluate("document.querySelectorAll('#types details').length")
        assert types == len(document["components"]["schemas"])

        await page.evaluate("document.getElementById('observe').open = true")
        await page.until("document.querySelector('#observe form') !== null")
        await page.evaluate(f"document.getElementById('token').value = {match.tokens[0]!r}")
        for name, value in (("match_id", match.id), ("seat", "0"), ("language", "pl")):
            await page.evaluate(f"document.querySelector('#observe form').elements[{name!r}].value = {value!r}")
        await page.evaluate("document.querySelector('#observe form').requestSubmit()")
        answer = await page.until("document.querySelector('#observe pre').textContent.includes('}') && "
                                  "document.querySelector('#observe pre').textContent")  # fmt: skip
        assert answer.startswith("200")
        assert '"observation": {' in answer
        assert page.logged == []


async def test_the_page_is_whole_and_loads_nothing_from_elsewhere(gateway: Gateway) -> None:
    for path, kind in (("/docs", "text/html"), ("/docs/docs.css", "text/css"), ("/docs/docs.js", "text/javascript")):
        answer = await gateway.http.get(path)
        assert answer.headers["content-type"] == f"{kind}; charset=utf-8"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "http://" not in answer.text
        assert "https://" not in answer.text
    missing = await gateway.http.get("/docs/settings.py")
    assert (missing.status_code, missing.json()["reason"]) == (404, "INVALID_ARGUMENT")
