"""The box as a list: every card, token and figure with its text."""

from functools import cache

from engine.core.game import Component, Setting
from engine.core.words import Words
from engine.games.meq.components.box import CARDS, CHARACTERS, HEROES, KINDS, MINIONS, MONSTERS
from engine.games.meq.components.schema import CombatCard
from engine.games.meq.words.names import CARD_NAMES
from engine.games.meq.words.texts import of_character, of_enemy, of_hero, text_of


def _component(kind: str, key: str, name: Words, text: Words, numbers: tuple[int, ...] = ()) -> Component:
    return Component(f"{kind}-{key}", name, kind, len(numbers) or 1, text, True, numbers)


def _cards() -> list[Component]:
    """Cards and tokens, the copies of each together."""
    copies: dict[tuple[str, str], list[int]] = {}
    for number, spec in enumerate(CARDS):
        key = f"{spec.deck}-{spec.key}" if isinstance(spec, CombatCard) else spec.key
        copies.setdefault((KINDS[number], key), []).append(number)
    components = []
    for (kind, key), numbers in copies.items():
        first = numbers[0]
        components.append(_component(kind, key, CARD_NAMES[first], text_of(CARDS[first]), tuple(numbers)))
    return components


def _figures() -> list[Component]:
    """Monster reference cards and the figures that have an ability."""
    components = [_component("monster-reference", m.id, Words(m.name), of_enemy(m)) for m in MONSTERS.values()]
    components += [_component("minion", m.id, Words(m.name, m.name_pl), of_enemy(m)) for m in MINIONS]
    components += [_component("character", c.id, Words(c.name), of_character(c)) for c in CHARACTERS]
    components += [_component("hero", hero.id, Words(hero.name), of_hero(hero)) for hero in HEROES.values()]
    return components


def components(_setting: Setting) -> tuple[Component, ...]:
    """Every component of the box."""
    return _box()


@cache
def _box() -> tuple[Component, ...]:
    return (*_cards(), *_figures())
