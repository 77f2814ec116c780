"""Tournaments as the terminal shows them."""

import datetime
from collections.abc import Iterator, Sequence

from rich.table import Column, Table

from engine.core.words import Lang, Words
from services.api import tournaments_pb2 as pb
from services.cli import tournament_words as words


def time_of(milliseconds: int) -> str:
    """A time where this terminal is; empty for none."""
    if not milliseconds:
        return ""
    return f"{datetime.datetime.fromtimestamp(milliseconds / 1000).astimezone():%Y-%m-%d %H:%M:%S}"


def _table(lang: Lang, *columns: Words, title: str = "") -> Table:
    """An empty table of which nothing is cut on a narrow terminal."""
    return Table(*(Column(one.say(lang), overflow="fold") for one in columns), title=title or None)


def _name(plan: pb.TournamentPlan, lang: Lang) -> str:
    return Words(plan.name, plan.name_pl).say(lang)


def _formats(plan: pb.TournamentPlan, lang: Lang) -> str:
    return words.THEN.say(lang).join(_format(stage, lang) for stage in plan.stages)


def _format(stage: pb.Stage, lang: Lang) -> str:
    name = stage.WhichOneof("format") or ""
    return words.FORMATS.get(name, Words(name)).say(lang)


def _game(plan: pb.TournamentPlan) -> str:
    return f"{plan.setting.game} {plan.setting.scenario}".strip()


def _state(one: pb.Tournament, lang: Lang) -> str:
    return words.STATES.get(one.state, Words("")).say(lang)


def tournaments_table(some: Sequence[pb.Tournament], lang: Lang) -> Table:
    """Tournaments, one in a line."""
    columns = (words.ID, words.NAME, words.FORMAT, words.GAME, words.STATE, words.ENTRANTS, words.STARTS)
    table = _table(lang, *columns)
    table.columns[0].no_wrap = True
    for one in some:
        table.add_row(
            one.tournament_id,
            _name(one.plan, lang),
            _formats(one.plan, lang),
            _game(one.plan),
            _state(one, lang),
            str(one.entrants),
            time_of(one.plan.starts_ms),
        )
    return table


def tournament_table(one: pb.Tournament, lang: Lang) -> Table:
    """One tournament."""
    plan = one.plan
    table = Table("", Column(overflow="fold"), show_header=False)
    rows = [
        (words.ID, one.tournament_id),
        (words.NAME, _name(plan, lang)),
        (words.ABOUT, Words(plan.about, plan.about_pl).say(lang)),
        (words.PRIZES, Words(plan.prizes, plan.prizes_pl).say(lang)),
        (words.FORMAT, _formats(plan, lang)),
        (words.GAME, _game(plan)),
        (words.HOST, one.host),
        (words.STATE, _state(one, lang)),
        (words.STARTS, time_of(plan.starts_ms)),
        (words.WHO_MAY_ENTER, _who_may_enter(one, lang)),
        (words.ENTRANTS, str(one.entrants)),
        (words.STAGE_AND_ROUND, _stage_and_round(one, lang)),
        (words.OPEN_TABLES, str(one.open_tables) if one.round else ""),
        (words.RATED, (words.YES if plan.rated else words.NO).say(lang)),
        (words.COMMITMENT, one.commitment),
        (words.SECRET, one.secret.hex()),
    ]
    for name, value in rows:
        if value:
            table.add_row(name.say(lang), value)
    return table


def _who_may_enter(one: pb.Tournament, lang: Lang) -> str:
    """What is asked of entrants, or that nothing is."""
    rules = one.plan.registration
    is_for_people = not rules.HasField("people") or rules.people
    demands = [
        (not is_for_people, words.NO_PEOPLE),
        (bool(rules.invited), words.INVITED),
        (one.has_password, words.KNOWS_PASSWORD),
    ]
    parts = [form.say(lang) for holds, form in demands if holds] or [words.EVERYBODY.say(lang)]
    if rules.HasField("least_rating"):
        parts.append(words.LEAST_RATING.say(lang, rating=rules.least_rating))
    if rules.HasField("most_rating"):
        parts.append(words.MOST_RATING.say(lang, rating=rules.most_rating))
    if rules.HasField("most"):
        parts.append(words.MOST.say(lang, count=rules.most))
    if rules.HasField("team_size"):
        parts.append(words.TEAMS.say(lang, count=rules.team_size))
    if rules.bots in words.BOTS:
        parts.append(words.BOTS[rules.bots].say(lang))
    if rules.check_in_minutes:
        parts.append(words.CHECK_IN.say(lang, minutes=rules.check_in_minutes))
    return "; ".join(parts)


def _stage_and_round(one: pb.Tournament, lang: Lang) -> str:
    """Which stage and round are under way; empty before the first."""
    if not one.stage:
        return ""
    round_ = words.ROUND_OF.say(lang, round=one.round, rounds=one.rounds) if one.rounds else one.round
    return f"{one.stage}, {round_}"


def entrants_table(some: Sequence[pb.TournamentEntrant], lang: Lang) -> Table:
    """Entrants, one in a line."""
    table = _table(lang, words.NUMBER, words.NAME, words.KIND, words.RATING, words.STATE)
    for one in some:
        rating = f"{one.rating:.0f}" if one.HasField("rating") else ""
        table.add_row(str(one.entrant), one.name, one.version or _kind(one, lang), rating, _entrant_state(one, lang))
    return table


def _kind(one: pb.TournamentEntrant, lang: Lang) -> str:
    kind = words.KINDS.get(one.kind, Words("")).say(lang)
    return f"{kind}: {', '.join(one.members)}" if one.members else kind


def _entrant_state(one: pb.TournamentEntrant, lang: Lang) -> str:
    if one.banned:
        return words.BANNED.say(lang)
    if one.withdrawn:
        return words.WITHDRAWN.say(lang)
    if one.pending:
        return words.WAITS_FOR.say(lang, names=", ".join(one.pending))
    return (words.CHECKED_IN if one.checked_in else words.ENTERED).say(lang)


def pairings_table(tables: Sequence[pb.TournamentTable], title: str, lang: Lang) -> Table:
    """Tables of a round."""
    table = _table(lang, words.TABLE, words.ENTRANTS, words.RESULT, Words(""), title=title)
    for one in tables:
        result = "" if one.open else " : ".join(f"{place.points:g}" for place in one.places)
        table.add_row(str(one.number), " – ".join(place.entrant for place in one.places), result, _notes(one, lang))
    return table


def _notes(table: pb.TournamentTable, lang: Lang) -> str:
    """What there is to say about a table beside its result."""
    lost = [place.entrant for place in table.places if place.outing == pb.TABLE_OUTING_LOST_BY_FORFEIT]
    notes = [words.FORFEITS.say(lang, name=name) for name in lost]
    notes += [words.SITS_IN.say(lang, name=place.entrant) for place in table.places if place.bot_sits_in]
    if table.adjudicated:
        notes.append(words.ADJUDICATED.say(lang))
    if any(match.refused for match in table.matches):
        notes.append(words.NO_RESULT.say(lang))
    return ", ".join(notes)


def standings_table(answer: pb.GetTournamentStandingsResponse, lang: Lang) -> Table:
    """The standings after a round."""
    count = max((len(one.tie_breaks) for one in answer.standings), default=0)
    title = words.STANDINGS.say(lang, when=_when(answer, lang))
    tie_breaks = [words.TIE_BREAKS.get(name, Words(name)) for name in answer.tie_breaks[:count]]
    table = _table(lang, words.RANK, words.ENTRANT, words.POINTS, *tie_breaks, title=title)
    for one in answer.standings:
        table.add_row(str(one.rank), one.entrant, f"{one.points:g}", *(f"{value:g}" for value in one.tie_breaks))
    return table


def _when(answer: pb.GetTournamentStandingsResponse, lang: Lang) -> str:
    if answer.final:
        return words.FINAL.say(lang)
    form = words.UNDER_WAY if answer.under_way else words.AFTER_ROUND if answer.round else words.BY_SEEDS
    return form.say(lang, stage=answer.stage, round=answer.round)


def assignments_table(some: Sequence[pb.TableAssignment], lang: Lang) -> Table:
    """The matches that wait for somebody."""
    columns = (words.TABLE, words.AGAINST, words.MATCH, words.SEAT, words.FIRST_CHOICE_BY)
    table = _table(lang, *columns)
    for one in some:
        where = words.MY_TABLE.say(
            lang, tournament=one.tournament_id, stage=one.stage, round=one.round, table=one.table
        )
        by = time_of(one.first_choice_by_ms)
        table.add_row(where, ", ".join(one.opponents), one.match_id, str(one.seat), by)
    return table


def events_lines(events: Sequence[pb.TournamentEvent], lang: Lang) -> Iterator[str]:
    """What happened, one thing in a line."""
    for one in events:
        why = f" ({one.why})" if one.why else ""
        yield f"{one.number:6} {time_of(one.at_ms)} {words.actor_of(one, lang)}: {one.text}{why}"
