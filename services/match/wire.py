"""Hosted matches as the API shows them: what goes over the wire, and only what that seat may see."""

from functools import lru_cache
from typing import Any

import msgspec

from engine import Event, Lang, Match, Option, Outcome
from engine.core.vocabulary import Lexicon, Phrase
from services.api import match_pb2 as pb
from services.match.hosted import Change, HostedMatch
from services.match.update_format import UpdateFormat
from services.match.updates import past_json, story_json, update_json

_MOST_REMEMBERED = 16_384
"""Options, causes and events that are remembered as they are sent, of all settings together."""
_json = msgspec.json.Encoder().encode


def to_json(value: Any) -> str:
    """Plain data as JSON text."""
    return _json(value).decode()


def write_update(
    update: pb.Update, hosted: HostedMatch, seat: int | None, changes: list[Change], form: UpdateFormat, now: int
) -> None:
    """Fill in what a seat learns: the events of these changes, and where the match stands after them."""
    if form.as_json:
        _write_json(update, hosted, update_json(hosted, seat, changes, form, now))
        return
    match = hosted.match
    update.match_id = hosted.meta.match_id
    update.version = hosted.version
    update.waiting_for.extend([decision.seat for decision in match.pending])
    holders_changed = not changes
    for change in changes:
        if form.events:
            _write_events(update, match, seat, change, form.lang)
        if change.is_undo:
            update.undone = True
        holders_changed = holders_changed or change.of_holders
    if holders_changed:
        update.seats.extend(seats(hosted))
    if seat is not None and hosted.seats[seat].decision_version >= 0:
        _write_decision(update, hosted, seat, form.lang)
    if hosted.meta.bank_ms:
        update.clocks.extend(clocks(hosted, now))
    if form.observations:
        update.observation = to_json(match.observation(seat))
    if match.is_over:
        update.end.CopyFrom(end(hosted))
        if form.lang is not None:
            update.end.explanation = match.explain(form.lang)


def _write_json(update: pb.Update, hosted: HostedMatch, text: bytes) -> None:
    """Fill in an update that is JSON, and beside it what those go by who pass it on."""
    update.version = hosted.version
    update.json = text
    if hosted.match.is_over:
        update.end.SetInParent()


def write_story(update: pb.Update, match: Match, seat: int | None, change: Change, form: UpdateFormat) -> None:
    """Fill in what a seat was told of an earlier change: its events, in the same words as then."""
    update.version = change.version
    if form.as_json:
        update.json = story_json(match, seat, change, form.lang)
        return
    update.undone = change.is_undo
    _write_events(update, match, seat, change, form.lang)


def write_past(update: pb.Update, hosted: HostedMatch, seat: int | None, form: UpdateFormat) -> None:
    """Fill in what a seat saw when the match was at this version: nothing that could still be answered."""
    if form.as_json:
        update.version = hosted.version
        update.json = past_json(hosted, seat)
        return
    update.match_id = hosted.meta.match_id
    update.version = hosted.version
    update.waiting_for.extend(hosted.waiting_for)
    update.seats.extend(seats(hosted))
    update.observation = to_json(hosted.match.observation(seat))


def write_whole_update(
    update: pb.Update, hosted: HostedMatch, seat: int | None, changes: list[Change], form: UpdateFormat, now: int
) -> None:
    """Fill in an update with all seats, for the first of a stream or the answer to a call."""
    if form.as_json:
        _write_json(update, hosted, update_json(hosted, seat, changes, form, now, with_seats=True))
        return
    write_update(update, hosted, seat, changes, form, now)
    if not update.seats:
        update.seats.extend(seats(hosted))


def write_reset(
    update: pb.Update, hosted: HostedMatch, seat: int | None, changes: list[Change], form: UpdateFormat, now: int
) -> None:
    """Fill in an update for a subscriber that has a later version than the match: later choices are gone."""
    if form.as_json:
        _write_json(update, hosted, update_json(hosted, seat, changes, form, now, with_seats=True, undone=True))
        return
    write_whole_update(update, hosted, seat, changes, form, now)
    update.undone = True


def _write_decision(update: pb.Update, hosted: HostedMatch, seat: int, lang: Lang | None) -> None:
    match = hosted.match
    decision = match.decision(seat)
    assert decision is not None, "the seat has a decision"
    message = update.decision
    message.kind = decision.kind
    message.version = hosted.seats[seat].decision_version
    lexicon = match.lexicon
    sent_options = [_option(lexicon, option) for option in decision.options]
    message.MergeFromString(b"".join([sent for sent, _ in sent_options]))
    message.groups.extend(lexicon.order_groups({phrase.group for _, phrase in sent_options}))
    message.touched.extend(lexicon.order_touched({name for _, phrase in sent_options for name in phrase.touches}))
    if (cause := match.cause(seat)) is not None:
        message.cause = _cause(lexicon, cause)
    if lang is not None:
        message.prompt = match.prompt(decision, lang)
        for sent, option in zip(message.options, decision.options, strict=True):
            sent.label = match.describe(option, lang)


@lru_cache(_MOST_REMEMBERED)
def _option(lexicon: Lexicon, option: Option) -> tuple[bytes, Phrase]:
    """A decision with one option and without words, as bytes, many of which in a row are a decision with many options;
    and the option as it is named.

    It is the same in every match of a setting, so it is made once; to copy messages would cost twice the time."""
    phrase = lexicon.option(option)
    data = to_json([phrase.verb, *phrase.data])
    sent = pb.Option(data=data, verb=phrase.verb, touches=phrase.touches, group=phrase.group)
    return pb.Decision(options=[sent]).SerializeToString(), phrase


@lru_cache(_MOST_REMEMBERED)
def _cause(lexicon: Lexicon, cause: Option) -> str:
    """What a decision is the cost or the consequence of, as JSON."""
    phrase = lexicon.cause(cause)
    return to_json([phrase.verb, *phrase.data])


def _write_events(update: pb.Update, match: Match, seat: int | None, change: Change, lang: Lang | None) -> None:
    """Add what the seat may see of what happened."""
    lexicon = match.lexicon
    for whole in change.events:
        event = whole.seen_by(seat)
        if event is not None:
            try:
                update.MergeFromString(_event(lexicon, event))
            except TypeError:  # it tells of a list, which cannot be remembered by
                update.MergeFromString(_event.__wrapped__(lexicon, event))
            if lang is not None:
                update.events[-1].text = match.narrate(event, lang)


@lru_cache(_MOST_REMEMBERED)
def _event(lexicon: Lexicon, event: Event) -> bytes:
    """An update with one event and without words, as bytes; made once, as options are."""
    phrase = lexicon.event(event)
    sent = pb.Event(kind=event.kind, data=to_json(phrase.data), touches=phrase.touches)
    return pb.Update(events=[sent]).SerializeToString()


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
