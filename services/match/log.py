"""What the log of a match is made of: its meta, its entries, and whom it waits for after the last of them.

The log is the match. The version of a match is the length of its log."""

from typing import Any, Final

import msgspec

from services.match.editions import edition_of
from services.store.live_index import IndexNote

CHOOSE: Final = "choose"
UNDO: Final = "undo"
CONCEDE: Final = "concede"
ABANDON: Final = "abandon"
ANNUL: Final = "annul"
HAND_OVER: Final = "hand"
FORFEIT: Final = "forfeit"
TAKE_SEAT: Final = "take"

WISH: Final = "wish"
CLOCK: Final = "clock"
ABSENCE: Final = "absence"
"""Why a bot holds a person's seat: they wished it, their time was up, or they were gone."""
ILLEGAL: Final = "illegal"
"""Why a match was forfeited, beside clock and absence: its player chose what was not offered."""
UNJOINED: Final = "unjoined"
"""Why a match was abandoned: none of its people ever joined it."""
RETURN: Final = "return"
"""Why a choice changes who holds the seat: its person made it, while a bot held the seat for them."""


TOURNAMENT = "tournament"
"""The label of matches of tournaments. Services alone give labels."""


class Meta(msgspec.Struct, frozen=True, array_like=True, kw_only=True):
    """What a match was made of; never changes."""

    match_id: str
    game: str
    rules_version: int
    scenario: str
    options: dict[str, Any]
    seed: bytes
    players: list[str]
    """By seat; empty for a seat that has only a bot."""
    bots: list[str]
    """By seat: the bot that plays it, or holds it for its person."""
    bank_ms: int
    increment_ms: int
    absence_ms: int
    private: bool
    created_ms: int
    join_ms: int = 0
    """For how long it waits for the first of its people to join; 0: it does not end for that."""
    labels: dict[str, str] = {}
    """What it belongs to, such as the tournament, round and table of it."""
    sealed: bool = False
    """Whether its deal is played elsewhere too, so that its seed and its record are shown later."""
    unrated: bool = False
    forfeits: bool = False
    """Whether a player who overruns the clock, is gone or chooses what is not offered loses, and no bot steps in."""

    @property
    def edition(self) -> str:
        """The game and the rules it is played by."""
        return edition_of(self.game, self.rules_version)

    @property
    def is_of_tournament(self) -> bool:
        """Whether it is played at a table of a tournament."""
        return TOURNAMENT in self.labels


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One thing that happened to a match: a choice, an undo, a concession, a forfeit, or a seat that changed hands."""

    kind: str
    seat: int
    at: int
    """Milliseconds since 1970, by the clock of the worker that took it."""
    nonce: str
    """Tells this entry from every other, so that a retry is known for what it is."""
    index: int = 0
    bot: str = ""
    cause: str = ""
    """Why a seat changed hands, or a match was forfeited or ended; what an operator said who annulled it."""
    has_request_id: bool = False
    """Whether the nonce is the request_id that the caller gave a choice: no other of the seat may have it."""


class Waiting(msgspec.Struct, frozen=True, array_like=True):
    """Whom a match waits for, so that nobody needs to play it to know."""

    version: int
    at: int
    bots: list[int]
    people: list[int]
    due: int
    """When the first clock runs out, in milliseconds; 0: never."""
    absence_ms: int
    over: bool
    join_by: int = 0
    """When it is abandoned if none of its people has joined it, in milliseconds; 0: never, or one has chosen."""

    def index_note(self) -> IndexNote:
        """Where the match stands in the index: people make it due, by their clocks or if they are gone."""
        if self.over:
            return IndexNote(self.version, ended=self.at)
        absent = self.at + self.absence_ms if self.people and self.absence_ms else 0
        due = min(filter(None, (self.join_by, self.due, absent)), default=0)
        return IndexNote(self.version, due, self.at if self.bots else 0)


encode = msgspec.msgpack.Encoder().encode
decode_meta = msgspec.msgpack.Decoder(Meta).decode
decode_entry = msgspec.msgpack.Decoder(Entry).decode
decode_waiting = msgspec.msgpack.Decoder(Waiting).decode
