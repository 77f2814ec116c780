"""Who holds a seat of a hosted match, what it may still do, and the time on its clock."""

import msgspec

from services.match.log import ABSENCE, CLOCK, Meta

RETURNING_SHARE = 10
"""A person who comes back after their clock ran out has at least this part of the bank: one tenth."""


class SeatState(msgspec.Struct, array_like=True):
    """One seat of a hosted match."""

    bot: str
    """The bot that holds it, or would."""
    held_by_bot: bool
    left_ms: int
    """What is left on its clock, up to the decision that is open now."""
    away: str = ""
    """Why a bot holds it for its person; empty while they are there."""
    conceded: bool = False
    undos: int = 0
    """How many choices it has undone."""
    handovers: int = 0
    """How often it was handed over to a bot."""
    decision_version: int = -1
    """The version its open decision came with; -1 without one."""
    waiting_since: int = 0
    """When its open decision came, in milliseconds."""
    has_played: bool = False
    """Whether its person has ever chosen for it."""
    answers: dict[str, tuple[int, int]] = {}
    """By request_id, for all of its choices that came with one: the version that was answered, and the index."""
    forfeit: str = ""
    """Why its player forfeited the match; empty where they did not."""

    @property
    def has_decision(self) -> bool:
        """Whether the match waits for it."""
        return self.decision_version >= 0

    def time_left(self, now: int) -> int:
        """What is left on the clock, which runs while a person has a decision."""
        if self.decision_version < 0 or self.held_by_bot:
            return self.left_ms
        return max(0, self.left_ms - max(0, now - self.waiting_since))

    def hand_over(self, cause: str, bot: str, now: int) -> None:
        """Let a bot hold the seat. Where one did before, the person is away for the reason they were."""
        self.left_ms = self.time_left(now)
        self.handovers += 1
        self.away = self.away or cause
        self.held_by_bot = True
        self.bot = bot or self.bot

    def return_to_person(self, bank_ms: int, now: int) -> None:
        """Give the seat to its person again, with a fair rest of the bank if a clock or an absence cost it."""
        if self.away in (CLOCK, ABSENCE):
            self.left_ms = max(self.left_ms, bank_ms // RETURNING_SHARE)
        self.held_by_bot = False
        self.away = ""
        self.waiting_since = now


def seats_of(meta: Meta) -> list[SeatState]:
    """The seats of a match as it begins."""
    return [SeatState(bot, not player, meta.bank_ms) for player, bot in zip(meta.players, meta.bots, strict=True)]
