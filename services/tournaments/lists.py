"""Lists that the API gives in pages: pairings, standings, tables of a player; and the tokens of their pages."""

import base64
import binascii
from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from services.api import tournaments_pb2 as pb
from services.api.errors_pb2 import ErrorReason
from services.competition.competition import Competition
from services.competition.plan import Arena
from services.competition.rounds import RoundState, TableState
from services.competition.stages import StageState
from services.competition.standings import Standing
from services.process.refusals import Refused, invalid
from services.tournaments import wire
from services.tournaments.database import Wanted
from services.tournaments.model import SeatRow, TournamentRow, is_tournament_id
from services.tournaments.replica import Replica

MINUTE = 60.0
LARGEST_NUMBER = 2**31 - 1
T = TypeVar("T")


class Page(NamedTuple, Generic[T]):
    """Some items of a list, and the token of the next page; empty at its end."""

    items: Sequence[T]
    token: str


def page_size(requested: int, default: int, largest: int) -> int:
    """How many items a page has at most; 0 is the default."""
    size = requested or default
    if not 1 <= size <= largest:
        raise invalid(f"A page has between 1 and {largest} items.")
    return size


def page(items: Sequence[T], requested: int, token: str, default: int, largest: int) -> Page[T]:
    """A page of a list that is in memory; its token is where it begins."""
    size = page_size(requested, default, largest)
    if token and (not token.isascii() or not token.isdigit() or len(token) > 9):
        raise invalid("The page token is not one of ours.")
    start = int(token or 0)
    end = start + size
    return Page(items[start:end], str(end) if end < len(items) else "")


def check_number(number: int) -> None:
    """Refuse what is not the number of an event."""
    if not 0 <= number <= LARGEST_NUMBER:
        raise invalid("Events are numbered from 1 on; 0 is before the first.")


# -- tournaments


def states_of(states: Sequence["pb.TournamentState.ValueType"]) -> tuple[str, ...]:
    """States as they are stored."""
    by_message = {message: state for state, message in wire.STATES.items()}
    for state in states:
        if state not in by_message:
            raise invalid(f"There is no state {state}.", allowed=tuple(pb.TournamentState.keys()[1:]))
    return tuple(by_message[state] for state in states)


def check_texts(wanted: Wanted) -> None:
    """Refuse texts that some databases do not take."""
    if any("\0" in text for text in (wanted.game, wanted.host, wanted.entrant)):
        raise invalid("A filter has no NUL characters.")


def position_token(last: TournamentRow) -> str:
    """The token of the page that begins after this tournament."""
    return base64.urlsafe_b64encode(f"{last.created_ms}:{last.tournament_id}".encode()).decode()


def position_of(token: str) -> tuple[int, str] | None:
    """When the tournament was created after which a page begins, and its id; None for the first page."""
    if not token:
        return None
    try:
        created, _, tournament_id = base64.urlsafe_b64decode(token.encode()).decode().partition(":")
        position = (int(created), tournament_id)
    except (binascii.Error, ValueError) as error:
        raise invalid("The page token is not one of ours.") from error
    if abs(position[0]) >= 2**63 or not is_tournament_id(tournament_id):
        raise invalid("The page token is of no tournament.")
    return position


# -- rounds


def stage_of(competition: Competition, number: int) -> StageState:
    """A stage, counted from 1; 0 for the last."""
    count = len(competition.stages)
    if not count:
        raise _unknown("The tournament has not begun.")
    if not 0 <= number <= count:
        raise _unknown(f"There is no stage {number}; there are 1 to {count}.")
    return competition.stages[number - 1 if number else -1]


def _round_of(stage: StageState, number: int) -> RoundState:
    count = len(stage.rounds)
    if not count:
        raise _unknown(f"No round of stage {stage.number + 1} is paired yet.")
    if not 0 <= number <= count:
        raise _unknown(f"There is no round {number} in stage {stage.number + 1}; there are 1 to {count}.")
    return stage.rounds[number - 1 if number else -1]


def _unknown(message: str) -> Refused:
    return Refused(ErrorReason.ERROR_REASON_UNKNOWN_TOURNAMENT, message)


def table(replica: Replica, stage: int, round_: int, number: int) -> pb.TournamentTable:
    """One table, stages counted from 1."""
    under_way = replica.competition.stages[stage - 1]
    state = replica.competition.table(stage - 1, round_, number)
    return wire.table(replica.id, replica.competition, under_way, round_, state)


def pairings(replica: Replica, request: pb.GetPairingsRequest) -> pb.GetPairingsResponse:
    """The tables of a round."""
    competition = replica.competition
    stage = stage_of(competition, request.stage)
    state = _round_of(stage, request.round)
    tables = _tables_of(competition, state, request.entrant)
    some = page(tables, request.page_size, request.page_token, 100, 500)
    return pb.GetPairingsResponse(
        stage=stage.number + 1,
        round=state.number,
        paired_ms=wire.ms(state.paired_at),
        began_ms=wire.ms(state.began_at),
        ended_ms=wire.ms(state.ended_at),
        byes=[competition.entries[one].name for one in state.byes],
        tables=[wire.table(replica.id, competition, stage, state.number, one) for one in some.items],
        deals=wire.deals(competition, stage, state, some.items),
        next_page_token=some.token,
    )


def _tables_of(competition: Competition, state: RoundState, name: str) -> list[TableState]:
    """The tables of a round; where an entrant is named, only theirs."""
    tables = list(state.tables.values())
    if not name:
        return tables
    if name not in competition.by_name:
        raise _unknown(f"{name[:100]!r} has not entered.")
    entrant = competition.by_name[name].entrant
    return [one for one in tables if entrant in one.table.entrants]


def standings(replica: Replica, request: pb.GetTournamentStandingsRequest) -> pb.GetTournamentStandingsResponse:
    """The standings after a round, or the final ones."""
    competition = replica.competition
    if competition.final and not request.stage and not request.round:
        some = page(competition.final, request.page_size, request.page_token, 100, 1_000)
        last = competition.stages[-1]
        criteria = _common_criteria(competition)
        return pb.GetTournamentStandingsResponse(
            stage=last.number + 1,
            round=len(last.rounds),
            final=True,
            standings=wire.standings(competition, some.items, criteria),
            tie_breaks=criteria,
            next_page_token=some.token,
        )
    stage = stage_of(competition, request.stage)
    number, ranking = _standings_after(stage, request.round)
    some = page(ranking, request.page_size, request.page_token, 100, 1_000)
    return pb.GetTournamentStandingsResponse(
        stage=stage.number + 1,
        round=number,
        standings=wire.standings(competition, some.items, stage.criteria),
        tie_breaks=stage.criteria,
        next_page_token=some.token,
        under_way=isinstance(stage.plan, Arena) and not (stage.is_over or competition.is_over),
    )


def _common_criteria(competition: Competition) -> tuple[str, ...]:
    """What the values of the final standings are, where all stages that break ties do so alike."""
    kinds = {stage.criteria for stage in competition.stages if stage.criteria}
    return kinds.pop() if len(kinds) == 1 else ()


def _standings_after(stage: StageState, number: int) -> tuple[int, Sequence[Standing]]:
    """The round after which standings were computed, and they; before the first everybody stands by their seed."""
    if isinstance(stage.plan, Arena):  # which is one round
        return _round_of(stage, number).number, stage.standings if stage.is_over else stage.present_ranking()
    if number:
        state = _round_of(stage, number)
        if state.standings is None:
            raise _unknown(f"Round {number} of stage {stage.number + 1} has not ended.")
        return number, state.standings
    if stage.standings:
        ranked = [state.number for state in stage.rounds if state.standings is not None]
        return (ranked[-1] if ranked else 0), stage.standings
    return 0, [Standing(place, entrant, 0.0) for place, entrant in enumerate(stage.seeds, start=1)]


# -- the tables of a player


def assignments(replica: Replica, seats: Sequence[SeatRow], engine_address: str) -> list[pb.TableAssignment]:
    """The matches that wait for a player in a tournament."""
    return [
        _assignment(replica, seat, engine_address)
        for seat in seats
        if replica.competition.table(seat.stage, seat.round, seat.table_number).is_open
    ]


def _assignment(replica: Replica, seat: SeatRow, engine_address: str) -> pb.TableAssignment:
    competition = replica.competition
    pace = competition.rules.pace
    state = competition.stages[seat.stage].rounds[seat.round - 1]
    table = state.tables[seat.table_number]
    entries = [competition.entries[one] for one in table.table.entrants]
    others = [one.name for one in entries if seat.player not in (one.name, *one.members)]
    asked_at = next(
        (table.asked_at.get(one.entrant) for one in entries if seat.player in (one.name, *one.members)), None
    )
    first_by = _later(asked_at, pace.first_choice_minutes)
    return pb.TableAssignment(
        tournament_id=replica.id,
        stage=seat.stage + 1,
        round=seat.round,
        table=seat.table_number,
        match_id=seat.match_id,
        engine_address=engine_address,
        seat=seat.seat,
        token=seat.token,
        opponents=others,
        first_choice_by_ms=first_by,
        ends_ms=_later(state.began_at, competition.rules.hard_minutes),
    )


def _later(since: float | None, minutes: float | None) -> int:
    """So many minutes after a time, in milliseconds; 0 where there is no such time."""
    return 0 if since is None or minutes is None else wire.ms(since + minutes * MINUTE)
