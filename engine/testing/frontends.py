"""What a frontend is promised: everything it is told of has a name, and what is named is in the layout."""

import re
from typing import Any

import msgspec

from engine.core.errors import RulesError
from engine.core.game import Game
from engine.core.layout import Layout
from engine.core.match import Match
from engine.core.words import LANGS
from engine.testing.walk import Nonconforming, Variant, expect, viewers, walk

_BETWEEN_LOOKS = 10
"""Decisions between two looks at whole observations."""


def check_frontends(game: Game[Any], variant: Variant, seed: int = 0) -> None:
    """Options, events and causes fit the vocabulary and the layout, and an outcome explains itself."""
    match = variant.new_match(game, seed)
    layout = None if game.layout is None else game.layout(match.setting)
    known = set() if layout is None else check_references(game, layout)
    for number, _ in enumerate(walk(match, variant.rng(game, seed))):
        _check_told(match, known)
        _check_decisions(match, known)
        if layout is not None and number % _BETWEEN_LOOKS == 0:
            _check_pointers(match, layout)
    _check_told(match, known)
    for lang in LANGS:
        expect(bool(match.explain(lang).strip()), match, f"the outcome does not explain itself in {lang}")


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


def _check_pointers(match: Match, layout: Layout) -> None:
    """Where a layout points in an observation, there is something of the right kind."""
    contents = [zone.contents for zone in layout.zones]
    contents += [] if layout.map is None else [place.contents for place in layout.map.places]
    lists = [pointer for pointer in contents if pointer is not None]
    numbers = [zone.count for zone in layout.zones if zone.count is not None]
    values = [track.position for track in layout.tracks]
    for viewer in viewers(match):
        view = msgspec.to_builtins(match.observation(viewer))
        for pointers, kinds in ((lists, (list, dict, str)), (numbers, (int,)), (values, (int, str))):
            for pointer in pointers:
                found = isinstance(look_up(view, pointer), kinds)
                expect(found, match, f"there is nothing to draw at {pointer} for seat {viewer}")


def look_up(view: Any, pointer: str) -> Any:
    """What a JSON pointer (RFC 6901) points to; None where there is nothing."""
    for part in pointer.split("/")[1:]:
        key = re.sub("~0", "~", re.sub("~1", "/", part))
        try:
            view = view[int(key)] if isinstance(view, list) else view[key]
        except (LookupError, ValueError):
            return None
    return view
