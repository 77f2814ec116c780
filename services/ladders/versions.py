"""Bots at a version: which one a name stands for now, and whether an entrant is still that one."""

import functools
from typing import Any

import engine
from engine.bots import BOTS, fingerprint, parse_spec
from engine.core.errors import UnknownBot
from engine.core.game import Game
from services.api import ladders_pb2 as pb
from services.ladders.model import EntrantRow, NewEntrant
from services.rpc import requests

TWIN = "#2"
"""Ends the fingerprint of a bot that is tested against itself."""


def new_entrant(game: "Game[Any]", bot: str, anchor_elo: float | None = None) -> NewEntrant:
    """A bot at its present version; refused where there is none such."""
    spec = requests.bot_spec(bot)
    return NewEntrant(str(spec), fingerprint(spec, BOTS[spec.name], game), anchor_elo)


def twin(entrant: NewEntrant) -> NewEntrant:
    """An entrant that is tested against itself, as the second one."""
    return entrant._replace(fingerprint=entrant.fingerprint + TWIN)


def state_of(entrant: EntrantRow, game: str) -> "pb.EntrantState.ValueType":
    """Whether an entrant plays, is withdrawn, or is of a version that is not here any more."""
    if entrant.withdrawn:
        return pb.ENTRANT_STATE_WITHDRAWN
    is_current = present_version(entrant.bot, game) == entrant.fingerprint.removesuffix(TWIN)
    return pb.ENTRANT_STATE_PLAYING if is_current else pb.ENTRANT_STATE_OUTDATED


@functools.cache
def present_version(bot: str, game: str) -> str:
    """The fingerprint of a bot as this process has it; empty where it has none such."""
    try:
        spec = parse_spec(bot, BOTS)
    except UnknownBot:
        return ""
    return fingerprint(spec, BOTS[spec.name], engine.load(game))
