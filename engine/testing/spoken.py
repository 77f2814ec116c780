"""What a frontend is promised in words: a layout says in every language what each of the game's own words is called."""

from collections.abc import Iterator
from typing import Any

from engine.core.game import Game
from engine.core.layout import Layout, PrintedLayout, Text
from engine.core.schema import observation_schema, schema_of
from engine.core.view import View
from engine.testing.walk import Nonconforming


def check_words(game: Game[Any], layout: Layout) -> None:
    """Every word that stands for something in layout, observations and options has its words, and every printed value
    that is no number and no reference.
    """
    needed = sorted(set(_needed(game, layout)))
    lacks = [f"{kind} {word!r}" for kind, word in needed if word not in layout.words.get(kind, {})]
    called = {word for words in layout.words.values() for word in words}
    called |= {step.value for track in layout.tracks for step in track.steps if isinstance(step.value, str)}
    lacks += [f"{where} {word!r}" for where, word in _closed(game) if word not in called]
    lacks += sorted({f"printed {name} {word!r}" for name, word in _unsaid(layout)})
    lacks += [f"{kind} {word!r} in every language" for kind, word, text in _all(layout) if not (text.en and text.pl)]
    if lacks:
        raise Nonconforming(f"{game.id} layout: there are no words for {', '.join(lacks)}")


def _needed(game: Game[Any], layout: Layout) -> Iterator[tuple[str, str]]:
    """By kind: the words of a layout, the groups of options, and what the game's settings may be."""
    settings = [*game.options, *(one for scenario in game.scenarios for one in scenario.options)]
    values = [value for one in settings if not callable(one.allowed) for value in one.allowed]
    yield from (("option-value", value) for value in values if isinstance(value, str))
    if game.vocabulary is not None:
        yield from (("group", one.group or name) for name, one in game.vocabulary.options.items())
    yield from (("side", seat.side) for seat in layout.seats)
    seats = {seat.reference for seat in layout.seats}
    owners = [*(zone.owner for zone in layout.zones), *(track.owner for track in layout.tracks)]
    yield from (("side", owner) for owner in owners if owner is not None and owner not in seats)
    yield from (("component", one.kind) for one in layout.components)
    if layout.map is not None:
        for place in layout.map.places:
            if place.terrain:
                yield "terrain", place.terrain
            yield from (("way", way.kind) for way in place.adjacent if way.kind)


def _closed(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """The words that a field of the game's observations may have, where its type lists them all; with the field."""
    schema = observation_schema(game)
    common = schema_of(View, "")["$defs"] if schema is not None else {}
    for name, definition in ({} if schema is None else schema["$defs"]).items():
        if name not in common:
            for field, one in definition.get("properties", {}).items():
                yield from ((f"{name}.{field}", word) for word in _listed(one) if word)


def _listed(schema: Any) -> Iterator[str]:
    """The words that a part of a schema lists."""
    if isinstance(schema, dict):
        yield from (word for word in schema.get("enum", ()) if isinstance(word, str))
        for part in schema.values():
            yield from _listed(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _listed(part)


def _unsaid(layout: Layout) -> Iterator[tuple[str, str]]:
    """Printed words that nobody says: they are no references, and come without a text."""
    named = {seat.reference for seat in layout.seats} | {zone.reference for zone in layout.zones}
    named |= {track.reference for track in layout.tracks}
    named |= {name for one in layout.components for name in (one.id, *one.references)}
    printed = [one for component in layout.components for one in component.printed]
    if layout.map is not None:
        named |= {place.reference for place in layout.map.places} | {one.reference for one in layout.map.regions}
        printed += [one for place in layout.map.places for one in place.printed]
        printed += [one for region in layout.map.regions for one in region.printed]
    for value in printed:
        yield from ((value.id, word) for word in _words_of(value) if value.text is None and word not in named)


def _words_of(value: PrintedLayout) -> Iterator[str]:
    for one in value.value if isinstance(value.value, list) else [value.value]:
        if isinstance(one, str):
            yield one


def _all(layout: Layout) -> Iterator[tuple[str, str, Text]]:
    for kind, words in layout.words.items():
        yield from ((kind, word, text) for word, text in words.items())
    for component in layout.components:
        yield from (("printed", one.id, one.text) for one in component.printed if one.text is not None)
