"""Hosted matches as the API shows them: what goes over the wire, and only what that seat may see."""

from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from engine import Event, Lang, Match, Option, Outcome
from engine.core.vocabulary import Lexicon, Phrase
from services.api import match_pb2 as pb
from services.match.encoding import field, tag_of
from services.match.hosted import Change, HostedMatch
from services.match.update_format import UpdateFormat
from services.match.updates import past_json, story_json, update_json

_MOST_REMEMBERED = 16_384
"""Options, causes and events that are remembered as they are sent, of all settings together."""
_EVENTS = tag_of(pb.Update(events=[pb.Event()]))
_DECISION = tag_of(pb.Update(decision=pb.Decision()))
_OPTIONS = tag_of(pb.Decision(options=[pb.Option()]))
_json = msgspec.json.Encoder().encode


def to_json(value: Any) -> str:
    """Plain data as JSON text."""
    return _json(value).decode()


class Updates:
    """The updates of some changes, for everybody who follows a match. What is the same for several is written once.

    Each is an encoded Update without a slot: the events of these changes, and where the match stands after them. All
    seats are named where that is wanted, where a holder changed, and where there is no change to tell of."""

    def __init__(
        self, hosted: HostedMatch, changes: list[Change], now: int, with_seats: bool = False, undone: bool = False
    ) -> None:
        self._hosted = hosted
        self._changes = changes
        self._now = now
        self._with_seats = with_seats or not changes or any(change.of_holders for change in changes)
        self._undone = undone or any(change.is_undo for change in changes)
        self._made: dict[tuple[int | None, UpdateFormat], bytes] = {}
        self._heads: dict[Lang | None, bytes] = {}
        self._public_events: dict[Lang | None, bytes] = {}
        """Events that everybody may see, where all of them are so."""

    def of(self, seat: int | None, form: UpdateFormat) -> bytes:
        """What a seat, or a spectator, learns."""
        made = self._made.get((seat, form))
        if made is None:
            made = self._made[seat, form] = self._write(seat, form)
        return made

    def _write(self, seat: int | None, form: UpdateFormat) -> bytes:
        hosted = self._hosted
        if form.as_json:
            text = update_json(hosted, seat, self._changes, form, self._now, self._with_seats, self._undone)
            return _json_update(hosted, text)
        parts = [self._head(form.lang)]
        if form.events:
            parts.append(self._events(seat, form.lang))
        if seat is not None and hosted.seats[seat].decision_version >= 0:
            parts.append(_decision(hosted, seat, form.lang))
        if form.observations:
            observation = to_json(hosted.match.observation(seat))
            parts.append(pb.Update(observation=observation).SerializeToString())
        return b"".join(parts)

    def _head(self, lang: Lang | None) -> bytes:
        """Where the match stands, as far as that is the same for everybody."""
        if lang not in self._heads:
            self._heads[lang] = self._write_head(lang)
        return self._heads[lang]

    def _write_head(self, lang: Lang | None) -> bytes:
        hosted, match = self._hosted, self._hosted.match
        waiting_for = [decision.seat for decision in match.pending]
        message = pb.Update(match_id=hosted.meta.match_id, version=hosted.version, waiting_for=waiting_for)
        if self._with_seats:
            message.seats.extend(seats(hosted))
        if self._undone:
            message.undone = True
        if hosted.meta.bank_ms:
            message.clocks.extend(clocks(hosted, self._now))
        if match.is_over:
            message.end.CopyFrom(end(hosted))
            if lang is not None:
                message.end.explanation = match.explain(lang)
        return message.SerializeToString()

    def _events(self, seat: int | None, lang: Lang | None) -> bytes:
        events = self._public_events.get(lang)
        if events is None:
            match, whole = self._hosted.match, [event for change in self._changes for event in change.events]
            events = _write_events(match, seat, whole, lang)
            if all(event.only is None for event in whole):
                self._public_events[lang] = events
        return events


def whole_update(hosted: HostedMatch, seat: int | None, changes: list[Change], form: UpdateFormat, now: int) -> bytes:
    """An encoded update with all seats, for the first of a stream or the answer to a call."""
    return Updates(hosted, changes, now, with_seats=True).of(seat, form)


def reset(hosted: HostedMatch, seat: int | None, changes: list[Change], form: UpdateFormat, now: int) -> bytes:
    """An encoded update for a subscriber that has a later version than the match: later choices are gone."""
    return Updates(hosted, changes, now, with_seats=True, undone=True).of(seat, form)


def update(hosted: HostedMatch, seat: int | None, changes: list[Change], form: UpdateFormat, now: int) -> bytes:
    """An encoded update of one seat."""
    return Updates(hosted, changes, now).of(seat, form)


def _json_update(hosted: HostedMatch, text: bytes) -> bytes:
    """An encoded update that is JSON, and beside it what those go by who pass it on."""
    message = pb.Update(version=hosted.version, json=text)
    if hosted.match.is_over:
        message.end.SetInParent()
    return message.SerializeToString()


def story_update(match: Match, seat: int | None, change: Change, form: UpdateFormat) -> bytes:
    """What a seat was told of an earlier change, encoded: its events, in the same words as then."""
    message = pb.Update(version=change.version)
    if form.as_json:
        message.json = story_json(match, seat, change, form.lang)
        return message.SerializeToString()
    message.undone = change.is_undo
    return message.SerializeToString() + _write_events(match, seat, change.events, form.lang)


def past_update(hosted: HostedMatch, seat: int | None, form: UpdateFormat) -> bytes:
    """What a seat saw when the match was at this version, encoded: nothing that could still be answered."""
    message = pb.Update(version=hosted.version)
    if form.as_json:
        message.json = past_json(hosted, seat)
    else:
        message.match_id = hosted.meta.match_id
        message.waiting_for.extend(hosted.waiting_for)
        message.seats.extend(seats(hosted))
        message.observation = to_json(hosted.match.observation(seat))
    return message.SerializeToString()


class _SentOption(NamedTuple):
    """An option as it is sent without words: the same in every match of a setting, so it is made once."""

    phrase: Phrase
    content: bytes
    field: bytes
    """The content as one of a decision's options."""


def _decision(hosted: HostedMatch, seat: int, lang: Lang | None) -> bytes:
    """The open decision of a seat, as a field of an update."""
    match = hosted.match
    decision = match.decision(seat)
    assert decision is not None, "the seat has a decision"
    lexicon = match.lexicon
    options = [_option(lexicon, option) for option in decision.options]
    message = pb.Decision(
        kind=decision.kind,
        version=hosted.seats[seat].decision_version,
        groups=lexicon.order_groups({option.phrase.group for option in options}),
        touched=lexicon.order_touched({name for option in options for name in option.phrase.touches}),
    )
    if (cause := match.cause(seat)) is not None:
        message.cause = _cause(lexicon, cause)
    if lang is None:
        fields = [option.field for option in options]
    else:
        message.prompt = match.prompt(decision, lang)
        labels = (pb.Option(label=match.describe(option, lang)).SerializeToString() for option in decision.options)
        fields = [field(_OPTIONS, option.content + label) for option, label in zip(options, labels, strict=True)]
    return field(_DECISION, b"".join([message.SerializeToString(), *fields]))


@lru_cache(_MOST_REMEMBERED)
def _option(lexicon: Lexicon, option: Option) -> _SentOption:
    """An option without words."""
    phrase = lexicon.option(option)
    data = to_json([phrase.verb, *phrase.data])
    message = pb.Option(data=data, verb=phrase.verb, touches=phrase.touches, group=phrase.group)
    content = message.SerializeToString()
    return _SentOption(phrase, content, field(_OPTIONS, content))


@lru_cache(_MOST_REMEMBERED)
def _cause(lexicon: Lexicon, cause: Option) -> str:
    """What a decision is the cost or the consequence of, as JSON."""
    phrase = lexicon.cause(cause)
    return to_json([phrase.verb, *phrase.data])


def _write_events(match: Match, seat: int | None, events: list[Event], lang: Lang | None) -> bytes:
    """What the seat may see of what happened, as fields of an update."""
    lexicon, fields = match.lexicon, []
    for whole in events:
        event = whole.seen_by(seat)
        if event is None:
            continue
        try:
            sent = _event(lexicon, event)
        except TypeError:  # it tells of a list, which cannot be remembered by
            sent = _event.__wrapped__(lexicon, event)
        if lang is not None:
            sent += pb.Event(text=match.narrate(event, lang)).SerializeToString()
        fields.append(field(_EVENTS, sent))
    return b"".join(fields)


@lru_cache(_MOST_REMEMBERED)
def _event(lexicon: Lexicon, event: Event) -> bytes:
    """An event without words; made once, as options are."""
    phrase = lexicon.event(event)
    return pb.Event(kind=event.kind, data=to_json(phrase.data), touches=phrase.touches).SerializeToString()


def seats(hosted: HostedMatch) -> list[pb.Seat]:
    """The seats of a match with who holds them."""
    return [
        pb.Seat(
            seat=number,
            role=role.id,
            side=role.side,
            holder=pb.HOLDER_BOT if seat.held_by_bot else pb.HOLDER_PERSON,
            player=player,
            bot=seat.bot,
            conceded=seat.conceded,
            has_played=seat.has_played,
            forfeit=seat.forfeit,
        )
        for number, (role, seat, player) in enumerate(
            zip(hosted.match.setting.roles, hosted.seats, hosted.meta.players, strict=True)
        )
    ]


def clocks(hosted: HostedMatch, now: int) -> list[pb.SeatClock]:
    """What each person has left."""
    return [
        pb.SeatClock(seat=number, left_ms=seat.time_left(now), running=seat.has_decision and not seat.held_by_bot)
        for number, (seat, player) in enumerate(zip(hosted.seats, hosted.meta.players, strict=True))
        if player
    ]


def outcome(result: Outcome, note: str = "") -> pb.Outcome:
    """How a match ended, and what the operator said who annulled it."""
    return pb.Outcome(winners=result.winners, side=result.side, reason=result.reason, scores=result.scores, note=note)


def end(hosted: HostedMatch) -> pb.End:
    """The end of a match, with the seed if that may now be known."""
    result = hosted.match.outcome
    assert result is not None, "the match goes on"
    seed = b"" if hosted.meta.sealed else hosted.meta.seed
    return pb.End(outcome=outcome(result, hosted.end_note), seed=seed, digest=hosted.match.digest())


def match_info(hosted: HostedMatch) -> pb.MatchInfo:
    """What anybody may know about a match."""
    meta = hosted.meta
    info = pb.MatchInfo(
        match_id=meta.match_id,
        game=meta.game,
        rules_version=meta.rules_version,
        scenario=meta.scenario,
        options={name: to_json(value) for name, value in meta.options.items()},
        seats=seats(hosted),
        clock=pb.ClockRules(bank_ms=meta.bank_ms, increment_ms=meta.increment_ms, absence_ms=meta.absence_ms),
        private=meta.private,
        version=hosted.version,
        created_ms=meta.created_ms,
        commitment=hosted.match.commitment,
        waiting_for=hosted.waiting_for,
        labels=meta.labels,
        sealed=meta.sealed,
        unrated=meta.unrated,
        forfeits=meta.forfeits,
    )
    if hosted.match.is_over:
        info.end.CopyFrom(end(hosted))
    return info
