"""What combat effects do before and in the roll: results, dice, re-rolls, volleys, walls and void cards (p. 26-28)."""

from engine.core.chance import roll
from engine.games.bofa.cards.conditions import applies
from engine.games.bofa.cards.lasting_effects import battle_effects
from engine.games.bofa.cards.vocabulary import combat
from engine.games.bofa.components.box import FREE
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.components.schema import EventEntry
from engine.games.bofa.state import Battle, GameState


def effects_of(s: GameState, p: Pack, b: Battle, seat: int) -> list[combat.Effect]:
    """Everything that works for a side this round and applies."""
    return [effect for effect in effects_in_play(s, p, b, seat) if applies(s, p, b, seat, effect.when)]


def effects_in_play(s: GameState, p: Pack, b: Battle, seat: int) -> list[combat.Effect]:
    """The effects of the card a side shows and of those on the table, whether they apply or not."""
    effects = list(card_effects(p, b, seat))
    if (s.lasting_cards[seat] or (seat == FREE and s.fate_cards)) and not (b.beorn and seat == FREE):
        effects += battle_effects(s, p, seat)  # Beorn uses none (p. 33)
    return effects


def card_effects(p: Pack, b: Battle, seat: int) -> tuple[combat.Effect, ...]:
    """The effects of the card a side shows, unless it is void; unit cards need a black hit first (p. 27)."""
    card = b.cards[seat]
    if b.void[seat]:
        return ()
    if card.kind == "event":
        row = p.cards[card.id].row
        assert isinstance(row, EventEntry)
        return row.combat
    if card.kind == "strokes":
        return p.contents.units.mighty_strokes.effects
    return ()


def result_shift(s: GameState, p: Pack, b: Battle, seat: int, which: str) -> int:
    """What is added to a side's results in the combat roll (`roll`) or the leader re-roll (`reroll`) (p. 28)."""
    shift = 0
    for owner in (0, 1):
        rolls = ("both", "either", which) if b.aim[owner] == which else ("both", which)
        whose = "friend" if owner == seat else "enemy"
        for effect in effects_of(s, p, b, owner):
            if type(effect) is combat.Add and effect.whose == whose and effect.to in rolls:
                shift += effect.amount
    return shift


def extra_dice(s: GameState, p: Pack, b: Battle, seat: int) -> int:
    """How many dice more, or fewer, a side rolls."""
    return _sum_of(combat.Dice, s, p, b, seat)


def extra_rerolls(s: GameState, p: Pack, b: Battle, seat: int) -> int:
    """How many leader re-rolls more, or fewer, a side has."""
    return _sum_of(combat.Rerolls, s, p, b, seat)


def _sum_of(kind: type[combat.Dice | combat.Rerolls], s: GameState, p: Pack, b: Battle, seat: int) -> int:
    """What the effects of a kind add for a side: its own on friends, and the other side's on enemies."""
    extra = 0
    for owner in (0, 1):
        whose = "friend" if owner == seat else "enemy"
        for effect in effects_of(s, p, b, owner):
            if type(effect) is kind and effect.whose == whose:
                extra += effect.amount
    return extra


def volley_hits(s: GameState, p: Pack, b: Battle, seat: int) -> int:
    """Dice are rolled before the combat roll; how many of them hit."""
    hits = 0
    for effect in effects_of(s, p, b, seat):
        if type(effect) is combat.Volley:
            hits += sum(roll(s, f"dice:combat:{seat}") >= effect.hit for _ in range(effect.dice))
    return hits


def storms(s: GameState, p: Pack, b: Battle, seat: int) -> bool:
    """Whether walls, fords and slopes do not hinder a side this round."""
    return any(type(effect) is combat.Storm for effect in effects_of(s, p, b, seat))


def voids_enemy_card(s: GameState, p: Pack, b: Battle, seat: int) -> bool:
    """Whether a side's card takes the enemy's card out of the round."""
    return any(type(effect) is combat.Void for effect in effects_of(s, p, b, seat))


def must_aim(s: GameState, p: Pack, b: Battle, seat: int) -> bool:
    """Whether a side has yet to say which roll an effect is for."""
    return any(type(effect) is combat.Add and effect.to == "either" for effect in effects_of(s, p, b, seat))
