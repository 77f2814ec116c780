"""Results of matches between bots: who won each, and what many of them add up to."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.core.game import Role
from engine.core.match import Match


class Outcome(Protocol):
    """How a match ended, as the engine or the API says it."""

    @property
    def winners(self) -> Sequence[int]:
        """The seats that won."""

    @property
    def side(self) -> str:
        """The side that won, if one did."""


def result_of(roles: Sequence[Role], outcome: Outcome) -> str:
    """Who won, in one word: the side, else the winning roles, else nobody; `won` or `lost` if all are on one side."""
    if common_side(roles):
        return "won" if outcome.winners else "lost"
    return outcome.side or "+".join(roles[seat].id for seat in outcome.winners) or "nobody"


def common_side(roles: Sequence[Role]) -> str:
    """The side of all roles, where everybody plays together; empty if they play against each other."""
    sides = {role.side for role in roles}
    return sides.pop() if len(sides) == 1 else ""


@dataclass
class Tally:
    """The results of some matches of one setting."""

    matches: int = 0
    decisions: int = 0
    shortest: int = 0
    longest: int = 0
    seconds: float = 0.0
    """Wall-clock time of a whole simulation; 0 in the tally of a part."""
    results: Counter[str] = field(default_factory=Counter)
    cooperative: bool = False
    """Whether everybody played on one side."""
    scores: list[int] = field(default_factory=list)
    """By match: what the players of a cooperative match scored, where it is scored."""
    reasons: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    by_bot: dict[str, list[int]] = field(default_factory=dict)
    """By bot: matches won, and matches played."""
    deals: dict[str, Counter[tuple[int, int]]] = field(default_factory=dict)
    """By bot: how many deals there were with so many matches, of which it won so many."""
    records: list[str] = field(default_factory=list)
    """The record of each match, where they are kept."""

    def count(self, match: Match, bots: Sequence[str]) -> None:
        """Add a match that is over, with the bot of each seat."""
        length = len(match.choices)
        self.shortest = min(self.shortest, length) if self.matches else length
        self.longest = max(self.longest, length)
        self.matches += 1
        self.decisions += length
        assert match.outcome is not None
        self.results[result_of(match.setting.roles, match.outcome)] += 1
        self.reasons[match.outcome.reason] += 1
        for bot in dict.fromkeys(bots):
            won = self.by_bot.setdefault(bot, [0, 0])
            won[0] += any(bots[seat] == bot for seat in match.outcome.winners)
            won[1] += 1
        side = common_side(match.setting.roles)
        if side:
            self.cooperative = True
            self.results.update(won=0, lost=0)  # both are listed, also the one that never came
        if side in match.outcome.scores:
            self.scores.append(match.outcome.scores[side])

    def close_deal(self) -> None:
        """What was counted so far is of one deal."""
        self.deals = {bot: Counter({(won, played): 1}) for bot, (won, played) in self.by_bot.items()}

    def add(self, other: "Tally") -> None:
        """Add what another worker counted."""
        if other.matches:
            self.shortest = min(self.shortest, other.shortest) if self.matches else other.shortest
            self.longest = max(self.longest, other.longest)
        self.matches += other.matches
        self.decisions += other.decisions
        self.results.update(other.results)
        self.cooperative |= other.cooperative
        self.scores += other.scores
        self.reasons.update(other.reasons)
        self.errors += other.errors
        self.records += other.records
        for bot, deals in other.deals.items():
            self.deals.setdefault(bot, Counter()).update(deals)
        for bot, (won, played) in other.by_bot.items():
            total = self.by_bot.setdefault(bot, [0, 0])
            total[0] += won
            total[1] += played

    @property
    def rate(self) -> float:
        """Decisions per second."""
        return self.decisions / self.seconds if self.seconds else 0.0
