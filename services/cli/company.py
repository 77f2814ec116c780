"""Who sits at a table on a server: roles, people and bots, as one of the people sees them."""

import json
from collections.abc import Iterable
from typing import Any

from engine.core.game import Game, Role
from engine.core.words import Lang
from services.api.match_pb2 import HOLDER_BOT, HOLDER_PERSON, MatchInfo, Seat
from services.cli import phrases


class Company:
    """Everybody at the table, seen from a seat of one's own; nobody until the match is known."""

    def __init__(self, own: int, lang: Lang) -> None:
        self._own = own
        self._lang = lang
        self._private = False
        self._seats: list[Seat] = []
        self.roles: tuple[Role, ...] = ()

    def meet(self, game: Game[Any], info: MatchInfo) -> None:
        """Learn what the table is."""
        options = {name: json.loads(value) for name, value in info.options.items()}
        self.roles = game.setting(info.scenario, len(info.seats), options).roles
        self._private = info.private
        self._seats = list(info.seats)

    def hear(self, seats: Iterable[Seat]) -> list[str]:
        """Learn who holds which seat now, if there is news of that; what other people have done, in words."""
        before = self._seats
        self._seats = list(seats) or before
        told = (self._change(was, now) for was, now in zip(before, self._seats, strict=True))
        return [line for line in told if line]

    def greeting(self) -> list[str]:
        """Who the other people are, in words."""
        return [self._arrival(one) for one in self._seats if one.player and one.seat != self._own]

    def name(self, seat: int) -> str:
        """A role, and the person who plays it; of a bot, the role alone."""
        held = self._seats[seat]
        plays = held.player if held.holder == HOLDER_PERSON or seat == self._own else ""
        return f"{self._role(seat)} ({plays})" if plays else self._role(seat)

    def are_people(self, seats: Iterable[int]) -> bool:
        """Whether a person is among these."""
        return any(self._seats[seat].holder == HOLDER_PERSON for seat in seats)

    def _role(self, seat: int) -> str:
        return self.roles[seat].name.say(self._lang)

    def _arrival(self, one: Seat) -> str:
        words = phrases.PLAYS if one.holder == HOLDER_PERSON else phrases.IS_AWAY
        return words.say(self._lang, who=one.player, role=self._role(one.seat))

    def _change(self, was: Seat, now: Seat) -> str:
        """What became of another person's seat; empty if nothing did."""
        if now.seat == self._own or not now.player or (was.holder, was.conceded) == (now.holder, now.conceded):
            return ""
        if now.holder == HOLDER_PERSON:
            words = phrases.IS_BACK
        else:
            words = phrases.GAVE_UP if now.conceded else phrases.HAS_LEFT
        return words.say(self._lang, who=now.player, role=self._role(now.seat))

    @property
    def has_stand_in(self) -> bool:
        """Whether a bot holds our own seat."""
        return self._seats[self._own].holder == HOLDER_BOT

    @property
    def wants_stand_in(self) -> bool:
        """Whether a bot should play for us when we leave: only lest strangers wait. Friends wait for each other."""
        others = (one for one in self._seats if one.seat != self._own)
        return not self._private and any(one.player and one.holder == HOLDER_PERSON for one in others)
