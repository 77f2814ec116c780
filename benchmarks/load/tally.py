"""What people were offered, what they got, how long they waited and what went wrong: counted, sent, added up."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from benchmarks.load.histogram import Histogram

CHOICE, TOLD, JOIN, MATCH, LATENESS = "choice", "told", "join", "match", "generator late"
"""Kinds of waits: from when a choice is due until it is confirmed, or until each other one who follows the match is
told; from coming until the first update; from looking for a match until there is one; and of the generator's own
clock, by which one sees when it is the generator that is slow."""
MOST_P99_MS = 100.0
LEAST_SERVED = 0.99


@dataclass
class Tally:
    """The counts of a time."""

    offered: int = 0
    """Choices that were due."""
    served: int = 0
    """Choices that were confirmed."""
    waits: defaultdict[str, Histogram] = field(default_factory=lambda: defaultdict(Histogram))
    errors: Counter[str] = field(default_factory=Counter)

    def merge(self, other: "Tally") -> None:
        """Add what another one has."""
        self.offered += other.offered
        self.served += other.served
        self.errors.update(other.errors)
        for kind, histogram in other.waits.items():
            self.waits[kind].merge(histogram)

    def take(self) -> "Tally":
        """What was counted until now; from now on it is counted anew."""
        taken = Tally(self.offered, self.served, self.waits, self.errors)
        self.offered, self.served, self.waits, self.errors = 0, 0, defaultdict(Histogram), Counter()
        return taken

    def to_json(self) -> dict[str, Any]:
        """All of it in plain values."""
        waits = {kind: histogram.pairs() for kind, histogram in self.waits.items()}
        return {"offered": self.offered, "served": self.served, "waits": waits, "errors": dict(self.errors)}

    @classmethod
    def of_json(cls, data: dict[str, Any]) -> "Tally":
        """The tally that was put into plain values."""
        waits: defaultdict[str, Histogram] = defaultdict(Histogram)
        waits.update({kind: Histogram(map(tuple, pairs)) for kind, pairs in data["waits"].items()})
        return cls(data["offered"], data["served"], waits, Counter(data["errors"]))


@dataclass(frozen=True)
class Window:
    """A tally and how long it was counted."""

    seconds: float
    tally: Tally

    @property
    def offered_rate(self) -> float:
        """Choices due in a second."""
        return self.tally.offered / self.seconds

    @property
    def served_rate(self) -> float:
        """Choices confirmed in a second."""
        return self.tally.served / self.seconds

    def percentile(self, percent: float, kind: str = CHOICE) -> float:
        """Milliseconds that so many of a hundred waits of a kind do not exceed."""
        return self.tally.waits[kind].percentile(percent)

    @property
    def is_sustained(self) -> bool:
        """Whether what was offered was served, in time and without an error."""
        return (
            self.tally.served >= LEAST_SERVED * self.tally.offered
            and self.percentile(99) <= MOST_P99_MS
            and not self.tally.errors
        )
