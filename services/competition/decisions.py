"""What a tournament needs next: a pure function from its state and the time to actions.

Actions may be repeated: whoever carries them out, and dies on the way, finds them again.
"""

from collections.abc import Iterator, Set

from engine.core.chance import commitment
from services.competition import arena, events
from services.competition.actions import Action, EndMatches, MakeMatches, Place, Record
from services.competition.competition import Competition
from services.competition.events import Table
from services.competition.plan import Arena, least_entrants
from services.competition.presence import absent, end_open_table, is_time_up
from services.competition.rounds import RoundState
from services.competition.stages import MINUTE, StageState
from services.competition.standings import Standing

ARENA_GRACE = 20.0
"""Seconds after the end of an arena in which matches that were over before it come from the archive."""


def decide(competition: Competition, now: float, unknown: Set[Place] = frozenset()) -> list[Action]:
    """The next actions; none while there is nothing to do but to wait.

    Of tables of which it is unknown just now who came nobody is taken for missing."""
    if competition.is_over or competition.is_paused:
        return []
    if not competition.is_started:
        return _start_in_time(competition, now)
    stage = competition.stage
    if stage is None:
        return [Record(events.StageBegan(stage=0, seeds=seeds_of(competition, 0)))]
    if stage.is_over:
        return [_after_stage(competition, stage)]
    if gone := _withdraw_no_shows(competition):
        return gone
    if isinstance(stage.plan, Arena):
        return _arena(competition, stage, now, unknown)
    state = competition.round
    if state is None or state.ended_at is not None:
        return _between_rounds(competition, stage, state, now)
    if again := _ranked_again(stage, state):
        return again
    if state.began_at is None:
        return _begin(competition, stage, state, now)
    return _playing(competition, stage, state, state.began_at, now, unknown)


def matches_to_end(competition: Competition) -> list[EndMatches]:
    """Matches that go on for nothing: of tables that have their result, and all of a tournament that was cancelled."""
    return [
        EndMatches(stage.number, state.number, number, tuple(legs))
        for stage in competition.stages
        for state in stage.rounds
        for number in sorted(state.orphaned | (state.open if competition.is_cancelled else set()))
        if (legs := state.tables[number].live_legs)
    ]


def seeds_of(competition: Competition, number: int) -> tuple[int, ...]:
    """Who plays in a stage, the best first: of the first who entered, of another who goes on from the one before."""
    if number == 0:
        return first_seeds(competition)
    before = competition.stages[number - 1]
    return tuple(before.going_on(set(competition.active(before))))


def first_seeds(competition: Competition) -> tuple[int, ...]:
    """Who plays in the first stage: by rating, and by who entered first."""
    entries = [entry for entry in competition.entries.values() if entry.is_in]
    entries.sort(key=lambda entry: (-(entry.rating if entry.rating is not None else -1e9), entry.entrant))
    return tuple(entry.entrant for entry in entries)


def needed_to_start(competition: Competition) -> int:
    """How many must have checked in for play to begin."""
    return least_entrants(competition.rules.stages[0], competition.roles)


def _start_in_time(competition: Competition, now: float) -> list[Action]:
    starts_at = competition.rules.starts_at
    if starts_at is None or now < starts_at:
        return []
    least = needed_to_start(competition)
    if len(first_seeds(competition)) < least:
        return [Record(events.Cancelled(secret=competition.secret), f"fewer than {least} had checked in at the start")]
    return [Record(events.Started(), "its time had come")]


def _withdraw_no_shows(competition: Competition) -> list[Action]:
    limit = competition.rules.pace.no_shows
    return [
        Record(events.Withdrew(entrant=entry.entrant), f"did not come {entry.no_shows} times")
        for entry in map(competition.entries.__getitem__, sorted(competition.missed))
        if entry.no_shows >= limit and not entry.withdrawn
    ]


# -- between rounds


def _ranked_again(stage: StageState, state: RoundState) -> list[Action]:
    """New standings of the round before, after a result of it was set otherwise."""
    if state.number == 1 or stage.rounds[state.number - 2].standings is not None:
        return []
    return [Record(events.Ranked(stage=stage.number, round=state.number - 1, standings=stage.ranking()))]


def _begin(competition: Competition, stage: StageState, state: RoundState, now: float) -> list[Action]:
    """Open the tables of a round, unless that is the host's or its pairings are to be known for a while."""
    pace = competition.rules.pace
    if pace.advance == "hand" or now < state.paired_at + pace.notice_minutes * MINUTE:
        return []
    return [Record(events.RoundBegan(stage=stage.number, round=state.number))]


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
        number = stage.number + 1
        return Record(events.StageBegan(stage=number, seeds=seeds_of(competition, number)))
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
    competition: Competition, stage: StageState, state: RoundState, began_at: float, now: float, unknown: Set[Place]
) -> list[Action]:
    actions: list[Action] = list(absent(competition, stage, state, now, unknown))
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
    is_late = is_time_up(competition, stage, state, now)
    if is_late:
        late = [one for one in sorted(state.open - settled) if (stage.number, state.number, one) not in unknown]
        actions += [end_open_table(competition, stage, state, number) for number in late]
    if not state.open and (pace.advance != "timer" or is_late):
        actions.append(Record(events.RoundEnded(stage=stage.number, round=state.number)))
    return actions


def _matches_to_make(stage: StageState, state: RoundState, settled: set[int]) -> Iterator[Action]:
    for number in sorted(state.to_make - settled):
        legs = state.tables[number].due_legs(stage.plan)
        if legs:
            yield MakeMatches(stage.number, state.number, number, tuple(legs))


# -- arenas


def _arena(competition: Competition, stage: StageState, now: float, unknown: Set[Place]) -> list[Action]:
    state = stage.rounds[0]
    assert stage.ends_at is not None, "it is an arena"
    if now >= stage.ends_at:
        is_settled = not state.open or now >= stage.ends_at + ARENA_GRACE
        return [Record(events.StageEnded(stage=stage.number, standings=stage.ranking()))] if is_settled else []
    actions = list(absent(competition, stage, state, now, unknown))
    if actions:
        return actions
    actions += _matches_to_make(stage, state, set())
    deal, number, given = competition.next_deal, len(state.tables) + 1, len(competition.contributions)
    for index, couple in enumerate(arena.pair(waiting(competition, stage), now)):
        event = events.TableAdded(
            stage=stage.number,
            table=Table(number + index, couple, deal + index),
            contributions=given,
            commitment=commitment(competition.seed(given, deal + index)),
        )
        actions.append(Record(event))
    return actions


def waiting(competition: Competition, stage: StageState) -> list[arena.Waiting]:
    """Who of an arena is free and plays on, in the order of the standings."""
    free = [
        arena.Waiting(one, since, stage.opponents.get(one, ()), stage.arena_balance[one])
        for one, since in stage.free.items()
        if competition.entries[one].is_in
    ]
    free.sort(key=lambda one: (-stage.arena_points.get(one.entrant, 0), stage.rank_of_seed[one.entrant]))
    return free
