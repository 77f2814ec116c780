"""A match in words: what is asked and what for, what happened, how it ended."""

from typing import TYPE_CHECKING

from engine.core.endings import ABANDONED, ANNULLED, CONCEDED, WITHOUT_WINNER
from engine.core.errors import RulesError
from engine.core.events import ONLY_OPTION, Event
from engine.core.flow import Decision, Option
from engine.core.vocabulary import DECLINING
from engine.core.words import Lang, Words

if TYPE_CHECKING:
    from engine.core.match import Match

_KERNEL_EVENTS = {
    CONCEDED: Words("{name} concedes", "{name} poddaje się"),
    ABANDONED: Words("Nobody came to play", "Nikt nie przyszedł grać"),
    ANNULLED: Words("The match is annulled", "Partia zostaje unieważniona"),
    "undone": Words("{name} undoes the last choice", "{name} cofa ostatni wybór"),
}
_ONLY_OPTION = Words("Your only choice was: {option}", "Jedyny możliwy wybór: {option}")
_NOTHING_FITS = Words("There was nothing to choose from", "Nie było z czego wybierać")


def prompt(match: "Match", decision: Decision, lang: Lang) -> str:
    """What a decision asks, and what it is for where it is the cost or the consequence of something."""
    asks = match.game.prompt(match.state, decision, lang)
    cause = match.cause(decision.seat)
    purpose = "" if cause is None else match.game.purpose(match.state, cause, lang)
    return f"{purpose}: {asks[:1].lower()}{asks[1:]}" if purpose else asks


def explain(match: "Match", lang: Lang) -> str:
    """The outcome in words and numbers."""
    outcome, game = match.outcome, match.game
    if outcome is None:
        raise RulesError("the match goes on; there is no outcome to explain")
    if game.explain is None or outcome.reason in WITHOUT_WINNER:
        return game.reason(outcome, lang)
    return game.explain(match.state, outcome, lang)


def narrate(match: "Match", event: Event, lang: Lang) -> str:
    """An event, as its reader sees it."""
    if event.kind == ONLY_OPTION:
        return _narrate_only(match, tuple(event.data[1]), lang)
    if event.kind in _KERNEL_EVENTS:
        name = match.setting.roles[event.data[0]].name.say(lang) if event.data else ""
        return _KERNEL_EVENTS[event.kind].say(lang, name=name)
    return match.game.narrate(match.state, event, lang)


def _narrate_only(match: "Match", option: Option, lang: Lang) -> str:
    """Words for an option that was the only one of a seat."""
    if match.lexicon.option(option).group in DECLINING:
        return _NOTHING_FITS.say(lang)
    return _ONLY_OPTION.say(lang, option=match.describe(option, lang))
