"""Who sits at a table on a server: roles, people and bots, as one of the people sees them."""

import json
from collections.abc import Iterable
from typing import Any

from engine.core.game import Game, Role
from services.api.match_pb2 import HOLDER_BOT, HOLDER_PERSON, MatchInfo, Seat


class Company:
    """Everybody at the table, seen from a seat of one's own; nobody until the match is known."""

    def __init__(self, own: int) -> None:
        self._own = own
        self._private = False
        self._seats: list[Seat] = []
        self.roles: tuple[Role, ...] = ()

    def meet(self, game: Game[Any], info: MatchInfo) -> None:
        """Learn what the table is."""
        options = {name: json.loads(value) for name, value in info.options.items()}
        self.roles = game.table(info.scenario, len(info.seats), options).roles
        self._private = info.private
        self.hear(info.seats)

    def hear(self, seats: Iterable[Seat]) -> None:
        """Learn who holds which seat now, if there is news of that."""
        self._seats = list(seats) or self._seats

    @property
    def has_stand_in(self) -> bool:
        """Whether a bot holds our own seat."""
        return self._seats[self._own].holder == HOLDER_BOT

    @property
    def wants_stand_in(self) -> bool:
        """Whether a bot should play for us when we leave: only lest strangers wait. Friends wait for each other."""
        others = (one for one in self._seats if one.seat != self._own)
        return not self._private and any(one.player and one.holder == HOLDER_PERSON for one in others)
