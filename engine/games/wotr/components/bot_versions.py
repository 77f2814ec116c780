"""The Shadow's cards as the bots of "Against the Shadow" play them: what differs from the base card."""

from importlib.resources import files
from typing import Literal

import msgspec

from engine.games.wotr.components.entries import CARDS, SHADOW, SIDE, CardEntry


class BotAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot card's "use your action" text, in the words of data/against-the-shadow.toml."""

    where: Literal["reserve", "path", "location", "play"]
    cost: Literal["none", "cycle", "eliminate", "cycle-wielder"]
    effect: str
    n: int = 1
    of: str = ""
    further: int = 0
    once: bool = False


class BotEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a Shadow card's bot version changes; None leaves the base card as it is."""

    id: str
    action: BotAction | None = None
    effects: list[str] = []
    """The clauses by which a bot plays it that stand in the card's block."""
    unplayable: int = 0
    attack: int | None = None
    defence: int | None = None
    lead_attack: int | None = None
    lead_defence: int | None = None
    path: int | None = None
    paths: list[int] | None = None
    text: str | None = None
    text_pl: str | None = None


class BotLocation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A location whose text asks a bot something."""

    id: str
    effects: list[str]


class _BotFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of against-the-shadow.toml."""

    card: list[BotEntry]
    location: list[BotLocation]


_FILE = msgspec.toml.decode(
    (files("engine.games.wotr") / "data" / "against-the-shadow.toml").read_bytes(), type=_BotFile
)

BOT_CLAUSES: dict[str, list[str]] = {card.id: card.effects for card in _FILE.card}
BOT_CLAUSES.update((location.id, location.effects) for location in _FILE.location)
"""By id, the clauses of blocks that only bots play."""


def _bot_cards() -> dict[int, BotEntry]:
    entries = {entry.id: entry for entry in _FILE.card}
    shadow = [n for n, side in enumerate(SIDE) if side == SHADOW]
    if wrong := {CARDS[n].id for n in shadow} ^ set(entries):
        raise LookupError(f"against-the-shadow.toml lacks or has too much: {', '.join(sorted(wrong))}")
    return {n: entries[CARDS[n].id] for n in shadow}


BOT_CARDS: dict[int, BotEntry] = _bot_cards()
"""The bot version of every Shadow card, by card number."""

_PRINTED = ("attack", "defence", "lead_attack", "lead_defence", "path", "paths", "text", "text_pl")


def _as_bot_card(n: int, card: CardEntry) -> CardEntry:
    bot = BOT_CARDS.get(n)
    changes = {} if bot is None else {f: v for f in _PRINTED if (v := getattr(bot, f)) is not None}
    return msgspec.structs.replace(card, **changes)


BOT_PRINTED: list[CardEntry] = [_as_bot_card(n, card) for n, card in enumerate(CARDS)]
"""Every faction card as it is printed where bots play the Shadow."""
