"""What anybody receives from the gateway never holds what they may not see: over WebSocket, lines, events and HTTP.

The toy game is played with cards whose numbers appear nowhere else; everything that is sent is scanned for them."""

import asyncio
import json
import random
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

from services.match.log import decode_meta
from services.store.matchlog import key
from tests.services.engine.conftest import NewMatch
from tests.services.gateway.conftest import Gateway, auth
from tests.services.marked_barrow import CARD, MARKED, known_by_version


@dataclass
class Ear:
    """Keeps every byte that was sent to one viewer, with the version that it told of."""

    seat: int | None
    heard: list[tuple[int, bytes]] = field(default_factory=list)

    def hear(self, sent: bytes, update: dict[str, Any]) -> bool:
        """Keep what was sent. Whether it was the end."""
        self.heard.append((update["version"], sent))
        return update["end"] is not None


async def by_socket(gateway: Gateway, match: NewMatch, ear: Ear, language: str) -> None:
    async with gateway.socket() as socket:
        who = {"match_id": match.id} if ear.seat is None else {"token": match.tokens[ear.seat]}
        await socket.send(type="join", slot=0, observations=True, language=language, **who)
        while True:
            message = await socket.read()
            if message["type"] == "update" and ear.hear(socket.received[-1].encode(), message["update"]):
                return


async def by_stream(gateway: Gateway, match: NewMatch, ear: Ear, language: str) -> None:
    query = {"observations": True, "language": language, **({} if ear.seat is None else {"seat": ear.seat})}
    headers = {} if ear.seat is None else auth(match.tokens[ear.seat])
    path = f"/streams/matches/{match.id}"
    async with gateway.http.stream("GET", path, params=query, headers=headers) as answer:
        async for line in answer.aiter_lines():
            if line:
                ear.hear(line.encode(), json.loads(line)["update"])


async def by_events(gateway: Gateway, match: NewMatch, ear: Ear, language: str) -> None:
    query = {"observations": True, "language": language}
    async with gateway.http.stream("GET", f"/feeds/matches/{match.id}", params=query) as answer:
        async for line in answer.aiter_lines():
            if line.startswith("data: "):
                ear.hear(line.encode(), json.loads(line.removeprefix("data: ")))


async def by_requests(gateway: Gateway, match: NewMatch, ears: list[Ear], rng: random.Random) -> list[bytes]:
    """Play the match by HTTP, and look at everything that there is to see; refusals and what anybody may know."""
    public: list[bytes] = []
    while True:
        info = await gateway.http.get(f"/matches/{match.id}")
        if info.json()["end"]:
            return public
        public.append(info.content)
        await look(gateway, match, rng.choice(ears))
        seat = info.json()["waiting_for"][0]
        path, headers = f"/matches/{match.id}/seats/{seat}", auth(match.tokens[seat])
        others = auth(match.tokens[(seat + 1) % 3])
        seen = await gateway.http.get(f"/matches/{match.id}/observation", params={"seat": seat}, headers=headers)
        decision = seen.json()["decision"]
        wrong, version, index = rng.choice([(headers, 99, 0), (headers, decision["version"], 99), (others, 0, 0)])
        refused = await gateway.http.post(f"{path}/choices", json={"version": version, "index": index}, headers=wrong)
        assert refused.is_client_error
        public.append(refused.content)
        choice = {"version": decision["version"], "index": rng.randrange(len(decision["options"]))}
        chosen = await gateway.http.post(f"{path}/choices", json=choice, headers=headers, params={"language": "en"})
        ears[seat + 1].hear(chosen.content, chosen.json())


async def look(gateway: Gateway, match: NewMatch, ear: Ear) -> None:
    """See where the match stands, what was seen at some version, and be told the story."""
    seat = {} if ear.seat is None else {"seat": ear.seat}
    headers = {} if ear.seat is None else auth(match.tokens[ear.seat])

    async def get(what: str, **query: Any) -> httpx.Response:
        return await gateway.http.get(f"/matches/{match.id}/{what}", params={**seat, **query}, headers=headers)

    now = await get("observation", language="pl")
    ear.hear(now.content, now.json())
    then = await get("observation", version=now.json()["version"] // 2)
    ear.hear(then.content, then.json())
    story = await get("story", language="en")
    for part in story.json()["parts"]:
        ear.heard.append((part["version"], json.dumps(part).encode()))


@pytest.mark.parametrize("number", range(2))
async def test_nothing_shows_a_card_before_its_viewer_may_see_it(gateway: Gateway, store, number: int) -> None:
    match = await gateway.new_match(3, game=MARKED, scenario="company", options={"rounds": "3"})
    seed = decode_meta(await store.get(key(match.id, "meta"))).seed
    sockets, streams, requests = ([Ear(seat) for seat in (None, 0, 1, 2)] for _ in range(3))
    events = Ear(None)
    following = [
        *(asyncio.create_task(by_socket(gateway, match, ear, "en")) for ear in sockets),
        *(asyncio.create_task(by_stream(gateway, match, ear, "pl")) for ear in streams),
        asyncio.create_task(by_events(gateway, match, events, "en")),
    ]
    while not all(ear.heard for ear in (*sockets, *streams, events)):
        await asyncio.sleep(0.01)
    public = await by_requests(gateway, match, requests, random.Random(number))
    await asyncio.wait_for(asyncio.gather(*following), 30)

    allowed = await known_by_version(store, match, seed)
    last, count = max(allowed[None]), 0
    for ear in (*sockets, *streams, events, *requests):
        for version, sent in ear.heard:
            cards = {int(card) for card in CARD.findall(sent)}
            count += len(cards)
            assert cards <= allowed[ear.seat][version], f"seat {ear.seat} at version {version}: {sent!r}"
            assert version == last or seed.hex().encode() not in sent
    assert count > 200
    assert len(public) > 40
    for sent in public:
        assert not CARD.search(sent)
        assert seed.hex().encode() not in sent
        assert not any(token.encode() in sent for token in match.tokens.values())
