"""The Shadow's cards as the bots of "Against the Shadow" play them: what differs from the base card."""

from importlib.resources import files

import msgspec

from engine.games.wotr.components.box import CARDS, SHADOW, SIDE
from engine.games.wotr.components.schema import BotEntry, BotFile, CardEntry

_FILE = msgspec.toml.decode(
    (files("engine.games.wotr") / "data" / "against-the-shadow.toml").read_bytes(), type=BotFile
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

_PRINTED = ("attack", "defence", "lead_attack", "lead_defence", "path", "paths")


def _as_bot_card(n: int, card: CardEntry) -> CardEntry:
    bot = BOT_CARDS.get(n)
    changes = {} if bot is None else {f: v for f in _PRINTED if (v := getattr(bot, f)) is not None}
    return msgspec.structs.replace(card, **changes)


BOT_PRINTED: list[CardEntry] = [_as_bot_card(n, card) for n, card in enumerate(CARDS)]
"""Every faction card as it is printed where bots play the Shadow."""
