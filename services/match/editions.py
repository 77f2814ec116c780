"""The games that this process plays, each by the rules of this release."""

from typing import Any

import engine
from engine import Game
from services.api.errors_pb2 import ErrorReason
from services.process.refusals import Refused
from services.process.settings import Settings


def served_games(settings: Settings) -> tuple[str, ...]:
    """The games a process serves: all, or those it is limited to."""
    limit = settings.services.game_list()
    return tuple(id for id in engine.game_ids() if not limit or id in limit)


def edition(game: str) -> str:
    """A game by the rules of this release: what this process looks after where releases share a store."""
    return edition_of(game, engine.load(game).rules_version)


def edition_of(game: str, rules_version: int) -> str:
    """A game by the rules of any release."""
    return f"{game}.{rules_version}"


def find(id: str, games: tuple[str, ...]) -> "Game[Any]":
    """A game by its id; refused unless it is one of these."""
    if id not in games:
        raise Refused(ErrorReason.ERROR_REASON_UNKNOWN_GAME, f"No game {id!r} is served here.", allowed=games)
    return engine.load(id)
