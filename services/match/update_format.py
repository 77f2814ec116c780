"""The form of updates: what a subscriber, or the caller of a call that answers with one, wants in them."""

from typing import NamedTuple, Self

from engine import Lang
from services.api.engine_pb2 import Subscription
from services.api.errors_pb2 import ErrorReason
from services.api.match_pb2 import LANGUAGE_ENGLISH, LANGUAGE_POLISH, LANGUAGE_UNSPECIFIED, Language
from services.process.refusals import Refused

_LANGS: dict[int, Lang | None] = {LANGUAGE_UNSPECIFIED: None, LANGUAGE_ENGLISH: "en", LANGUAGE_POLISH: "pl"}


class UpdateFormat(NamedTuple):
    """What is wanted in updates."""

    lang: Lang | None
    """The language of words; None: no words."""
    events: bool = True
    observations: bool = False
    only_decisions: bool = False
    as_json: bool = False
    """Whether an update is one JSON text, for a gateway to pass on."""

    @classmethod
    def of(cls, subscription: Subscription) -> Self:
        """The format that a subscription of the API asks for."""
        return cls(
            lang_of(subscription.language),
            not subscription.omit_events,
            subscription.observations,
            subscription.only_decisions,
            subscription.as_json,
        )


def lang_of(language: int) -> Lang | None:
    """The language words are wanted in, if any."""
    try:
        return _LANGS[language]
    except KeyError:
        names = tuple(Language.keys())
        raise Refused(ErrorReason.ERROR_REASON_INVALID_ARGUMENT, f"No language {language}.", allowed=names) from None
