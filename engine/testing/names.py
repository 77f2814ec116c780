"""Names that frontends, bots and records see are kebab-case, such as `soldiers-of-gondor`."""

import re
from collections.abc import Iterator
from typing import Any

from engine.core.flow import Decision
from engine.core.game import Game
from engine.core.match import Match
from engine.testing.walk import Nonconforming, Variant, walk

KEBAB_CASE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""Words of small letters and digits, joined by hyphens."""

_Name = tuple[str, str]
"""What a name is of, and the name."""


def check_names(game: Game[Any], variant: Variant, seed: int = 0) -> None:
    """Every name of the game that is registered, or met in random play, is kebab-case; streams have parts of that."""
    match = variant.new_match(game, seed)
    names = {*_registered(game, match), *_met(match)}
    for _ in walk(match, variant.rng(game, seed)):
        names.update(_met(match))
    names.update(_met(match))
    wrong = sorted(f"{what} {name!r}" for what, name in names if not _is_kebab_case(what, name))
    if wrong:
        raise Nonconforming(f"{game.id} {variant} seed {seed}: not in kebab-case: {', '.join(wrong)}")


def _is_kebab_case(what: str, name: str) -> bool:
    parts = name.split(":") if what == "stream" else [name]
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


def _met(match: Match) -> Iterator[_Name]:
    """The names in the position and in what led to it last."""
    yield from (("stream", stream) for stream in match.state.streams)
    yield from (("event", event.kind) for event in match.events)
    for decision in match.pending:
        yield from _names_of(decision)
    outcome = match.outcome
    if outcome is not None:
        yield "reason", outcome.reason
        yield from (("side", side) for side in (outcome.side, *outcome.scores) if side)


def _names_of(decision: Decision) -> Iterator[_Name]:
    yield "decision", decision.kind
    for verb, *arguments in decision.options:
        yield "verb", verb
        yield from (("argument of an option", part) for part in arguments if type(part) is str)
