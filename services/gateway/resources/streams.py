"""Streams for programs, of lines that are JSON: the events of an account, and the updates of a match."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any, TypeAlias, cast

import msgspec
from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, QueryParameter
from litestar.response import Stream

from services.api import matchmaking_pb2 as pb
from services.gateway.calls import Calls
from services.gateway.joins import join_of, subscription_of
from services.gateway.middleware import IS_STREAM
from services.gateway.resources.matches import ClockRules, MatchId
from services.gateway.shapes import Language, VersionOrNone, raw_json
from services.gateway.streams import NDJSON, FollowedMatch, LeftLine, Streams
from services.match.updates import Update

Seat = Annotated[int | None, QueryParameter(ge=0, le=2**31 - 1, description="A seat that the token is good for.")]


class UpdateLine(msgspec.Struct, tag="update", tag_field="type"):
    """What a seat, or a spectator, learns of a match."""

    update: Update
    """As over WebSocket."""


class Challenge(msgspec.Struct):
    """A private table that the account is asked to join."""

    code: str
    """By which it is joined, or turned down."""
    players: list[str]
    """Who asks."""
    game: str
    """The id of the game."""
    scenario: str
    """The id of the scenario."""
    seats: int
    """The number of seats of the match; 0: whatever the scenario offers."""
    options: dict[str, Any]
    """The options of the game, by name."""
    clock: ClockRules
    """The time that people have."""
    created_ms: int
    """When it was made."""


class AccountMatch(msgspec.Struct):
    """A match in which the account has a seat."""

    match_id: str
    """Its id."""
    game: str
    """The id of its game."""
    scenario: str
    """The id of its scenario."""
    seats: list[int]
    """The seats of the account."""
    players: list[str]
    """By seat; empty for a bot's."""
    created_ms: int
    """When it was made."""


class ChallengeLine(msgspec.Struct, tag="challenge", tag_field="type"):
    """Somebody challenges the account."""

    challenge: Challenge
    """What is asked."""


class ChallengeClosedLine(msgspec.Struct, tag="challenge-closed", tag_field="type"):
    """A challenge stands no longer: it was taken, turned down or given up."""

    code: str
    """Which it was."""


class MatchStartLine(msgspec.Struct, tag="match-start", tag_field="type"):
    """A match has begun, or was going on when the stream was opened."""

    match: AccountMatch
    """Which it is."""


class MatchEndLine(msgspec.Struct, tag="match-end", tag_field="type"):
    """A match has ended."""

    match: AccountMatch
    """Which it was."""


MatchLine: TypeAlias = UpdateLine | LeftLine
AccountLine: TypeAlias = ChallengeLine | ChallengeClosedLine | MatchStartLine | MatchEndLine | LeftLine
_account_line, _match_line = cast(Any, AccountLine), cast(Any, MatchLine)  # unions are no types to mypy
ACCOUNT_LINES = {200: ResponseSpec(_account_line, media_type=NDJSON, description="Lines.", generate_examples=False)}
MATCH_LINES = {200: ResponseSpec(_match_line, media_type=NDJSON, description="Lines.", generate_examples=False)}
_encode = msgspec.json.Encoder().encode


class StreamsController(Controller):
    """Operations that answer for as long as there is something to tell."""

    path = "/streams"
    tags = ("streams",)
    opt = {IS_STREAM: True}

    @get(
        "/events",
        operation_id="streamEvents",
        media_type=NDJSON,
        responses=ACCOUNT_LINES,
    )
    async def stream_events(self, calls: Calls, streams: NamedDependency[Streams]) -> Stream:
        """What concerns the account whose token it is: first what stands now, then challenges as they are made and
        closed, and matches as they begin and end. Empty lines are signs of life. When it ends, open it again."""
        (await calls.caller()).require("player")
        events = calls.stream(calls.upstream.matchmaking().WatchPlayer, pb.WatchPlayerRequest())
        return streams.ndjson(calls, _account_lines(events))

    @get(
        "/matches/{match_id:str}",
        operation_id="streamMatch",
        media_type=NDJSON,
        responses=MATCH_LINES,
    )
    async def stream_match(
        self,
        calls: Calls,
        streams: NamedDependency[Streams],
        match_id: MatchId,
        seat: Seat = None,
        after_version: VersionOrNone = None,
        language: FromQuery[Language | None] = None,
        observations: FromQuery[bool] = False,
        only_decisions: FromQuery[bool] = False,
    ) -> Stream:
        """The updates of a seat, or without one of a spectator, until the match has ended. The first tells where it
        stands, and all events after `after_version`. Empty lines are signs of life. When the stream ends and the last
        update had no `end`, open it again after the version that you have."""
        wanted = subscription_of(after_version, language, observations, only_decisions)
        join = await join_of(calls.upstream, calls.client, match_id, seat, wanted)
        return streams.ndjson(calls, _match_lines(await streams.follow(calls, join)))


async def _match_lines(followed: FollowedMatch) -> AsyncGenerator[bytes, None]:
    async for item in followed.items():
        yield b'{"type":"update","update":%b}\n' % item.json


async def _account_lines(events: AsyncGenerator[pb.WatchPlayerResponse, None]) -> AsyncGenerator[bytes, None]:
    async with aclosing(events):
        async for event in events:
            yield _encode(line_of(event)) + b"\n"


def line_of(event: pb.WatchPlayerResponse) -> AccountLine:
    """The line that tells of an event."""
    kind = event.WhichOneof("event")
    if kind == "challenge":
        return ChallengeLine(_challenge(event.challenge))
    if kind == "closed_challenge":
        return ChallengeClosedLine(event.closed_challenge)
    if kind == "started_match":
        return MatchStartLine(_account_match(event.started_match))
    return MatchEndLine(_account_match(event.ended_match))


def _challenge(challenge: pb.Challenge) -> Challenge:
    search = challenge.search
    return Challenge(
        challenge.code,
        list(search.players),
        search.game,
        search.scenario,
        search.seats,
        {name: raw_json(value) for name, value in sorted(search.options.items())},
        ClockRules(search.clock.bank_ms, search.clock.increment_ms, search.clock.absence_ms),
        challenge.created_ms,
    )


def _account_match(match: pb.PlayerMatch) -> AccountMatch:
    return AccountMatch(
        match.match_id, match.game, match.scenario, list(match.seats), list(match.players), match.created_ms
    )
