"""Checks what a party asks for before it waits: a search that nobody could serve is refused at once."""

import math
from typing import Any

import msgspec

import engine
from services.api import matchmaking_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.common import games
from services.common.auth import Caller
from services.common.errors import Refused, invalid
from services.matchmaking import pairing

MOST_PLAYERS = 8


def seatings_of(search: pb.Search) -> list[list[pairing.Seat]]:
    """The tables that a checked search allows, one for each number of seats."""
    game = engine.load(search.game)
    scenario = game.scenario(search.scenario)
    values: dict[str, Any] = {option.name: option.default for option in game.options_of(scenario.id)}
    values.update((name, msgspec.json.decode(text)) for name, text in search.options.items())
    return [
        [pairing.Seat(role.id, role.side) for role in roles]
        for count, roles in scenario.roles(values).items()
        if search.seats in (0, count)
    ]


def check(search: pb.Search, caller: Caller, guests: bool, known: tuple[str, ...]) -> pb.Search:
    """Refuse what makes no sense; the search with its scenario and options filled in, so that equal ones are equal."""
    game = games.find(search.game, known)
    _check_players(search, caller, guests)
    table = games.table_of(game, search.scenario, search.seats, search.options)
    search.scenario = table.scenario
    search.options.update({name: msgspec.json.encode(value).decode() for name, value in table.options.items()})
    games.check_clock(search.clock)
    if search.bot:
        games.check_bot(search.bot)
    party = pairing.Party("", tuple(search.players), 0, sides=frozenset(search.sides), roles=tuple(search.roles))
    if not any(pairing.seat([party], seating) for seating in seatings_of(search)):
        raise invalid("No table of this scenario has seats for the party as it wants them.")
    return search


def _check_players(search: pb.Search, caller: Caller, guests: bool) -> None:
    if not 1 <= len(search.players) <= MOST_PLAYERS:
        raise invalid(f"A party has between 1 and {MOST_PLAYERS} players.")
    for player in search.players:
        games.check_name(player)
    if search.roles and len(search.roles) != len(search.players):
        raise invalid("Name a role for each player, or none.")
    if not math.isfinite(search.rating):
        raise invalid("A rating is a finite number.")
    if caller.kind == "player" and search.players[0] != caller.name:
        raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, f"The token is for player {caller.name!r}.")
    if caller.kind == "guest" and not guests:
        raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "Guests cannot play here; bring a player token.")
