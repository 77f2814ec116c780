"""Words for people, in the languages the server speaks.

Text is rendered from data only when somebody asks, never while rules run.
"""

from typing import Literal, NamedTuple, get_args

Lang = Literal["en", "pl"]
LANGS: tuple[Lang, ...] = get_args(Lang)
BETWEEN = " · "
"""Stands between names, which may have commas of their own."""


class Words(NamedTuple):
    """One phrase in every language; a missing translation falls back to English."""

    en: str
    pl: str = ""

    def say(self, lang: Lang = "en", **values: object) -> str:
        """The phrase with its `{placeholders}` filled."""
        phrase = self.pl if lang == "pl" and self.pl else self.en
        return phrase.format(**values) if values else phrase

    def filled(self, **values: object) -> "Words":
        """The phrase with its `{placeholders}` filled in every language."""
        return Words(*(self.say(lang, **values) for lang in LANGS))


def listed(*parts: Words) -> Words:
    """Phrases one after the other, with commas between."""
    return Words(*(", ".join(one.say(lang) for one in parts) for lang in LANGS))
