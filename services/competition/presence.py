"""Who came to a table, who did not and who has left, and what becomes of it without them or when its time is over."""

import math
from collections.abc import Iterator, Set
from typing import Any, NamedTuple

from services.competition import events
from services.competition.actions import Action, HandOver, Place, Record
from services.competition.competition import Competition
from services.competition.plan import Arena, Pods, ScoreContest, Stage
from services.competition.rounds import RoundState, TableState, legs_of_a_deal
from services.competition.stages import MINUTE, StageState


class Unseen(NamedTuple):
    """Entrants of a table of whom it is not known that they came, and whose first choice may be before them."""

    stage: int
    round: int
    table: int
    entrants: tuple[int, ...]


def unseen(competition: Competition, now: float) -> list[Unseen]:
    """The entrants of whom it has to be found out whether they came.

    Once the time of the round is over that is everybody. Before, where the time for a first choice is limited, it is
    who has not been asked for one, so that it is seen when they are, and whose time for it is up.
    """
    stage, state, minutes = competition.stage, competition.round, competition.rules.pace.first_choice_minutes
    if stage is None or state is None or competition.is_paused or competition.is_over:
        return []
    if is_time_up(competition, stage, state, now):
        since = math.inf
    elif minutes is not None:
        since = now - minutes * MINUTE
    else:
        return []
    result = []
    for number in sorted(state.open):
        table = state.tables[number]
        missing = tuple(one for one in table.table.entrants if _is_missing(competition, table, one))
        if table.live_legs and any(table.asked_at.get(one, since) <= since for one in missing):
            result.append(Unseen(stage.number, state.number, number, missing))
    return result


def is_time_up(competition: Competition, stage: StageState, state: RoundState, now: float) -> bool:
    """Whether the time of a round is over; an arena has one of its own."""
    limit = None if isinstance(stage.plan, Arena) else competition.rules.hard_minutes
    return limit is not None and state.began_at is not None and now >= state.began_at + limit * MINUTE


# -- who did not come, or has left


def absent(
    competition: Competition, stage: StageState, state: RoundState, now: float, unknown: Set[Place]
) -> Iterator[Action]:
    """What becomes of those who withdrew, or did not make their first choice in time."""
    minutes = competition.rules.pace.first_choice_minutes
    gone = competition.withdrawn
    is_anybody_awaited = minutes is not None or bool(gone)
    for number in sorted(state.open if is_anybody_awaited else state.open & state.sat_in):
        table = state.tables[number]
        for entrant, legs in table.legs_to_hand_over().items():
            yield HandOver(stage.number, state.number, number, entrant, legs)
        left = _left(table, gone)
        if left:
            yield from _without(competition, stage, state, table, left, "withdrew", no_show=False)
        elif minutes is not None and (stage.number, state.number, number) not in unknown:
            since = now - minutes * MINUTE
            late = [one for one in _missing(competition, table) if table.asked_at[one] <= since]
            if late:
                yield from _without(competition, stage, state, table, late, "no first choice in time", no_show=True)


def _left(table: TableState, gone: Set[int]) -> list[int]:
    """Entrants of a table who have withdrawn, and for whom no bot sits in."""
    if gone.isdisjoint(table.table.entrants):
        return []
    return [one for one in table.table.entrants if one in gone and one not in table.bots]


def _is_missing(competition: Competition, table: TableState, entrant: int) -> bool:
    is_here = entrant in table.arrived or entrant in table.bots
    return not is_here and not competition.entries[entrant].bot


def _missing(competition: Competition, table: TableState) -> list[int]:
    """Entrants of a table who were asked for their first choice and did not make it."""
    return [one for one in table.table.entrants if one in table.asked_at and _is_missing(competition, table, one)]


def _without(
    competition: Competition,
    stage: StageState,
    state: RoundState,
    table: TableState,
    gone: list[int],
    why: str,
    *,
    no_show: bool,
) -> Iterator[Action]:
    """A table goes on without somebody: by the option of its host a bot sits in, or they lose it. In a pod a bot plays
    on for the sake of the others; where two meet, who withdraws loses it in any case."""
    is_pod = len(table.table.entrants) > 2
    forfeits = competition.rules.pace.no_show == "forfeit"
    if is_pod or (no_show and not forfeits):
        for entrant in gone:
            legs = tuple(table.live_legs)
            yield HandOver(stage.number, state.number, table.table.number, entrant, legs, why, no_show, forfeits)
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


# -- the time is over


def end_open_table(competition: Competition, stage: StageState, state: RoundState, number: int) -> Action:
    """End a table whose time is over: who never came loses it, and otherwise what was not played out is shared.

    In a pod those who came share the points of the places above, and who did not come, or has left, has none."""
    table = state.tables[number]
    entrants, missing = table.table.entrants, _missing(competition, table)
    where: dict[str, Any] = {"stage": stage.number, "round": state.number, "table": number}
    why = "the time of the round was over"
    if len(entrants) > 2:
        lost = tuple(one for one in entrants if one in missing or one in table.forfeited)
        share = _share(stage.plan, len(entrants) - len(lost))
        points = tuple(0.0 if one in lost else share for one in entrants)
        return Record(events.Adjudicated(**where, points=points, forfeited=lost), why)
    if missing:
        return Record(events.Forfeited(**where, entrants=tuple(missing), no_show=True), why)
    played = [points for points, _ in table.legs.values()]
    unplayed = max(0, legs_of_a_deal(stage.plan) - len(played))
    share = _share(stage.plan, len(entrants))
    points = tuple(sum(leg[place] for leg in played) + unplayed * share for place in range(len(entrants)))
    return Record(events.Adjudicated(**where, points=points), why)


def _share(stage: Stage, count: int) -> float:
    """The points of each of so many, for a match that was not played out."""
    if isinstance(stage, Pods) and stage.by == "place":
        return sum(stage.points[:count]) / max(1, count)
    if isinstance(stage, ScoreContest):
        return 0.0
    return 1 / max(2, count)
