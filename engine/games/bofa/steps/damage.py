"""Step 4 of a round of combat: damage is assigned and casualties are taken (p. 28-29)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import because
from engine.games.bofa.cards.combat_rolls import card_effects
from engine.games.bofa.cards.conditions import applies
from engine.games.bofa.cards.lasting_effects import battle_effects_of, cards_for
from engine.games.bofa.cards.registry import AFTER_DAMAGE, DAMAGE, CombatRule
from engine.games.bofa.cards.vocabulary import combat
from engine.games.bofa.components.box import BEORN
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.bats import bite
from engine.games.bofa.rules.characters import eliminate
from engine.games.bofa.rules.combat import current_battle, front_of, in_combat, is_beorn
from engine.games.bofa.rules.damage import casualties, deal_in_combat, shield
from engine.games.bofa.state import Battle, GameState

Effects: TypeAlias = Sequence[combat.Effect]


@in_combat
def assign_damage(s: GameState) -> Flow[None]:
    """Damage is placed, then more is dealt, then it is cancelled and removed (p. 28)."""
    p, b = pack_of(s), current_battle(s)
    for seat in (b.attacker, 1 - b.attacker):
        deal_in_combat(s, p, b, 1 - seat, sum(b.dice[seat]) + b.volley_hits[seat])
    for seat in (b.attacker, 1 - b.attacker):
        yield from declare_manoeuvre(s, p, b, seat)
    yield from use_effects(s, p, b, DAMAGE)
    yield from bite(s, p, b)
    yield from use_effects(s, p, b, AFTER_DAMAGE)
    s.step = "casualties"


def declare_manoeuvre(s: GameState, p: Pack, b: Battle, seat: int) -> Flow[None]:
    """A side says whether it uses the manoeuvre that its black dice have activated (p. 27)."""
    if any(applies(s, p, b, seat, effect.when) for effect in manoeuvre_effects(p, b, seat)):
        unit = b.cards[seat].id
        choice = yield Decision(seat, "use-manoeuvre", [("use", unit), ("decline",)])
        if choice[0] == "use":
            b.manoeuvre_used[seat] = True
            tell(s, "manoeuvre", (seat, unit))


def use_effects(s: GameState, p: Pack, b: Battle, rules: Mapping[type, CombatRule]) -> Flow[None]:
    """Carry out the combat effects that these rules are for."""
    for seat, cause, effects in effects_in_order(s, p, b):
        for effect in effects:
            rule = rules.get(type(effect))
            if rule is not None and applies(s, p, b, seat, effect.when):
                with because(s, *cause):
                    yield from rule(s, p, b, seat, effect)


def effects_in_order(s: GameState, p: Pack, b: Battle) -> Iterator[tuple[int, Option, Effects]]:
    """The effects of each seat: manoeuvres, the attacker's first, then cards, the defender's first (p. 27)."""
    for seat in (b.attacker, 1 - b.attacker):
        if b.manoeuvre_used[seat]:
            yield seat, ("manoeuvre", b.cards[seat].id), manoeuvre_effects(p, b, seat)
    for seat in (1 - b.attacker, b.attacker):
        for cause, effects in effects_of_cards(s, p, b, seat):
            yield seat, cause, effects


def effects_of_cards(s: GameState, p: Pack, b: Battle, seat: int) -> list[tuple[Option, Effects]]:
    """The effects of the card a side shows and of each that it has in play; Beorn uses none of these (p. 33)."""
    shown = b.cards[seat]
    cause: Option = ("combat-card", shown.id) if shown.kind == "event" else (shown.kind,)
    in_play = [] if is_beorn(b, seat) else cards_for(s, seat)
    return [(cause, card_effects(p, b, seat)), *((("lasting", card), battle_effects_of(p, card)) for card in in_play)]


def manoeuvre_effects(p: Pack, b: Battle, seat: int) -> list[combat.Effect]:
    """The effects of the unit card a side shows, once a black die hits (p. 27)."""
    card = b.cards[seat]
    if card.kind != "unit" or b.void[seat] or not any(b.dice[seat][: b.black_dice[seat]]):
        return []
    manoeuvre = p.units[card.id].manoeuvre
    return [] if manoeuvre.spares_beorn and is_beorn(b, 1 - seat) else list(manoeuvre.effects)


@in_combat
def take_casualties(s: GameState) -> Flow[None]:
    """Bodyguards and the Ring, then units for damage; Beorn without wrath is eliminated (p. 28-29, 33)."""
    p, b = pack_of(s), current_battle(s)
    for seat in (b.attacker, 1 - b.attacker):
        place = front_of(b, seat)
        if is_beorn(b, seat):
            if not s.wrath:
                eliminate(s, p, BEORN)
            continue
        walls = b.new_wall_damage if seat != b.attacker else 0
        if (yield from shield(s, p, place, b.new_damage[seat], walls)):
            b.new_damage[seat] = 0
            b.new_wall_damage -= walls
        yield from casualties(s, p, seat, place)
    s.step = "round-end"
