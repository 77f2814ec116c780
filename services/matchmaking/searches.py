"""Checks what a party asks for before it waits: a search that nobody could serve is refused at once."""

import functools
from typing import Any, TypeAlias

import msgspec

import engine
from services.api import matchmaking_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.match import editions
from services.matchmaking import pairing
from services.process.refusals import Refused, invalid
from services.rpc import requests
from services.rpc.tokens import GUEST_MARK, Caller

MOST_PLAYERS = 8
MOST_SIDES = 8
LONGEST_WORD = 64
"""Of a side or a role."""
LARGEST_RATING = 10_000
"""Above or below zero; no ladder of people goes near it."""

Seatings: TypeAlias = tuple[tuple[pairing.Seat, ...], ...]


def seatings_of(search: pb.Search) -> Seatings:
    """The tables of a checked search's scenario, one for each number of seats, whichever it asks for."""
    return _seatings(search.game, search.scenario, tuple(sorted(search.options.items())))


@functools.lru_cache(maxsize=1_000)
def _seatings(game_id: str, scenario_id: str, options: tuple[tuple[str, str], ...]) -> Seatings:
    game = engine.load(game_id)
    scenario = game.scenario(scenario_id)
    values: dict[str, Any] = {option.name: option.default for option in game.options_of(scenario.id)}
    values.update((name, msgspec.json.decode(text)) for name, text in options)
    return tuple(tuple(pairing.Seat(role.id, role.side) for role in roles) for roles in scenario.roles(values).values())


def check(search: pb.Search, caller: Caller, guests: bool, known: tuple[str, ...]) -> pb.Search:
    """Refuse what makes no sense; the search with its scenario and options filled in, so that equal ones are equal.

    Names of guests are marked as such."""
    game = editions.find(search.game, known)
    _check_players(search, caller, guests)
    _check_wishes(search)
    if not -LARGEST_RATING <= search.rating <= LARGEST_RATING:  # NaN is not
        raise invalid(f"A rating is between {-LARGEST_RATING} and {LARGEST_RATING}.")
    setting = requests.setting_of(game, search.scenario, search.seats, search.options)
    search.scenario = setting.scenario
    search.options.update({name: msgspec.json.encode(value).decode() for name, value in setting.options.items()})
    requests.check_clock(search.clock)
    if search.bot:
        requests.check_bot(search.bot)
    party = pairing.Party("", tuple(search.players), 0, sides=frozenset(search.sides), roles=tuple(search.roles))
    seatings = [seating for seating in seatings_of(search) if search.seats in (0, len(seating))]
    if not any(pairing.seat([party], seating) for seating in seatings):
        there = {word: None for seating in seatings for chair in seating for word in (chair.side, chair.role) if word}
        raise invalid(
            "No table of this scenario has seats for the party by the sides and roles it wants.", tuple(there)
        )
    return search


def _check_players(search: pb.Search, caller: Caller, guests: bool) -> None:
    if not 1 <= len(search.players) <= MOST_PLAYERS:
        raise invalid(f"A party has between 1 and {MOST_PLAYERS} players.")
    for player in search.players:
        requests.check_name(player)
    if search.roles and len(search.roles) != len(search.players):
        raise invalid("Name a role for each player, or none.")
    if caller.kind == "player":
        if search.players[0] != caller.name:
            raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, f"The token is for player {caller.name!r}.")
    elif not caller.trusted:
        if not guests:
            raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "Guests cannot play here; bring a player token.")
        search.players[:] = [_guest_name(player) for player in search.players]


def _guest_name(player: str) -> str:
    """The name as a guest has it: records must not take a guest for the player of that name."""
    name = player if player.startswith(GUEST_MARK) else GUEST_MARK + player
    requests.check_name(name)
    return name


def _check_wishes(search: pb.Search) -> None:
    """A search is kept and looked at again and again, so it is no longer than it need be."""
    if len(search.sides) > MOST_SIDES:
        raise invalid(f"A search names at most {MOST_SIDES} sides.")
    if search.bots_after_ms < 0:
        raise invalid("Bots take empty seats after 0 milliseconds or more.")
    if any(len(word) > LONGEST_WORD for word in (*search.sides, *search.roles)):
        raise invalid(f"No side and no role has more than {LONGEST_WORD} characters.")
