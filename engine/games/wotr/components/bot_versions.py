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
    once: bool = False


class BotEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a Shadow card's bot version changes; None leaves the base card as it is."""

    id: str
    action: BotAction | None = None
    unplayable: int = 0
    attack: int | None = None
    defence: int | None = None
    lead_attack: int | None = None
    lead_defence: int | None = None
    path: int | None = None
    paths: list[int] | None = None
    text: str | None = None
    text_pl: str | None = None


def _read_bots() -> dict[int, BotEntry]:
    """The bot version of every Shadow card."""
    text = (files("engine.games.wotr") / "data" / "against-the-shadow.toml").read_bytes()
    entries = {entry.id: entry for entry in msgspec.toml.decode(text, type=dict[str, list[BotEntry]])["card"]}
    shadow = [n for n, side in enumerate(SIDE) if side == SHADOW]
    wrong = {CARDS[n].id for n in shadow} ^ set(entries)
    if wrong:
        raise LookupError(f"against-the-shadow.toml lacks or has too much: {', '.join(sorted(wrong))}")
    return {n: entries[CARDS[n].id] for n in shadow}


BOT_CARDS: dict[int, BotEntry] = _read_bots()
"""What "Against the Shadow" changes, by card number."""
_PRINTED = ("attack", "defence", "lead_attack", "lead_defence", "path", "paths", "text", "text_pl")


def _as_bot_card(n: int, card: CardEntry) -> CardEntry:
    bot = BOT_CARDS.get(n)
    changes = {} if bot is None else {f: v for f in _PRINTED if (v := getattr(bot, f)) is not None}
    return msgspec.structs.replace(card, **changes)


BOT_PRINTED: list[CardEntry] = [_as_bot_card(n, card) for n, card in enumerate(CARDS)]
"""Every faction card as it is printed where bots play the Shadow."""
