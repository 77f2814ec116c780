"""What stands against undoing a choice: what has happened since, and who has seen it; in words."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.core.errors import CannotUndo
from engine.core.events import ONLY_OPTION, Event
from engine.core.state import CHANCE_BARRIER, DISCLOSURE_BARRIER, NO_BARRIER, UNKNOWN_BARRIER
from engine.core.words import LANGS, Lang, Words

if TYPE_CHECKING:
    from engine.core.match import Match

_NOTHING_CHOSEN = Words("nothing has been chosen yet", "nikt jeszcze nie wybierał")
_CHOSEN_SINCE = Words("{name} has chosen since", "{name} wybiera już po tobie")
NO_PAST = Words("a world has no past before its last step", "świat nie ma przeszłości sprzed ostatniego kroku")
_CHANCE = Words("something random has happened since", "rozstrzygnął już los")
_CHANCE_TOLD = Words("something random has happened since ({what})", "rozstrzygnął już los ({what})")
_SEEN_BY_YOU = Words("you have seen what was hidden ({what})", "widzisz już to, co było ukryte ({what})")
_SEEN = Words("{names} has seen what was hidden ({what})", "{names} widzi już to, co było ukryte ({what})")
_MAY_TELL = Words(
    "what has happened since may tell of hidden cards ({what})", "to, co się stało, może zdradzać ukryte karty ({what})"
)
_ASKED = Words("what is asked now may tell of hidden cards", "to, o co pyta gra, może zdradzać ukryte karty")
_TELL_NOTHING = ("undone", ONLY_OPTION)
"""Events that show nothing hidden; after an undo, those of the choice itself are gone."""
_MOST_TOLD = 3
"""Events that are named, at most."""


def check_undo(match: "Match", seat: int) -> None:
    """Refuse unless the seat was the last to choose, and nothing random happened and nothing was shown since."""
    if not match.choices:
        raise CannotUndo(_NOTHING_CHOSEN)
    if (last := match.choices[-1][0]) != seat:
        raise CannotUndo(chosen_since(match, last))
    barriers = match._barriers
    if barriers[-1] == UNKNOWN_BARRIER:
        barriers[-1] = _barrier_between(match._before_last(), match)
    if barriers[-1] != NO_BARRIER:
        raise CannotUndo(why_not(match, seat, barriers[-1]))


def _barrier_between(before: "Match", after: "Match") -> int:
    """What has happened between two positions of one match that cannot be undone."""
    if before.state.streams != after.state.streams:
        return CHANCE_BARRIER
    return NO_BARRIER if before.state.disclosed == after.state.disclosed else DISCLOSURE_BARRIER


def why_not(match: "Match", seat: int, barrier: int) -> Words:
    """Why the last choice of a seat stands: the barrier that it raised, with what the seat was told of it."""
    events = [event for event in match.events if event.kind not in _TELL_NOTHING]
    if barrier == CHANCE_BARRIER:
        return _with(_CHANCE_TOLD, match, events, seat) or _CHANCE
    secret = [event for event in events if _seated(match, event)]
    if own := [event for event in secret if seat in _seated(match, event)]:
        return _with(_SEEN_BY_YOU, match, own, seat) or _ASKED
    if secret:
        viewers = sorted({viewer for event in secret for viewer in _seated(match, event)})
        return _with(_SEEN, match, secret, seat, viewers) or _ASKED
    return _with(_MAY_TELL, match, events, seat) or _ASKED


def _seated(match: "Match", event: Event) -> list[int]:
    """The seats that an event was told to alone; what the rules play for themselves, such as a bot, has no seat."""
    return [viewer for viewer in event.only or () if viewer < match.seats]


def chosen_since(match: "Match", seat: int) -> Words:
    """That another seat has chosen."""
    name = match.setting.roles[seat].name
    return Words(*(_CHOSEN_SINCE.say(lang, name=name.say(lang)) for lang in LANGS))


def _with(
    phrase: Words, match: "Match", events: Sequence[Event], seat: int, viewers: Sequence[int] = ()
) -> Words | None:
    """The phrase with what the seat was told of some events; None where that is nothing."""
    said = {lang: "; ".join(_told(match, events, seat, lang)) for lang in LANGS}
    if not said["en"]:
        return None
    names = {lang: ", ".join(match.setting.roles[viewer].name.say(lang) for viewer in viewers) for lang in LANGS}
    return Words(*(phrase.say(lang, what=said[lang], names=names[lang]) for lang in LANGS))


def _told(match: "Match", events: Sequence[Event], seat: int, lang: Lang) -> Iterator[str]:
    seen = [one for event in events if (one := event.seen_by(seat)) is not None]
    for event in seen[:_MOST_TOLD]:
        yield match.narrate(event, lang)
