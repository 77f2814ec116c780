"""Pure rules: no I/O, no clock, no network."""

from engine.core.events import Event
from engine.core.flow import Decision, Option, Together
from engine.core.game import Component, Game, GameOption, Role, Scenario, Table
from engine.core.match import Match, restore
from engine.core.record import Record
from engine.core.registry import all_games, game_ids, load, register
from engine.core.state import Outcome
from engine.core.words import LANGS, Lang, Words

__all__ = [
    "LANGS",
    "Component",
    "Decision",
    "Event",
    "Game",
    "GameOption",
    "Lang",
    "Match",
    "Option",
    "Outcome",
    "Record",
    "Role",
    "Scenario",
    "Table",
    "Together",
    "Words",
    "all_games",
    "game_ids",
    "load",
    "register",
    "restore",
]
