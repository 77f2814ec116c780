"""Words for options, decisions, events, outcomes and printed values, and the vocabulary of programs."""

from engine.games.lotr.words.events import narrate
from engine.games.lotr.words.guide import GLOSSARY, SUMMARY
from engine.games.lotr.words.options import describe, prompt, purpose
from engine.games.lotr.words.outcomes import REASONS, explain
from engine.games.lotr.words.printed import printed_on, values_of
from engine.games.lotr.words.vocabulary import VOCABULARY

__all__ = [
    "GLOSSARY",
    "REASONS",
    "SUMMARY",
    "VOCABULARY",
    "describe",
    "explain",
    "narrate",
    "printed_on",
    "prompt",
    "purpose",
    "values_of",
]
