"""The record of a match: a few hundred bytes that anyone can replay and verify.

The record is the match; everything else is a cache that can be rebuilt from it.
"""

from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from engine.core.chance import commitment
from engine.core.errors import BadRecord, BadSeats, IllegalChoice, MatchOver, NotYourTurn

if TYPE_CHECKING:
    from engine.core.match import Match

Choice: TypeAlias = tuple[int, int]
"""A seat and the index of the option it chose."""

CONCEDE = -1
"""The index that stands for conceding."""
ABANDON = -2
"""The index that stands for the end of a match that nobody came to play."""
ANNUL = -3
"""The index that stands for the end that an operator put to a match."""


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything a match was made of, with two seals: the seed's commitment and the digest of the last state."""

    game: str
    rules_version: int
    scenario: str
    seats: int
    options: dict[str, Any]
    seed: str
    commitment: str
    choices: list[Choice]
    digest: str
    practice: bool = False
    """Whether somebody went back behind what chance or other seats had done: nothing that counts may be made of it."""

    def replay(self, until: int | None = None) -> "Match":
        """The match after all its choices, or after the first `until`."""
        from engine.core.registry import load

        game = load(self.game)
        game.check_rules(self.rules_version, "record")
        if until is not None and not 0 <= until <= len(self.choices):
            raise BadRecord(f"the record has {len(self.choices)} choices; it cannot be replayed to {until}")
        match = game.begin(game.setting(self.scenario, self.seats, self.options), self._seed_bytes())
        for number, (seat, index) in enumerate(self.choices[:until]):
            try:
                match.repeat(seat, index)
            except (IllegalChoice, NotYourTurn, MatchOver, BadSeats) as fault:
                raise BadRecord(f"choice {number} does not fit the rules: {fault}") from None
        return match

    def verify(self) -> "Match":
        """Replay the whole record and check both seals; the match it leads to."""
        if commitment(self._seed_bytes()) != self.commitment:
            raise BadRecord("the seed does not match the commitment")
        match = self.replay()
        if match.digest() != self.digest:
            raise BadRecord("the choices do not lead to the state the record is sealed with")
        return match

    def dump(self) -> bytes:
        """The record as one line of JSON."""
        return msgspec.json.encode(self)

    @classmethod
    def load(cls, data: bytes) -> "Record":
        """A record from JSON."""
        try:
            return msgspec.json.decode(data, type=cls)
        except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
            raise BadRecord(f"not a record: {fault}") from None

    def _seed_bytes(self) -> bytes:
        try:
            return bytes.fromhex(self.seed)
        except ValueError:
            raise BadRecord("the seed is not hexadecimal") from None
