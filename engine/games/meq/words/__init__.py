"""What the game says, in English and Polish: options, decisions, events, reasons, and the texts of the cards."""

from engine.games.meq.words.events import narrate
from engine.games.meq.words.options import describe
from engine.games.meq.words.prompts import prompt
from engine.games.meq.words.reasons import REASONS

__all__ = ["REASONS", "describe", "narrate", "prompt"]
