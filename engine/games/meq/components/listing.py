"""The box as a list: every card, token and figure with its text and what is printed on it."""

from collections.abc import Iterator
from functools import cache

from engine.core.game import Component, Printed, Setting
from engine.core.words import Words
from engine.games.meq.components.box import CHARACTERS, COMPONENT_IDS, ENTRIES, HEROES, KINDS, MINIONS, MONSTERS
from engine.games.meq.words.names import CARD_NAMES
from engine.games.meq.words.printed import on_card, on_character, on_enemy, on_hero
from engine.games.meq.words.texts import of_character, of_enemy, of_hero, text_of


def _cards() -> Iterator[Component]:
    """Cards and tokens, the copies of each together."""
    copies: dict[str, list[int]] = {}
    for number, id in enumerate(COMPONENT_IDS):
        copies.setdefault(id, []).append(number)
    for id, numbers in copies.items():
        first = numbers[0]
        yield Component(
            id=id,
            name=CARD_NAMES[first],
            kind=KINDS[first],
            copies=len(numbers),
            text=text_of(ENTRIES[first]),
            numbers=tuple(numbers),
            printed=on_card(ENTRIES[first]),
        )


def _figure(kind: str, id: str, name: Words, text: Words, printed: tuple[Printed, ...]) -> Component:
    return Component(id=id, name=name, kind=kind, copies=1, text=text, printed=printed)


def _figures() -> Iterator[Component]:
    """Monster reference cards and the figures that have an ability; there is one of each, named by its id."""
    for monster in MONSTERS.values():
        yield _figure("monster-reference", monster.id, monster.name, of_enemy(monster), on_enemy(monster))
    for minion in MINIONS:
        yield _figure("minion", minion.id, minion.name, of_enemy(minion), on_enemy(minion))
    for one in CHARACTERS:
        yield _figure("character", one.id, Words(one.name), of_character(one), on_character(one))
    for hero in HEROES.values():
        yield _figure("hero", hero.id, Words(hero.name), of_hero(hero), on_hero(hero))


def components(_setting: Setting) -> tuple[Component, ...]:
    """Every component of the box."""
    return _box()


@cache
def _box() -> tuple[Component, ...]:
    return (*_cards(), *_figures())
