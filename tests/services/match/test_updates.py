"""Updates as JSON say what updates as messages say, field by field, and no more."""

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine import load
from engine.core.registry import builtin_ids
from services.api.match_pb2 import HOLDER_BOT, End, Update
from services.match import updates, wire
from services.match.hosted import Change, HostedMatch
from services.match.log import CHOOSE, CONCEDE, HAND_OVER, UNDO, WISH, Entry, Meta
from services.match.update_format import UpdateFormat
from tests.services.match.conftest import Host

FORMS = [
    UpdateFormat(lang, observations=observations, as_json=True)
    for lang, observations in ((None, False), ("en", True), ("pl", False))
]


def as_json(update: Update) -> dict[str, Any]:
    """What the message says, as the JSON has it."""
    return {
        "match_id": update.match_id,
        "version": update.version,
        "events": [
            {"kind": one.kind, "data": json.loads(one.data), "touches": [*one.touches], "text": one.text}
            for one in update.events
        ],
        "decision": _decision(update) if update.HasField("decision") else None,
        "waiting_for": [*update.waiting_for],
        "clocks": [{"seat": one.seat, "left_ms": one.left_ms, "running": one.running} for one in update.clocks],
        "observation": json.loads(update.observation) if update.observation else None,
        "seats": [_seat(seat) for seat in update.seats] or None,
        "end": _end(update.end) if update.HasField("end") else None,
        "undone": update.undone,
    }


def _decision(update: Update) -> dict[str, Any]:
    decision = update.decision
    return {
        "kind": decision.kind,
        "version": decision.version,
        "prompt": decision.prompt,
        "cause": json.loads(decision.cause) if decision.cause else None,
        "groups": [*decision.groups],
        "touched": [*decision.touched],
        "options": [
            {
                "data": json.loads(one.data),
                "verb": one.verb,
                "touches": [*one.touches],
                "group": one.group,
                "label": one.label,
            }
            for one in decision.options
        ],
    }


def _seat(seat: Any) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "role": seat.role,
        "side": seat.side,
        "holder": "bot" if seat.holder == HOLDER_BOT else "person",
        "player": seat.player,
        "bot": seat.bot,
        "conceded": seat.conceded,
    }


def _end(end: End) -> dict[str, Any]:
    outcome = end.outcome
    return {
        "outcome": {
            "winners": [*outcome.winners],
            "side": outcome.side,
            "reason": outcome.reason,
            "scores": dict(outcome.scores),
            "note": outcome.note,
        },
        "seed": end.seed.hex(),
        "digest": end.digest,
        "explanation": end.explanation,
    }


def check_same(hosted: HostedMatch, changes: list[Change]) -> None:
    """Every way to write an update says the same in both forms, to everybody."""
    for form in FORMS:
        plain = UpdateFormat(form.lang, observations=form.observations)
        for seat in (None, *range(len(hosted.seats))):
            for write in (wire.update, wire.whole_update, wire.reset):
                message = Update.FromString(write(hosted, seat, changes, plain, 1_000))
                text = Update.FromString(write(hosted, seat, changes, form, 1_000))
                assert json.loads(text.json) == as_json(message)
                msgspec.json.decode(text.json, type=updates.Update, strict=True)
                assert text.version == message.version
                assert text.HasField("end") == message.HasField("end")
                assert {field.name for field, _ in text.ListFields()} <= {"version", "json", "end"}


def hosted_play(game: str, seed: int, most: int) -> Iterator[tuple[HostedMatch, Change]]:
    """A random match of a game's first scenario, some of its changes and the last."""
    setting = load(game).setting()
    people = [f"p{seat}" for seat in range(setting.seats)]
    meta = Meta(
        match_id="hosted-1",
        game=game,
        rules_version=load(game).rules_version,
        scenario=setting.scenario,
        options=dict(setting.options),
        seed=bytes([seed] * 16),
        players=people,
        bots=["random"] * setting.seats,
        bank_ms=60_000,
        increment_ms=0,
        absence_ms=0,
        private=False,
        created_ms=0,
    )
    hosted, rng, number = HostedMatch.new(meta), random.Random(seed), 0
    yield hosted, Change(0, None, list(hosted.match.events))
    while not hosted.match.is_over:
        seat = rng.choice(hosted.waiting_for)
        entry = Entry(CHOOSE, seat, number, f"c{number}", rng.randrange(len(hosted.match.options(seat))))
        change = hosted.apply(entry)
        number += 1
        if number <= most or hosted.match.is_over:
            yield hosted, change


@pytest.mark.parametrize("game", [*sorted(builtin_ids()), "barrow", "typed-barrow"])
def test_json_says_what_messages_say(game: str, host: Host) -> None:
    for hosted, change in hosted_play(game, 5, 40):
        check_same(hosted, [change])
    check_same(hosted, [])


@pytest.mark.parametrize("game", sorted(builtin_ids()))
def test_events_can_be_remembered_as_they_are_sent(game: str) -> None:
    for _, change in hosted_play(game, 6, 80):
        for event in change.events:
            hash(event)


def test_undo_holders_concessions_and_stories(host: Host) -> None:
    match = host()
    changes = [
        match.apply(Entry(CHOOSE, 0, 1, "a", 1)),
        match.apply(Entry(UNDO, 0, 2, "b")),
        match.apply(Entry(HAND_OVER, 1, 3, "c", bot="random", cause=WISH)),
    ]
    check_same(match, changes)
    changes.append(match.apply(Entry(CONCEDE, 0, 4, "d")))
    check_same(match, changes)
    for change in changes:
        for form in FORMS:
            message = Update.FromString(wire.story_update(match.match, 0, change, UpdateFormat(form.lang)))
            text = Update.FromString(wire.story_update(match.match, 0, change, form))
            same = as_json(message)
            assert json.loads(text.json) == {name: same[name] for name in ("version", "events", "undone")}
    message = Update.FromString(wire.past_update(match, 0, UpdateFormat(None)))
    text = Update.FromString(wire.past_update(match, 0, UpdateFormat(None, as_json=True)))
    assert json.loads(text.json) == as_json(message)


def test_a_sealed_match_shows_its_seed_in_neither_form(host: Host) -> None:
    """Its deal is played elsewhere too."""
    for sealed in (True, False):
        match = host(sealed=sealed, seed=bytes([7] * 16), forfeits=True)
        change = match.apply(Entry(CONCEDE, 0, 1, "a"))
        check_same(match, [change])
        text = Update.FromString(wire.update(match, 1, [change], FORMS[0], 1_000))
        assert json.loads(text.json)["end"]["seed"] == ("" if sealed else "07" * 16)
