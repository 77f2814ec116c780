"""Words for options, decisions, events, outcomes and printed values, and the vocabulary of programs."""

from engine.games.wotr.words.events import narrate
from engine.games.wotr.words.guide import GLOSSARY, SUMMARY
from engine.games.wotr.words.options import describe, prompt, purpose
from engine.games.wotr.words.outcomes import REASONS, explain
from engine.games.wotr.words.printed import printed_on, values_of
from engine.games.wotr.words.vocabulary import VOCABULARY

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
