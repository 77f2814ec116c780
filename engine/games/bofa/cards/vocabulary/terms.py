"""The terms that all words of the vocabulary are made of: numbers with their bounds, and the names of the rules."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Number: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
Shift: TypeAlias = Annotated[int, Meta(ge=-9, le=9)]
DieFace: TypeAlias = Annotated[int, Meta(ge=2, le=6)]
Whose: TypeAlias = Literal["friend", "enemy"]
Terrain: TypeAlias = Literal["hills", "mountains", "plains", "ruins", "marsh"]
Deck: TypeAlias = Literal["event", "story"]
Cards: TypeAlias = Literal["hand", "event", "story"]
"""Cards to look at: the enemy's hand, or the top of the Event deck or of one's own Story deck."""
CounterKind: TypeAlias = Literal["ring", "wrath", "bodyguard", "concentration"]
FateColour: TypeAlias = Literal["blue", "red"]


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything a pack may write: a field the engine does not know is a fault."""
