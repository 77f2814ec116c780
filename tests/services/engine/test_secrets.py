"""What a seat receives over the wire never holds what it may not see.

The toy game is played with cards whose numbers appear nowhere else; whole streams are scanned for them."""

import asyncio
import random

import grpc
import pytest
from prometheus_client import generate_latest

from engine import restore
from services.api import engine_pb2 as pb
from services.api.match_pb2 import LANGUAGE_ENGLISH, LANGUAGE_POLISH
from services.match.log import decode_meta
from services.process.refusals import detail_of
from services.store.matchlog import key
from tests.services.marked_barrow import CARD, MARKED, known_by_version


class Watcher:
    """Keeps every byte that was sent to one seat, by version."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, bytes]] = []

    async def watch(self, worker, match, seat: int | None, language) -> None:
        subscription = pb.Subscription(language=language, observations=True)
        auth = match.watcher() if seat is None else match.auth(seat)
        call = worker.stub.Watch(
            pb.WatchRequest(match_id=match.id, seat=seat, subscription=subscription), metadata=auth
        )
        async for response in call:
            self.heard.append((response.update.version, response.SerializeToString()))

    async def hear_again(self, worker, match, seat: int | None, language) -> None:
        """Be told the whole story at the end."""
        auth = match.watcher() if seat is None else match.auth(seat)
        request = pb.GetStoryRequest(match_id=match.id, seat=seat, language=language)
        async for response in worker.stub.GetStory(request, metadata=auth):
            self.heard += [(update.version, update.SerializeToString()) for update in response.updates]


async def play(worker, match, rng: random.Random, heard: dict[int, list[tuple[int, bytes]]]) -> None:
    """Random play over Play and Choose; everything that comes back is kept too."""
    call = worker.stub.Play()
    commands = [
        pb.PlayCommand(slot=seat, join=pb.Join(token=token, subscription=pb.Subscription(observations=True)))
        for seat, token in match.tokens.items()
    ]
    await call.write(pb.PlayRequest(commands=commands))
    versions: dict[int, int] = {}
    ended: set[int] = set()
    while len(ended) < len(match.tokens):
        response = await call.read()
        assert response is not grpc.aio.EOF
        for update in response.updates:
            heard[update.slot].append((update.version, update.SerializeToString()))
            if update.HasField("end"):
                ended.add(update.slot)
            elif update.HasField("decision") and update.decision.version > versions.get(update.slot, -1):
                versions[update.slot] = update.decision.version
                index = rng.randrange(len(update.decision.options))
                if rng.random() < 0.5:
                    choice = pb.Choice(version=update.decision.version, index=index)
                    await call.write(pb.PlayRequest(commands=[pb.PlayCommand(slot=update.slot, choice=choice)]))
                else:
                    answer = await worker.choose(match, update.slot, index, update.decision.version)
                    heard[update.slot].append((answer.version, answer.SerializeToString()))
    await call.done_writing()


@pytest.mark.parametrize("number", range(8))
async def test_streams_never_show_a_card_before_the_seat_may_see_it(worker, store, number: int) -> None:
    rng = random.Random(number)
    match = await worker.new_match(3, game=MARKED, scenario="company", options={"rounds": "3"})
    watchers = {seat: Watcher() for seat in (None, 0, 1, 2)}
    languages = {None: LANGUAGE_ENGLISH, 0: LANGUAGE_POLISH, 1: LANGUAGE_ENGLISH, 2: 0}
    watching = [
        asyncio.create_task(watcher.watch(worker, match, seat, languages[seat])) for seat, watcher in watchers.items()
    ]
    await asyncio.sleep(0.05)
    heard: dict[int, list[tuple[int, bytes]]] = {seat: [] for seat in range(3)}
    await play(worker, match, rng, heard)
    await asyncio.wait_for(asyncio.gather(*watching), 10)
    for seat, watcher in watchers.items():
        await watcher.hear_again(worker, match, seat, languages[seat])

    seed = (await worker.stub.GetMatch(pb.GetMatchRequest(match_id=match.id))).match.end.seed
    allowed = await known_by_version(store, match, seed)
    count = 0
    for seat, watcher in watchers.items():
        for version, sent in [*watcher.heard, *heard.get(seat, [])]:
            cards = {int(card) for card in CARD.findall(sent)}
            count += len(cards)
            assert cards <= allowed[seat][version], f"seat {seat} at version {version}"
            if b"outcome" not in sent and version < max(allowed[seat]):
                assert seed not in sent
    assert count > 100


async def test_nothing_else_that_is_answered_holds_the_seed_or_a_hidden_card(worker, store) -> None:
    """Refusals of every kind, what anybody may know of a match, and the page of metrics, throughout a match."""
    rng = random.Random(5)
    match = await worker.new_match(3, game=MARKED, scenario="company")
    seed = decode_meta(await store.get(key(match.id, "meta"))).seed
    sent: list[bytes] = []
    choices = 0
    while True:
        info = await worker.stub.GetMatch(pb.GetMatchRequest(match_id=match.id))
        if info.match.HasField("end"):
            break
        sent.append(info.SerializeToString())
        seat = info.match.waiting_for[0]
        version = (await worker.see(match, seat)).decision.version
        other = (seat + 1) % 3
        for call in (
            worker.choose(match, seat, 99, version),
            worker.choose(match, seat, 0, version + 7),
            worker.choose(match, other, 0, version + 1),
            worker.stub.DealWorlds(pb.DealWorldsRequest(match_id=match.id, seat=seat), metadata=match.auth(other)),
            worker.stub.Watch(pb.WatchRequest(match_id=match.id, seat=seat), metadata=match.auth(other)).read(),
        ):
            with pytest.raises(grpc.RpcError) as caught:
                await call
            sent.append(detail_of(caught.value).SerializeToString() + (caught.value.details() or "").encode())
        options = (await worker.see(match, seat)).decision.options
        await worker.choose(match, seat, rng.randrange(len(options)))
        choices += 1
    sent.append(generate_latest())
    assert choices > 10
    assert sum(b"answers version" in one for one in sent) >= choices
    for one in sent:
        assert not CARD.search(one)
        assert seed not in one
        assert seed.hex().encode() not in one
        assert not any(token.encode() in one for token in match.tokens.values())


async def test_a_world_holds_neither_the_seed_nor_the_true_cards_of_others(worker, store) -> None:
    rng = random.Random(8)
    match = await worker.new_match(3, game=MARKED, scenario="company")
    seed = decode_meta(await store.get(key(match.id, "meta"))).seed
    comparisons = 0
    while True:
        update = await worker.see(match)
        if update.HasField("end"):
            break
        seat = update.waiting_for[0]
        request = pb.DealWorldsRequest(match_id=match.id, seat=seat, count=8)
        worlds = (await worker.stub.DealWorlds(request, metadata=match.auth(seat))).worlds
        assert not any(seed in world for world in worlds)
        hands = [[hand for other, hand in enumerate(restore(world).state.hands) if other != seat] for world in worlds]
        if sum(map(len, hands[0])) > 3:
            comparisons += 1
            assert any(one != hands[0] for one in hands)
        options = (await worker.see(match, seat)).decision.options
        await worker.choose(match, seat, rng.randrange(len(options)))
    assert comparisons > 3
