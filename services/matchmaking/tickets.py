"""Tickets and the plans that are made of them: the values that matchmaking stores."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import msgspec

from services.api import matchmaking_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.matchmaking.pairing import Party
from services.process.refusals import Refused

WAITING = "waiting"
CLAIMED = "claimed"
MATCHED = "matched"
CANCELLED = "cancelled"
EXPIRED = "expired"
STATES = {
    WAITING: pb.TICKET_STATE_WAITING,
    CLAIMED: pb.TICKET_STATE_WAITING,
    MATCHED: pb.TICKET_STATE_MATCHED,
    CANCELLED: pb.TICKET_STATE_CANCELLED,
    EXPIRED: pb.TICKET_STATE_EXPIRED,
}
"""The state of a ticket as the API has it, by its state in the store."""


GUEST_MAKER = "guest:"
"""How the makers of tickets begin that have no account here."""


@dataclass(frozen=True)
class WaitingTicket:
    """A ticket as it was created; it never changes, so what follows from it is worked out once."""

    id: str
    search_data: bytes
    created_ms: int
    code: str = ""
    """Of the private table that the party wants to play at; empty for anybody."""
    maker: str = ""
    """Who is accountable for it, as kind and name; empty for our own services."""

    @cached_property
    def search(self) -> pb.Search:
        """What the party is looking for."""
        return pb.Search.FromString(self.search_data)

    @cached_property
    def party(self) -> Party:
        """The people of the ticket, as they are paired. At a private table ratings do not matter."""
        search = self.search
        return Party(
            id=self.id,
            players=tuple(search.players),
            created_ms=self.created_ms,
            rating=0.0 if self.code else search.rating,
            sides=frozenset(search.sides),
            roles=tuple(search.roles),
            seats=search.seats,
            bots_after_ms=search.bots_after_ms if search.HasField("bots_after_ms") else None,
            people=search.people,
        )

    @cached_property
    def group(self) -> str:
        """Everything that tickets must have in common to be paired, as text."""
        search = self.search
        options = sorted(search.options.items())
        clock = (search.clock.bank_ms, search.clock.increment_ms, search.clock.absence_ms)
        return repr((self.code, search.scenario, options, clock))


class MatchPlan(msgspec.Struct, frozen=True):
    """A match that tickets are claimed for, stored as JSON: enough for any matchmaker to finish it."""

    match_id: str
    game: str
    scenario: str
    options: dict[str, str]
    clock: tuple[int, int, int]
    code: str
    """Of the private table; empty without one."""
    players: list[str]
    """By seat; empty for a bot."""
    bots: list[str]
    places: dict[str, list[int]]
    """By ticket: the seats of its players, in their order."""
    makers: list[str] = []
    """Of its tickets, each as kind and name; empty for one of our own services."""
    made_ms: int = 0
    """The time of the plan: it is not tried for ever."""

    @property
    def of_guests(self) -> bool:
        """Whether guests made all of its tickets."""
        return bool(self.makers) and all(maker.startswith(GUEST_MAKER) for maker in self.makers)


class PlanResult(NamedTuple):
    """What became of a plan."""

    plan: MatchPlan
    assignments: dict[str, pb.Assignment]
    """By ticket; empty where the match is given up."""


def game_of(ticket_id: str) -> str:
    """The game a ticket is for, from its id."""
    game, _, rest = ticket_id.partition(".")
    if not rest:
        raise unknown_ticket(ticket_id)
    return game


def unknown_ticket(ticket_id: str) -> Refused:
    """The refusal of an id that no ticket has."""
    return Refused(ErrorReason.ERROR_REASON_UNKNOWN_TICKET, f"There is no ticket {ticket_id!r}.")
