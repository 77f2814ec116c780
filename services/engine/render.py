"""Sittings as the API shows them: what goes over the wire, and only what that seat may see."""

from dataclasses import dataclass
from typing import Any

import msgspec

from engine import Lang, Outcome
from services.api import match_pb2 as pb
from services.api.engine_pb2 import Subscription
from services.api.errors_pb2 import ErrorReason
from services.common.errors import Refused
from services.engine.sitting import Moment, Sitting

_json = msgspec.json.Encoder().encode
_LANGS: dict[int, Lang | None] = {
    pb.LANGUAGE_UNSPECIFIED: None,
    pb.LANGUAGE_ENGLISH: "en",
    pb.LANGUAGE_POLISH: "pl",
}


def lang_of(language: int) -> Lang | None:
    """The language words are wanted in, if any."""
    try:
        return _LANGS[language]
    except KeyError:
        names = tuple(pb.Language.keys())
        raise Refused(ErrorReason.ERROR_REASON_INVALID_ARGUMENT, f"No language {language}.", allowed=names) from None


def to_json(value: Any) -> str:
    """Plain data as JSON text."""
    return _json(value).decode()


@dataclass(frozen=True, slots=True)
class Wish:
    """How somebody wants to be told."""

    lang: Lang | None
    events: bool = True
    observations: bool = False
    only_decisions: bool = False

    @classmethod
    def of(cls, wanted: Subscription) -> "Wish":
        """The same in the words of the API."""
        return cls(lang_of(wanted.language), not wanted.omit_events, wanted.observations, wanted.only_decisions)


def write(told: pb.Update, sitting: Sitting, seat: int | None, moments: list[Moment], wish: Wish, now: int) -> None:
    """Fill in what a seat learns: the events of these moments, and where the match stands after them."""
    match = sitting.match
    told.match_id = sitting.meta.match_id
    told.version = sitting.version
    told.waiting_for.extend(sitting.asked)
    table_changed = not moments
    for moment in moments:
        if wish.events:
            _write_events(told, sitting, seat, moment, wish.lang)
        if moment.undone:
            told.undone = True
        table_changed = table_changed or moment.table_changed
    if table_changed:
        told.seats.extend(seats(sitting))
    if seat is not None and seat in sitting.asked:
        _write_decision(told, sitting, seat, wish.lang)
    if sitting.meta.bank_ms:
        told.clocks.extend(clocks(sitting, now))
    if wish.observations:
        told.observation = to_json(match.observation(seat))
    if match.is_over:
        told.end.CopyFrom(end(sitting))


def write_whole(
    told: pb.Update, sitting: Sitting, seat: int | None, moments: list[Moment], wish: Wish, now: int
) -> None:
    """The same with the table around it, for a first look or an only one."""
    write(told, sitting, seat, moments, wish, now)
    if not told.seats:
        told.seats.extend(seats(sitting))


def write_back(
    told: pb.Update, sitting: Sitting, seat: int | None, moments: list[Moment], wish: Wish, now: int
) -> None:
    """The same for somebody who has seen more than the match holds now: choices after this version are gone."""
    write_whole(told, sitting, seat, moments, wish, now)
    told.undone = True


def _write_decision(told: pb.Update, sitting: Sitting, seat: int, lang: Lang | None) -> None:
    match = sitting.match
    decision = match.decision(seat)
    assert decision is not None, "the seat is asked"
    shown = told.decision
    shown.kind = decision.kind
    shown.version = sitting.asked[seat]
    add = shown.options.add
    if lang is None:
        for option in decision.options:
            add(action=to_json(option))
        return
    shown.prompt = match.prompt(decision, lang)
    for option in decision.options:
        add(action=to_json(option), label=match.describe(option, lang))


def _write_events(told: pb.Update, sitting: Sitting, seat: int | None, moment: Moment, lang: Lang | None) -> None:
    """What the seat may see of what happened."""
    for happened in moment.events:
        event = happened.seen_by(seat)
        if event is not None:
            text = "" if lang is None else sitting.match.narrate(event, lang)
            told.events.add(kind=event.kind, data=to_json(event.data), text=text)


def seats(sitting: Sitting) -> list[pb.Seat]:
    """The people and bots around the table."""
    return [
        pb.Seat(
            seat=seat,
            role=role.id,
            side=role.side,
            holder=pb.HOLDER_BOT if sitting.held_by_bot[seat] else pb.HOLDER_PERSON,
            player=sitting.meta.players[seat],
            bot=sitting.bots[seat],
            conceded=sitting.conceded[seat],
        )
        for seat, role in enumerate(sitting.match.setting.roles)
    ]


def clocks(sitting: Sitting, now: int) -> list[pb.SeatClock]:
    """What each person has left."""
    return [
        pb.SeatClock(
            seat=seat,
            left_ms=sitting.time_left(seat, now),
            running=seat in sitting.since and not sitting.held_by_bot[seat],
        )
        for seat, player in enumerate(sitting.meta.players)
        if player
    ]


def outcome(result: Outcome) -> pb.Outcome:
    """How a match ended."""
    return pb.Outcome(winners=result.winners, side=result.side, reason=result.reason, scores=result.scores)


def end(sitting: Sitting) -> pb.End:
    """The end of a match, with the seed that may now be known."""
    result = sitting.match.outcome
    assert result is not None, "the match goes on"
    return pb.End(outcome=outcome(result), seed=sitting.meta.seed, digest=sitting.match.digest())


def match_info(sitting: Sitting) -> pb.MatchInfo:
    """What anybody may know about a match."""
    meta = sitting.meta
    info = pb.MatchInfo(
        match_id=meta.match_id,
        game=meta.game,
        rules_version=meta.rules_version,
        scenario=meta.scenario,
        options={name: to_json(value) for name, value in meta.options.items()},
        seats=seats(sitting),
        clock=pb.ClockRules(bank_ms=meta.bank_ms, increment_ms=meta.increment_ms, absence_ms=meta.absence_ms),
        private=meta.private,
        version=sitting.version,
        created_ms=meta.created_ms,
        commitment=sitting.match.commitment,
        waiting_for=[decision.seat for decision in sitting.match.pending],
    )
    if sitting.match.is_over:
        info.end.CopyFrom(end(sitting))
    return info
