"""Calls made up from the contract get answers that the contract knows, and never a fault of ours.

`FUZZED_CALLS=10000 pytest tests/services/gateway/test_fuzzed.py` makes that many."""

import asyncio
import os
from typing import Any

import httpx
import pytest

from tests.services.bots.test_bots import start_worker
from tests.services.gateway.conftest import Gateway, running_gateway
from tests.services.gateway.fuzzing import Fuzzer
from tests.services.gateway.test_accounts import PASSWORD, browser_at
from tests.services.gateway.test_ladders import new_ladder
from tests.services.gateway.test_tournaments import People

CALLS = int(os.environ.get("FUZZED_CALLS", "300"))
ENOUGH_CALLS = 10_000
"""Calls of which some get through everywhere; fewer only show that none is a fault."""


@pytest.mark.timeout(300 + CALLS)
async def test_no_call_of_the_contract_is_answered_with_a_fault(settings, store, admin, keyring) -> None:
    limits = {"max_sockets_per_address": 10_000}
    more = {f"gateway_{name}": value for name, value in limits.items()} | {"trusted_proxies": "127.0.0.0/8"}
    async with running_gateway(settings, admin, **more) as gateway, start_worker(gateway.settings):
        fuzzer = await fuzzer_of(gateway, admin, keyring)
        await asyncio.to_thread(fuzzer.run, CALLS)
        assert (await gateway.get("/matches"))["matches"], "the engine is still there"
    print(dict(fuzzer.statuses), sum(fuzzer.calls.values()))
    assert sum(fuzzer.calls.values()) > CALLS / 2
    assert max(fuzzer.statuses) < 500
    assert {200, 400, 401, 403, 404} <= fuzzer.statuses.keys()
    if CALLS < ENOUGH_CALLS:
        return
    met = {label for label, status in fuzzer.met if status < 300}
    assert {"GET /api/v1/account", "GET /api/v1/account/export", "GET /api/v1/account/tokens"} <= met
    assert {"GET /api/v1/admin/queues", "GET /api/v1/tournaments/{tournament_id}", "GET /api/v1/my-tables"} <= met
    assert {"GET /api/v1/matches/{match_id}/seats/{seat}/hint"} <= met, "a bot has answered"


async def with_account(gateway: Gateway) -> dict[str, list[Any]]:
    """Values of an account that there is, with a bot and an API token."""
    async with browser_at(gateway, "Ann") as ann:
        await ann.ask("POST", "/account/bots", {"name": "annbot"})
        token = await ann.new_token("play", "host")
        sessions = (await ann.ask("GET", "/account/sessions"))["sessions"]
    return {
        "session_id": [sessions[0]["session_id"]],
        "token_id": [token["token"]["token_id"]],
        "name": ["annbot", "p0"],
        "secret": [token["secret"]],
    }


def sign_in(gateway: Gateway) -> str:
    """A new session of the account. It is asked for from an address of its own: calls with wrong passwords make the
    others wait."""
    url = f"http://{gateway.address}/api/v1/session"
    credentials = {"name": "Ann", "password": PASSWORD}
    answer = httpx.post(url, json=credentials, headers={"x-forwarded-for": "192.0.2.7"}, timeout=30)
    return str(answer.cookies["westmarch-session"])


async def fuzzer_of(gateway: Gateway, admin, keyring) -> Fuzzer:
    """A fuzzer that knows of all that there is."""
    going, private, ended = [await gateway.new_match(private=private) for private in (False, True, False)]
    await gateway.engine.play_out(ended)
    table = await gateway.post(
        "/tables", {"game": "barrow", "scenario": "duel", "players": ["ann"], "ttl_ms": 3_600_000}
    )
    host = keyring.mint("player", "gandalf", 3600)
    people = People(gateway, keyring)
    tournaments = [await people.create() for _ in range(2)]
    for tournament in tournaments:
        await people.enter(tournament, "p0", "p1")
    await gateway.post(f"/tournaments/{tournaments[1]}/start", None, host)
    account = await with_account(gateway)
    known = {
        "match_id": [going.id, private.id, ended.id],
        "game": ["barrow", "typed-barrow"],
        "scenario": ["duel", "company", ""],
        "seat": [0, 1],
        "version": [0, 1],
        "index": [0, 1],
        "step": [0, 1],
        "code": [table["code"]],
        "ticket_id": [table["ticket"]["ticket_id"]],
        "bot": ["random", ""],
        "options": ['{"rounds":2}', None],
        "players": [["ann"], ["p0"]],
        "wait": [False],
        "tournament_id": tournaments,
        "ladder_id": ["barrow"],
        "test_id": [await new_ladder(gateway, admin)],
        "player": ["Ann", "p0"],
        "stage": [0, 1],
        "round": [0, 1],
        "table": ["match", 1],
        "points": [[1, 0]],
        "members": [[]],
        "after": [0, 1],
        **account,
    }
    player = keyring.mint("player", "p0", 3600)
    tokens = ["", going.tokens[0], private.tokens[1], player, host, *account.pop("secret"), table["ticket_token"]]
    document = await gateway.get("/openapi.json")
    operator = keyring.mint("admin", "root", 3600)
    return Fuzzer(f"http://{gateway.address}", document, known, tokens, operator, lambda: sign_in(gateway))
