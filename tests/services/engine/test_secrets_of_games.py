"""What the seats of our own games receive over the wire tells nothing of what they may not see.

Their cards cannot be searched for in bytes as those of the toy can: a card's number is also a count, and a card that
lies hidden is named in the text of another. So each message is held against other worlds, as the conformance kit does
it with views: whatever a viewer cannot see is dealt anew, and the message for that world must be the same, byte for
byte. What reaches the wire of a hidden card would be another card's there."""

import asyncio
import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from engine import Match, Record, load
from engine.core.registry import builtin_ids
from engine.testing import Variant, variants_of
from engine.testing.walk import random_record
from services.api import engine_pb2 as pb
from services.api.match_pb2 import LANGUAGE_ENGLISH, LANGUAGE_POLISH, Update
from services.match import wire
from services.match.hosted import Change, HostedMatch
from services.match.log import Entry, Meta, decode_entry, decode_meta
from services.match.update_format import UpdateFormat
from services.store.matchlog import key

LOOKED_AT = 60
"""Versions of a match that are held against other worlds; the seed is searched for in all."""
RESUMED = 4
"""How often in a match everybody comes back on another connection, to another worker, and hears all of it again."""


def variants_to_play() -> Iterator[tuple[str, Variant]]:
    """Every scenario of every game, with three seats or as many as it has."""
    for id in sorted(builtin_ids()):
        plain = [variant for variant in variants_of(load(id)) if not variant.options]
        variants = {one.scenario: one for one in sorted(plain, key=lambda one: one.seats == 3)}
        yield from ((id, variant) for variant in variants.values())


@dataclass
class Viewer:
    """Somebody who looks on from a seat, or as a spectator, and keeps all that is sent."""

    seat: int | None
    subscription: pb.Subscription = field(init=False)
    heard: list[Update] = field(default_factory=list)
    """By version."""
    resumed: list[Update] = field(default_factory=list)
    """The whole match so far, as somebody gets it who comes back."""

    def __post_init__(self) -> None:
        language = LANGUAGE_POLISH if self.seat in (None, 0) else LANGUAGE_ENGLISH
        self.subscription = pb.Subscription(observations=True, language=language)

    def hear(self, update: Update) -> None:
        """Keep an update of the stream that goes on throughout the match."""
        update.ClearField("slot")
        assert update.version == len(self.heard)
        self.heard.append(update)

    def watch(self, worker, match, after: int | None = None):
        """A stream of its own."""
        subscription = copy.copy(self.subscription)
        if after is not None:
            subscription.after_version = after
        auth = match.watcher() if self.seat is None else match.auth(self.seat)
        request = pb.WatchRequest(match_id=match.id, seat=self.seat, subscription=subscription)
        return worker.stub.Watch(request, metadata=auth)

    async def look_on(self, worker, match) -> None:
        """Watch to the end."""
        async for response in self.watch(worker, match):
            self.hear(response.update)

    async def come_back(self, worker, match) -> None:
        """Hear everything again from before the deal."""
        call = self.watch(worker, match, -1)
        self.resumed.append((await call.read()).update)
        call.cancel()


async def play(worker, other, match, record: Record, viewers: dict[int | None, Viewer]) -> None:
    """Play the match of a record through the server: every seat on a stream, and a spectator on another."""
    looking = asyncio.create_task(viewers[None].look_on(worker, match))
    while not viewers[None].heard:
        await asyncio.sleep(0.005)
    call = worker.stub.Play()
    joins = [
        pb.PlayCommand(slot=seat, join=pb.Join(token=token, subscription=viewers[seat].subscription))
        for seat, token in match.tokens.items()
    ]
    await call.write(pb.PlayRequest(commands=joins))
    again = {len(record.choices) * part // (RESUMED + 1) for part in range(1, RESUMED + 1)}
    for version, (seat, index) in enumerate([*record.choices, (-1, 0)]):
        while any(len(viewers[seat].heard) <= version for seat in match.tokens):
            response = await call.read()
            assert not response.refusals
            for update in response.updates:
                viewers[update.slot].hear(update)
        if version in again:
            await asyncio.gather(*(viewer.come_back(other, match) for viewer in viewers.values()))
        if seat >= 0:
            choice = pb.Choice(version=viewers[seat].heard[-1].decision.version, index=index)
            await call.write(pb.PlayRequest(commands=[pb.PlayCommand(slot=seat, choice=choice)]))
    await call.done_writing()
    await asyncio.wait_for(looking, 10)


def message(hosted: HostedMatch, world: Match, viewer: Viewer, changes: list[Change], write=wire.update) -> Update:
    """What the server would send if the match were this one."""
    imagined = copy.copy(hosted)
    imagined.match = world
    imagined.meta = replace(hosted.meta, seed=bytes(16))
    return Update.FromString(write(imagined, viewer.seat, changes, UpdateFormat.of(viewer.subscription), 0))


def check_look(hosted: HostedMatch, change: Change, viewer: Viewer, rng: random.Random) -> None:
    """Where the match stands, in a world with other cards where the viewer cannot see: no word may differ."""
    world = hosted.match.deal_world(viewer.seat, rng)
    quiet = Change(change.version, change.entry)
    write, changes = (wire.update, [quiet]) if change.version else (wire.whole_update, [])
    sent = Update()
    sent.CopyFrom(viewer.heard[change.version])
    del sent.events[:]
    assert sent == message(hosted, world, viewer, changes, write)


def check_events(before: Match, hosted: HostedMatch, change: Change, viewer: Viewer, rng: random.Random) -> bool:
    """Events tell no more than the view.

    In another world the seat that chose could have done something that looks the same to the viewer afterwards; then
    it must have sounded the same too. Whether there was anything to compare: what chance brings may differ."""
    if before.state.streams != hosted.match.state.streams:
        return False
    seat, index = change.entry.seat, change.entry.index
    observation = hosted.match.observation(viewer.seat)
    world = before.deal_world(viewer.seat, rng)
    others = [index] if viewer.seat == seat else range(len(world.options(seat)))
    alike = []
    for other in others:
        then = world.clone()
        then.quiet = False
        events = then.choose(seat, other)
        if then.state.streams == world.state.streams and then.observation(viewer.seat) == observation:
            alike.append(message(hosted, then, viewer, [Change(change.version, change.entry, events)]))
    assert not alike or viewer.heard[change.version] in alike
    return bool(alike)


def check_resumed(hosted: HostedMatch, changes: list[Change], viewer: Viewer, sent: Update, rng: random.Random) -> None:
    """Who comes back hears what was sent before, and the words for it do not come from what is hidden now."""
    world = hosted.match.deal_world(viewer.seat, rng)
    assert sent == message(hosted, world, viewer, changes, wire.whole_update)
    deal = [event for event in changes[0].events if event.seen_by(viewer.seat)]
    events = [(event.kind, event.data) for update in viewer.heard[: hosted.version + 1] for event in update.events]
    assert [(event.kind, event.data) for event in sent.events[len(deal) :]] == events


@pytest.mark.parametrize(("game", "variant"), list(variants_to_play()), ids=str)
async def test_streams_are_the_same_whatever_lies_hidden(worker, other, store, game: str, variant: Variant) -> None:
    record = random_record(load(game), variant, 7)
    seed = bytes.fromhex(record.seed)
    match = await worker.new_match(variant.seats, game=game, scenario=variant.scenario, seed=seed)
    viewers = {seat: Viewer(seat) for seat in (None, *match.tokens)}
    await play(worker, other, match, record, viewers)
    meta = decode_meta(await store.get(key(match.id, "meta")))
    entries = [decode_entry(raw) for raw in await store.lrange(key(match.id, "log"), 0, -1)]
    assert [(entry.seat, entry.index) for entry in entries] == record.choices

    rng = variant.rng(load(game), 7)
    looked_at = {0, *rng.sample(range(1, len(entries)), min(LOOKED_AT, len(entries) - 1))}
    compared = dict.fromkeys(viewers, 0)
    for before, hosted, changes in retold(meta, entries[:-1]):
        for seat, viewer in viewers.items():
            if hosted.version in looked_at:
                check_look(hosted, changes[-1], viewer, rng)
                if before is not None:
                    compared[seat] += check_events(before, hosted, changes[-1], viewer, rng)
            for sent in (one for one in viewer.resumed if one.version == hosted.version):
                check_resumed(hosted, changes, viewer, sent, rng)
    assert min(compared.values()) > LOOKED_AT / 4, "hardly an event could be compared"
    for viewer in viewers.values():
        assert viewer.heard[-1].end.seed == seed
        assert len(viewer.resumed) == RESUMED
        for sent in (*viewer.heard[:-1], *viewer.resumed):
            assert seed not in sent.SerializeToString()
            assert record.seed not in str(sent)


def retold(meta: Meta, entries: list[Entry]) -> Iterator[tuple[Match | None, HostedMatch, list[Change]]]:
    """The match again, from its log: as it was before each entry and after it, and all that happened so far."""
    hosted = HostedMatch.new(meta)
    changes = [Change(0, None, list(hosted.match.events))]
    yield None, hosted, changes
    for entry in entries:
        before = hosted.match.clone()
        changes.append(hosted.apply(entry))
        yield before, hosted, changes
