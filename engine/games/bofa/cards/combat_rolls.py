"""What combat effects do before and in the roll: results, dice, re-rolls, shots, walls and void cards (p. 26-28)."""

from collections.abc import Iterator

from engine.core.chance import roll
from engine.games.bofa.cards.conditions import applies
from engine.games.bofa.cards.lasting_effects import lasting_effects
from engine.games.bofa.cards.vocabulary import combat
from engine.games.bofa.cards.vocabulary import lasting as lasting_words
from engine.games.bofa.components.box import FREE
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.components.schema import EventRow
from engine.games.bofa.state import Battle, GameState


def shown(s: GameState, p: Pack, b: Battle, seat: int) -> tuple[combat.Effect, ...]:
    """The effects of the card a side shows, unless it is void; unit cards need a black hit first (p. 27)."""
    card = b.cards[seat]
    if b.void[seat]:
        return ()
    if card.kind == "event":
        row = p.cards[card.id].row
        assert isinstance(row, EventRow)
        return row.combat
    if card.kind == "strokes":
        return p.contents.units.mighty_strokes.effects
    return ()


def lasting(s: GameState, p: Pack, b: Battle, seat: int) -> Iterator[combat.Effect]:
    """Combat effects of cards that lie on the table for a side; Beorn uses none (p. 33)."""
    if b.beorn and seat == FREE:
        return
    for effect in lasting_effects(s, p, seat):
        if type(effect) is lasting_words.Battle:
            yield from effect.effects


def effects_of(s: GameState, p: Pack, b: Battle, seat: int) -> list[combat.Effect]:
    """Everything that works for a side this round and applies."""
    return [effect for effect in effects_in_play(s, p, b, seat) if applies(s, p, b, seat, effect.when)]


def effects_in_play(s: GameState, p: Pack, b: Battle, seat: int) -> list[combat.Effect]:
    """The effects of the card a side shows and of those on the table, whether they apply or not."""
    found = shown(s, p, b, seat)
    if s.tables[seat] or (seat == FREE and s.fate_played):
        return [*found, *lasting(s, p, b, seat)]
    return list(found)


def target_shift(s: GameState, p: Pack, b: Battle, seat: int, reroll: bool) -> int:
    """What is added to a side's results, in the combat roll or the leader re-roll (p. 28)."""
    rolled = "reroll" if reroll else "roll"
    shift = 0
    for owner in (0, 1):
        kinds = ("both", "either", rolled) if b.aim[owner] == rolled else ("both", rolled)
        whose = "friend" if owner == seat else "enemy"
        for effect in effects_of(s, p, b, owner):
            if type(effect) is combat.Add and effect.whose == whose and effect.to in kinds:
                shift += effect.amount
    return shift


def extra_dice(s: GameState, p: Pack, b: Battle, seat: int) -> int:
    """More or fewer dice for a side."""
    more = 0
    for owner in (0, 1):
        whose = "friend" if owner == seat else "enemy"
        for effect in effects_of(s, p, b, owner):
            if type(effect) is combat.Dice and effect.whose == whose:
                more += effect.amount
    return more


def extra_rerolls(s: GameState, p: Pack, b: Battle, seat: int) -> int:
    """More or fewer leader re-rolls for a side."""
    more = 0
    for owner in (0, 1):
        whose = "friend" if owner == seat else "enemy"
        for effect in effects_of(s, p, b, owner):
            if type(effect) is combat.Rerolls and effect.whose == whose:
                more += effect.amount
    return more


def shots(s: GameState, p: Pack, b: Battle, seat: int) -> int:
    """Damage of shots before the combat roll."""
    hits = 0
    for effect in effects_of(s, p, b, seat):
        if type(effect) is combat.Volley:
            hits += sum(roll(s) >= effect.hit for _ in range(effect.dice))
    return hits


def storms(s: GameState, p: Pack, b: Battle, seat: int) -> bool:
    """Whether walls, fords and slopes do not hinder a side this round."""
    return any(type(effect) is combat.Storm for effect in effects_of(s, p, b, seat))


def cancels(s: GameState, p: Pack, b: Battle, seat: int) -> bool:
    """Whether a side's card takes the enemy's card out of the round."""
    return any(type(effect) is combat.Void for effect in effects_of(s, p, b, seat))


def must_aim(s: GameState, p: Pack, b: Battle, seat: int) -> bool:
    """Whether a side has yet to say which roll an effect is for."""
    return any(type(effect) is combat.Add and effect.to == "either" for effect in effects_of(s, p, b, seat))
