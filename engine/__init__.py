"""Pure rules: no I/O, no clock, no network."""

from engine.core.chance import below, pick, roll, shuffle
from engine.core.events import Event, tell
from engine.core.flow import Decision, Flow, Option, Together
from engine.core.game import Component, Game, GameOption, Habits, Packs, Role, Scenario, Setting
from engine.core.match import Match, restore
from engine.core.record import Record
from engine.core.registry import all_games, game_ids, load, register
from engine.core.state import Outcome, State, because, checkpoint, disclose, end_match
from engine.core.view import View
from engine.core.vocabulary import Vocabulary, copy_references, seat_references, verb
from engine.core.words import LANGS, Lang, Words

__all__ = [
    "LANGS",
    "Component",
    "Decision",
    "Event",
    "Flow",
    "Game",
    "GameOption",
    "Habits",
    "Lang",
    "Match",
    "Option",
    "Outcome",
    "Packs",
    "Record",
    "Role",
    "Scenario",
    "Setting",
    "State",
    "Together",
    "View",
    "Vocabulary",
    "Words",
    "all_games",
    "because",
    "below",
    "checkpoint",
    "copy_references",
    "disclose",
    "end_match",
    "game_ids",
    "load",
    "pick",
    "register",
    "restore",
    "roll",
    "seat_references",
    "shuffle",
    "tell",
    "verb",
]
