"""The figures: heroes, characters, monsters and minions, from the data files."""

from typing import Any

from engine.games.meq.components.data import read
from engine.games.meq.components.specs import COMBAT_DECKS, Character, Enemy, HeroSheet
from engine.games.meq.layout import LOC


def _hero(id: str, c: dict[str, Any]) -> HeroSheet:
    traits = (c["fortitude"], c["strength"], c["agility"], c["wisdom"])
    return HeroSheet(id, c["name"], traits, LOC[c["start"]], c["ability"], tuple(c.get("items", ())))


HEROES = {key: _hero(key, c) for key, c in read("heroes").items()}
CHARACTERS = tuple(Character(key, c["name"], c["favor"]) for key, c in read("allies")["characters"].items())
CHARACTER = {one.id: i for i, one in enumerate(CHARACTERS)}


def _enemy(id: str, c: dict[str, Any]) -> Enemy:
    start = tuple(LOC[place] for place in c.get("start", ()))
    numbers = (c["health"], c["fortitude"], c["strength"], c["wisdom"])
    deck = COMBAT_DECKS.index(c["deck"])
    return Enemy(id, c["name"], c.get("name_pl", ""), *numbers, deck, c.get("ability", ""), c.get("stage", 0), start)


_enemies = read("enemies")
MONSTERS = {key: _enemy(key, c) for key, c in _enemies["monsters"].items()}
MINIONS = tuple(_enemy(key, c) for key, c in _enemies["minions"].items())
MINION = {one.id: i for i, one in enumerate(MINIONS)}
ENEMIES = MONSTERS | {one.id: one for one in MINIONS}
