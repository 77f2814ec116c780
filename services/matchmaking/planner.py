"""Plans matches of waiting tickets. Tickets that could meet are a group, and each group is paired by itself."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from services.matchmaking import pairing
from services.matchmaking.searches import seatings_of
from services.matchmaking.tickets import MatchPlan, WaitingTicket
from services.process.ids import fresh_id
from services.process.logs import logger


@dataclass(frozen=True)
class _IdleGroup:
    """A group that forms no lineup before a certain time, unless somebody joins or leaves it."""

    tickets: list[WaitingTicket]
    until_ms: float


class Planner:
    """Plans the matches of one game, and remembers which groups need not be paired again yet."""

    def __init__(self, default_bot: str) -> None:
        self._default_bot = default_bot
        self._idle: dict[str, _IdleGroup] = {}

    def plans(self, waiting: Sequence[WaitingTicket], now_ms: int) -> list[MatchPlan]:
        """A plan for every lineup that the waiting tickets can form."""
        groups: dict[str, list[WaitingTicket]] = {}
        for ticket in waiting:
            groups.setdefault(ticket.group, []).append(ticket)
        self._idle = {
            name: idle
            for name, idle in self._idle.items()
            if groups.get(name) == idle.tickets and now_ms < idle.until_ms
        }
        return [
            plan
            for name, tickets in groups.items()
            if name not in self._idle
            for plan in self._plan_group(name, tickets, now_ms)
        ]

    def _plan_group(self, name: str, tickets: list[WaitingTicket], now_ms: int) -> list[MatchPlan]:
        """Plans for one group; none where pairing fails, so that the other groups go on."""
        try:
            parties = [ticket.party for ticket in tickets]
            lineups = pairing.form_lineups(parties, seatings_of(tickets[0].search), now_ms)
            if not lineups:
                self._idle[name] = _IdleGroup(tickets, pairing.next_change(parties, now_ms))
            by_id = {ticket.id: ticket for ticket in tickets}
            return [self._plan_match(lineup, by_id, now_ms) for lineup in lineups]
        except Exception as error:
            self._idle[name] = _IdleGroup(tickets, math.inf)
            logger().error("tickets cannot be paired", group=name, tickets=len(tickets), exc_info=error)
            return []

    def _plan_match(self, lineup: pairing.Lineup, by_id: dict[str, WaitingTicket], now_ms: int) -> MatchPlan:
        """The plan of the match of one lineup."""
        players, places = [], {party.id: [0] * len(party.players) for party in lineup.parties}
        names = {party.id: party.players for party in lineup.parties}
        for seat, holder in enumerate(lineup.holders):
            if holder is None:
                players.append("")
                continue
            ticket_id, number = holder
            players.append(names[ticket_id][number])
            places[ticket_id][number] = seat
        first = by_id[lineup.parties[0].id]
        search, clock = first.search, first.search.clock
        return MatchPlan(
            match_id=fresh_id("m"),
            game=search.game,
            scenario=search.scenario,
            options=dict(search.options),
            clock=(clock.bank_ms, clock.increment_ms, clock.absence_ms),
            code=first.code,
            players=players,
            bots=[search.bot or self._default_bot] * len(players),
            places=places,
            makers=[by_id[party.id].maker for party in lineup.parties],
            made_ms=now_ms,
        )
