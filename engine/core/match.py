"""One match of any game: open decisions, choices, copies, views and the way back.

Between steps the state is plain data. A checkpoint of it and the few choices made since rebuild any position,
so a match can be copied, stored and resumed anywhere although its rules are coroutines.
"""

import hashlib
import random
from collections.abc import Sequence
from typing import Any

from engine.core import endings, narration, observation
from engine.core.chance import commitment
from engine.core.endings import ABANDONED, ANNULLED, CONCEDED
from engine.core.errors import (
    BadSeats,
    BadSnapshot,
    CannotUndo,
    IllegalChoice,
    MatchOver,
    NotYourTurn,
    RulesError,
    StaleVersion,
)
from engine.core.events import ONLY_OPTION, Event, tell
from engine.core.flow import Decision, Flow, Option, Together
from engine.core.game import Game, Setting
from engine.core.record import ABANDON, ANNUL, CONCEDE, Choice, Record
from engine.core.snapshot import UNREADABLE, Snapshot, decode, encode
from engine.core.state import (
    NO_BARRIER,
    UNKNOWN_BARRIER,
    Chance,
    MatchEnded,
    Outcome,
    Remix,
    Run,
    StepEnded,
)
from engine.core.undoing import NO_PAST, check_undo
from engine.core.vocabulary import Lexicon
from engine.core.words import Lang
from engine.core.worlds import Worlds, deal_world

_IDLE_STEPS = 10_000  # steps in a row without a decision: the rules are going in circles


class Match:
    """A match in progress or over. Made by `Game.new_match`, `Record.replay` or `restore`."""

    __slots__ = (
        "_answers",
        "_barriers",
        "_checkpoint",
        "_chosen",
        "_flow",
        "_has_record",
        "_last_checkpoint",
        "_since",
        "_together",
        "choices",
        "events",
        "game",
        "pending",
        "playout",
        "quiet",
        "setting",
        "state",
        "version",
    )

    def __init__(self, game: Game[Any], setting: Setting) -> None:
        self.game = game
        self.setting = setting
        self.state: Any = None
        self.pending: tuple[Decision, ...] = ()
        """The open decisions; empty when the match is over."""
        self.choices: list[Choice] = []
        self.events: list[Event] = []
        """What the last choice, or the setup, brought about."""
        self.quiet = False
        """Search sets this: no events are made."""
        self.playout = False
        """Set where no copies will be taken: checkpoints are spared, and a copy repeats every choice since the last."""
        self.version = 0
        """Goes up by one with every choice and every undo."""
        self._flow: Flow[None]
        self._together: Together | None = None
        self._answers: dict[int, Option] = {}
        self._checkpoint = b""
        self._chosen: list[tuple[int, Option]] = []
        """Who chose which option since the checkpoint."""
        self._barriers = bytearray()
        """By choice: what in it cannot be undone, so that a refused undo rebuilds nothing."""
        self._since = 0
        self._last_checkpoint: tuple[bytes, int, list[Chance], list[Any]] = b"", 0, [], []
        """The checkpoint that served before the last choice under which one was taken, and what came to pass since."""
        self._has_record = True

    @classmethod
    def new(cls, game: Game[Any], setting: Setting, seed: bytes) -> "Match":
        """A match at its first decision."""
        match = cls(game, setting)
        state = game.new_state(setting)
        state.seed = seed
        match._start(state, [])
        return match

    # -- where it stands

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.state.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why, once the match is over."""
        outcome: Outcome | None = self.state.outcome
        return outcome

    @property
    def seats(self) -> int:
        """How many seats the match has."""
        return self.setting.seats

    @property
    def commitment(self) -> str:
        """The hash that binds the seed; public from the start."""
        return commitment(self.state.seed)

    def decision(self, seat: int) -> Decision | None:
        """The open decision of a seat, if it has one."""
        for decision in self.pending:
            if decision.seat == seat:
                return decision
        return None

    def options(self, seat: int) -> list[Option]:
        """The options a seat may choose from now; the index of one is the choice."""
        decision = self.decision(seat)
        return [] if decision is None else list(decision.options)

    # -- choosing

    def choose(self, seat: int, index: int, version: int | None = None) -> list[Event]:
        """Choose an option. With `version`, only if the match still stands there.

        Refused input changes nothing, and neither does a choice at which the rules themselves fail.
        """
        if version is not None and version != self.version:
            raise StaleVersion(f"the match is at version {self.version}, the choice answers {version!r}")
        for decision in self.pending:
            if decision.seat == seat:
                break
        else:
            raise self._refuse(seat)
        options = decision.options
        if type(index) is not int or not 0 <= index < len(options):
            raise IllegalChoice(f"choice {index!r} is not an option of seat {seat}; allowed: 0 to {len(options) - 1}")
        run, option = self.state.run, options[index]
        self._chosen.append((decision.seat, option))
        self.choices.append((decision.seat, index))
        self.version += 1
        run.events = None if self.quiet else []
        run.barrier = NO_BARRIER
        try:
            if self._together is None:
                self._resume(option)
            else:
                self._answer_together(seat, option)
        except Exception:
            self._take_back()
            raise
        self._barriers.append(run.barrier)
        self.events = events = run.events or []
        return events

    def concede(self, seat: int) -> Outcome:
        """Give the match up: the seat's side loses, every other side wins, and scores are what they are now."""
        self._check_in_play()
        self._check_seat(seat)
        outcome = endings.conceded(self.setting, seat, self.game.scores(self.state))
        return self._end((seat, CONCEDE), outcome, Event(CONCEDED, (seat,)))

    def abandon(self) -> Outcome:
        """End a match that nobody came to play: no side wins."""
        return self._end_without_winner(ABANDON, ABANDONED)

    def annul(self) -> Outcome:
        """End a match that is to count for nobody: no side wins."""
        return self._end_without_winner(ANNUL, ANNULLED)

    def repeat(self, seat: int, index: int) -> None:
        """Make a choice of a record again: an option, or the end that its index stands for."""
        if index == CONCEDE:
            self.concede(seat)
        elif index == ABANDON:
            self.abandon()
        elif index == ANNUL:
            self.annul()
        else:
            self.choose(seat, index)

    def undo(self, seat: int) -> None:
        """Undo the seat's last choice, if nobody chose since, nothing random happened and nothing was shown."""
        if self.is_over:
            raise MatchOver("the match is over; its choices stand")
        self._check_seat(seat)
        check_undo(self, seat)
        self._copy_from(self._before_last())
        self.version += 1
        self.events = [Event("undone", (seat,))]

    # -- views and words

    @property
    def lexicon(self) -> Lexicon:
        """How options and events of this match are named on the way out."""
        return self.game.lexicon(self.setting)

    def cause(self, seat: int | None) -> Option | None:
        """What the open decision of a seat is the cost or the consequence of, if anything."""
        causes: list[Option] = self.state.run.causes
        return causes[-1] if causes and seat is not None and self.decision(seat) is not None else None

    def observation(self, seat: int | None) -> Any:
        """What a seat, or a spectator (None), may see: the game's own view, or plain data ready for JSON."""
        if seat is not None:
            self._check_seat(seat)
        return observation.observe(self, seat)

    def sight(self, seat: int | None) -> tuple[Any, ...]:
        """What a seat, or a spectator (None), sees, not yet named: equal where the observations are, and cheaper."""
        return observation.sight(self, seat)

    def describe(self, option: Option, lang: Lang = "en") -> str:
        """An option in words."""
        return self.game.describe(self.state, option, lang)

    def prompt(self, decision: Decision, lang: Lang = "en") -> str:
        """What a decision asks, in words, and what it is for where it is the cost or the consequence of something."""
        return narration.prompt(self, decision, lang)

    def explain(self, lang: Lang = "en") -> str:
        """The outcome in words and numbers: who won, why, and how the scores came about."""
        return narration.explain(self, lang)

    def narrate(self, event: Event, lang: Lang = "en") -> str:
        """An event, as its reader sees it, in words."""
        return narration.narrate(self, event, lang)

    # -- copies

    def clone(self) -> "Match":
        """An independent copy that continues identically."""
        return self._rebuild(self.choices)

    def snapshot(self) -> bytes:
        """The match as bytes, secrets included; `restore` continues it identically anywhere."""
        setting = self.setting
        return encode(
            Snapshot(
                self.game.id,
                self.game.rules_version,
                setting.scenario,
                setting.seats,
                dict(setting.options),
                self._checkpoint,
                self.choices,
                self._since,
                self.state.run.chances,
                self.version,
                self._has_record,
                bytes(self._barriers),
            )
        )

    def digest(self) -> str:
        """A fingerprint of the whole state; equal states have equal digests on every machine."""
        return hashlib.blake2b(encode(self.state), digest_size=16).hexdigest()

    @property
    def record(self) -> Record:
        """The match as a record that anyone can replay; holds the secret seed."""
        if not self._has_record:
            raise RulesError("a world is imagined; it has no record")
        setting = self.setting
        return Record(
            game=self.game.id,
            rules_version=self.game.rules_version,
            scenario=setting.scenario,
            seats=setting.seats,
            options=dict(setting.options),
            seed=self.state.seed.hex(),
            commitment=self.commitment,
            choices=list(self.choices),
            digest=self.digest(),
        )

    def deal_world(self, seat: int | None, rng: random.Random) -> "Match":
        """A copy in which everything the seat cannot see is dealt anew, consistently with what it has seen."""
        return deal_world(self, seat, rng)

    def worlds(self, seat: int | None) -> Worlds:
        """What deals several worlds for a seat for less than so many calls of `deal_world`."""
        return Worlds(self, seat)

    # -- inside

    def _start(
        self,
        state: Any,
        past: list[Chance],
        remix: Remix | None = None,
        checkpoint: bytes | None = None,
        known: Sequence[Any] = (),
    ) -> None:
        """Run from a state to the first open decision.

        `checkpoint` is the state as bytes and `known` what is found on the way, where they are at hand.
        """
        state.__dict__["run"] = run = Run(past, remix, known)
        self.state = state
        self._checkpoint = checkpoint or encode(state)
        run.events = None if self.quiet else []
        self._next_step()
        self._resume(None)
        self.events = run.events or []

    def _resume(self, value: Any) -> None:
        """Send the flow its answer and run until it asks something open, or the match ends."""
        flow = self._flow
        idle = 0
        while True:
            try:
                request = flow.send(value)
                while type(request) is Decision:
                    options = request.options
                    if len(options) > 1:
                        self.pending = (request,)
                        return
                    request = flow.send(self._forced(request))
                if not isinstance(request, Together):
                    raise RulesError(f"step {self.state.step} yielded {request!r}, neither Decision nor Together")
                if self._open_together(request):
                    return
                value = self._collect_answers()
            except (StopIteration, StepEnded):
                idle += 1
                if idle > _IDLE_STEPS:
                    raise RulesError(f"step {self.state.step} runs in circles without a decision") from None
                flow, value = self._next_step(), None
            except MatchEnded:
                self.pending = ()
                return

    def _next_step(self) -> Flow[None]:
        """Begin the step the state names; first a checkpoint, where anything changed or one is due."""
        state = self.state
        if not self.playout:
            run = state.run
            if len(self.choices) > self._since or run.chances or run.checkpoint_due:
                self._take_checkpoint()
        try:
            step = self.game.flows[state.step]
        except KeyError:
            raise RulesError(f"{self.game.id} has no step {state.step!r}") from None
        self._flow = flow = step(state)
        return flow

    def _take_checkpoint(self) -> None:
        """Let copies be made from here; the last checkpoint is kept, should the choice under way fail."""
        run = self.state.run
        if len(self.choices) > self._since:
            self._last_checkpoint = self._checkpoint, self._since, run.chances, run.findings
        self._checkpoint = encode(self.state)
        self._since = len(self.choices)
        self._chosen = []
        run.chances, run.findings = [], []
        run.checkpoint_due = False

    def _take_back(self) -> None:
        """Stand again where the match stood before the choice under way, at which the rules have failed."""
        self.choices.pop()
        self.version -= 1
        if self._since > len(self.choices):
            run = self.state.run
            self._checkpoint, self._since, run.chances, run.findings = self._last_checkpoint
        self._copy_from(self.clone())

    def _open_together(self, together: Together) -> bool:
        """Open a simultaneous decision; False when nobody has anything to choose."""
        seats = [d.seat for d in together.decisions]
        if len(set(seats)) < len(seats):
            raise RulesError(f"a seat is asked twice at once: {seats}")
        self._together = together
        self._answers = {d.seat: self._forced(d) for d in together.decisions if len(d.options) < 2}
        self.pending = tuple(d for d in together.decisions if d.seat not in self._answers)
        return bool(self.pending)

    def _forced(self, decision: Decision) -> Option:
        """The single option of a decision that nobody is asked; told to its seat where it loses something by it."""
        option = _only(decision)
        if decision.kind in self.game.forced and not self.quiet:
            tell(self.state, ONLY_OPTION, (decision.seat, option), only=(decision.seat,))
        return option

    def _collect_answers(self) -> tuple[Option, ...]:
        """The finished answers of a simultaneous decision, in the order it was asked."""
        together, self._together = self._together, None
        assert together is not None
        return tuple(self._answers[d.seat] for d in together.decisions)

    def _answer_together(self, seat: int, option: Option) -> None:
        """One seat's part of a simultaneous decision."""
        self._answers[seat] = option
        self.pending = tuple(d for d in self.pending if d.seat != seat)
        if not self.pending:
            self._resume(self._collect_answers())

    def _rebuild(self, choices: list[Choice]) -> "Match":
        """This match rebuilt from its checkpoint, up to the last of `choices`."""
        twin = Match(self.game, self.setting)
        twin.quiet = True
        twin.choices = choices[: self._since]
        twin._barriers = self._barriers[: self._since]
        twin._since = self._since
        twin._has_record = self._has_record
        state = self.game.decode(self._checkpoint)
        run = self.state.run
        twin._start(state, run.chances, checkpoint=self._checkpoint, known=run.findings)
        for seat, index in choices[self._since :]:
            twin.repeat(seat, index)
        twin.state.run.past, twin.state.run.known = [], []  # what came after the last of the choices, if anything did
        twin.quiet, twin.version, twin.events = self.quiet, self.version, []
        return twin

    def _imagine(self, state: Any, remix: Remix) -> "Match":
        """A world begun from another state at this match's checkpoint; chance since is the same but for `remix`."""
        world = Match(self.game, self.setting)
        world.quiet, world._has_record = True, False
        world._start(state, self.state.run.chances, remix)
        return world

    def _end_without_winner(self, index: int, reason: str) -> Outcome:
        self._check_in_play()
        outcome = endings.without_winner(reason, self.game.scores(self.state))
        return self._end((0, index), outcome, Event(reason))

    def _end(self, choice: Choice, outcome: Outcome, event: Event) -> Outcome:
        """End the match by something that is no option of the rules."""
        self._flow.close()
        self.state.outcome = outcome
        self.pending = ()
        self.choices.append(choice)
        self._barriers.append(NO_BARRIER)
        self.version += 1
        self.events = [event]
        return outcome

    def _before_last(self) -> "Match":
        """The match as it stood before the last choice."""
        if len(self.choices) > self._since:
            return self._rebuild(self.choices[:-1])
        if not self._has_record:
            raise CannotUndo(NO_PAST)
        return self.record.replay(until=len(self.choices) - 1)

    def _copy_from(self, other: "Match") -> None:
        """Stand where another copy of this match stands."""
        self.state, self.pending, self.choices = other.state, other.pending, other.choices
        self._flow, self._together, self._answers = other._flow, other._together, other._answers
        self._checkpoint, self._since, self._barriers = other._checkpoint, other._since, other._barriers
        self._chosen = other._chosen

    def _check_in_play(self) -> None:
        if self.is_over:
            raise MatchOver("the match is over")

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise BadSeats(f"there is no seat {seat!r}; seats are 0 to {self.seats - 1}")

    def _refuse(self, seat: int) -> Exception:
        """Why a seat without an open decision may not choose."""
        self._check_in_play()
        self._check_seat(seat)
        waiting = ", ".join(str(d.seat) for d in self.pending)
        return NotYourTurn(f"seat {seat} has nothing to decide; the match waits for seat {waiting}")


def _only(decision: Decision) -> Option:
    """The single option of a decision that needs no asking."""
    if not decision.options:
        raise RulesError(f"decision {decision.kind} of seat {decision.seat} has no options")
    return decision.options[0]


def restore(data: bytes) -> Match:
    """The match a snapshot was taken of."""
    from engine.core.registry import load

    snap = decode(data)
    game = load(snap.game)
    game.check_rules(snap.rules_version, "snapshot")
    match = Match(game, game.setting(snap.scenario, snap.seats, snap.options))
    match.choices, match._since, match._has_record = snap.choices[: snap.since], snap.since, snap.has_record
    match._barriers = bytearray(snap.barriers[: snap.since].ljust(snap.since, bytes([UNKNOWN_BARRIER])))
    try:
        match._start(game.decode(snap.checkpoint), snap.chances)
        for seat, index in snap.choices[snap.since :]:
            match.repeat(seat, index)
    except (*UNREADABLE, NotYourTurn, IllegalChoice, MatchOver, BadSeats, RulesError) as fault:
        raise BadSnapshot(f"the snapshot does not fit the rules: {fault}") from None
    match.version, match.events = snap.version, []
    return match
