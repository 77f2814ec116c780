"""Words for options, decisions, events and outcomes, in English and Polish; made only when somebody asks."""

from engine.games.bofa.words.decisions import prompt
from engine.games.bofa.words.events import narrate
from engine.games.bofa.words.options import describe
from engine.games.bofa.words.outcomes import REASONS

__all__ = ["REASONS", "describe", "narrate", "prompt"]
