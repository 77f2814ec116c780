"""Bots at a version: which one a name stands for now, and whether an entrant is still that one."""

import re
from typing import Any

from engine.bots import BOTS, fingerprint, present_version
from engine.core.game import Game
from services.api import ladders_pb2 as pb
from services.ladders.model import EntrantRow, NewEntrant
from services.process.refusals import invalid
from services.rpc import requests

OUTSIDE_VERSION = re.compile(r"[A-Za-z0-9._-]{1,24}")
TWIN = "#2"
"""Ends the fingerprint of a bot that is tested against itself."""


def new_entrant(game: "Game[Any]", bot: str, anchor_elo: float | None = None) -> NewEntrant:
    """A bot at its present version; refused where there is none such."""
    spec = requests.bot_spec(bot)
    return NewEntrant(str(spec), fingerprint(spec, BOTS[spec.name], game), anchor_elo)


def outside_entrant(name: str, version: str) -> NewEntrant:
    """An outside bot by the name of its account, at the version that it says."""
    if version and not OUTSIDE_VERSION.fullmatch(version):
        raise invalid("The version of an outside bot is 1 to 24 letters, digits, dots, dashes or underscores.")
    return NewEntrant(name, f"outside:{name}@{version}".removesuffix("@"), None, outside=True)


def twin(entrant: NewEntrant) -> NewEntrant:
    """An entrant that is tested against itself, as the second one."""
    return entrant._replace(fingerprint=entrant.fingerprint + TWIN)


def state_of(entrant: EntrantRow, game: str) -> "pb.EntrantState.ValueType":
    """Whether an entrant plays, is withdrawn or away, or is of a version that is not here any more."""
    if entrant.withdrawn:
        return pb.ENTRANT_STATE_WITHDRAWN
    if entrant.outside:
        return pb.ENTRANT_STATE_AWAY if entrant.away else pb.ENTRANT_STATE_PLAYING
    is_current = present_version(entrant.bot, game) == entrant.fingerprint.removesuffix(TWIN)
    return pb.ENTRANT_STATE_PLAYING if is_current else pb.ENTRANT_STATE_OUTDATED
