"""Matches that begin in the middle: a position set up by hand, for tests of single rules and cards."""

from typing import Any

from engine.core.game import Game, Setting
from engine.core.match import Match
from engine.core.state import State


def position(game: Game[Any], setting: Setting, state: State) -> Match:
    """A match that begins with the step the state names. It has no record, because it has no beginning."""
    match = Match(game, setting)
    match._has_record = False
    match._start(state, [])
    return match
