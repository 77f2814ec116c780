"""What cards promise before they are played: how much a bot expects of an event, or of a card in hand."""

from collections.abc import Callable

from engine.games.lotr.components import KIND
from engine.games.lotr.state import Play
from engine.games.lotr.stats import attack, threat
from engine.games.lotr.table import (
    all_characters,
    engaged_enemies,
    exhausted,
    of_type,
    staged_enemies,
    staged_locations,
    wounded,
)

KEY_CARDS = {"steward-of-gondor": 3.0, "unexpected-courage": 3.0, "gandalf": 2.0, "northern-tracker": 1.8}
"""Cards that are worth keeping an opening hand for."""


def in_hand(s: Play, seat: int, card: int) -> float:
    """What a card in hand is worth: cheap allies early, the rest about the same."""
    kind = KIND[card]
    if kind.id in KEY_CARDS:
        return KEY_CARDS[kind.id]
    return 1.2 if kind.type == "ally" and kind.cost < 4 else 1.0


def _damage(s: Play) -> float:
    return max((s.cards[card].damage for card in all_characters(s)), default=0)


def _hero_damage(s: Play) -> float:
    return sum(s.cards[card].damage for card in of_type(wounded(s, all_characters(s)), "hero"))


def _blow_held(s: Play) -> float:
    """The strongest attack still to come."""
    waiting = [card for card in engaged_enemies(s) if not s.cards[card].attacked]
    return max((attack(s, card) for card in waiting), default=0)


def _all_blows_held(s: Play) -> float:
    return sum(attack(s, card) for card in engaged_enemies(s) if not s.cards[card].attacked)


def _greatest_threat(s: Play, cards: list[int]) -> float:
    return max((threat(s, card) for card in cards), default=0)


def _in_combat(s: Play) -> float:
    return 1.6 if s.phase == "combat" and engaged_enemies(s) else -1.0


PROMISES: dict[str, Callable[[Play], float]] = {
    "grim-resolve": lambda s: 1.8 * len(exhausted(s, all_characters(s))) - 2.0,
    "sneak-attack": lambda s: 3.0 if s.phase in ("quest", "combat") else 0.0,
    "for-gondor": _in_combat,
    "blade-mastery": _in_combat,
    "rain-of-arrows": lambda s: 1.0 * len(engaged_enemies(s)),
    "feint": lambda s: 1.3 * _blow_held(s),
    "quick-strike": lambda s: 1.5,
    "thicket-of-spears": lambda s: 1.2 * _all_blows_held(s),
    "stand-together": lambda s: 0.5,
    "the-galadhrims-greeting": lambda s: 6.0,
    "will-of-the-west": lambda s: 0.0,
    "stand-and-fight": lambda s: 3.0,
    "a-light-in-the-dark": lambda s: 0.8 * _blow_held(s),
    "dwarven-tomb": lambda s: 1.2,
    "fortune-or-fate": lambda s: 14.0,
    "lore-of-imladris": lambda s: 1.3 * _damage(s),
    "loriens-wealth": lambda s: 3.2,
    "radagasts-cunning": lambda s: 1.3 * _greatest_threat(s, staged_enemies(s)),
    "secret-paths": lambda s: 1.3 * _greatest_threat(s, staged_locations(s)),
    "gandalfs-search": lambda s: 1.2,
    "beorns-hospitality": lambda s: 1.2 * _hero_damage(s),
}
"""What each event may bring, seen before its targets are chosen."""


def promise(s: Play, seat: int, event: str) -> float:
    """What an event that is being played may bring."""
    hope = PROMISES.get(event)
    return 0.0 if hope is None else hope(s)
