"""Words for options, decisions, events and outcomes, in English and Polish, and the vocabulary of programs."""

from engine.games.bofa.words.decisions import prompt, purpose
from engine.games.bofa.words.events import narrate
from engine.games.bofa.words.guide import GLOSSARY, SUMMARY
from engine.games.bofa.words.options import describe
from engine.games.bofa.words.outcomes import REASONS, explain
from engine.games.bofa.words.vocabulary import VOCABULARY

__all__ = ["GLOSSARY", "REASONS", "SUMMARY", "VOCABULARY", "describe", "explain", "narrate", "prompt", "purpose"]
