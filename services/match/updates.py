"""Updates as JSON, which the gateway passes on as they are: their shapes, and how they are written.

What is the same in every match of a setting, such as an option without words, is encoded once and copied as bytes."""

from functools import lru_cache
from typing import Any

import msgspec

from engine import Decision as OpenDecision
from engine import Event as GameEvent
from engine import Lang, Match
from engine import Option as GameOption
from engine.core.vocabulary import Lexicon, Phrase
from services.match.hosted import Change, HostedMatch
from services.match.update_format import UpdateFormat

_MOST_REMEMBERED = 16_384
"""Options and events that are remembered as they are sent, of all settings together."""
_json = msgspec.json.Encoder().encode


class Seat(msgspec.Struct):
    """One seat of a match, and who holds it."""

    seat: int
    """Its number, from 0."""
    role: str
    """The role the scenario gives this seat."""
    side: str
    """The side it fights for."""
    holder: str
    """`person` or `bot`: who answers for it now."""
    player: str
    """The person the seat belongs to; empty for a seat that only ever had a bot."""
    bot: str
    """The bot that holds the seat now, or would on the person's behalf."""
    conceded: bool
    """Whether its person has conceded."""


class Option(msgspec.Struct):
    """One thing a seat may do. Its index is its place in the list."""

    data: list[Any]
    """Verb and arguments, such as `["play", "gimli", "reserve"]`; the game's vocabulary lists them."""
    verb: str
    """The first of them."""
    touches: list[str]
    """References of everything it concerns: offer it where one of them is clicked."""
    group: str
    """Options of one group are shown together."""
    label: str
    """In words, where a language was asked for."""


class Decision(msgspec.Struct):
    """What a seat is asked."""

    kind: str
    """What kind of decision it is; the game's vocabulary lists them."""
    version: int
    """The version to answer with."""
    prompt: str
    """The question in words, where a language was asked for."""
    cause: list[Any] | None
    """What it is the cost or the consequence of, such as `["pay", "eomer"]`; null where it stands for itself."""
    groups: list[str]
    """The groups of the options, in the order in which they are shown at every decision."""
    touched: list[str]
    """References of everything that the options touch, in an order that is the same at every decision."""
    options: list[Option]
    """What may be chosen, by index."""


class Event(msgspec.Struct):
    """Something that happened, as far as the seat may see it."""

    kind: str
    """What happened; the game's vocabulary lists the kinds with their arguments."""
    data: list[Any]
    """The arguments; components, places and seats by their references."""
    touches: list[str]
    """References of everything it concerns."""
    text: str
    """In words, where a language was asked for."""


class Outcome(msgspec.Struct):
    """How a match ended."""

    winners: list[int]
    """The numbers of the seats that won."""
    side: str
    """Empty where no one side won."""
    reason: str
    """Why it ended, as a short code of the game's."""
    scores: dict[str, int]
    """By side."""
    note: str
    """What an operator said who ended the match."""


class End(msgspec.Struct):
    """The end of a match, and the seed if that may now be known."""

    outcome: Outcome
    """Who won, and why."""
    seed: str
    """Hexadecimal; its SHA-256 was published when the match began. Empty while its deal is played elsewhere too."""
    digest: str
    """Of the last state, as the record has it."""
    explanation: str
    """The outcome in words and numbers, where a language was asked for."""


class Clock(msgspec.Struct):
    """The time that a seat has left."""

    seat: int
    """Whose clock it is."""
    left_ms: int
    """What was left when the update was made."""
    running: bool
    """Whether it goes on running."""


class Update(msgspec.Struct):
    """What one seat, or a spectator, learns of a change of a match."""

    match_id: str
    """The match."""
    version: int
    """Its version: everything up to it is stored."""
    events: list[Event]
    """What happened since the version before, or since the one that was asked for."""
    decision: Decision | None
    """This seat's open decision, if any."""
    waiting_for: list[int]
    """Every seat that has a decision now."""
    clocks: list[Clock]
    """The clocks of the seats that people have; empty where the match has none."""
    observation: dict[str, Any] | None
    """What the seat sees, as the schema of the game has it; only where it was asked for."""
    seats: list[Seat] | None
    """All seats: in a first update, and when one changed hands."""
    end: End | None
    """Set in the last update of a match."""
    undone: bool
    """A choice was undone since the version before, or the match was set back: what it brought about is void."""


class StoryPart(msgspec.Struct):
    """What was told of one change."""

    version: int
    """The version that it led to; 0 is the setup."""
    events: list[Event]
    """In the same words as then."""
    undone: bool
    """The change was an undo."""


_UPDATE = (
    b'{"match_id":%b,"version":%d,"events":[%b],"decision":%b,"waiting_for":%b,"clocks":%b,'
    b'"observation":%b,"seats":%b,"end":%b,"undone":%b}'
)
_DECISION = b'{"kind":%b,"version":%d,"prompt":%b,"cause":%b,"groups":%b,"touched":%b,"options":[%b]}'
_NULL, _TRUE, _FALSE = b"null", b"true", b"false"


def update_json(
    hosted: HostedMatch,
    seat: int | None,
    changes: list[Change],
    form: UpdateFormat,
    now: int,
    with_seats: bool,
    undone: bool,
) -> bytes:
    """What a seat learns: the events of these changes, and where the match stands after them; all seats where they are
    to be named, and whether something was undone."""
    match = hosted.match
    events = (
        [part for change in changes for part in events_json(match, seat, change.events, form.lang)]
        if form.events
        else ()
    )
    is_asked = seat is not None and hosted.seats[seat].decision_version >= 0
    return _UPDATE % (
        _json(hosted.meta.match_id),
        hosted.version,
        b",".join(events),
        decision_json(match, seat, hosted.seats[seat].decision_version, form.lang)
        if seat is not None and is_asked
        else _NULL,
        _json([decision.seat for decision in match.pending]),
        _json(clocks_of(hosted, now)) if hosted.meta.bank_ms else b"[]",
        _json(match.observation(seat)) if form.observations else _NULL,
        _json(seats_of(hosted)) if with_seats else _NULL,
        _json(end_of(hosted, form.lang)) if match.is_over else _NULL,
        _TRUE if undone else _FALSE,
    )


def past_json(hosted: HostedMatch, seat: int | None) -> bytes:
    """What a seat saw when the match was at this version: nothing that could still be answered."""
    return _UPDATE % (
        _json(hosted.meta.match_id),
        hosted.version,
        b"",
        _NULL,
        _json(hosted.waiting_for),
        b"[]",
        _json(hosted.match.observation(seat)),
        _json(seats_of(hosted)),
        _NULL,
        _FALSE,
    )


def story_json(match: Match, seat: int | None, change: Change, lang: Lang | None) -> bytes:
    """What a seat was told of an earlier change."""
    events = b",".join(events_json(match, seat, change.events, lang))
    return b'{"version":%d,"events":[%b],"undone":%b}' % (change.version, events, _TRUE if change.is_undo else _FALSE)


def seats_of(hosted: HostedMatch) -> list[Seat]:
    """The seats of a match with who holds them."""
    return [
        Seat(number, role.id, role.side, "bot" if seat.held_by_bot else "person", player, seat.bot, seat.conceded)
        for number, (role, seat, player) in enumerate(
            zip(hosted.match.setting.roles, hosted.seats, hosted.meta.players, strict=True)
        )
    ]


def clocks_of(hosted: HostedMatch, now: int) -> list[Clock]:
    """What each person has left."""
    return [
        Clock(number, seat.time_left(now), seat.has_decision and not seat.held_by_bot)
        for number, (seat, player) in enumerate(zip(hosted.seats, hosted.meta.players, strict=True))
        if player
    ]


def end_of(hosted: HostedMatch, lang: Lang | None) -> End:
    """The end of a match, with the seed if that may now be known."""
    result = hosted.match.outcome
    assert result is not None, "the match goes on"
    outcome = Outcome(list(result.winners), result.side, result.reason, dict(result.scores), hosted.end_note)
    explanation = "" if lang is None else hosted.match.explain(lang)
    seed = "" if hosted.meta.sealed else hosted.meta.seed.hex()
    return End(outcome, seed, hosted.match.digest(), explanation)


def decision_json(match: Match, seat: int, version: int, lang: Lang | None) -> bytes:
    """The open decision of a seat, with the version to answer with."""
    decision = match.decision(seat)
    assert decision is not None, "the seat has a decision"
    lexicon = match.lexicon
    options = [_option(lexicon, option) for option in decision.options]
    cause = match.cause(seat)
    return _DECISION % (
        _json(decision.kind),
        version,
        b'""' if lang is None else _json(match.prompt(decision, lang)),
        _NULL if cause is None else _cause(lexicon, cause),
        _json(lexicon.order_groups({phrase.group for _, phrase in options})),
        _json(lexicon.order_touched({name for _, phrase in options for name in phrase.touches})),
        b",".join(_worded(match, decision, options, lang)),
    )


def _worded(
    match: Match, decision: OpenDecision, options: list[tuple[bytes, Phrase]], lang: Lang | None
) -> list[bytes]:
    """The options with their labels."""
    if lang is None:
        return [b'%b"label":""}' % begin for begin, _ in options]
    describe = match.describe
    return [
        b'%b"label":%b}' % (begin, _json(describe(option, lang)))
        for (begin, _), option in zip(options, decision.options, strict=True)
    ]


@lru_cache(_MOST_REMEMBERED)
def _option(lexicon: Lexicon, option: GameOption) -> tuple[bytes, Phrase]:
    """An option up to its label, and as it is named."""
    phrase = lexicon.option(option)
    whole = Option([phrase.verb, *phrase.data], phrase.verb, phrase.touches, phrase.group, "")
    return _json(whole).removesuffix(b'"label":""}'), phrase


@lru_cache(_MOST_REMEMBERED)
def _cause(lexicon: Lexicon, cause: GameOption) -> bytes:
    """What a decision is the cost or the consequence of."""
    phrase = lexicon.cause(cause)
    return _json([phrase.verb, *phrase.data])


def events_json(match: Match, seat: int | None, events: list[GameEvent], lang: Lang | None) -> list[bytes]:
    """What the seat may see of what happened."""
    lexicon, parts = match.lexicon, []
    for whole in events:
        event = whole.seen_by(seat)
        if event is not None:
            try:
                begin = _event(lexicon, event)
            except TypeError:  # it tells of a list, which cannot be remembered by
                begin = _event.__wrapped__(lexicon, event)
            text = b'""' if lang is None else _json(match.narrate(event, lang))
            parts.append(b'%b"text":%b}' % (begin, text))
    return parts


@lru_cache(_MOST_REMEMBERED)
def _event(lexicon: Lexicon, event: GameEvent) -> bytes:
    """An event up to its text."""
    phrase = lexicon.event(event)
    return _json(Event(event.kind, phrase.data, phrase.touches, "")).removesuffix(b'"text":""}')
