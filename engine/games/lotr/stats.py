"""The numbers of cards in play: printed, with constant and lasting effects, never below zero (p. 25)."""

from engine.games.lotr.abilities import STATS
from engine.games.lotr.components import KIND
from engine.games.lotr.state import Play
from engine.games.lotr.table import borne, has_flag, lasting

_WILLPOWER = STATS.setdefault("willpower", {})
_ATTACK = STATS.setdefault("attack", {})
_DEFENSE = STATS.setdefault("defense", {})
_THREAT = STATS.setdefault("threat", {})
_HIT_POINTS = STATS.setdefault("hit points", {})


def _total(s: Play, card: int, stat: str, printed: int) -> int:
    total = printed
    table = STATS[stat]
    own = table.get(KIND[card].id)
    if own is not None:
        total += own(s, card)
    state = s.cards[card]
    for one in state.attachments:
        added = table.get(KIND[one].id)
        if added is not None:
            total += added(s, card)
    if state.effects:
        total += lasting(state, stat)
    return total if total > 0 else 0


def willpower(s: Play, card: int) -> int:
    """How well a character quests."""
    return _total(s, card, "willpower", KIND[card].willpower)


def attack(s: Play, card: int) -> int:
    """How hard a card hits."""
    return _total(s, card, "attack", KIND[card].attack)


def defense(s: Play, card: int) -> int:
    """How much damage of an attack a card takes away."""
    return _total(s, card, "defense", KIND[card].defense)


def hit_points(s: Play, card: int) -> int:
    """How much damage destroys a card (p. 20)."""
    return _total(s, card, "hit points", KIND[card].hit_points)


def health(s: Play, card: int) -> int:
    """The hit points that are left (p. 20)."""
    return hit_points(s, card) - s.cards[card].damage


def threat(s: Play, card: int) -> int:
    """What an enemy or location adds to the staging area's threat."""
    state = s.cards[card]
    if state.effects and any(effect.stat == "no threat" for effect in state.effects):
        return 0
    return _total(s, card, "threat", KIND[card].threat)


def staging_threat(s: Play) -> int:
    """The threat of everything in the staging area (p. 14)."""
    return sum(threat(s, card) for card in s.staging) + s.staging_threat


def may_fight(s: Play, card: int) -> bool:
    """Whether a character may attack or defend at all."""
    return not s.cards[card].attachments or not borne(s, card, "cannot fight")


def may_attack_player(s: Play, enemy: int, seat: int) -> bool:
    """Whether an enemy may attack the player it is engaged with."""
    state = s.cards[enemy]
    if state.attachments and borne(s, enemy, "cannot attack"):
        return False
    return not any(effect.stat == "cannot attack" and effect.amount == seat for effect in state.effects)


def draws_stopped(s: Play) -> bool:
    """Whether the active location keeps players from drawing cards."""
    return bool(s.active) and has_flag(s.active[0], "stops draws")
