"""A tournament as it stands: the fold over its events. Whoever folds the same events comes to the same one."""

from collections.abc import Callable, Iterable
from typing import Any

from services.competition import deals, events
from services.competition.events import Kind, Logged, Table
from services.competition.plan import Arena, Plan
from services.competition.rounds import RoundState, TableState
from services.competition.stages import StageState
from services.competition.standings import Standing


class Entry:
    """Somebody who entered."""

    __slots__ = (
        "banned",
        "bot",
        "checked_in",
        "entrant",
        "kind",
        "members",
        "name",
        "no_shows",
        "pending",
        "rating",
        "version",
        "withdrawn",
    )

    def __init__(self, event: events.Entered) -> None:
        self.entrant = event.entrant
        self.name = event.name
        self.kind: Kind = event.kind
        self.rating = event.rating
        self.bot = event.bot
        self.version = event.version
        self.members = event.members
        self.pending = set(event.pending)
        self.checked_in = False
        self.withdrawn = False
        self.banned = False
        self.no_shows = 0

    @property
    def is_in(self) -> bool:
        """Whether they play the next round."""
        return self.checked_in and not self.withdrawn


class Competition:
    """A tournament; `secret` is known to who runs it, and to everybody once it is over."""

    def __init__(self, secret: bytes = b"") -> None:
        self.secret = secret
        self.plan: Plan | None = None
        self.commitment = ""
        self.created_at = 0.0
        self.roles: dict[int, tuple[str, ...]] = {}
        self.sides = 2
        self.version = 0
        """How many events were folded in."""
        self.entries: dict[int, Entry] = {}
        self.by_name: dict[str, Entry] = {}
        self.withdrawn: set[int] = set()
        """Entrants who play no further rounds."""
        self.missed: set[int] = set()
        """Entrants who did not come to some table."""
        self.contributions: list[tuple[str, bytes]] = []
        self.chains = [deals.NO_CONTRIBUTIONS]
        """By number of contributions: the hash of all of them."""
        self.is_started = False
        self.is_paused = False
        self.paused_at = 0.0
        self.is_cancelled = False
        self.is_finished = False
        self.stages: list[StageState] = []
        self.next_deal = 1
        self.final: tuple[Standing, ...] = ()

    @classmethod
    def of(cls, logged: Iterable[Logged], secret: bytes = b"") -> "Competition":
        """The tournament that events make."""
        competition = cls(secret)
        for one in logged:
            competition.apply(one)
        return competition

    @property
    def is_over(self) -> bool:
        """Whether nothing will happen any more."""
        return self.is_finished or self.is_cancelled

    @property
    def rules(self) -> Plan:
        """The plan, which every tournament has from its first event on."""
        assert self.plan is not None, "a tournament begins with the event that it was made"
        return self.plan

    @property
    def stage(self) -> StageState | None:
        """The stage that is being played, or was the last."""
        return self.stages[-1] if self.stages else None

    @property
    def round(self) -> RoundState | None:
        """The last round that was paired."""
        return self.stages[-1].rounds[-1] if self.stages and self.stages[-1].rounds else None

    def active(self, stage: StageState) -> list[int]:
        """Who still plays in a stage, in the order of the seeds."""
        return [entrant for entrant in stage.seeds if self.entries[entrant].is_in]

    def table(self, stage: int, round_: int, number: int) -> TableState:
        """A table; KeyError or IndexError where there is none."""
        if stage < 0 or round_ < 1:
            raise KeyError((stage, round_))
        return self.stages[stage].rounds[round_ - 1].tables[number]

    def seed(self, contributions: int, number: int) -> bytes:
        """The seed of a deal whose round was made after so many contributions."""
        return deals.seed(self.secret, self.chains[contributions], number)

    def apply(self, logged: Logged) -> None:
        """Fold the next event in."""
        _FOLDS[type(logged.event)](self, logged.event, logged.at)
        self.version += 1

    # -- one method for each event

    def _created(self, event: events.Created, at: float) -> None:
        self.plan, self.commitment, self.created_at = event.plan, event.commitment, at
        self.roles, self.sides = event.roles, event.sides

    def _updated(self, event: events.Updated, _at: float) -> None:
        self.plan, self.roles, self.sides = event.plan, event.roles, event.sides

    def _entered(self, event: events.Entered, _at: float) -> None:
        self.entries[event.entrant] = self.by_name[event.name] = Entry(event)

    def _agreed(self, event: events.Agreed, _at: float) -> None:
        self.entries[event.entrant].pending.discard(event.member)

    def _checked_in(self, event: events.CheckedIn, at: float) -> None:
        entry = self.entries[event.entrant]
        entry.checked_in = True
        self.contributions.append((entry.name, event.contribution))
        self.chains.append(deals.contributed(self.chains[-1], entry.name, event.contribution))
        if self.stage is not None and entry.entrant not in self.stage.rank_of_seed:
            self.stage.join(entry.entrant, entry.rating)
            if isinstance(self.stage.plan, Arena):
                self.stage.free[entry.entrant] = at

    def _withdrew(self, event: events.Withdrew, _at: float) -> None:
        entry = self.entries[event.entrant]
        entry.withdrawn = True
        self.withdrawn.add(event.entrant)
        entry.banned = entry.banned or event.banned

    def _returned(self, event: events.Returned, at: float) -> None:
        entry = self.entries[event.entrant]
        entry.withdrawn, entry.no_shows = False, 0
        self.withdrawn.discard(event.entrant)
        if self.stage is not None and event.entrant in self.stage.free:
            self.stage.free[event.entrant] = at

    def _started(self, _event: events.Started, _at: float) -> None:
        self.is_started = True

    def _stage_began(self, event: events.StageBegan, at: float) -> None:
        ratings = {one: entry.rating for one, entry in self.entries.items() if entry.rating is not None}
        stage = StageState(event.stage, self.rules, event.seeds, ratings)
        self.stages.append(stage)
        if isinstance(stage.plan, Arena):
            state = RoundState(1, (), len(self.contributions), at)
            state.began_at = at
            stage.rounds.append(state)
            stage.free = dict.fromkeys(stage.seeds, at)

    def _round_paired(self, event: events.RoundPaired, at: float) -> None:
        stage = self.stages[event.stage]
        state = RoundState(event.round, event.byes, event.contributions, at)
        for table in event.tables:
            state.add(table, event.contributions, in_turn=self._plays_in_turn(table))
        stage.rounds.append(state)
        stage.fixed = ()
        self.next_deal = max([self.next_deal, *(deal + 1 for deal in event.commitments)])
        if stage.first_deal is None:
            stage.first_deal = min((table.deal for table in event.tables), default=self.next_deal)

    def _round_unpaired(self, event: events.RoundUnpaired, _at: float) -> None:
        stage = self.stages[event.stage]
        stage.rounds.pop()
        stage.fixed = event.fixed
        if not stage.rounds:
            stage.first_deal = None

    def _round_began(self, event: events.RoundBegan, at: float) -> None:
        self.stages[event.stage].rounds[event.round - 1].began_at = at

    def _table_added(self, event: events.TableAdded, _at: float) -> None:
        stage = self.stages[event.stage]
        stage.rounds[0].add(event.table, event.contributions, in_turn=self._plays_in_turn(event.table))
        stage.seat_in_arena(event.table.entrants)
        self.next_deal = max(self.next_deal, event.table.deal + 1)

    def _plays_in_turn(self, table: Table) -> bool:
        """Whether the matches of a table are played one after the other: where anybody but bots of ours sits there."""
        return self.rules.pace.legs == "in-turn" and not all(self.entries[one].bot for one in table.entrants)

    def _matches_made(self, event: events.MatchesMade, at: float) -> None:
        stage = self.stages[event.stage]
        state = stage.rounds[event.round - 1]
        table = state.tables[event.table]
        table.made.update(event.legs)
        table.opened_at = at
        state.note(event.table)
        if not table.due_legs(stage.plan):
            state.to_make.discard(event.table)

    def _asked(self, event: events.Asked, at: float) -> None:
        asked_at = self.table(event.stage, event.round, event.table).asked_at
        for entrant in event.entrants:
            asked_at.setdefault(entrant, at)

    def _arrived(self, event: events.Arrived, _at: float) -> None:
        self.table(event.stage, event.round, event.table).arrived.add(event.entrant)

    def _bot_sat_in(self, event: events.BotSatIn, _at: float) -> None:
        state = self.stages[event.stage].rounds[event.round - 1]
        table = state.tables[event.table]
        table.bots.setdefault(event.entrant, set()).update(event.legs)
        state.sat_in.add(event.table)
        if event.forfeits:
            table.forfeited.add(event.entrant)
        if event.no_show:
            self._did_not_come(event.entrant)

    def _did_not_come(self, entrant: int) -> None:
        self.entries[entrant].no_shows += 1
        self.missed.add(entrant)

    def _leg_ended(self, event: events.LegEnded, at: float) -> None:
        stage = self.stages[event.stage]
        state = stage.rounds[event.round - 1].tables[event.table]
        state.made.add(event.leg)
        if state.is_open and event.leg not in state.legs:
            state.end_leg(stage.plan, event.leg, event.points, event.scores)
            self._note(stage, event.round, state, at)
        elif not state.is_open:
            state.ended.add(event.leg)
            stage.rounds[event.round - 1].note(event.table)

    def _leg_forfeited(self, _event: events.LegForfeited, _at: float) -> None:
        """Say in the audit why the match that ends now was lost."""

    def _leg_refused(self, event: events.LegRefused, _at: float) -> None:
        state = self.stages[event.stage].rounds[event.round - 1]
        state.tables[event.table].refused.add(event.leg)
        if not state.tables[event.table].is_open:
            state.note(event.table)

    def _matches_ended(self, event: events.MatchesEnded, _at: float) -> None:
        state = self.stages[event.stage].rounds[event.round - 1]
        state.tables[event.table].ended.update(event.legs)
        state.note(event.table)

    def _forfeited(self, event: events.Forfeited, at: float) -> None:
        stage = self.stages[event.stage]
        state = stage.rounds[event.round - 1].tables[event.table]
        if event.no_show:
            for entrant in event.entrants:
                self._did_not_come(entrant)
        if state.is_open:
            state.forfeit(event.entrants, stage.sheet.win)
            self._note(stage, event.round, state, at)

    def _adjudicated(self, event: events.Adjudicated, at: float) -> None:
        stage = self.stages[event.stage]
        state = stage.rounds[event.round - 1].tables[event.table]
        was_open = state.is_open
        for entrant in event.forfeited:
            if entrant not in state.forfeited:  # nor is it known from a bot that sits in
                self._did_not_come(entrant)
        state.adjudicate(event.points, event.scores, event.forfeited)
        is_counted = (
            not was_open if isinstance(stage.plan, Arena) else stage.rounds[event.round - 1].ended_at is not None
        )
        if is_counted:
            stage.recount()
        else:
            self._note(stage, event.round, state, at)

    def _note(self, stage: StageState, number: int, state: TableState, at: float) -> None:
        stage.rounds[number - 1].note(state.table.number)
        if isinstance(stage.plan, Arena) and not state.is_open:
            stage.end_arena_table(state, at)

    def _reminded(self, event: events.Reminded, _at: float) -> None:
        self.stages[event.stage].rounds[event.round - 1].is_reminded = True

    def _round_ended(self, event: events.RoundEnded, at: float) -> None:
        stage = self.stages[event.stage]
        state = stage.rounds[event.round - 1]
        state.ended_at = at
        stage.end_round(state)

    def _ranked(self, event: events.Ranked, _at: float) -> None:
        stage = self.stages[event.stage]
        stage.standings = event.standings
        stage.rounds[event.round - 1].standings = event.standings

    def _stage_ended(self, event: events.StageEnded, _at: float) -> None:
        stage = self.stages[event.stage]
        stage.standings, stage.is_over = event.standings, True
        for state in stage.rounds:
            for number in sorted(state.open):  # of an arena whose time was over
                state.tables[number].is_void = True
                state.note(number)

    def _paused(self, _event: events.Paused, at: float) -> None:
        self.is_paused, self.paused_at = True, at

    def _resumed(self, _event: events.Resumed, at: float) -> None:
        self.is_paused = False
        if self.round is not None:
            self.round.put_off(at - self.paused_at)

    def _cancelled(self, event: events.Cancelled, _at: float) -> None:
        self.is_cancelled = True
        self.secret = event.secret or self.secret

    def _finished(self, event: events.Finished, _at: float) -> None:
        self.is_finished = True
        self.final = event.standings
        self.secret = event.secret or self.secret


_FOLDS: dict[type, Callable[[Competition, Any, float], None]] = {
    events.Created: Competition._created,
    events.Updated: Competition._updated,
    events.Entered: Competition._entered,
    events.Agreed: Competition._agreed,
    events.CheckedIn: Competition._checked_in,
    events.Withdrew: Competition._withdrew,
    events.Returned: Competition._returned,
    events.Started: Competition._started,
    events.StageBegan: Competition._stage_began,
    events.RoundPaired: Competition._round_paired,
    events.RoundUnpaired: Competition._round_unpaired,
    events.RoundBegan: Competition._round_began,
    events.TableAdded: Competition._table_added,
    events.MatchesMade: Competition._matches_made,
    events.Asked: Competition._asked,
    events.Arrived: Competition._arrived,
    events.BotSatIn: Competition._bot_sat_in,
    events.LegEnded: Competition._leg_ended,
    events.LegForfeited: Competition._leg_forfeited,
    events.LegRefused: Competition._leg_refused,
    events.MatchesEnded: Competition._matches_ended,
    events.Forfeited: Competition._forfeited,
    events.Adjudicated: Competition._adjudicated,
    events.Reminded: Competition._reminded,
    events.RoundEnded: Competition._round_ended,
    events.Ranked: Competition._ranked,
    events.StageEnded: Competition._stage_ended,
    events.Paused: Competition._paused,
    events.Resumed: Competition._resumed,
    events.Cancelled: Competition._cancelled,
    events.Finished: Competition._finished,
}
