"""What a seat receives over the wire never holds what it may not see.

The toy game is played with cards whose numbers appear nowhere else; whole streams are scanned for them."""

import asyncio
import dataclasses
import random
import re

import grpc
import pytest
from prometheus_client import generate_latest

from engine import load, register, restore
from services.api import engine_pb2 as pb
from services.api.match_pb2 import LANGUAGE_ENGLISH, LANGUAGE_POLISH
from services.match.log import decode_entry, decode_meta
from services.process.refusals import detail_of
from services.store.matchlog import key
from tests.toy.game import GAME

FIRST = 7_310_000
CARD = re.compile(rb"(?<![\d.])73100\d\d(?!\d)")


def new_state(table):
    """The toy's table with cards that cannot be taken for anything else."""
    state = GAME.new_state(table)
    state.deck = [FIRST + card for card in state.deck]
    return state


register(dataclasses.replace(GAME, id="marked-barrow", new_state=new_state))


class Watcher:
    """Keeps every byte that was sent to one seat, by version."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, bytes]] = []

    async def watch(self, worker, table, seat: int | None, language) -> None:
        wanted = pb.Subscription(language=language, observations=True)
        auth = table.watcher() if seat is None else table.auth(seat)
        call = worker.stub.Watch(pb.WatchRequest(match_id=table.id, seat=seat, subscription=wanted), metadata=auth)
        async for response in call:
            self.heard.append((response.update.version, response.SerializeToString()))


async def play(worker, table, rng: random.Random, heard: dict[int, list[tuple[int, bytes]]]) -> None:
    """Random play over Play and Choose; everything that comes back is kept too."""
    call = worker.stub.Play()
    commands = [
        pb.PlayCommand(slot=seat, join=pb.Join(token=token, subscription=pb.Subscription(observations=True)))
        for seat, token in table.tokens.items()
    ]
    await call.write(pb.PlayRequest(commands=commands))
    answered: dict[int, int] = {}
    ended: set[int] = set()
    while len(ended) < len(table.tokens):
        response = await call.read()
        assert response is not grpc.aio.EOF
        for update in response.updates:
            heard[update.slot].append((update.version, update.SerializeToString()))
            if update.HasField("end"):
                ended.add(update.slot)
            elif update.HasField("decision") and update.decision.version > answered.get(update.slot, -1):
                answered[update.slot] = update.decision.version
                index = rng.randrange(len(update.decision.options))
                if rng.random() < 0.5:
                    choice = pb.Choice(version=update.decision.version, index=index)
                    await call.write(pb.PlayRequest(commands=[pb.PlayCommand(slot=update.slot, choice=choice)]))
                else:
                    told = await worker.choose(table, update.slot, index, update.decision.version)
                    heard[update.slot].append((told.version, told.SerializeToString()))
    await call.done_writing()


def may_see(state, seat: int | None) -> set[int]:
    """The cards a seat may see, by the rules of the toy and not by its view."""
    seen = {card for row in state.table for card in row}
    if seat is not None:
        seen |= {*state.hands[seat], *state.stash[seat]}
        if seat in state.peeked and state.deck:
            seen.add(state.deck[-1])
    return seen


@pytest.mark.parametrize("number", range(8))
async def test_streams_never_show_a_card_before_the_seat_may_see_it(worker, store, number: int) -> None:
    rng = random.Random(number)
    table = await worker.table(3, game="marked-barrow", scenario="company", options={"rounds": "3"})
    watchers = {seat: Watcher() for seat in (None, 0, 1, 2)}
    languages = {None: LANGUAGE_ENGLISH, 0: LANGUAGE_POLISH, 1: LANGUAGE_ENGLISH, 2: 0}
    watching = [
        asyncio.create_task(watcher.watch(worker, table, seat, languages[seat])) for seat, watcher in watchers.items()
    ]
    await asyncio.sleep(0.05)
    heard: dict[int, list[tuple[int, bytes]]] = {seat: [] for seat in range(3)}
    await play(worker, table, rng, heard)
    await asyncio.wait_for(asyncio.gather(*watching), 10)

    seed = (await worker.stub.GetMatch(pb.GetMatchRequest(match_id=table.id))).match.end.seed
    allowed = await known_by_version(store, table, seed)
    found = 0
    for seat, watcher in watchers.items():
        for version, sent in [*watcher.heard, *heard.get(seat, [])]:
            shown = {int(card) for card in CARD.findall(sent)}
            found += len(shown)
            assert shown <= allowed[seat][version], f"seat {seat} at version {version}"
            if b"outcome" not in sent and version < max(allowed[seat]):
                assert seed not in sent
    assert found > 100


async def known_by_version(store, table, seed: bytes) -> dict[int | None, dict[int, set[int]]]:
    """By seat and version: every card the seat has had before its eyes so far."""
    match = load("marked-barrow").new_match("company", 3, seed, rounds=3)
    known: dict[int | None, dict[int, set[int]]] = {seat: {0: may_see(match.state, seat)} for seat in (None, 0, 1, 2)}
    for version, raw in enumerate(await store.lrange(f"{{m:{table.id}}}:log", 0, -1), 1):
        entry = decode_entry(raw)
        match.choose(entry.seat, entry.index)
        for seat, by_version in known.items():
            by_version[version] = by_version[version - 1] | may_see(match.state, seat)
    return known


async def test_nothing_else_that_is_answered_holds_the_seed_or_a_hidden_card(worker, store) -> None:
    """Refusals of every kind, what anybody may know of a match, and the page of metrics, throughout a match."""
    rng = random.Random(5)
    table = await worker.table(3, game="marked-barrow", scenario="company")
    seed = decode_meta(await store.get(key(table.id, "meta"))).seed
    sent: list[bytes] = []
    moves = 0
    while True:
        info = await worker.stub.GetMatch(pb.GetMatchRequest(match_id=table.id))
        if info.match.HasField("end"):
            break
        sent.append(info.SerializeToString())
        seat = info.match.waiting_for[0]
        version = (await worker.see(table, seat)).decision.version
        other = (seat + 1) % 3
        for call in (
            worker.choose(table, seat, 99, version),
            worker.choose(table, seat, 0, version + 7),
            worker.choose(table, other, 0, version + 1),
            worker.stub.DealWorlds(pb.DealWorldsRequest(match_id=table.id, seat=seat), metadata=table.auth(other)),
            worker.stub.Watch(pb.WatchRequest(match_id=table.id, seat=seat), metadata=table.auth(other)).read(),
        ):
            with pytest.raises(grpc.RpcError) as caught:
                await call
            sent.append(detail_of(caught.value).SerializeToString() + (caught.value.details() or "").encode())
        options = (await worker.see(table, seat)).decision.options
        await worker.choose(table, seat, rng.randrange(len(options)))
        moves += 1
    sent.append(generate_latest())
    assert moves > 10
    assert sum(b"answers version" in one for one in sent) >= moves
    for one in sent:
        assert not CARD.search(one)
        assert seed not in one
        assert seed.hex().encode() not in one
        assert not any(token.encode() in one for token in table.tokens.values())


async def test_a_sample_holds_neither_the_seed_nor_the_true_cards_of_others(worker, store) -> None:
    rng = random.Random(8)
    table = await worker.table(3, game="marked-barrow", scenario="company")
    seed = decode_meta(await store.get(key(table.id, "meta"))).seed
    looked = 0
    while True:
        update = await worker.see(table)
        if update.HasField("end"):
            break
        seat = update.waiting_for[0]
        request = pb.DealWorldsRequest(match_id=table.id, seat=seat, count=8)
        worlds = (await worker.stub.DealWorlds(request, metadata=table.auth(seat))).worlds
        assert not any(seed in world for world in worlds)
        hands = [[hand for other, hand in enumerate(restore(world).state.hands) if other != seat] for world in worlds]
        if sum(map(len, hands[0])) > 3:
            looked += 1
            assert any(one != hands[0] for one in hands)
        options = (await worker.see(table, seat)).decision.options
        await worker.choose(table, seat, rng.randrange(len(options)))
    assert looked > 3
