"""What a frontend is promised: everything it is told of has a name, and what is named is in the layout."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from engine.core.errors import RulesError
from engine.core.game import Game
from engine.core.layout import Layout
from engine.core.match import Match
from engine.core.schema import observation_schema
from engine.core.vocabulary import OPTION
from engine.core.words import LANGS
from engine.testing.schemas import misfits
from engine.testing.spoken import check_words
from engine.testing.walk import Nonconforming, Variant, expect, viewers, walk

_BETWEEN_LOOKS = 10
"""Decisions between two looks at whole observations."""


def check_frontends(game: Game[Any], variant: Variant, seed: int = 0) -> None:
    """Options, events and causes fit the vocabulary and the layout, observations fit their schema and the layout, and
    an outcome explains itself, however the match ends.
    """
    _check_whole(game)
    match = variant.new_match(game, seed)
    layout = None if game.layout is None else game.layout(match.setting)
    known = set() if layout is None else check_references(game, layout)
    if layout is not None:
        check_words(game, layout)
    _check_given_up(match)
    for number, _ in enumerate(walk(match, variant.rng(game, seed))):
        _check_told(match, known)
        _check_decisions(match, known)
        if number % _BETWEEN_LOOKS == 0:
            _check_observations(match, layout, known)
    _check_told(match, known)
    _check_observations(match, layout, known)
    _check_explained(match)


def _check_whole(game: Game[Any]) -> None:
    """What frontends get hangs together: a game gives all of it, or none."""
    parts = {"view": game.view, "vocabulary": game.vocabulary, "layout": game.layout}
    lacks = [name for name, part in parts.items() if part is None]
    if lacks and len(lacks) < len(parts):
        raise Nonconforming(f"{game.id} has no {', '.join(lacks)}; of {', '.join(parts)} a game has all or none")
    if game.vocabulary is not None:
        verbs = (*game.vocabulary.options.values(), *game.vocabulary.all_events.values())
        used = {argument.kind for one in (*verbs, *game.vocabulary.causes.values()) for argument in one.arguments}
        if untold := sorted(used - {OPTION} - game.vocabulary.kinds.keys()):
            raise Nonconforming(f"{game.id}: the vocabulary does not say what these kinds are: {', '.join(untold)}")


def _check_given_up(match: Match) -> None:
    """An end from outside the rules explains itself, whoever it was."""
    for seat in range(match.seats):
        conceded = match.clone()
        conceded.concede(seat)
        _check_explained(conceded)
    annulled = match.clone()
    annulled.annul()
    _check_explained(annulled)


def _check_explained(match: Match) -> None:
    for lang in LANGS:
        text = match.explain(lang)
        is_told = bool(text.strip()) and "{" not in text
        expect(is_told, match, f"the outcome does not explain itself in {lang}: {text!r}")


def check_references(game: Game[Any], layout: Layout) -> set[str]:
    """Every reference of a layout, none of which means two things."""
    names = [seat.reference for seat in layout.seats] + [zone.reference for zone in layout.zones]
    names += [track.reference for track in layout.tracks]
    if layout.map is not None:
        names += [place.reference for place in layout.map.places] + [one.reference for one in layout.map.regions]
    names += [reference for component in layout.components for reference in component.references]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise Nonconforming(f"{game.id} layout: these references mean two things: {', '.join(twice)}")
    return set(names)


def _check_decisions(match: Match, known: set[str]) -> None:
    """Every open decision, its cause and its options can be named."""
    vocabulary, lexicon = match.game.vocabulary, match.lexicon
    for decision in match.pending:
        if vocabulary is not None:
            listed = decision.kind in vocabulary.decisions
            expect(listed, match, f"the vocabulary has no decision {decision.kind!r}")
        cause = match.cause(decision.seat)
        try:
            phrases = [lexicon.option(option) for option in decision.options]
            phrases += [lexicon.cause(cause)] if cause is not None else []
        except RulesError as fault:
            raise Nonconforming(f"{match.game.id}: {fault}") from None
        _check_touched(match, {name for phrase in phrases for name in phrase.touches}, known)


def _check_told(match: Match, known: set[str]) -> None:
    """Every event, as anybody sees it, can be named."""
    for event in match.events:
        for viewer in viewers(match):
            visible = event.seen_by(viewer)
            if visible is not None:
                try:
                    touched = set(match.lexicon.event(visible).touches)
                except RulesError as fault:
                    raise Nonconforming(f"{match.game.id}: {fault}") from None
                _check_touched(match, touched, known)


def _check_touched(match: Match, touched: set[str], known: set[str]) -> None:
    strange = sorted(touched - known) if known else []
    expect(not strange, match, f"these references are not in the layout: {', '.join(strange)}")


def _check_observations(match: Match, layout: Layout | None, known: set[str]) -> None:
    """What anybody sees fits the schema, and there is something of the right kind wherever the layout points to."""
    schema = observation_schema(match.game)
    for viewer in viewers(match):
        view = msgspec.to_builtins(match.observation(viewer), str_keys=True)
        if schema is not None:
            for fault in misfits(view, schema, schema["$defs"]):
                expect(False, match, f"what seat {viewer} sees does not fit its schema: {fault}")
        if layout is not None:
            for fault in _misplaced(view, layout, known):
                expect(False, match, f"the layout and what seat {viewer} sees do not fit: {fault}")


def _misplaced(view: Any, layout: Layout, known: set[str]) -> Iterator[str]:
    """Every pointer of a layout behind which there is not what it promises."""
    contents = [zone.contents for zone in layout.zones]
    contents += [] if layout.map is None else [place.contents for place in layout.map.places]
    counts = [zone.count for zone in layout.zones]
    positions: list[str | None] = [track.position for track in layout.tracks]
    yield from _wrong_at(contents, view, lambda value: _is_named(value, known), "nothing that is named in the layout")
    yield from _wrong_at(counts, view, lambda value: type(value) is int, "no number")
    yield from _wrong_at(positions, view, lambda value: type(value) in (int, str), "no step")


def _wrong_at(pointers: list[str | None], view: Any, is_right: Callable[[Any], bool], wrong: str) -> Iterator[str]:
    for pointer in pointers:
        if pointer is not None:
            try:
                value = look_up(view, pointer)
            except LookupError:
                yield f"there is nothing at {pointer}"
            else:
                if not is_right(value):
                    yield f"at {pointer} is {wrong}: {value!r}"


def _is_named(contents: Any, known: set[str]) -> bool:
    """Whether contents are named by references: one or none, a list of such, or an object that has some."""
    if isinstance(contents, dict):
        return not contents or not known.isdisjoint(contents) or any(_is_named(one, known) for one in contents.values())
    if isinstance(contents, list):
        return all(_is_named(one, known) for one in contents)
    return contents is None or contents in known


def look_up(view: Any, pointer: str) -> Any:
    """What a JSON pointer (RFC 6901) points to; `LookupError` where there is nothing."""
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        view = view[int(key)] if isinstance(view, list) else view[key]
    return view
