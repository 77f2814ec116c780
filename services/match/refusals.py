"""Refusals of a hosted match whose sentence is known in every language: people read them."""

from engine.core.words import LANGS, Lang, Words
from services.api.errors_pb2 import ErrorReason
from services.process.refusals import Refused


class WordedRefusal(Refused):
    """A refusal in English that can be said in another language."""

    def __init__(self, reason: "ErrorReason.ValueType", why: Words, version: int) -> None:
        super().__init__(reason, why.say(), version=version)
        self._why = why
        self._version = version

    def said(self, lang: Lang) -> Refused:
        """The refusal in a language."""
        return Refused(self.reason, self._why.say(lang), version=self._version)


def in_language(error: Exception, lang: Lang | None) -> Exception:
    """An error as who asked in a language reads it: a refusal with words says them in that one."""
    return error.said(lang) if isinstance(error, WordedRefusal) and lang is not None else error


def sentence(why: Words) -> Words:
    """A reason as a sentence of its own, in every language."""
    said = (why.say(lang) for lang in LANGS)
    return Words(*(f"{one[:1].upper()}{one[1:]}." for one in said))
