"""The values and icons printed on cards, tokens, figures and the map, one by one.

A value that names a place, figure, track or deck is its reference.
"""

from typing import TypeAlias

from engine.core.game import Printed
from engine.core.layout_parts import named_after
from engine.core.words import Words
from engine.games.meq.components.box import CHARACTERS
from engine.games.meq.components.schema import (
    COMBAT_DECKS,
    MARKERS,
    TRAITS,
    Character,
    CombatCard,
    Corruption,
    Encounter,
    Enemy,
    Entry,
    EventCard,
    HeroSheet,
    Mission,
    Peril,
    Plot,
    Quest,
    Shadow,
    Token,
)
from engine.games.meq.layout import COLOUR_PAIRS, EVERYWHERE, HAVEN_DECK, IDS, Location, colour_pair_of
from engine.games.meq.layout.references import COMBAT_DECK_ZONES, ENCOUNTER_DECKS, MONSTER_POOLS, STORY_TRACKS
from engine.games.meq.words.terms import TERMS, TIMINGS

Value: TypeAlias = int | str | tuple[int | str, ...] | None
"""A printed value; None where there is none."""

_NAMES = {
    **{name: TERMS[name] for name in TRAITS},
    "type": Words("type", "typ"),
    "attack": Words("attack", "atak"),
    "defense": Words("defense", "obrona"),
    "cost": Words("strength cost", "koszt siły"),
    "movement": Words("movement", "ruch"),
    "health": Words("health", "zdrowotność"),
    "combat_deck": Words("combat deck", "talia Walki"),
    "stage": Words("stage", "etap"),
    "start": Words("starting locations", "lokacje startowe"),
    "favor": Words("favor", "przysługi"),
    "pool_influence": Words("influence needed in the Shadow Pool", "wpływ wymagany w Puli Cienia"),
    "marker": Words("story marker", "znacznik opowieści"),
    "advance": Words("spaces in each Story step", "pola w każdym kroku Opowieści"),
    "affects": Words("affected locations", "lokacje, których dotyczy"),
    "timing": Words("when it is played", "kiedy się ją zagrywa"),
    "priority": Words("priority", "priorytet"),
    "character": Words("character placed", "umieszczana postać"),
    "character_place": Words("where the character is placed", "gdzie trafia postać"),
    "favor_places": Words("where favor is placed", "gdzie trafiają przysługi"),
    "encounter_deck": Words("encounter deck", "talia Spotkań"),
    "places": Words("locations where it counts", "lokacje, na których działa"),
    "explore": Words("where the quest is completed", "gdzie kończy się wyprawa"),
    "monster": Words("monster", "potwór"),
    "monster_pool": Words("monster tokens", "żetony potworów"),
    "hero": Words("hero", "bohater"),
    "quest": Words("quest", "wyprawa"),
    "side": Words("side", "strona"),
    "influence_limit": Words("influence at most", "wpływ najwyżej"),
}
"""What the values are called."""
_SAID = {
    "type": TERMS,
    "movement": TERMS,
    "timing": TIMINGS,
    "quest": {"starting": Words("starting", "początkowa"), "advanced": Words("advanced", "zaawansowana")},
    "side": {"heroes": Words("the heroes", "bohaterowie"), "sauron": Words("Sauron", "Sauron")},
}
"""The words of values that are words."""


def _printed(**values: Value) -> tuple[Printed, ...]:
    return tuple(
        Printed(named_after(id), _NAMES[id], value, _said(id, value))
        for id, value in values.items()
        if value is not None
    )


def _said(id: str, value: Value) -> Words | None:
    return _SAID[id][str(value)] if id in _SAID else None


def _ids(places: tuple[int, ...]) -> tuple[str, ...] | None:
    return tuple(IDS[i] for i in places) or None


def _fitting(where: Words, fits: int) -> tuple[str, ...] | None:
    """The locations that a card names; none where it counts everywhere."""
    return tuple(IDS[i] for i in EVERYWHERE if fits >> i & 1) if where.en else None


def on_card(entry: Entry) -> tuple[Printed, ...]:
    """What is printed on a card or token."""
    match entry:
        case CombatCard():
            return _on_combat_card(entry)
        case Token():
            return _printed(monster=entry.monster or None, monster_pool=MONSTER_POOLS[COLOUR_PAIRS[entry.pool]])
        case Quest():
            quest = "advanced" if entry.advanced else "starting"
            return _printed(quest=quest, hero=entry.hero, explore=IDS[entry.place], monster=entry.monster or None)
        case Mission():
            return _printed(side=entry.side)
        case Encounter():
            return _on_encounter(entry)
        case EventCard():
            return _on_event(entry)
        case Plot():
            return _printed(
                pool_influence=entry.influence,
                favor=entry.favor,
                marker=STORY_TRACKS[MARKERS[entry.marker]],
                advance=entry.advance,
                affects=_ids(entry.affects),
            )
        case Shadow():
            return _printed(pool_influence=entry.influence, timing=entry.timing)
        case Peril():
            return _printed(places=_fitting(entry.where, entry.fits))
        case Corruption():
            return _printed(favor=entry.favor if entry.favor >= 0 else None)
    return ()


def _on_combat_card(entry: CombatCard) -> tuple[Printed, ...]:
    """A hero, skill or monster card (p. 28)."""
    return _printed(
        type=entry.type,
        attack=entry.attack,
        defense=entry.defense,
        cost=entry.cost,
        movement=entry.move or None,
        combat_deck=COMBAT_DECK_ZONES.get(entry.deck),
    )


def _on_encounter(entry: Encounter) -> tuple[Printed, ...]:
    """An encounter card (p. 25)."""
    decks = tuple(ENCOUNTER_DECKS.values())
    return _printed(
        encounter_deck=decks[entry.deck],
        priority=entry.priority,
        places=_fitting(entry.where, entry.fits),
        explore=IDS[entry.explore] if entry.explore >= 0 else None,
    )


def _on_event(entry: EventCard) -> tuple[Printed, ...]:
    """An event card (p. 14)."""
    has_character = entry.character >= 0
    return _printed(
        stage=entry.stage,
        priority=entry.priority,
        affects=(IDS[entry.affects],) if entry.affects >= 0 else None,
        marker=STORY_TRACKS[MARKERS[entry.marker]] if entry.marker >= 0 else None,
        character=CHARACTERS[entry.character].id if has_character else None,
        character_place=IDS[entry.character_at] if has_character else None,
        favor_places=_ids(entry.favor),
    )


def on_enemy(enemy: Enemy) -> tuple[Printed, ...]:
    """What is printed on a monster reference card or a minion (p. 12, p. 27)."""
    return _printed(
        health=enemy.health,
        fortitude=enemy.fortitude,
        strength=enemy.strength,
        wisdom=enemy.wisdom,
        combat_deck=COMBAT_DECK_ZONES[COMBAT_DECKS[enemy.deck]],
        stage=enemy.stage or None,
        start=_ids(enemy.start),
    )


def on_hero(sheet: HeroSheet) -> tuple[Printed, ...]:
    """What is printed on a hero sheet (p. 20)."""
    return _printed(**dict(zip(TRAITS, sheet.traits, strict=True)), start=_ids((sheet.start,)))


def on_character(character: Character) -> tuple[Printed, ...]:
    """What is printed on a character token (p. 24)."""
    return _printed(favor=character.favor)


def on_place(place: int, location: Location) -> tuple[Printed, ...]:
    """What is printed on a location, or follows from its colours (p. 6)."""
    deck = HAVEN_DECK if location.haven else colour_pair_of(place)
    return _printed(
        influence_limit=location.stronghold or None,
        encounter_deck=tuple(ENCOUNTER_DECKS.values())[deck],
        monster_pool=MONSTER_POOLS[COLOUR_PAIRS[colour_pair_of(place)]],
    )
