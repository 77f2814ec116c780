"""What a tournament needs next: a pure function from its state and the time to actions.

Actions may be repeated: whoever carries them out, and dies on the way, finds them again.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from engine.core.chance import commitment
from services.competition import arena, events
from services.competition.competition import Competition
from services.competition.events import AnyEvent, Table
from services.competition.plan import Arena
from services.competition.rounds import RoundState, TableState, legs_of_a_deal
from services.competition.stages import StageState
from services.competition.standings import Standing

MINUTE = 60.0


class Record(NamedTuple):
    """Let an event happen."""

    event: AnyEvent
    why: str = ""


class MakeMatches(NamedTuple):
    """Make matches of a table; when they are made, MatchesMade says so."""

    stage: int
    round: int
    table: int
    legs: tuple[int, ...]


class SeatBot(NamedTuple):
    """Let a bot play for somebody who did not come; when it does, BotSatIn says so."""

    stage: int
    round: int
    table: int
    entrant: int
    why: str


Action: TypeAlias = Record | MakeMatches | SeatBot


def decide(competition: Competition, now: float) -> list[Action]:
    """The next actions; none while there is nothing to do but to wait."""
    if competition.is_over or competition.is_paused:
        return []
    if not competition.is_started:
        return _start_in_time(competition, now)
    stage = competition.stage
    if stage is None:
        return [Record(events.StageBegan(stage=0, seeds=first_seeds(competition)))]
    if stage.is_over:
        return [_after_stage(competition, stage)]
    if gone := _withdraw_no_shows(competition):
        return gone
    if isinstance(stage.plan, Arena):
        return _arena(competition, stage, stage.plan, now)
    state = competition.round
    if state is None or state.ended_at is not None:
        return _between_rounds(competition, stage, state, now)
    if state.began_at is None:
        waits_for_host = competition.rules.pace.advance == "hand"
        return [] if waits_for_host else [Record(events.RoundBegan(stage=stage.number, round=state.number))]
    return _playing(competition, stage, state, state.began_at, now)


def first_seeds(competition: Competition) -> tuple[int, ...]:
    """Who plays in the first stage: by rating, and by who entered first."""
    entries = [entry for entry in competition.entries.values() if entry.is_in]
    entries.sort(key=lambda entry: (-(entry.rating if entry.rating is not None else -1e9), entry.entrant))
    return tuple(entry.entrant for entry in entries)


def _start_in_time(competition: Competition, now: float) -> list[Action]:
    starts_at = competition.rules.starts_at
    if starts_at is None or now < starts_at:
        return []
    if len(first_seeds(competition)) < 2:
        return [Record(events.Cancelled(secret=competition.secret), "fewer than two had checked in at the start")]
    return [Record(events.Started(), "its time had come")]


def _withdraw_no_shows(competition: Competition) -> list[Action]:
    limit = competition.rules.pace.no_shows
    return [
        Record(events.Withdrew(entrant=entry.entrant), f"did not come {entry.no_shows} times")
        for entry in competition.entries.values()
        if entry.no_shows >= limit and not entry.withdrawn
    ]


# -- between rounds


def _between_rounds(competition: Competition, stage: StageState, last: RoundState | None, now: float) -> list[Action]:
    if last is not None and last.standings is None:
        return [Record(events.Ranked(stage=stage.number, round=last.number, standings=stage.ranking()))]
    if stage.is_complete(competition.active(stage)):
        return [Record(events.StageEnded(stage=stage.number, standings=stage.ranking()))]
    pause = competition.rules.pace.pause_seconds
    if last is not None and last.ended_at is not None and now < last.ended_at + pause:
        return []
    return [Record(pair_round(competition, stage))]


def pair_round(competition: Competition, stage: StageState) -> events.RoundPaired:
    """The next round of a stage, with commitments to its deals."""
    drawn = stage.next_round(competition.active(stage), competition.roles, competition.sides)
    first, given = competition.next_deal, len(competition.contributions)
    if stage.first_deal is not None and not drawn.deals:  # the deals that all its rounds share were made with the first
        first, given = stage.first_deal, stage.rounds[0].contributions
    tables = tuple(
        Table(number, one.entrants, first + one.deal, one.place, one.meeting)
        for number, one in enumerate(drawn.meetings, start=1)
    )
    committed = {
        deal: commitment(competition.seed(given, deal))
        for deal in (range(first, first + drawn.deals) if drawn.deals else sorted({table.deal for table in tables}))
    }
    return events.RoundPaired(
        stage=stage.number,
        round=len(stage.rounds) + 1,
        tables=tables,
        byes=tuple(drawn.byes),
        contributions=given,
        commitments=committed,
    )


def _after_stage(competition: Competition, stage: StageState) -> Action:
    if stage.number + 1 < len(competition.rules.stages):
        seeds = tuple(stage.going_on(set(competition.active(stage))))
        return Record(events.StageBegan(stage=stage.number + 1, seeds=seeds))
    return Record(events.Finished(standings=final_standings(competition), secret=competition.secret))


def final_standings(competition: Competition) -> tuple[Standing, ...]:
    """Everybody's place: those of the last stage first, then those of the stages before, as they stood there."""
    result: list[Standing] = []
    placed: set[int] = set()
    for stage in reversed(competition.stages):
        shared, rank = 0, 0
        for one in stage.standings:
            if one.entrant not in placed:
                rank = rank if one.rank == shared else len(result) + 1
                shared = one.rank
                result.append(Standing(rank, one.entrant, one.points, one.tie_breaks))
        placed.update(one.entrant for one in stage.standings)
    return tuple(result)


# -- a round that is played


def _playing(
    competition: Competition, stage: StageState, state: RoundState, began_at: float, now: float
) -> list[Action]:
    actions: list[Action] = list(_absent(competition, stage, state, now))
    pace = competition.rules.pace
    settled = {action.table for action in actions if not isinstance(action, Record)}
    settled |= {
        action.event.table
        for action in actions
        if isinstance(action, Record) and isinstance(action.event, events.Forfeited)
    }
    actions += _matches_to_make(stage, state, settled)
    if pace.soft_minutes is not None and not state.is_reminded and now >= began_at + pace.soft_minutes * MINUTE:
        actions.append(Record(events.Reminded(stage=stage.number, round=state.number)))
    is_time_up = pace.hard_minutes is not None and now >= began_at + pace.hard_minutes * MINUTE
    if is_time_up:
        actions += [_end_open_table(competition, stage, state, number) for number in sorted(state.open - settled)]
    if not state.open and (pace.advance != "timer" or is_time_up):
        actions.append(Record(events.RoundEnded(stage=stage.number, round=state.number)))
    return actions


def _matches_to_make(stage: StageState, state: RoundState, settled: set[int]) -> Iterator[Action]:
    for number in sorted(state.to_make - settled):
        legs = state.tables[number].due_legs(stage.plan)
        if legs:
            yield MakeMatches(stage.number, state.number, number, tuple(legs))


def _absent(competition: Competition, stage: StageState, state: RoundState, now: float) -> Iterator[Action]:
    """What becomes of those who withdrew, or did not make their first choice in time."""
    pace = competition.rules.pace
    gone = {one for one, entry in competition.entries.items() if entry.withdrawn}
    limit = None if pace.first_choice_minutes is None else pace.first_choice_minutes * MINUTE
    if not gone and limit is None:
        return
    for number in sorted(state.open):
        table = state.tables[number]
        left = [one for one in table.table.entrants if one in gone and one not in table.bots]
        if left:
            yield from _without(stage, state, table, left, "withdrew", no_show=False, bot=False)
        elif limit is not None and table.opened_at is not None and now >= table.opened_at + limit:
            late = [one for one in table.table.entrants if _is_missing(competition, table, one)]
            if late:
                yield from _without(
                    stage, state, table, late, "no first choice in time", no_show=True, bot=pace.no_show == "bot"
                )


def _is_missing(competition: Competition, table: TableState, entrant: int) -> bool:
    is_here = entrant in table.arrived or entrant in table.bots
    return not is_here and competition.entries[entrant].kind != "bot"


def _without(
    stage: StageState, state: RoundState, table: TableState, gone: list[int], why: str, *, no_show: bool, bot: bool
) -> Iterator[Action]:
    """A table goes on without somebody: a bot sits in, as it always does in a pod, or they lose it."""
    if bot or len(table.table.entrants) > 2:
        for entrant in gone:
            yield SeatBot(stage.number, state.number, table.table.number, entrant, why)
    else:
        yield Record(
            events.Forfeited(
                stage=stage.number,
                round=state.number,
                table=table.table.number,
                entrants=tuple(gone),
                no_show=no_show,
            ),
            why,
        )


def _end_open_table(competition: Competition, stage: StageState, state: RoundState, number: int) -> Action:
    """End a table whose time is over: who never came loses it; otherwise what was not played out is shared."""
    table = state.tables[number]
    missing = [one for one in table.table.entrants if _is_missing(competition, table, one)]
    where = {"stage": stage.number, "round": state.number, "table": number}
    why = "the time of the round was over"
    if missing and competition.rules.pace.first_choice_minutes is not None:
        return Record(events.Forfeited(**where, entrants=tuple(missing), no_show=True), why)
    count = len(table.table.entrants)
    played = [points for points, _ in table.legs.values()]
    unplayed = max(0, legs_of_a_deal(stage.plan) - len(played))
    points = tuple(sum(leg[place] for leg in played) + unplayed / max(2, count) for place in range(count))
    scores = tuple(sum(leg[place] for _, leg in table.legs.values() if leg) for place in range(count))
    return Record(events.Adjudicated(**where, points=points, scores=scores), why)


# -- arenas


def _arena(competition: Competition, stage: StageState, plan: Arena, now: float) -> list[Action]:
    state = stage.rounds[0]
    assert state.began_at is not None
    if now >= state.began_at + plan.minutes * MINUTE:
        return [Record(events.StageEnded(stage=stage.number, standings=stage.ranking()))]
    actions = list(_absent(competition, stage, state, now))
    if actions:
        return actions
    actions += _matches_to_make(stage, state, set())
    waiting = [
        arena.Waiting(one, since, stage.opponents.get(one, ()))
        for one, since in stage.free.items()
        if competition.entries[one].is_in
    ]
    waiting.sort(key=lambda one: (-stage.arena_points.get(one.entrant, 0), stage.rank_of_seed[one.entrant]))
    deal, number, given = competition.next_deal, len(state.tables) + 1, len(competition.contributions)
    for index, couple in enumerate(arena.pair(waiting, now)):
        event = events.TableAdded(
            stage=stage.number,
            table=Table(number + index, couple, deal + index),
            contributions=given,
            commitment=commitment(competition.seed(given, deal + index)),
        )
        actions.append(Record(event))
    return actions
