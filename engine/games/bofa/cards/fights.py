"""Effects in combat: what the cards shown and the cards on the table change in a round (p. 26-28)."""

from collections.abc import Iterator

from engine.core.chance import roll
from engine.games.bofa.cards.vocabulary import combat
from engine.games.bofa.cards.vocabulary import lasting as lasting_words
from engine.games.bofa.cards.vocabulary.conditions import InCombat
from engine.games.bofa.components.box import CHARACTERS, FREE
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.components.schema import EventRow
from engine.games.bofa.state import Battle, Field, lasting_effects, leadership_of


def front_of(b: Battle, seat: int) -> int:
    """Where a side fights from."""
    return b.front if seat == b.attacker else b.target


def shown(s: Field, p: Pack, b: Battle, seat: int) -> tuple[combat.Effect, ...]:
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


def lasting(s: Field, p: Pack, b: Battle, seat: int) -> Iterator[combat.Effect]:
    """Combat effects of cards that lie on the table for a side; Beorn uses none (p. 33)."""
    if b.beorn and seat == FREE:
        return
    for effect in lasting_effects(s, p, seat):
        if type(effect) is lasting_words.Battle:
            yield from effect.effects


def effects_of(s: Field, p: Pack, b: Battle, seat: int) -> list[combat.Effect]:
    """Everything that works for a side this round and applies."""
    return [effect for effect in effects_in_play(s, p, b, seat) if applies(s, p, b, seat, effect.when)]


def effects_in_play(s: Field, p: Pack, b: Battle, seat: int) -> list[combat.Effect]:
    """The effects of the card a side shows and of those on the table, whether they apply or not."""
    found = shown(s, p, b, seat)
    if s.tables[seat] or (seat == FREE and s.fate_played):
        return [*found, *lasting(s, p, b, seat)]
    return list(found)


def applies(s: Field, p: Pack, b: Battle, seat: int, when: InCombat) -> bool:
    """Whether the conditions of an effect hold for a side."""
    if when == ALWAYS:
        return True
    mine, theirs = front_of(b, seat), front_of(b, 1 - seat)
    if when.attacking is not None and when.attacking != (seat == b.attacker):
        return False
    if when.terrain and p.terrain[b.target] not in when.terrain:
        return False
    if when.army_has and not has_units(s, p, mine, when.army_has):
        return False
    if when.enemy_has and not has_units(s, p, theirs, when.enemy_has):
        return False
    if when.character and not any(s.people[CHARACTERS.index(name)] == mine for name in when.character):
        return False
    if when.first_round is not None and when.first_round != (b.round == 1):
        return False
    if when.leadership is not None and when.leadership != (leadership_of(s, p, mine) > 0):
        return False
    if when.fortification is not None and when.fortification != (p.walls[b.target] > 0):
        return False
    if when.outnumbered is not None and when.outnumbered != (len(s.armies[theirs]) > len(s.armies[mine])):
        return False
    return when.hit is None or when.hit == (has_hit(b, seat))


ALWAYS = InCombat()


def has_units(s: Field, p: Pack, place: int, names: tuple[str, ...]) -> bool:
    """Whether the army of a place has a unit of one of these types."""
    return any(p.units[unit].id in names for unit in s.armies[place])


def has_hit(b: Battle, seat: int) -> bool:
    """Whether a side has dealt damage this round, to an army or its walls."""
    return b.dealt[1 - seat] > 0 or (seat == b.attacker and b.walled > 0)


def target_shift(s: Field, p: Pack, b: Battle, seat: int, reroll: bool) -> int:
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


def extra_dice(s: Field, p: Pack, b: Battle, seat: int) -> int:
    """More or fewer dice for a side."""
    more = 0
    for owner in (0, 1):
        whose = "friend" if owner == seat else "enemy"
        for effect in effects_of(s, p, b, owner):
            if type(effect) is combat.Dice and effect.whose == whose:
                more += effect.amount
    return more


def extra_rerolls(s: Field, p: Pack, b: Battle, seat: int) -> int:
    """More or fewer leader re-rolls for a side."""
    more = 0
    for owner in (0, 1):
        whose = "friend" if owner == seat else "enemy"
        for effect in effects_of(s, p, b, owner):
            if type(effect) is combat.Rerolls and effect.whose == whose:
                more += effect.amount
    return more


def shots(s: Field, p: Pack, b: Battle, seat: int) -> int:
    """Damage of shots before the combat roll."""
    hits = 0
    for effect in effects_of(s, p, b, seat):
        if type(effect) is combat.Volley:
            hits += sum(roll(s) >= effect.hit for _ in range(effect.dice))
    return hits


def storms(s: Field, p: Pack, b: Battle, seat: int) -> bool:
    """Whether walls, fords and slopes do not hinder a side this round."""
    return any(type(effect) is combat.Storm for effect in effects_of(s, p, b, seat))


def cancels(s: Field, p: Pack, b: Battle, seat: int) -> bool:
    """Whether a side's card takes the enemy's card out of the round."""
    return any(type(effect) is combat.Void for effect in effects_of(s, p, b, seat))


def must_aim(s: Field, p: Pack, b: Battle, seat: int) -> bool:
    """Whether a side has yet to say which roll an effect is for."""
    return any(type(effect) is combat.Add and effect.to == "either" for effect in effects_of(s, p, b, seat))
