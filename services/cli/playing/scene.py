"""What a played match shows to the person at the terminal, and what it can be told to do."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from engine.core.game import Game, Role
from engine.core.state import Outcome
from engine.core.words import Lang
from services.cli.playing.lookup import Lookup
from services.cli.playing.question import Offer


@dataclass(frozen=True)
class OpenDecision:
    """A decision as the game or the server asks it, before its options have keys."""

    kind: str
    prompt: str
    version: int
    offers: tuple[Offer, ...]
    round: int = 0
    """The round in which it is asked; 0 where the game has none."""


@dataclass(frozen=True)
class Ending:
    """How a match ended."""

    outcome: Outcome
    roles: Sequence[Role]
    explanation: str
    remarks: tuple[str, ...] = ()
    """What else is to be said: whether the seed fits, where the record is."""
    commands: tuple[tuple[str, str], ...] = ()
    """Commands to type next, each with what for."""


@dataclass(frozen=True)
class Scene:
    """What there is to see at one moment."""

    seat: int
    viewer: str
    """The name of the viewer: role, and person if there is one."""
    observation: Any
    news: tuple[str, ...]
    """What has happened since this person last chose."""
    decision: OpenDecision | None = None
    waiting: str = ""
    """Who is waited for, in words."""
    draws_again: bool = True
    """Whether the board is worth drawing again while others choose."""
    notice: str = ""
    """Why the last command was not carried out."""
    ending: Ending | None = None
    in_secret: bool = False
    """Whether another person sat at this keyboard the moment before."""


@dataclass(frozen=True)
class Hint:
    """What a bot would choose, and how likely the side wins with each option that it looked at, the best first."""

    index: int
    chances: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True)
class Farewell:
    """What becomes of a match that is left, and the command by which one comes back."""

    lines: tuple[str, ...] = ()
    why: str = ""
    command: str = ""
    lost: str = ""
    """That it is not kept where it was wanted, and where it is instead."""


class PlayedMatch(Protocol):
    """A match that somebody plays at a terminal, here or on a server."""

    game: Game[Any]
    lang: Lang
    undoes_while_waiting: bool
    """Whether a choice can be taken back while others choose."""
    on_aside: Callable[[str], None]
    """Told at once of what happens beside the game, such as that somebody has gone; the story has it too."""

    @property
    def story(self) -> list[str]:
        """All that this person was told since the match began, or since they joined."""

    @property
    def lookup(self) -> Lookup:
        """What can be asked about; there from the first scene on."""

    @property
    def help(self) -> str:
        """The commands that can be typed, in words."""

    def asked_before(self, seat: int) -> Sequence[OpenDecision]:
        """What a seat had been asked when the person came back to it, as far as that is known, the latest last."""

    def scenes(self) -> AsyncIterator[Scene]:
        """What there is to see, as it comes; one with a question is followed by others once it is answered."""

    async def choose(self, index: int) -> None:
        """Answer the open question."""

    async def undo(self) -> None:
        """Undo the last choice; the next scene tells where that was refused."""

    async def concede(self) -> None:
        """Give the match up."""

    async def hint(self) -> Hint | None:
        """What a bot would choose; None where nothing is asked."""

    def save(self, file: Path | None) -> str:
        """Keep the match in a file; what is to be said of it."""

    async def leave(self) -> Farewell:
        """Leave the match, whether it is over or not."""
