"""What the gateway sends of our own games tells nothing of what its reader may not see, whichever way it is asked.

As in the engine's own test, each message is held against another world, in which everything that its reader cannot see
is dealt anew: it must say the same there. A match is played for some dozen choices, which is where most lies hidden."""

import asyncio
import json
import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from engine import load
from engine.core.registry import builtin_ids
from services.api import engine_pb2 as pb
from services.api.match_pb2 import LANGUAGE_ENGLISH
from services.match import wire
from services.match.hosted import Change, HostedMatch
from services.match.log import decode_entry, decode_meta
from services.store.matchlog import key
from tests.services.engine.conftest import NewMatch
from tests.services.engine.test_secrets_of_games import message, retold, variants_to_play
from tests.services.gateway.conftest import Gateway, auth, running_gateway
from tests.services.gateway.test_secrets import Ear, by_events, by_socket, by_stream

CHOICES = 40
PATIENCE = 60.0
VARIANTS = dict(reversed(list(variants_to_play())))
"""The first scenario of each game."""


@dataclass
class Reader:
    """What a viewer of the gateway asked for, as the engine is asked."""

    seat: int | None
    subscription: pb.Subscription = field(
        default_factory=lambda: pb.Subscription(observations=True, language=LANGUAGE_ENGLISH, as_json=True)
    )


def check(hosted: HostedMatch, change: Change, reader: Reader, sent: dict[str, Any], rng: random.Random) -> None:
    """In a world with other cards where the viewer cannot see, no word may differ."""
    world = hosted.match.deal_world(reader.seat, rng)
    quiet = Change(change.version, change.entry)
    write = wire.whole_update if sent["seats"] else wire.update
    there = json.loads(message(hosted, world, reader, [] if sent["seats"] else [quiet], write).json)  # type: ignore[arg-type]
    assert {**sent, "events": []} == {**there, "events": []}


async def play(gateway: Gateway, match: NewMatch, ears: dict[int | None, Ear], rng: random.Random) -> None:
    """Choose at random by HTTP, and look at what each seat sees."""
    for _ in range(CHOICES):
        seat = (await gateway.get(f"/matches/{match.id}"))["waiting_for"][0]
        for viewer in (seat, None, rng.choice(list(match.tokens))):
            query = {} if viewer is None else {"seat": viewer}
            headers = {} if viewer is None else auth(match.tokens[viewer])
            path = f"/matches/{match.id}/observation"
            seen = await gateway.http.get(path, params={**query, "language": "en"}, headers=headers)
            ears[viewer].hear(seen.content, seen.json())
            if viewer == seat:
                decision = seen.json()["decision"]
        choice = {"version": decision["version"], "index": rng.randrange(len(decision["options"]))}
        await gateway.post(f"/matches/{match.id}/seats/{seat}/choices", choice, match.tokens[seat])


async def heard_all(ears: list[Ear]) -> None:
    """Wait until all were told of the last choice."""
    async with asyncio.timeout(PATIENCE):
        while any(not ear.heard or ear.heard[-1][0] < CHOICES for ear in ears):
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("game", sorted(builtin_ids()))
async def test_every_way_tells_the_same_whatever_lies_hidden(settings, store, admin, game: str) -> None:
    variant = VARIANTS[game]
    rng = variant.rng(load(game), 3)
    async with running_gateway(settings, admin, games=game) as gateway:
        match = await gateway.new_match(variant.seats, game=game, scenario=variant.scenario, seed=rng.randbytes(16))
        seats = [None, *match.tokens]
        sockets, streams = ({seat: Ear(seat) for seat in seats} for _ in range(2))
        requests, events = {seat: Ear(seat) for seat in seats}, Ear(None)
        following = [
            *(asyncio.create_task(by_socket(gateway, match, ear, "en")) for ear in sockets.values()),
            *(asyncio.create_task(by_stream(gateway, match, ear, "en")) for ear in streams.values()),
            asyncio.create_task(by_events(gateway, match, events, "en")),
        ]
        lasting = [*sockets.values(), *streams.values(), events]
        while not all(ear.heard for ear in lasting):
            await asyncio.sleep(0.02)
        await play(gateway, match, requests, rng)
        await heard_all(lasting)
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
        meta = decode_meta(await store.get(key(match.id, "meta")))
        entries = [decode_entry(raw) for raw in await store.lrange(key(match.id, "log"), 0, -1)]

    told: dict[int, list[tuple[Ear, dict[str, Any]]]] = {}
    for ear in (*lasting, *requests.values()):
        for version, sent in ear.heard:
            assert meta.seed.hex().encode() not in sent
            data = json.loads(sent.decode().removeprefix("data: "))
            told.setdefault(version, []).append((ear, data.get("update", data)))
    compared = 0
    for _, hosted, changes in retold(meta, entries):
        for ear, update in told.get(hosted.version, []):
            check(hosted, changes[-1], Reader(ear.seat), update, rng)
            compared += 1
    assert compared > CHOICES * len(seats)
