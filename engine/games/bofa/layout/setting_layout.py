"""What a board of a setting is drawn from, and how everything is named on the way out; both depend on its pack."""

from engine.core.game import Setting
from engine.core.layout import Layout, Step, Text, Track, Zone, ZoneKind
from engine.core.layout_parts import component_layouts, seat_layouts, word_layouts
from engine.core.vocabulary import References
from engine.core.words import LANGS, Words
from engine.games.bofa.components.box import (
    CHARACTERS,
    EYRIE_REFERENCE,
    FATE_SPACES,
    LEADERSHIP_TOKENS,
    PILE_REFERENCES,
    PILES,
    SEAT_REFERENCES,
    SIDES,
)
from engine.games.bofa.components.library import load
from engine.games.bofa.components.listing import REGION, components
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.layout.board_map import map_layout
from engine.games.bofa.rules.counters import IN_THE_BOX
from engine.games.bofa.state import EYRIE
from engine.games.bofa.steps.victory import SHADOW_NEEDS
from engine.games.bofa.words.names import COUNTERS, pile
from engine.games.bofa.words.titles import WORDS

_PLAYER_ZONES: dict[str, tuple[ZoneKind, Words]] = {
    "hand": ("hand", Words("hand", "ręka")),
    "cards_in_play": ("row", Words("cards in play", "karty w grze")),
    "story_deck": ("pile", Words("Story deck", "talia Opowieści")),
    "face_down_discard": ("pile", Words("cards discarded face down", "karty odrzucone zakryte")),
}
_SHARED_ZONES: dict[str, tuple[ZoneKind, Words]] = {
    "event_deck": ("pile", Words("Event deck", "talia Wydarzeń")),
    "event_discard": ("pile", Words("used Event cards", "zużyte karty Wydarzeń")),
    "story_discard": ("pile", Words("used Story cards", "zużyte karty Opowieści")),
    "fate_deck": ("pile", Words("Fate deck", "talia Przeznaczenia")),
    "fate_cards_in_play": ("row", Words("Fate cards in play", "karty Przeznaczenia w grze")),
    "fate_discard": ("pile", Words("used Fate cards", "zużyte karty Przeznaczenia")),
    "fate_tokens_drawn": ("row", Words("fate tokens drawn", "wylosowane żetony przeznaczenia")),
    "fate_token_pool": ("pile", Words("fate token pool", "pula żetonów przeznaczenia")),
    "fate_tokens_used": ("pile", Words("used fate tokens", "zużyte żetony przeznaczenia")),
    "fate_tokens_set_aside": ("pile", Words("special fate tokens", "specjalne żetony przeznaczenia")),
    "recruitment_tokens_used": ("pile", Words("used recruitment tokens", "zużyte żetony rekrutacji")),
    "waiting_characters": ("row", Words("characters yet to enter", "postacie czekające na wejście")),
    "hidden_characters": ("row", Words("characters out of sight", "postacie, które zniknęły z oczu")),
    "eliminated_characters": ("pile", Words("eliminated characters", "wyeliminowane postacie")),
}
_DECKS = ("story_deck", "event_deck", "fate_deck")
"""Zones into which nobody may look."""
_COUNTED = ("hand", "face_down_discard", *_DECKS)
"""Zones of which not everybody knows all."""
_RECRUITMENT_PILE = Words("recruitment tokens: {name}", "żetony rekrutacji: {name}")
_ABOVE = Words("above the {name}", "nad: {name}")
_PHASE = Words("phase", "faza")
_TURN = Words("turn", "tura")
_FATE = Words("fate track", "tor przeznaczenia")
_FATE_END = Words("{n}: the Free Peoples win", "{n}: Wolne Ludy wygrywają")
_POINTS = Words("points of the Shadow", "punkty Cienia")
_POINTS_NEEDED = Words("{n}: the Shadow wins at the end of the turn", "{n}: Cień wygrywa na koniec tury")
_LEADERSHIP = Words("leadership tokens that are left", "pozostałe żetony zdolności przywódczych")


def references(setting: Setting) -> References:
    """How everything is named: places, cards and tokens as the pack of the setting has them."""
    p = load(setting.options["pack"])
    places = {**dict(enumerate(p.layout.references)), EYRIE: EYRIE_REFERENCE}
    units = dict(enumerate(p.unit_references))
    named = p.component_references
    return {
        "seat": SEAT_REFERENCES,
        "character": CHARACTERS,
        "unit": units,
        "card": {number: named[number] for number in p.cards},
        "combat-card": units | {number: named[number] for number in p.cards},
        "place": places,
        "refuge": places,
        "pass": [p.layout.references[place] for place in p.layout.passes],
        "territory": p.territory_references,
        "pile": PILE_REFERENCES,
        "token": {number: named[number] for number in p.recruitment_tokens},
        "fate-token": {number: named[number] for number in p.fate_tokens},
    }


def layout(setting: Setting) -> Layout:
    """What a board of a setting is drawn from; of what is listed, regions are places of the map."""
    p = load(setting.options["pack"])
    listed = [one for one in components(setting) if one.kind != REGION]
    return Layout(
        game="bofa",
        scenario=setting.scenario,
        seats=seat_layouts(setting.roles, SEAT_REFERENCES),
        zones=[*_player_zones(), *_shared_zones(), *_recruitment_piles(p), *_zones_above(p)],
        map=map_layout(p.key),
        tracks=_tracks(p),
        components=component_layouts(listed, p.component_references),
        words=word_layouts(WORDS),
    )


# -- zones -----------------------------------------------------------------------------------------------------


def _player_zones() -> list[Zone]:
    return [
        _zone(f"{_dashed(name)}:{side}", f"/players/{seat}/{name}", name, kind, title, SEAT_REFERENCES[seat])
        for seat, side in enumerate(SIDES)
        for name, (kind, title) in _PLAYER_ZONES.items()
    ]


def _shared_zones() -> list[Zone]:
    return [
        _zone(f"zone:{_dashed(name)}", f"/{name}", name, kind, title) for name, (kind, title) in _SHARED_ZONES.items()
    ]


def _zone(reference: str, pointer: str, name: str, kind: ZoneKind, title: Words, owner: str | None = None) -> Zone:
    return Zone(
        reference=reference,
        kind=kind,
        owner=owner,
        title=Text.of(title),
        contents=None if name in _DECKS else pointer,
        count=f"{pointer}_count" if name in _COUNTED else None,
    )


def _dashed(name: str) -> str:
    return name.replace("_", "-")


def _recruitment_piles(p: Pack) -> list[Zone]:
    rows = {row.id: row for row in p.contents.tokens.pile}
    return [
        Zone(
            reference=reference,
            kind="pile",
            owner=SEAT_REFERENCES[SIDES.index(rows[PILES[number]].side)],
            title=Text(*(_RECRUITMENT_PILE.say(lang, name=pile(p, number, lang)) for lang in LANGS)),
            count=f"/recruitment_piles/{reference}",
        )
        for number, reference in enumerate(PILE_REFERENCES)
    ]


def _zones_above(p: Pack) -> list[Zone]:
    """Where Eagles and Great Bats are: over the territories, not in their regions (p. 32, 34)."""
    return [
        Zone(
            reference=f"above:{row.id}",
            kind="map-region",
            title=Text(*(_ABOVE.say(lang, name=Words(row.name, row.name_pl).say(lang)) for lang in LANGS)),
            contents=f"/territories/{number}",
        )
        for number, row in enumerate(p.contents.board.territory)
    ]


# -- tracks ----------------------------------------------------------------------------------------------------


def _tracks(p: Pack) -> list[Track]:
    phases = [Step(phase, Text.of(title)) for phase, title in WORDS["phase"].items()]
    return [
        Track(reference="track:phase", title=Text.of(_PHASE), steps=phases, position="/phase"),
        Track(reference="track:turn", title=Text.of(_TURN), steps=[], position="/turn"),
        Track(reference="track:fate", title=Text.of(_FATE), steps=_fate_steps(p), position="/fate_marker"),
        Track(
            reference="track:shadow-points", title=Text.of(_POINTS), steps=_point_steps(p), position="/shadow_points"
        ),
        *(
            Track(
                reference=f"track:leadership:{SIDES[seat]}",
                owner=SEAT_REFERENCES[seat],
                title=Text.of(_LEADERSHIP),
                steps=_numbers(LEADERSHIP_TOKENS[seat]),
                position=f"/players/{seat}/leadership_tokens_left",
            )
            for seat in range(len(SEAT_REFERENCES))
        ),
        *(
            Track(
                reference=f"track:{kind}",
                title=Text.of(title),
                steps=_numbers(IN_THE_BOX[kind]),
                position=f"/{kind}_tokens",
            )
            for kind, title in COUNTERS.items()
        ),
    ]


def _numbers(last: int) -> list[Step]:
    return [Step(n, Text(str(n), str(n))) for n in range(last + 1)]


def _fate_steps(p: Pack) -> list[Step]:
    """The spaces of the fate track, with the characters who wait there (p. 17)."""
    titles = {
        row.fate: Words(f"{row.fate}: {row.name}", f"{row.fate}: {row.name_pl or row.name}") for row in p.characters
    }
    titles[FATE_SPACES] = _FATE_END.filled(n=FATE_SPACES)
    return [Step(n, Text.of(titles.get(n, Words(str(n))))) for n in range(FATE_SPACES + 1)]


def _point_steps(p: Pack) -> list[Step]:
    """What the Shadow can hold of all settlements (p. 31)."""
    titles = {SHADOW_NEEDS: _POINTS_NEEDED.filled(n=SHADOW_NEEDS)}
    return [Step(n, Text.of(titles.get(n, Words(str(n))))) for n in range(sum(p.layout.points) + 1)]
