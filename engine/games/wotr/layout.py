"""Where things lie: the zones, their place on a board, and how everything is named on the way out."""

from dataclasses import replace

from engine.core.game import Component, Setting
from engine.core.layout import Layout, Step, Text, Track, Zone, ZoneKind
from engine.core.layout_parts import component_layouts, named_after, seat_layouts, word_layouts
from engine.core.vocabulary import References
from engine.core.words import Words
from engine.games.wotr.components.box import FREE, REFERENCES, SHADOW
from engine.games.wotr.components.listing import components
from engine.games.wotr.scenarios import Variant, variant_of
from engine.games.wotr.state import GameState
from engine.games.wotr.words.printed import printed_on
from engine.games.wotr.words.titles import PHASES, WORDS

_PLAYER_ZONES: dict[str, tuple[ZoneKind, Words]] = {
    "hand": ("hand", Words("hand", "ręka")),
    "reserve": ("row", Words("reserve", "rezerwa")),
    "deck": ("pile", Words("deck", "talia")),
    "cycle_pile": ("pile", Words("cycle pile", "stos kart zrzuconych")),
    "eliminated_pile": ("pile", Words("eliminated pile", "stos kart wykluczonych")),
    "drawn_apart": ("row", Words("drawn cards", "dobrane karty")),
}
_SIDE_ZONES: dict[str, tuple[ZoneKind, Words]] = {
    "scoring_areas": ("row", Words("scoring area", "obszar punktacji")),
    "battleground_decks": ("pile", Words("battleground deck", "talia pól bitew")),
}
_SHARED_ZONES: dict[str, tuple[ZoneKind, Words]] = {
    "path": ("board", Words("active path", "aktywna ścieżka")),
    "battlegrounds": ("board", Words("active battlegrounds", "aktywne pola bitew")),
    "path_deck": ("pile", Words("path deck", "talia ścieżek")),
    "set_aside": ("pile", Words("set aside", "odłożone")),
}
_PHASE = Words("phase", "faza")
_ROUND = Words("round", "runda")
_CORRUPTION = Words("corruption", "zepsucie")
_POINTS = Words("points", "punkty")


def zones(s: GameState) -> list[list[int]]:
    """Every list that holds cards."""
    lists = [s.battlegrounds, s.path, s.path_deck, s.aside, *s.battleground_decks.values(), *s.scoring_areas.values()]
    lists += [site.cards for site in s.sites.values()]
    lists += s.items.values()
    for player in s.players:
        lists += [player.deck, player.hand, player.cycle_pile, player.eliminated_pile]
        lists += [player.reserve, player.drawn_apart]
    return lists


def references(setting: Setting) -> References:
    """Cards, locations and wielders by their ids, seats by their roles; bots of the Shadow have no seat but a name."""
    cards = dict.fromkeys(("card", "location", "component", "place"), REFERENCES)
    return {**cards, "seat": variant_of(setting.scenario, setting.options).references}


def layout(setting: Setting) -> Layout:
    """What a board of a setting is drawn from; there is no map, for locations are cards that come and go."""
    variant = variant_of(setting.scenario, setting.options)
    return Layout(
        game="wotr",
        scenario=setting.scenario,
        seats=seat_layouts((player.role for player in variant.players), variant.references, variant.bots),
        zones=[*_shared_zones(), *_zones_of_sides(), *_zones_of_players(variant)],
        map=None,
        tracks=_tracks(variant),
        components=component_layouts([_as_printed(one, variant) for one in components(setting)], REFERENCES),
        words=word_layouts(WORDS),
    )


def _shared_zones() -> list[Zone]:
    return [
        Zone(reference=named_after(name), kind=kind, title=Text.of(title), contents=f"/{name}")
        for name, (kind, title) in _SHARED_ZONES.items()
    ]


def _zones_of_sides() -> list[Zone]:
    return [
        Zone(
            reference=f"{named_after(name)}:{side}",
            kind=kind,
            owner=side,
            title=Text.of(title),
            contents=f"/{name}/{side}",
        )
        for side in (FREE, SHADOW)
        for name, (kind, title) in _SIDE_ZONES.items()
    ]


def _zones_of_players(variant: Variant) -> list[Zone]:
    return [
        Zone(
            reference=f"{named_after(name)}:{player.role.id}",
            kind=kind,
            owner=variant.references[n],
            title=Text.of(title),
            contents=None if name == "deck" else f"/players/{n}/{name}",
            count=None if name == "reserve" else f"/players/{n}/{name}_count",
        )
        for n, player in enumerate(variant.players)
        for name, (kind, title) in _PLAYER_ZONES.items()
    ]


def _tracks(variant: Variant) -> list[Track]:
    rounds = [Step(n, Text(str(n), str(n))) for n in range(1, variant.last_path + 1)]
    phases = [Step(phase, Text.of(title)) for phase, title in PHASES.items()]
    return [
        Track(reference="phase", title=Text.of(_PHASE), steps=phases, position="/phase"),
        Track(reference="round", title=Text.of(_ROUND), steps=rounds, position="/round"),
        Track(reference="corruption", title=Text.of(_CORRUPTION), steps=[], position="/corruption"),
        *(
            Track(reference=f"points:{side}", owner=side, title=Text.of(_POINTS), steps=[], position=f"/points/{side}")
            for side in (FREE, SHADOW)
        ),
    ]


def _as_printed(component: Component, variant: Variant) -> Component:
    """A component with the values of the cards that are played with: bots have versions of their own."""
    number = component.numbers[0]
    is_card = number < len(variant.printed)
    return replace(component, printed=printed_on(variant.printed[number])) if is_card else component
