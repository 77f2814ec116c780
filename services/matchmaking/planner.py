"""From waiting tickets to plans of matches. Those that could meet are a group, and each group is paired by itself."""

import math
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from services.matchmaking import pairing
from services.matchmaking.searches import seatings_of
from services.matchmaking.tickets import Plan, Waiting
from services.process.logs import logger


@dataclass(frozen=True)
class _Idle:
    """A group of whom nobody can be seated before the hour, unless somebody joins or leaves."""

    group: list[Waiting]
    until_ms: float


class Planner:
    """Plans the tables of one game, and remembers which groups need no second look yet."""

    def __init__(self, default_bot: str) -> None:
        self._default_bot = default_bot
        self._idle: dict[str, _Idle] = {}

    def plans(self, waiting: Sequence[Waiting], now_ms: int) -> list[Plan]:
        """Plans for all who can be seated."""
        groups: dict[str, list[Waiting]] = {}
        for ticket in waiting:
            groups.setdefault(ticket.table, []).append(ticket)
        self._idle = {
            table: idle
            for table, idle in self._idle.items()
            if groups.get(table) == idle.group and now_ms < idle.until_ms
        }
        awake = [group for table, group in groups.items() if table not in self._idle]
        return [plan for group in awake for plan in self._try(group, now_ms)]

    def _try(self, group: list[Waiting], now_ms: int) -> list[Plan]:
        """Plans for one group; none if that fails, which is its own misfortune and not that of the others."""
        table = group[0].table
        try:
            found = pairing.tables([ticket.party for ticket in group], seatings_of(group[0].asked), now_ms)
            if not found:
                self._idle[table] = _Idle(group, pairing.next_change([ticket.party for ticket in group], now_ms))
            by_id = {ticket.id: ticket for ticket in group}
            return [self._plan(seated, by_id, now_ms) for seated in found]
        except Exception as error:
            self._idle[table] = _Idle(group, math.inf)
            logger().error("tickets cannot be paired", table=table, tickets=len(group), exc_info=error)
            return []

    def _plan(self, seated: pairing.Seated, by_id: dict[str, Waiting], now_ms: int) -> Plan:
        """The match of one table."""
        players, places = [], {party.id: [0] * len(party.players) for party in seated.parties}
        names = {party.id: party.players for party in seated.parties}
        for seat, chair in enumerate(seated.chairs):
            if chair is None:
                players.append("")
                continue
            ticket_id, place = chair
            players.append(names[ticket_id][place])
            places[ticket_id][place] = seat
        first = by_id[seated.parties[0].id]
        search = first.asked
        clock = search.clock
        return Plan(
            match_id=secrets.token_urlsafe(9),
            game=search.game,
            scenario=search.scenario,
            options=dict(search.options),
            clock=(clock.bank_ms, clock.increment_ms, clock.absence_ms),
            code=first.code,
            players=players,
            bots=[search.bot or self._default_bot] * len(players),
            places=places,
            made_ms=now_ms,
        )
