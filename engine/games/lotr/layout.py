"""Where cards lie: the lists of the state, their place on a board, and how everything is named on the way out."""

from collections.abc import Iterator
from dataclasses import replace

from engine.core.game import Setting
from engine.core.layout import Layout, Step, Text, Track, Zone, ZoneKind
from engine.core.layout_parts import component_layouts, named_after, seat_layouts, word_layouts
from engine.core.vocabulary import References
from engine.core.words import Words
from engine.games.lotr.components.box import ORC_GUARD, REFERENCES
from engine.games.lotr.components.listing import component_of, components
from engine.games.lotr.scenarios import SEATS
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.setup import new_state
from engine.games.lotr.steps.victory import THREAT_LIMIT
from engine.games.lotr.words.names import PHASES
from engine.games.lotr.words.titles import WORDS

_SHARED_ZONES: dict[str, tuple[ZoneKind, Words]] = {
    "stage": ("board", Words("stage of the quest", "etap wyprawy")),
    "active_location": ("board", Words("active location", "aktywny obszar")),
    "staging_area": ("row", Words("staging area", "strefa przeciwności")),
    "attacking_shadow_cards": ("row", Words("attacking out of the shadows", "atakują z cienia")),
    "being_resolved": ("row", Words("being resolved", "rozpatrywane")),
    "encounter_discard_pile": ("pile", Words("encounter discard pile", "stos odrzuconych kart Spotkań")),
    "victory_display": ("pile", Words("victory cards", "karty zwycięstwa")),
    "set_aside": ("pile", Words("set aside", "odłożone na bok")),
}
"""Zones that everybody sees whole."""
_QUEST_DECK = Words("quest deck", "talia Wyprawy")
_ENCOUNTER_DECK = Words("encounter deck", "talia Spotkań")
_PLAYER_ZONES: dict[str, tuple[ZoneKind, Words]] = {
    "heroes": ("row", Words("heroes", "bohaterowie")),
    "allies": ("row", Words("allies", "sprzymierzeńcy")),
    "engaged_enemies": ("row", Words("engaged enemies", "wrogowie w zwarciu")),
    "hand": ("hand", Words("hand", "ręka")),
    "deck": ("pile", Words("deck", "talia")),
    "attached_to_deck": ("row", Words("attached to the deck", "dołączone do talii")),
    "discard_pile": ("pile", Words("discard pile", "stos kart odrzuconych")),
}
_TRACKS = {
    "round": Words("round", "runda"),
    "progress": Words("progress on the stage", "postęp na etapie"),
    "committed_willpower": Words("willpower committed to the quest", "siła woli na wyprawie"),
    "staging_threat": Words("threat of the staging area", "zagrożenie w strefie przeciwności"),
}
"""Numbers without an end that everybody shares."""
_PHASE = Words("phase", "faza")
_THREAT = Words("threat", "zagrożenie")


def zones(s: GameState) -> Iterator[list[int]]:
    """Every list that holds cards; each card of the match lies in exactly one of them."""
    yield from (s.quest, s.quest_deck, s.staging, s.active, s.encounter_deck, s.encounter_discard)
    yield from (s.victory, s.aside, s.resolving, s.riders, s.removed, s.orc_guards)
    for player in s.players:
        yield from (player.hand, player.deck, player.discard, player.heroes, player.allies)
        yield from (player.engaged, player.on_deck)
    for state in s.cards.values():
        yield from (state.attachments, state.shadows, state.open_shadows, state.under)


def references(setting: Setting) -> References:
    """Cards by their ids and which copy, seats by their roles."""
    return {"card": REFERENCES, "seat": SEATS[: setting.seats]}


def layout(setting: Setting) -> Layout:
    """What a board of a setting is drawn from; there is no map, for locations are cards that come and go."""
    seats = SEATS[: setting.seats]
    present = {card for zone in zones(new_state(setting)) for card in zone}
    listed = [
        replace(one, numbers=tuple(number for number in one.numbers if number in present))
        for one in (*components(setting), component_of(ORC_GUARD))
    ]
    return Layout(
        game="lotr",
        scenario=setting.scenario,
        seats=seat_layouts(setting.roles, seats),
        zones=[*_shared_zones(), *_zones_of_players(setting)],
        map=None,
        tracks=[*_tracks(), *_threat_dials(setting)],
        components=component_layouts([one for one in listed if one.numbers], REFERENCES),
        words=word_layouts(WORDS),
    )


def _shared_zones() -> Iterator[Zone]:
    for name, (kind, title) in _SHARED_ZONES.items():
        yield Zone(reference=named_after(name), kind=kind, title=Text.of(title), contents=f"/{name}")
    yield Zone(reference="quest-deck", kind="pile", title=Text.of(_QUEST_DECK), count="/quest_deck_count")
    yield Zone(
        reference="encounter-deck",
        kind="pile",
        title=Text.of(_ENCOUNTER_DECK),
        contents="/known_in_encounter_deck",
        count="/encounter_deck_count",
    )


def _zones_of_players(setting: Setting) -> Iterator[Zone]:
    """Every player's zones; attachments and shadow cards are with the cards that they lie on."""
    for n, role in enumerate(setting.roles):
        for name, (kind, title) in _PLAYER_ZONES.items():
            yield Zone(
                reference=f"{named_after(name)}:{role.id}",
                kind=kind,
                owner=SEATS[n],
                title=Text.of(title),
                contents=f"/players/{n}/{'known_in_deck' if name == 'deck' else name}",
                count=f"/players/{n}/{name}_count" if name in ("deck", "hand") else None,
            )


def _tracks() -> Iterator[Track]:
    phases = [Step(phase, Text.of(title)) for phase, title in PHASES.items()]
    yield Track(reference="phase", title=Text.of(_PHASE), steps=phases, position="/phase")
    for name, title in _TRACKS.items():
        yield Track(reference=named_after(name), title=Text.of(title), steps=[], position=f"/{name}")


def _threat_dials(setting: Setting) -> Iterator[Track]:
    """Every player's threat, up to that at which he is eliminated (p. 22)."""
    steps = [Step(n, Text(str(n), str(n))) for n in range(THREAT_LIMIT + 1)]
    for n, role in enumerate(setting.roles):
        yield Track(
            reference=f"threat:{role.id}",
            owner=SEATS[n],
            title=Text.of(_THREAT),
            steps=steps,
            position=f"/players/{n}/threat",
        )
