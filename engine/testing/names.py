"""Names that frontends, bots and records see are kebab-case, such as `soldiers-of-gondor`.

Fields of JSON objects, arguments of verbs among them, are no names but snake_case.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from engine.core.flow import Decision
from engine.core.game import Game
from engine.core.layout import Layout, MapLayout
from engine.core.match import Match
from engine.core.vocabulary import Lexicon, Phrase
from engine.testing.walk import Nonconforming, Variant, walk

KEBAB_CASE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""Words of small letters and digits, joined by hyphens."""

_Name = tuple[str, str]
"""What a name is of, and the name."""


def check_names(game: Game[Any], variant: Variant, seed: int = 0) -> None:
    """Every name of the game that is registered, laid out, or met in random play, is kebab-case.

    Streams and references have parts of that, with colons between them.
    """
    match = variant.new_match(game, seed)
    names = {*_registered(game, match), *names_met(match)}
    if game.layout is not None:
        names.update(_laid_out(game.layout(match.setting)))
    for _ in walk(match, variant.rng(game, seed)):
        names.update(names_met(match))
    names.update(names_met(match))
    if wrong := misspelt(names):
        raise Nonconforming(f"{game.id} {variant} seed {seed}: not in kebab-case: {', '.join(wrong)}")


def misspelt(names: Iterable[_Name]) -> list[str]:
    """Those of some names that are not in kebab-case."""
    return sorted(f"{what} {name!r}" for what, name in names if not _is_kebab_case(what, name))


def _is_kebab_case(what: str, name: str) -> bool:
    parts = name.split(":") if what == "stream" or "reference" in what else [name]
    return all(KEBAB_CASE.fullmatch(part) for part in parts)


def _registered(game: Game[Any], match: Match) -> Iterator[_Name]:
    """The names that a game registers for a setting."""
    yield "game", game.id
    yield "scenario", match.setting.scenario
    yield from (("step", name) for name in game.steps)
    yield from (("reason", name) for name in game.reasons)
    yield from (("component", component.id) for component in game.components(match.setting))
    for option in game.options_of(match.setting.scenario):
        yield "option of the setting", option.name
        values = (option.default,) if callable(option.allowed) else option.allowed
        yield from (("value of an option", value) for value in values if type(value) is str)
    for role in match.setting.roles:
        yield "role", role.id
        yield "side", role.side


def names_met(match: Match) -> Iterator[_Name]:
    """The names in the position and in what led to it last."""
    yield from (("stream", stream) for stream in match.state.streams)
    lexicon = match.lexicon
    for event in match.events:
        yield "event", event.kind
        yield from (("reference in an event", part) for part in _strings(event.data))
        yield from _told("event", lexicon.event(event))
    for decision in match.pending:
        yield from _names_of(decision)
        yield from _sent(lexicon, decision)
        cause = match.cause(decision.seat)
        if cause is not None:
            yield from _told("cause", lexicon.cause(cause))
    outcome = match.outcome
    if outcome is not None:
        yield "reason", outcome.reason
        yield from (("side", side) for side in (outcome.side, *outcome.scores) if side)


def _names_of(decision: Decision) -> Iterator[_Name]:
    yield "decision", decision.kind
    for verb, *arguments in decision.options:
        yield "verb", verb
        yield from (("argument of an option", part) for part in arguments if type(part) is str)


def _sent(lexicon: Lexicon, decision: Decision) -> Iterator[_Name]:
    for option in decision.options:
        phrase = lexicon.option(option)
        yield "group of options", phrase.group
        yield from _told("option", phrase)


def _told(what: str, phrase: Phrase) -> Iterator[_Name]:
    """The names in an option, event or cause as it is sent; an empty one stands for nothing."""
    yield f"verb of an {what}", phrase.verb
    parts = (phrase.data, list(phrase.arguments.values()), phrase.touches)
    yield from ((f"reference in an {what}", name) for part in parts for name in _strings(part) if name)


def _strings(value: Any) -> Iterator[str]:
    """Every string in a value and in the lists of it."""
    if type(value) is str:
        yield value
    elif type(value) in (list, tuple):
        for one in value:
            yield from _strings(one)


def _laid_out(layout: Layout) -> Iterator[_Name]:
    """The names in a layout: what is referred to, and the game's words; not what is printed for people."""
    yield from (("reference of a seat", seat.reference) for seat in layout.seats)
    yield from (("reference of a zone", zone.reference) for zone in layout.zones)
    for track in layout.tracks:
        yield "reference of a track", track.reference
        yield from (("step of a track", step.value) for step in track.steps if type(step.value) is str)
    for component in layout.components:
        yield "component", component.id
        yield "kind of component", component.kind
        yield from (("reference of a component", reference) for reference in component.references)
        yield from (("printed value", one.id) for one in component.printed)
    printed = {word for one in layout.components for value in one.printed for word in _strings(value.value)}
    for kind, words in layout.words.items():
        yield "kind of words", kind
        if printed.isdisjoint(words):  # a kind of words that cards carry is as they print it, on those not in play too
            yield from (("word", word) for word in words)
    if layout.map is not None:
        yield from _mapped(layout.map)


def _mapped(map: MapLayout) -> Iterator[_Name]:
    for place in map.places:
        yield "reference of a place", place.reference
        yield from (("terrain", terrain) for terrain in (place.terrain,) if terrain)
        yield from (("kind of way", way.kind) for way in place.adjacent if way.kind)
        yield from (("printed value", one.id) for one in place.printed)
    for region in map.regions:
        yield "reference of a region", region.reference
        yield from (("printed value", one.id) for one in region.printed)
