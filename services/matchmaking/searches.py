"""Checks what a party asks for before it waits: a search that nobody could serve is refused at once."""

from typing import Any

import msgspec

import engine
from engine.core.errors import BadOption, EngineError, UnknownGame, UnknownScenario
from services.api import matchmaking_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.common.auth import Caller
from services.common.errors import Refused
from services.engine.matches import LONGEST_CLOCK_MS, NAME, check_bot, invalid
from services.matchmaking import pairing

MOST_PLAYERS = 8


def decode_options(search: pb.Search) -> dict[str, Any]:
    """Game options by name, from JSON."""
    try:
        return {name: msgspec.json.decode(text) for name, text in search.options.items()}
    except msgspec.DecodeError as error:
        raise Refused(ErrorReason.ERROR_REASON_BAD_OPTION, f"An option is not JSON: {error}.") from error


def seatings_of(search: pb.Search) -> list[list[pairing.Seat]]:
    """The tables that a search allows, one for each number of seats."""
    game = engine.load(search.game)
    scenario = game.scenario(search.scenario)
    values = {option.name: option.default for option in game.options_of(scenario.id)}
    values.update(decode_options(search))
    return [
        [pairing.Seat(role.id, role.side) for role in roles]
        for count, roles in scenario.roles(values).items()
        if search.seats in (0, count)
    ]


def check(search: pb.Search, caller: Caller, guests: bool) -> pb.Search:
    """Refuse what makes no sense; the search with its scenario filled in."""
    _check_players(search, caller, guests)
    _check_table(search)
    if search.bot:
        check_bot(search.bot)
    party = pairing.Party("", tuple(search.players), 0, sides=frozenset(search.sides), roles=tuple(search.roles))
    if not any(pairing.seat([party], seating) for seating in seatings_of(search)):
        raise invalid("No table of this scenario has seats for the party as it wants them.")
    return search


def _check_players(search: pb.Search, caller: Caller, guests: bool) -> None:
    if not 1 <= len(search.players) <= MOST_PLAYERS:
        raise invalid(f"A party has between 1 and {MOST_PLAYERS} players.")
    if not all(player and NAME.fullmatch(player) for player in search.players):
        raise invalid("A player's name has between 1 and 64 printable characters.")
    if search.roles and len(search.roles) != len(search.players):
        raise invalid("Name a role for each player, or none.")
    if caller.kind == "player" and search.players[0] != caller.name:
        raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, f"The token is for player {caller.name!r}.")
    if caller.kind == "guest" and not guests:
        raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "Guests cannot play here; bring a player token.")


def _check_table(search: pb.Search) -> None:
    try:
        game = engine.load(search.game)
        table = game.table(search.scenario or None, search.seats or None, **decode_options(search))
    except UnknownGame as error:
        raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_GAME, str(error)) from error
    except UnknownScenario as error:
        known = tuple(scenario.id for scenario in game.scenarios)
        raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_SCENARIO, str(error), allowed=known) from error
    except BadOption as error:
        raise Refused(ErrorReason.ERROR_REASON_BAD_OPTION, str(error)) from error
    except (EngineError, TypeError) as error:
        raise invalid(str(error)) from error
    search.scenario = table.scenario
    for value in (search.clock.bank_ms, search.clock.increment_ms, search.clock.absence_ms):
        if not 0 <= value <= LONGEST_CLOCK_MS:
            raise invalid(f"Clocks are between 0 and {LONGEST_CLOCK_MS} milliseconds.")
