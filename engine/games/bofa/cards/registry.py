"""What each word of the vocabulary does: the one place where a word meets its behaviour.

The game does not load when a word has none, or when something is entered here that is no word.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeAlias, get_args

from engine.core.flow import Flow, as_flow
from engine.games.bofa.cards import combat_damage, combat_rolls, lasting_effects
from engine.games.bofa.cards.operations import armies, characters, dice, fate, hand, recruitment
from engine.games.bofa.cards.program import COMPILED
from engine.games.bofa.cards.vocabulary import combat, lasting, orders
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import Battle, Frame, GameState

Operation: TypeAlias = Callable[[GameState, Pack, Frame, Any], Flow[None]]
CombatRule: TypeAlias = Callable[[GameState, Pack, Battle, int, Any], Flow[None]]


def _flows(rules: Mapping[type, Callable[..., Flow[None] | None]]) -> dict[type, Callable[..., Flow[None]]]:
    return {word: as_flow(rule) for word, rule in rules.items()}


OPERATIONS: Mapping[type, Operation] = _flows(
    {
        orders.Move: armies.move,
        orders.Attack: armies.attack,
        orders.Damage: armies.damage,
        orders.Eliminate: armies.eliminate,
        orders.Volley: armies.volley,
        orders.Archery: armies.archery,
        orders.Heal: armies.heal,
        orders.Regroup: armies.regroup,
        orders.Leader: armies.leader,
        orders.DropLeader: armies.drop_leader,
        orders.Repair: armies.repair,
        orders.Breach: armies.breach,
        orders.Recruit: recruitment.recruit,
        orders.Token: recruitment.token,
        orders.Flip: recruitment.flip,
        orders.DropTokens: recruitment.drop_tokens,
        orders.Goblins: recruitment.goblins,
        orders.OpenPass: recruitment.open_pass,
        orders.Eagles: recruitment.eagles,
        orders.Bats: recruitment.bats,
        orders.Place: characters.place,
        orders.Counter: characters.counter,
        orders.Activate: characters.activate,
        orders.Fate: fate.fate,
        orders.FateToken: fate.fate_token,
        orders.FateCard: fate.fate_card,
        orders.Draw: hand.draw,
        orders.Discard: hand.discard,
        orders.Look: hand.look,
        orders.Take: hand.take,
        orders.TurnDie: dice.turn_die,
    }
)
"""Operations of an order, carried out one after the other by steps/effect.py."""

ROLL: Mapping[type, Callable[..., int]] = {
    combat.Add: combat_rolls.result_shift,
    combat.Dice: combat_rolls.extra_dice,
    combat.Rerolls: combat_rolls.extra_rerolls,
    combat.Volley: combat_rolls.volley_hits,
    combat.Storm: combat_rolls.storms,
    combat.Void: combat_rolls.voids_enemy_card,
}
"""Combat effects on cards and dice: the rules of a round call the function that looks for them."""

DAMAGE: Mapping[type, CombatRule] = _flows({combat.Hit: combat_damage.hit})
"""Combat effects that deal damage, carried out by steps/damage.py before all others."""

AFTER_DAMAGE: Mapping[type, CombatRule] = _flows(
    {
        combat.Prevent: combat_damage.prevent,
        combat.Heal: combat_damage.heal,
        combat.Sacrifice: combat_damage.sacrifice,
        combat.Pin: combat_damage.pin,
        combat.Pursue: combat_damage.pursue,
        combat.Withdraw: combat_damage.withdraw,
        combat.DropLeader: combat_damage.drop_leader,
        combat.Draw: combat_damage.draw,
        combat.TakeBack: combat_damage.take_back,
    }
)
"""Combat effects that work once all damage is dealt, carried out by steps/damage.py."""

LASTING: Mapping[type, Callable[..., Any]] = {
    lasting.Battle: lasting_effects.battle_effects,
    lasting.BeornDice: lasting_effects.beorn_dice,
    lasting.BeornAdd: lasting_effects.beorn_bonus,
    lasting.Swift: lasting_effects.extra_movement,
    lasting.Inspire: lasting_effects.extra_leadership,
    lasting.Regroup: lasting_effects.regroup_bonus,
}
"""Lasting effects: the rules call the function that looks for them."""


def check(words: Collection[type], *tables: Collection[type]) -> None:
    """Refuse to load unless each of the words stands in just one of the tables, and nothing else does."""
    entries = Counter(word for table in tables for word in table)
    faults = [f"{word.__qualname__} has no behaviour" for word in words if word not in entries]
    faults += [f"{word.__qualname__} is no word of the vocabulary" for word in entries if word not in words]
    faults += [f"{word.__qualname__} has {count} behaviours" for word, count in entries.items() if count > 1]
    if faults:
        raise LookupError("; ".join(faults))


check(get_args(orders.Operation), COMPILED, OPERATIONS)
check(get_args(combat.Effect), ROLL, DAMAGE, AFTER_DAMAGE)
check(get_args(lasting.Effect), LASTING)
