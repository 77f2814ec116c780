"""Who holds the seats of a match on a server: roles, people and bots, as the person at one of them sees it."""

from collections.abc import Iterable, Mapping

from engine.core.game import Role
from engine.core.words import Lang
from services.api.match_pb2 import HOLDER_BOT, HOLDER_PERSON, MatchInfo, Seat
from services.cli import messages


class Holders:
    """The holders of all seats, from the first update on; `own` is the person's own seat."""

    def __init__(self, own: int, lang: Lang) -> None:
        self._own = own
        self._lang = lang
        self._private = False
        self._seats: list[Seat] = []
        self._present: dict[int, bool] = {}
        """By seat of another person who plays it and was there once: whether they were there last."""
        self.roles: tuple[Role, ...] = ()

    def load(self, roles: tuple[Role, ...], info: MatchInfo) -> list[str]:
        """Take over the roles and holders of a match; the other people, in words."""
        self.roles = roles
        self._private = info.private
        self._seats = list(info.seats)
        return [self._introduction(seat) for seat in self._seats if seat.player and seat.seat != self._own]

    def update(self, seats: Iterable[Seat]) -> list[str]:
        """Take over the holders of an update, which has none where nothing changed; what other people did, in words."""
        before = self._seats
        self._seats = list(seats) or before
        lines = (self._change(old, new) for old, new in zip(before, self._seats, strict=True))
        return [line for line in lines if line]

    def note_presence(self, present: Mapping[int, bool]) -> list[str]:
        """Take over which people are there; who of the others has gone and who is back, in words."""
        lines = []
        for seat in self._other_people():
            is_there, was_there = present.get(seat.seat, False), self._present.get(seat.seat)
            if is_there or was_there is not None:  # who has not come yet is not gone
                self._present[seat.seat] = is_there
            if was_there not in (None, is_there):
                message = messages.IS_BACK if is_there else messages.IS_GONE
                lines.append(message.say(self._lang, player=seat.player, role=self._role_name(seat.seat)))
        return lines

    def name(self, seat: int) -> str:
        """The role at a seat, and the person who plays it; of a bot, the role alone."""
        holder = self._seats[seat]
        player = holder.player if holder.holder == HOLDER_PERSON or seat == self._own else ""
        return f"{self._role_name(seat)} ({player})" if player else self._role_name(seat)

    def has_person(self, seats: Iterable[int]) -> bool:
        """Whether a person holds one of these seats."""
        return any(self._seats[seat].holder == HOLDER_PERSON for seat in seats)

    @property
    def has_others(self) -> bool:
        """Whether a seat belongs to another person, whoever holds it now."""
        return any(seat.player and seat.seat != self._own for seat in self._seats)

    @property
    def bot_holds_own_seat(self) -> bool:
        """Whether a bot holds the person's own seat."""
        return self._seats[self._own].holder == HOLDER_BOT

    @property
    def should_hand_over(self) -> bool:
        """Whether a bot should hold the seat when its person leaves: where strangers would wait. Friends do wait."""
        return not self._private and bool(self._other_people())

    def _other_people(self) -> list[Seat]:
        """The seats that other people hold themselves."""
        others = (seat for seat in self._seats if seat.seat != self._own)
        return [seat for seat in others if seat.player and seat.holder == HOLDER_PERSON]

    def _role_name(self, seat: int) -> str:
        return self.roles[seat].name.say(self._lang)

    def _introduction(self, seat: Seat) -> str:
        message = messages.PLAYS if seat.holder == HOLDER_PERSON else messages.IS_AWAY
        return message.say(self._lang, player=seat.player, role=self._role_name(seat.seat))

    def _change(self, old: Seat, new: Seat) -> str:
        """What became of another person's seat, in words; empty if nothing did."""
        if new.seat == self._own or not new.player or (old.holder, old.conceded) == (new.holder, new.conceded):
            return ""
        if new.holder == old.holder == HOLDER_PERSON:
            return ""  # the match ended with the concession, and its story tells of that
        self._present.pop(new.seat, None)  # this is told here, and not once more
        if new.holder == HOLDER_PERSON:
            message = messages.IS_BACK
        else:
            message = messages.HAS_CONCEDED if new.conceded else messages.HAS_LEFT
        return message.say(self._lang, player=new.player, role=self._role_name(new.seat))
