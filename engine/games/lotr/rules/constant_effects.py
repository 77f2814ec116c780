"""Constant effects of cards in play (p. 23): traits and icons they give, and what they allow and forbid."""

from engine.games.lotr.cards.effects import VALUES
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.lasting_effects import CANNOT_ATTACK
from engine.games.lotr.state import GameState


def has_trait(s: GameState, card: int, trait: str) -> bool:
    """Whether a card has a trait, printed or given by an attachment."""
    return trait in ENTRIES[card].traits or any(VALUES[one].gives_trait == trait for one in s.cards[card].attachments)


def has_icon(s: GameState, hero: int, sphere: str) -> bool:
    """Whether a hero's resources match a sphere; neutral cards match every hero (p. 12)."""
    entry = ENTRIES[hero]
    if sphere == entry.sphere or sphere == "neutral":
        return True
    return any(VALUES[one].gives_icon.get(entry.id) == sphere for one in s.cards[hero].attachments)


def may_fight(s: GameState, card: int) -> bool:
    """Whether a character may attack or defend at all."""
    attachments = s.cards[card].attachments
    return not attachments or not any(VALUES[one].cannot_fight for one in attachments)


def may_attack_player(s: GameState, enemy: int, seat: int) -> bool:
    """Whether an enemy may attack the player it is engaged with."""
    state = s.cards[enemy]
    if any(VALUES[one].cannot_attack for one in state.attachments):
        return False
    return not any(effect.stat == CANNOT_ATTACK and effect.amount == seat for effect in state.effects)


def draws_stopped(s: GameState) -> bool:
    """Whether the active location keeps players from drawing cards."""
    return bool(s.active) and VALUES[s.active[0]].stops_draws
