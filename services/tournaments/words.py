"""What happened to a tournament, in words of both languages: the audit as players read it."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from engine import Lang
from engine.core.words import Words
from services.competition import events
from services.competition.competition import Competition
from services.competition.events import AnyEvent

_TABLE = Words("Stage {stage}, round {round}, table {table}: ", "Etap {stage}, runda {round}, stół {table}: ")
_ROUND = Words("Stage {stage}, round {round}: ", "Etap {stage}, runda {round}: ")

_SAID: dict[type, Words] = {
    events.Created: Words("The tournament was created.", "Turniej został utworzony."),
    events.Updated: Words("The plan was changed.", "Plan został zmieniony."),
    events.Entered: Words("{name} entered.", "Zgłoszenie: {name}."),
    events.Agreed: Words("{member} plays in {entrant}.", "{member} – gra w drużynie {entrant}."),
    events.CheckedIn: Words("{entrant} checked in.", "{entrant} – obecność potwierdzona."),
    events.Withdrew: Words("{entrant} withdrew.", "{entrant} – wycofanie."),
    events.Returned: Words("{entrant} came back.", "{entrant} – powrót do gry."),
    events.Started: Words("The tournament started.", "Turniej się rozpoczął."),
    events.StageBegan: Words(
        "Stage {stage} began with {count} entrants.", "Rozpoczął się etap {stage}; liczba uczestników: {count}."
    ),
    events.RoundPaired: Words(
        "{where}paired; tables: {count}, byes: {byes}.", "{where}rozlosowano; stoły: {count}, wolne losy: {byes}."
    ),
    events.RoundUnpaired: Words("{where}the pairings are void.", "{where}pary zostały unieważnione."),
    events.RoundBegan: Words("{where}began.", "{where}początek."),
    events.TableAdded: Words("{entrants} meet at table {table}.", "Przy stole {table}: {entrants}."),
    events.MatchesMade: Words("{where}can be played.", "{where}można grać."),
    events.Asked: Words(
        "{where}the first choice of {entrants} is awaited.", "{where}pierwszy wybór, kolej: {entrants}."
    ),
    events.Arrived: Words("{where}{entrant} is there.", "{where}{entrant} – na miejscu."),
    events.BotSatIn: Words("{where}a bot sits in for {entrant}.", "{where}za uczestnika {entrant} gra bot."),
    events.LegEnded: Words("{where}match {leg} ended {points}.", "{where}partia {leg} zakończona, {points}."),
    events.LegForfeited: Words(
        "{where}match {leg} is lost by {entrant}: {cause}.", "{where}partia {leg}, przegrywa {entrant}: {cause}."
    ),
    events.LegRefused: Words("{where}match {leg} gives no result.", "{where}partia {leg} nie daje wyniku."),
    events.MatchesEnded: Words("{where}matches were ended.", "{where}przerwano partie."),
    events.Forfeited: Words("{where}forfeited by {entrants}.", "{where}walkower, przegrywa {entrants}."),
    events.Adjudicated: Words("{where}adjudicated {points}.", "{where}wynik ustalony przez sędziego, {points}."),
    events.Reminded: Words("{where}results are due.", "{where}pora na wyniki."),
    events.RoundEnded: Words("{where}ended.", "{where}koniec."),
    events.Ranked: Words("{where}the standings are computed.", "{where}obliczono klasyfikację."),
    events.StageEnded: Words("Stage {stage} ended.", "Etap {stage} zakończony."),
    events.Paused: Words("The tournament is paused.", "Turniej wstrzymano."),
    events.Resumed: Words("The tournament goes on.", "Turniej został wznowiony."),
    events.Cancelled: Words("The tournament was cancelled.", "Turniej odwołano."),
    events.Finished: Words("The tournament is over; {winner} won.", "Koniec turnieju; zwycięża {winner}."),
}
_BANNED = Words("{entrant} was banned.", "{entrant} – wykluczenie.")
_ENDED_WITHOUT = Words(
    "{where}adjudicated {points}; forfeited by {forfeited}.",
    "{where}wynik ustalony przez sędziego, {points}; walkower, przegrywa {forfeited}.",
)
_NOBODY = Words("nobody", "nikt")
_CAUSES = {
    "clock": Words("out of time", "koniec czasu"),
    "absence": Words("gone", "nieobecność"),
    "illegal": Words("a choice that was not offered", "niedozwolony wybór"),
}
_WHYS = (
    Words("fewer than {count} had checked in at the start", "na starcie było obecnych mniej niż {count}"),
    Words("its time had come", "nadeszła pora"),
    Words("did not come {count} times", "liczba nieobecności: {count}"),
    Words("withdrew", "wycofanie"),
    Words("no first choice in time", "brak pierwszego wyboru w czasie"),
    Words("the time of the round was over", "minął czas rundy"),
    Words("is of another version now", "to już inna wersja"),
    Words("the record is of another deal", "zapis dotyczy innego rozdania"),
    Words("the match was over after the end of the arena", "partia skończyła się po zamknięciu areny"),
    Words("the match was annulled", "partię unieważniono"),
    Words("the match was abandoned", "partię porzucono"),
)
"""Why the director did something, as it is kept, which is in English, and in both languages."""
_KEPT = [(re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(one.en))), one) for one in _WHYS]


def narrate(competition: Competition, event: AnyEvent, lang: Lang) -> str:
    """An event in one sentence."""
    form = _form(event)
    wanted = [name for name in _VALUES if f"{{{name}}}" in form.en]
    return form.say(lang, **{name: _VALUES[name](competition, event, lang) for name in wanted})


def _form(event: AnyEvent) -> Words:
    match event:
        case events.Withdrew(banned=True):
            return _BANNED
        case events.Adjudicated(forfeited=forfeited) if forfeited:
            return _ENDED_WITHOUT
    return _SAID[type(event)]


def reason(why: str, lang: Lang) -> str:
    """Why something happened, in a language as far as there are words for it: what people wrote stays as it is."""
    for pattern, form in _KEPT:
        if match := pattern.fullmatch(why):
            return form.say(lang, **match.groupdict())
    return why


def _names(competition: Competition, entrants: Sequence[int]) -> str:
    return ", ".join(competition.entries[one].name for one in entrants)


def _where(_competition: Competition, event: Any, lang: Lang) -> str:
    if hasattr(event, "table"):
        return _TABLE.say(lang, stage=event.stage + 1, round=event.round, table=event.table)
    return _ROUND.say(lang, stage=event.stage + 1, round=event.round)


def _points(_competition: Competition, event: Any, _lang: Lang) -> str:
    return " : ".join(f"{one:g}" for one in event.points)


def _entrants(competition: Competition, event: Any, _lang: Lang) -> str:
    return _names(competition, event.table.entrants if isinstance(event, events.TableAdded) else event.entrants)


def _winner(competition: Competition, event: Any, lang: Lang) -> str:
    first = [one.entrant for one in event.standings if one.rank == 1]
    return _names(competition, first) or _NOBODY.say(lang)


def _table(_competition: Competition, event: Any, _lang: Lang) -> int:
    return event.table.number if isinstance(event, events.TableAdded) else event.table


def _count(_competition: Competition, event: Any, _lang: Lang) -> int:
    return len(event.seeds if isinstance(event, events.StageBegan) else event.tables)


_VALUES: dict[str, Callable[[Competition, Any, Lang], Any]] = {
    "name": lambda _competition, event, _lang: event.name,
    "entrant": lambda competition, event, _lang: competition.entries[event.entrant].name,
    "entrants": _entrants,
    "stage": lambda _competition, event, _lang: event.stage + 1,
    "table": _table,
    "count": _count,
    "byes": lambda _competition, event, _lang: len(event.byes),
    "where": _where,
    "member": lambda _competition, event, _lang: event.member,
    "cause": lambda _competition, event, lang: (
        _CAUSES[event.cause].say(lang) if event.cause in _CAUSES else event.cause
    ),
    "leg": lambda _competition, event, _lang: event.leg + 1,
    "points": _points,
    "forfeited": lambda competition, event, _lang: _names(competition, event.forfeited),
    "winner": _winner,
}
"""By place in a form: what stands there."""
