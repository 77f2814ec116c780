"""Checks of searches: one that no match could satisfy is refused before it waits."""

import functools
from collections.abc import Sequence
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
LONGEST_SIDE_OR_ROLE = 64
LARGEST_RATING = 10_000
"""Above or below zero; no ladder of people goes near it."""

Seatings: TypeAlias = tuple[tuple[pairing.Seat, ...], ...]
"""The seats of a scenario for each number of players."""


def seatings_of(search: pb.Search) -> Seatings:
    """The seatings of a checked search's scenario, also of other numbers of seats than it asks for."""
    return _seatings(search.game, search.scenario, tuple(sorted(search.options.items())))


@functools.lru_cache(maxsize=1_000)
def _seatings(game_id: str, scenario_id: str, options: tuple[tuple[str, str], ...]) -> Seatings:
    game = engine.load(game_id)
    scenario = game.scenario(scenario_id)
    values: dict[str, Any] = {option.name: option.default for option in game.options_of(scenario.id)}
    values.update((name, msgspec.json.decode(text)) for name, text in options)
    return tuple(tuple(pairing.Seat(role.id, role.side) for role in roles) for roles in scenario.roles(values).values())


def check_search(search: pb.Search, caller: Caller, allow_guests: bool, games: tuple[str, ...]) -> pb.Search:
    """Refuse a search that makes no sense; else fill in its scenario and options, so that equal searches are equal.

    The names of guests are marked as such."""
    game = editions.find(search.game, games)
    _check_players(search, caller, allow_guests)
    _check_conditions(search)
    setting = requests.setting_of(game, search.scenario, search.seats, search.options)
    search.scenario = setting.scenario
    search.options.update({name: msgspec.json.encode(value).decode() for name, value in setting.options.items()})
    requests.check_clock(search.clock)
    if search.bot:
        requests.check_bot(search.bot)
    _check_has_seats(search)
    return search


def _check_has_seats(search: pb.Search) -> None:
    """Refuse a party that no seating of the scenario has room for, by the sides and roles it asks for."""
    party = pairing.Party("", tuple(search.players), 0, sides=frozenset(search.sides), roles=tuple(search.roles))
    seatings = [seating for seating in seatings_of(search) if search.seats in (0, len(seating))]
    if not any(pairing.assign_seats([party], seating) for seating in seatings):
        words = {word: None for seating in seatings for seat in seating for word in (seat.side, seat.role) if word}
        raise invalid("This scenario has no seats for the party by the sides and roles it wants.", tuple(words))


def _check_players(search: pb.Search, caller: Caller, allow_guests: bool) -> None:
    """Refuse people who cannot be a party, or for whom the caller may not ask; mark the names of guests."""
    check_party(search.players, search.roles)
    if caller.kind == "player":
        if search.players[0] != caller.name:
            raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, f"The token is for player {caller.name!r}.")
        search.players[1:] = [_guest_name(player) for player in search.players[1:]]  # they have shown no token
    elif not caller.trusted:
        if not allow_guests:
            raise Refused(ErrorReason.ERROR_REASON_UNAUTHENTICATED, "Guests cannot play here; bring a player token.")
        search.players[:] = [_guest_name(player) for player in search.players]


def check_party(players: Sequence[str], roles: Sequence[str]) -> None:
    """Refuse people who cannot be a party, whatever they look for."""
    if not 1 <= len(players) <= MOST_PLAYERS:
        raise invalid(f"A party has between 1 and {MOST_PLAYERS} players.")
    for player in players:
        requests.check_player_name(player)
    if roles and len(roles) != len(players):
        raise invalid("Name a role for each player, or none.")


def _guest_name(player: str) -> str:
    """The name with the mark of a guest, so that no record takes a guest for the player of that name."""
    name = player if player.startswith(GUEST_MARK) else GUEST_MARK + player
    requests.check_player_name(name)
    return name


def _check_conditions(search: pb.Search) -> None:
    """Refuse conditions that are out of range, or longer than need be: a search is read again and again."""
    if len(search.sides) > MOST_SIDES:
        raise invalid(f"A search names at most {MOST_SIDES} sides.")
    if not 0 <= search.people <= MOST_PLAYERS:
        raise invalid(f"Bots wait for 0 to {MOST_PLAYERS} people.")
    if search.bots_after_ms < 0:
        raise invalid("Bots take empty seats after 0 milliseconds or more.")
    if any(len(word) > LONGEST_SIDE_OR_ROLE for word in (*search.sides, *search.roles)):
        raise invalid(f"No side and no role has more than {LONGEST_SIDE_OR_ROLE} characters.")
    if not -LARGEST_RATING <= search.rating <= LARGEST_RATING:  # NaN is not
        raise invalid(f"A rating is between {-LARGEST_RATING} and {LARGEST_RATING}.")
