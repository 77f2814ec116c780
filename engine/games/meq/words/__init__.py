"""What the game says, in English and Polish: options, decisions, events, outcomes, and the texts of the cards."""

from engine.games.meq.words.events import narrate
from engine.games.meq.words.guide import GLOSSARY, SUMMARY
from engine.games.meq.words.options import describe
from engine.games.meq.words.outcomes import REASONS, explain
from engine.games.meq.words.prompts import prompt, purpose
from engine.games.meq.words.vocabulary import VOCABULARY

__all__ = ["GLOSSARY", "REASONS", "SUMMARY", "VOCABULARY", "describe", "explain", "narrate", "prompt", "purpose"]
