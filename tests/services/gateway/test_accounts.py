"""Accounts over HTTP, before the real players service: signing in by cookie, API tokens, and what is done with them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from services.api.engine_pb2 import CreateMatchRequest, SeatHolder
from services.api.errors_pb2 import ErrorReason
from services.api.players_pb2 import ExchangeTokenResponse
from services.gateway import player_tokens, renewals
from services.gateway.clients import Client
from services.gateway.player_tokens import PlayerTokens, SessionEnded
from services.process.clock import now_ms
from services.process.ports import free_port
from services.process.refusals import Refused
from services.process.settings import OidcProvider, Settings
from tests.services.conftest import eventually
from tests.services.gateway.conftest import Gateway, auth, running_gateway
from tests.services.players.oidc_provider import CLIENT_ID, CLIENT_SECRET, serving_provider

PASSWORD = "mellon-mellon"
DUEL = {"game": "barrow", "scenario": "duel"}


class Browser:
    """A browser at the gateway: it keeps cookies, and a page in it knows the CSRF token."""

    def __init__(self, gateway: Gateway) -> None:
        self.http = httpx.AsyncClient(base_url=f"http://{gateway.address}/api/v1", timeout=20)
        self.csrf_token = ""

    async def call(self, method: str, path: str, data: Any = None, **headers: str) -> httpx.Response:
        """The answer to a call of the page."""
        more = {"x-csrf-token": self.csrf_token} if self.csrf_token else {}
        return await self.http.request(method, path, json=data, headers={**more, **headers})

    async def ask(self, method: str, path: str, data: Any = None) -> Any:
        """What a call brings that is not refused."""
        answer = await self.call(method, path, data)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def sign(self, path: str, name: str, password: str = PASSWORD) -> Any:
        """Sign up or in."""
        answer = await self.ask("POST", path, {"name": name, "password": password})
        self.csrf_token = answer["csrf_token"]
        return answer

    async def new_token(self, *scopes: str, bot: str = "") -> Any:
        """A new API token."""
        return await self.ask("POST", "/account/tokens", {"name": "laptop", "scopes": scopes, "bot": bot})


@contextlib.asynccontextmanager
async def browser_at(gateway: Gateway, name: str = "") -> AsyncIterator[Browser]:
    """A browser, in which somebody with a new account is signed in if a name is given."""
    browser = Browser(gateway)
    async with browser.http:
        if name:
            await browser.sign("/accounts", name)
        yield browser


@pytest.fixture
async def ann(gateway: Gateway) -> AsyncIterator[Browser]:
    """The browser of Ann, who is signed in."""
    async with browser_at(gateway, "Ann") as browser:
        yield browser


def reason_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["reason"]


# -- sessions


async def test_a_browser_signs_up_out_and_in_again(gateway: Gateway) -> None:
    async with browser_at(gateway) as browser:
        assert await browser.ask("GET", "/me") == {"player": "", "scopes": None, "csrf_token": ""}
        signed = await browser.sign("/accounts", "Ann")
        assert signed["account"]["name"] == "Ann"
        me = await browser.ask("GET", "/me")
        assert me == {"player": "Ann", "scopes": None, "csrf_token": signed["csrf_token"]}
        await browser.ask("DELETE", "/session")
        assert not browser.http.cookies
        assert (await browser.ask("GET", "/me"))["player"] == ""
        await browser.sign("/session", "ann")
        assert (await browser.ask("GET", "/account"))["name"] == "Ann"
        taken = await browser.call("POST", "/accounts", {"name": "ANN", "password": PASSWORD})
        assert reason_of(taken) == (409, "NAME_TAKEN")


@pytest.mark.parametrize("secure", [False, True])
async def test_the_session_is_where_no_script_and_no_other_site_has_it(settings, store, admin, secure: bool) -> None:
    async with running_gateway(settings, admin, gateway_secure_cookies=secure) as gateway:
        answer = await gateway.http.post("/accounts", json={"name": "Ann", "password": PASSWORD})
    (cookie,) = answer.headers.get_list("set-cookie")
    name, *attributes = (part.strip() for part in cookie.lower().split(";"))
    assert {"httponly", "samesite=strict", "path=/"} <= set(attributes)
    assert ("secure" in attributes) == secure
    assert name.startswith("__host-westmarch-session=wms_" if secure else "westmarch-session=wms_")
    assert "wms_" not in answer.text
    assert answer.headers["cache-control"] == "no-store"


async def test_an_ended_session_is_refused_and_forgotten(gateway: Gateway, ann: Browser) -> None:
    async with browser_at(gateway) as elsewhere:
        await elsewhere.sign("/session", "Ann")
        sessions = (await ann.ask("GET", "/account/sessions"))["sessions"]
        assert [one["current"] for one in sessions].count(True) == 1
        (other,) = [one["session_id"] for one in sessions if not one["current"]]
        await ann.ask("DELETE", f"/account/sessions/{other}")
        refused = await elsewhere.call("GET", "/me")
        assert reason_of(refused) == (401, "UNAUTHENTICATED")
        assert not elsewhere.http.cookies, "the next request is a guest's"
        assert (await elsewhere.ask("GET", "/me"))["player"] == ""
    unknown = await ann.call("DELETE", f"/account/sessions/{other}")
    assert reason_of(unknown) == (404, "UNKNOWN_PLAYER")


async def test_who_guesses_passwords_is_told_to_wait(settings: Settings, store, admin) -> None:
    """By their own address, which the gateway tells the players service."""
    async with running_gateway(settings, admin, trusted_proxies="127.0.0.1") as gateway:
        right, guess = {"name": "Ann", "password": PASSWORD}, {"name": "Ann", "password": "a guess at it"}
        guesser, person = ({"x-forwarded-for": f"203.0.113.{number}"} for number in (1, 2))
        await gateway.http.post("/accounts", json=right, headers=person)
        answers = [await gateway.http.post("/session", json=guess, headers=guesser) for _ in range(7)]
        assert [answer.status_code for answer in answers] == [401] * 6 + [429]
        assert int(answers[-1].headers["retry-after"]) >= 1
        refused = await gateway.http.post("/session", json=right, headers=guesser)
        assert reason_of(refused) == (429, "RATE_LIMITED")
        assert (await gateway.http.post("/session", json=right, headers=person)).status_code == 200


# -- other pages


async def test_a_change_by_cookie_needs_the_csrf_token(ann: Browser) -> None:
    wanted = {"name": "laptop", "scopes": ["play"]}
    for token in ("", "forged", "0" * 32):
        answer = await ann.http.post("/account/tokens", json=wanted, headers={"x-csrf-token": token})
        assert reason_of(answer) == (403, "FORBIDDEN")
    assert (await ann.ask("GET", "/account/tokens"))["tokens"] == []
    own = f"http://{ann.http.base_url.netloc.decode()}"
    assert (await ann.call("POST", "/account/tokens", wanted, origin=own)).status_code == 201


async def test_pages_of_other_origins_sign_nobody_in_and_change_nothing(gateway: Gateway, ann: Browser) -> None:
    for origin in ("https://evil.example", "null"):
        sign_in = {"name": "Ann", "password": PASSWORD}
        answer = await gateway.http.post("/session", json=sign_in, headers={"origin": origin})
        assert reason_of(answer) == (403, "FORBIDDEN")
        changed = await ann.call("POST", "/account/bots", {"name": "engine"}, origin=origin)
        assert reason_of(changed) == (403, "FORBIDDEN")
    assert (await ann.ask("GET", "/account"))["bots"] == []


async def test_an_allowed_origin_may_and_any_origin_may_not_with_a_cookie(settings, store, admin) -> None:
    page = "https://play.example"
    async with running_gateway(settings, admin, gateway_origins=page) as gateway, browser_at(gateway, "Ann") as ann:
        answer = await ann.call("POST", "/account/bots", {"name": "engine"}, origin=page)
        assert answer.status_code == 201
        assert answer.headers["access-control-allow-origin"] == page
        assert answer.headers["access-control-allow-credentials"] == "true"
    async with running_gateway(settings, admin, gateway_origins="*") as gateway, browser_at(gateway) as ann:
        await ann.sign("/session", "Ann")
        assert reason_of(await ann.call("POST", "/account/bots", {"name": "second"}, origin=page)) == (403, "FORBIDDEN")
        as_guest = await gateway.http.post("/tickets", json={**DUEL, "players": ["eve"]}, headers={"origin": page})
        assert as_guest.status_code == 201


# -- API tokens and bots


async def test_an_api_token_is_shown_once_listed_and_revoked(gateway: Gateway, ann: Browser) -> None:
    made = await ann.new_token("host", "play")
    secret = made["secret"]
    assert await gateway.get("/me", secret) == {"player": "Ann", "scopes": ["play", "host"], "csrf_token": ""}
    listed = await ann.call("GET", "/account/tokens")
    assert secret not in listed.text
    (token,) = listed.json()["tokens"]
    assert token["last_used_ms"] is not None
    assert {name: token[name] for name in ("name", "account", "scopes")} == {
        "name": "laptop",
        "account": "Ann",
        "scopes": ["play", "host"],
    }
    unused = await ann.new_token("play")
    await ann.ask("DELETE", f"/account/tokens/{unused['token']['token_id']}")
    refused = await gateway.http.get("/me", headers=auth(unused["secret"]))
    assert reason_of(refused) == (401, "UNAUTHENTICATED")


async def test_api_tokens_do_what_their_scopes_say_and_no_more(gateway: Gateway, ann: Browser) -> None:
    hosting = (await ann.new_token("host"))["secret"]
    refused = await gateway.http.post("/tickets", json=DUEL, headers=auth(hosting))
    assert reason_of(refused) == (403, "FORBIDDEN")
    playing = (await ann.new_token("play"))["secret"]
    for method, path in (("GET", "/account"), ("GET", "/account/export"), ("DELETE", "/session")):
        answer = await gateway.http.request(method, path, headers=auth(playing))
        assert reason_of(answer) == (401, "UNAUTHENTICATED")
    assert (await gateway.http.get("/me", headers=auth("wmt_forged"))).status_code == 401
    for scopes, bot in ((["bot"], ""), (["play"], "nobody's"), ([], "")):
        wanted = {"name": "x", "scopes": scopes, "bot": bot}
        assert (await ann.call("POST", "/account/tokens", wanted)).status_code in (400, 404)


async def test_a_bot_account_belongs_to_a_person_and_plays_by_its_token(gateway: Gateway, ann: Browser) -> None:
    bot = await ann.ask("POST", "/account/bots", {"name": "Ann's engine"})
    assert (bot["name"], bot["owner"]) == ("Ann's engine", "Ann")
    secret = (await ann.new_token("bot", bot="Ann's engine"))["secret"]
    table = await gateway.post("/tables", DUEL, secret)
    joined = await ann.ask("POST", f"/tables/{table['code']}/tickets", {})
    ticket = await gateway.get(f"/tickets/{joined['ticket']['ticket_id']}", joined["ticket_token"], wait=True)
    match = await gateway.get(f"/matches/{ticket['assignment']['match_id']}", secret)
    assert sorted(seat["player"] for seat in match["seats"]) == ["Ann", "Ann's engine"]
    deleted = await ann.ask("DELETE", "/account/bots/Ann's engine")
    assert deleted["pseudonym"].startswith("†")
    assert (await ann.ask("GET", "/account"))["bots"] == []


# -- playing


async def ticket_of(gateway: Gateway, new: Any) -> Any:
    return await gateway.get(f"/tickets/{new['ticket']['ticket_id']}", new["ticket_token"], wait=True)


def first_option(update: Any) -> dict[str, int]:
    """The choice of the first option of a decision."""
    return {"version": update["decision"]["version"], "index": 0}


async def test_accounts_play_a_rated_match_by_cookie_and_by_api_token(
    gateway: Gateway, ann: Browser, eventually_archived
) -> None:
    """Tickets are the accounts', so is the match, and so are the ratings that come of it."""
    async with browser_at(gateway, "Bob") as bob:
        bobs_token = (await bob.new_token("play"))["secret"]
    tickets = [await ann.ask("POST", "/tickets", DUEL), await gateway.post("/tickets", DUEL, bobs_token)]
    match_id = (await ticket_of(gateway, tickets[0]))["assignment"]["match_id"]
    seats = {seat["player"]: number for number, seat in enumerate((await gateway.get(f"/matches/{match_id}"))["seats"])}
    assert set(seats) == {"Ann", "Bob"}
    while (match := await gateway.get(f"/matches/{match_id}"))["end"] is None:
        seat = match["waiting_for"][0]
        see, choices = f"/matches/{match_id}/observation", f"/matches/{match_id}/seats/{seat}/choices"
        if seat == seats["Ann"]:
            await ann.ask("POST", choices, first_option(await ann.ask("GET", f"{see}?seat={seat}")))
        else:
            await gateway.post(choices, first_option(await gateway.get(see, bobs_token, seat=seat)), bobs_token)
    await eventually_archived(match_id)

    async def rated() -> Any:
        return (await gateway.get("/players/Ann/ratings", game="barrow"))["ratings"]

    (rating,) = await eventually(rated)
    history = await gateway.get("/players/Ann/ratings/history")
    (change,) = history["changes"]
    assert (change["match_id"], change["rating"]) == (match_id, rating["rating"])
    document = await ann.ask("GET", "/account/export")
    assert [one["match_id"] for one in document["matches"]] == [match_id]
    assert reason_of(await gateway.http.get("/players/nobody/ratings")) == (404, "UNKNOWN_PLAYER")
    await gone_is_called_otherwise(gateway, ann, match_id)


async def gone_is_called_otherwise(gateway: Gateway, ann: Browser, match_id: str) -> None:
    """Delete Ann's account; the record keeps a pseudonym."""
    wrong = await ann.call("DELETE", "/account", {"password": "not the password"})
    assert reason_of(wrong) == (401, "UNAUTHENTICATED")
    assert ann.http.cookies, "she is still signed in"
    deleted = await ann.ask("DELETE", "/account", {"password": PASSWORD})
    assert not ann.http.cookies

    async def renamed() -> bool:
        seats = (await gateway.get(f"/archive/{match_id}"))["seats"]
        return {seat["player"] for seat in seats} == {"Bob", deleted["pseudonym"]}

    await eventually(renamed)
    assert (await gateway.get(f"/matches/{match_id}/verification"))["ok"]


async def test_the_name_of_an_account_is_for_nobody_else(gateway: Gateway, ann: Browser) -> None:
    posing = await ann.call("POST", "/tickets", {**DUEL, "players": ["Bob"]})
    assert reason_of(posing) == (403, "FORBIDDEN")
    guest = await gateway.post("/tickets", {**DUEL, "players": ["Ann"]})
    mine = await ann.ask("POST", "/tickets", DUEL)
    match_id = (await ticket_of(gateway, mine))["assignment"]["match_id"]
    players = [seat["player"] for seat in (await gateway.get(f"/matches/{match_id}"))["seats"]]
    assert sorted(players) == ["Ann", "~Ann"]
    assert (await ticket_of(gateway, guest))["assignment"]["seats"][0]["player"] == "~Ann"
    nobody = await gateway.http.post("/tickets", json=DUEL)
    assert reason_of(nobody) == (400, "INVALID_ARGUMENT")


async def match_of(gateway: Gateway, *players: str) -> str:
    """A new match of these players."""
    request = CreateMatchRequest(game="barrow", scenario="duel", seats=[SeatHolder(player=name) for name in players])
    return (await gateway.engine.stub.CreateMatch(request, metadata=gateway.engine.admin)).match.match_id


def cookie_of(browser: Browser) -> dict[str, str]:
    return {"cookie": "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())}


async def test_a_socket_is_known_by_its_cookie(gateway: Gateway, ann: Browser, keyring) -> None:
    match_id = await match_of(gateway, "Ann", "Bob")
    async with gateway.socket(additional_headers=cookie_of(ann)) as socket:
        await socket.done(type="join", slot=0, match_id=match_id, seat=0, observations=True)
        assert (await socket.refused(type="join", slot=1, match_id=match_id, seat=1))["reason"] == "FORBIDDEN"
    foreign = {**cookie_of(ann), "origin": "https://evil.example"}
    with pytest.raises(Exception, match="403"):
        async with gateway.socket(additional_headers=foreign):
            pass


async def test_a_socket_loses_its_seats_with_its_session(
    gateway: Gateway, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renewals, "PAUSE_SECONDS", 0.05)
    monkeypatch.setattr(renewals, "MOST_SECONDS", 0.0)
    monkeypatch.setattr(player_tokens, "FRESH_SECONDS", 0.0)
    match_id = await match_of(gateway, "Ann", "Bob")
    secret = (await ann.new_token("play"))["secret"]
    async with gateway.socket(additional_headers=cookie_of(ann)) as socket:
        await socket.done(type="join", slot=0, match_id=match_id, seat=0)
        await socket.done(type="join", slot=1, match_id=match_id, seat=0, token=secret)
        await asyncio.sleep(0.2)  # renewed some times
        await ann.ask("DELETE", "/session")
        while (message := await socket.read())["type"] == "update":
            pass
        assert (message["type"], message["slot"]) == ("left", 0)
        assert message["problem"]["reason"] == "UNAUTHENTICATED"
        await socket.done(type="leave", slot=1)


# -- at a provider


@contextlib.asynccontextmanager
async def gateway_with_provider(settings: Settings, admin: Any) -> AsyncIterator[tuple[Gateway, Any]]:
    """A gateway where people may sign in elsewhere, and the provider, both of which really redirect."""
    port = free_port()
    with serving_provider() as provider:
        config = OidcProvider(issuer=provider.issuer, client_id=CLIENT_ID, client_secret=CLIENT_SECRET)
        settings = settings.having(
            oidc_providers={"elsewhere": config}, oidc_redirect_url=f"http://127.0.0.1:{port}/api/v1/sign-in/callback"
        )
        async with running_gateway(settings, admin, port=port) as gateway:
            yield gateway, provider


async def test_a_person_signs_in_at_a_provider_and_comes_back(settings: Settings, store, admin) -> None:
    async with gateway_with_provider(settings, admin) as (gateway, provider), browser_at(gateway) as browser:
        assert (await browser.ask("GET", "/providers"))["providers"] == ["elsewhere"]
        way = {"return_to": "/lobby?tab=mine"}
        arrived = await browser.http.get("/providers/elsewhere/sign-in", params=way, follow_redirects=True)
        assert [answer.status_code for answer in arrived.history] == [302, 302, 302]
        assert arrived.url.raw_path == b"/lobby?tab=mine"
        account = await browser.ask("GET", "/account")
        assert (account["name"], account["providers"], account["has_password"]) == ("Ann", ["elsewhere"], False)
        assert [cookie.name for cookie in browser.http.cookies.jar] == ["westmarch-session"]
        provider.changed_claims = {"nonce": "of another flow"}
        refused = await browser.http.get("/providers/elsewhere/sign-in", params=way, follow_redirects=True)
        assert parse_qs(urlsplit(str(refused.url)).query) == {"tab": ["mine"], "problem": ["UNAUTHENTICATED"]}


async def test_a_sign_in_begun_in_another_browser_is_not_completed(settings: Settings, store, admin) -> None:
    async with gateway_with_provider(settings, admin) as (gateway, provider):
        async with browser_at(gateway) as evil, browser_at(gateway) as victim:
            begun = await evil.http.get("/providers/elsewhere/sign-in")
            query = provider.authorize(begun.headers["location"])
            answer = await victim.http.get("/sign-in/callback", params=query)
            assert (answer.status_code, answer.headers["location"]) == (302, "/?problem=UNAUTHENTICATED")
            assert not victim.http.cookies
        for path in ("https://evil.example", "//evil.example", "/\\evil.example", "lobby", "/x\r\ny"):
            refused = await gateway.http.get("/providers/elsewhere/sign-in", params={"return_to": path})
            assert reason_of(refused) == (400, "INVALID_ARGUMENT")
        assert reason_of(await gateway.http.get("/providers/nowhere/sign-in")) == (400, "INVALID_ARGUMENT")


# -- what is kept of exchanged tokens


class Exchange:
    """The players service as a gateway asks it, and how often it was."""

    def __init__(self) -> None:
        self.asked = 0
        self.refusal: Refused | None = None

    async def __call__(self, client: Client) -> Any:
        self.asked += 1
        if self.refusal is not None:
            raise self.refusal
        return ExchangeTokenResponse(player_token=f"token {self.asked}", expires_ms=now_ms() + 900_000)


async def test_a_session_is_asked_for_again_after_some_seconds() -> None:
    exchange, now = Exchange(), [0.0]
    tokens, client = PlayerTokens(exchange, clock=lambda: now[0]), Client("::1", "wms_x")
    assert [(await tokens.of(client)).text for _ in range(3)] == ["token 1"] * 3
    now[0] = player_tokens.FRESH_SECONDS
    assert (await tokens.of(client)).text == "token 2"
    tokens.forget("wms_x")
    assert (await tokens.of(client)).text == "token 3"
    exchange.refusal = Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "It has ended.")
    assert (await tokens.of(client)).text == "token 3", "for some seconds more"
    now[0] *= 3
    with pytest.raises(SessionEnded):
        await tokens.of(client)


async def test_without_the_players_service_tokens_are_good_for_half_of_their_life() -> None:
    exchange, now = Exchange(), [0.0]
    tokens, client = PlayerTokens(exchange, clock=lambda: now[0]), Client("::1", "wms_x")
    await tokens.of(client)
    exchange.refusal = Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "It is away.")
    now[0] = 440.0
    assert (await tokens.of(client)).text == "token 1"
    now[0] = 460.0
    with pytest.raises(Refused, match="It is away"):
        await tokens.of(client)
