"""The box as a list: every card, token and figure with its words. A card without behaviour fails here, at load."""

from collections.abc import Mapping

from engine.core.errors import RulesError
from engine.core.game import Component
from engine.core.words import Words
from engine.games.meq.board import LOCATIONS
from engine.games.meq.cards import allies, encounters, events, havens, perils, plots, quests, shadow, skills
from engine.games.meq.cards.abilities import ABILITIES
from engine.games.meq.cards.effect import (
    CHARACTER,
    CORRUPTION,
    ENCOUNTER,
    EVENT,
    ITEM,
    PERIL,
    PLOT,
    QUEST_FOUND,
    QUEST_REWARD,
    SHADOW,
    Effect,
    sentence,
)
from engine.games.meq.cards.figures import HERO_ABILITY, MINION_ABILITY
from engine.games.meq.cards.missions import MISSION
from engine.games.meq.cards.monsters import POWERS
from engine.games.meq.components import (
    CARDS,
    CHARACTERS,
    HEROES,
    KINDS,
    MINIONS,
    MONSTERS,
    CombatCard,
    Encounter,
    Mission,
    Quest,
    Spec,
    Token,
)

DECKS = (allies, encounters, events, havens, perils, plots, quests, shadow, skills)
"""The modules that join cards to their effects."""

_EFFECTS: Mapping[str, Mapping[str, Effect]] = {
    "plot": PLOT,
    "starting plot": PLOT,
    "shadow": SHADOW,
    "event": EVENT,
    "peril": PERIL,
    "corruption": CORRUPTION,
}


def _quest_words(goal: str, goal_pl: str, found: Effect, reward: Effect) -> Words:
    en = f"{sentence(found.words.en)}. {goal}. Reward: {reward.words.en}"
    return Words(en, f"{sentence(found.words.pl)}. {goal_pl}. Nagroda: {reward.words.pl}")


def _quest(spec: Quest) -> Words:
    name = LOCATIONS[spec.place].name
    goal = (f"Explore {name}", f"Odkryj {name}")
    if spec.monster:
        monster = MONSTERS[spec.monster].name
        goal = (
            f"Instead of an encounter in {name} fight a monster: {monster}",
            f"Zamiast spotkania w {name} walcz z potworem: {monster}",
        )
    if spec.key == "where_the_stars_are_strange":
        goal = (f"{goal[0]} or fight the Black Serpent", f"{goal[1]} lub walcz z Czarnym Wężem")
    return _quest_words(*goal, QUEST_FOUND[spec.key], QUEST_REWARD[spec.key])


def _text(kind: str, spec: Spec) -> Words:
    """The words of a card, read off its behaviour; a KeyError where there is none."""
    if isinstance(spec, CombatCard):
        return ABILITIES[spec.key].words
    if isinstance(spec, Token):
        return POWERS[MONSTERS[spec.monster].ability].words if spec.monster else Words("no monster", "bez potwora")
    if isinstance(spec, Quest):
        return _quest(spec)
    if isinstance(spec, Mission):
        return MISSION[spec.key].words
    if isinstance(spec, Encounter) and spec.explore >= 0:
        name = LOCATIONS[spec.explore].name
        return _quest_words(f"Explore {name}", f"Odkryj {name}", ENCOUNTER[spec.key], QUEST_REWARD[spec.key])
    if isinstance(spec, Encounter):
        return ENCOUNTER[spec.key].words
    return ITEM[spec.key] if kind == "item" else _EFFECTS[kind][spec.key].words


def _listed(kind: str, key: str, name: Words, text: Words, numbers: tuple[int, ...] = ()) -> Component:
    words = Words(f"{sentence(text.en)}.", f"{sentence(text.pl)}.")
    return Component(f"{kind}.{key}".replace(" ", "_"), name, kind, len(numbers) or 1, words, True, numbers)


def _cards() -> list[Component]:
    """Cards and tokens, the copies of each together."""
    copies: dict[tuple[str, str], list[int]] = {}
    for number, spec in enumerate(CARDS):
        key = f"{spec.deck}.{spec.key}" if isinstance(spec, CombatCard) else spec.key
        copies.setdefault((KINDS[number], key), []).append(number)
    listed = []
    for (kind, key), numbers in copies.items():
        spec = CARDS[numbers[0]]
        try:
            text = _text(kind, spec)
        except KeyError:
            raise RulesError(f"meq: the {kind} {spec.name} has no behaviour") from None
        name = Words(spec.name, "pusty") if isinstance(spec, Token) and not spec.monster else Words(spec.name)
        listed.append(_listed(kind, key, name, text, tuple(numbers)))
    return listed


def _figures() -> list[Component]:
    """Monster reference cards and the figures that have an ability."""
    listed = [_listed("monster reference", m.id, Words(m.name), POWERS[m.ability].words) for m in MONSTERS.values()]
    listed += [_listed("minion", m.id, Words(m.name, m.name_pl), MINION_ABILITY[m.id]) for m in MINIONS]
    listed += [_listed("character", c.id, Words(c.name), CHARACTER[c.id].words) for c in CHARACTERS]
    listed += [_listed("hero", hero.id, Words(hero.name), HERO_ABILITY[hero.ability]) for hero in HEROES.values()]
    return listed


COMPONENTS = (*_cards(), *_figures())
NAMES = {number: one.name for one in COMPONENTS for number in one.numbers}
"""The name of every card and token."""


def components() -> tuple[Component, ...]:
    """Every component of the box."""
    return COMPONENTS
