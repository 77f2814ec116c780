"""Constant effects of cards in play (p. 23): traits and icons they give, and what they allow and forbid."""

from engine.games.lotr.cards.registry import FLAGS
from engine.games.lotr.components.kinds import KIND
from engine.games.lotr.state import GameState

_NO_FLAGS: frozenset[str] = frozenset()


def has_flag(card: int, flag: str) -> bool:
    """Whether the card switches a rule on."""
    return flag in FLAGS.get(KIND[card].id, _NO_FLAGS)


def borne(s: GameState, card: int, flag: str) -> bool:
    """Whether an attachment of the card switches a rule on."""
    return any(has_flag(one, flag) for one in s.cards[card].attachments)


def has_trait(s: GameState, card: int, trait: str) -> bool:
    """Whether a card has a trait, printed or given by an attachment."""
    return trait in KIND[card].traits or borne(s, card, f"gives {trait}")


def has_icon(s: GameState, hero: int, sphere: str) -> bool:
    """Whether a hero's resources match a sphere; neutral cards match every hero (p. 12)."""
    kind = KIND[hero]
    if sphere == kind.sphere or sphere == "neutral":
        return True
    return any(has_flag(one, f"gives {kind.id} {sphere}") for one in s.cards[hero].attachments)


def may_fight(s: GameState, card: int) -> bool:
    """Whether a character may attack or defend at all."""
    return not s.cards[card].attachments or not borne(s, card, "cannot fight")


def may_attack_player(s: GameState, enemy: int, seat: int) -> bool:
    """Whether an enemy may attack the player it is engaged with."""
    state = s.cards[enemy]
    if state.attachments and borne(s, enemy, "cannot attack"):
        return False
    return not any(effect.stat == "cannot attack" and effect.amount == seat for effect in state.effects)


def draws_stopped(s: GameState) -> bool:
    """Whether the active location keeps players from drawing cards."""
    return bool(s.active) and has_flag(s.active[0], "stops draws")
