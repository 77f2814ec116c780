"""A match on this machine: people who share a keyboard, and bots in the other seats."""

import asyncio
import shlex
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from engine.bots import Bot, Explaining, Perspective, make_bot
from engine.core.errors import CannotUndo
from engine.core.events import Event
from engine.core.match import Match
from engine.core.record import Record
from engine.core.vocabulary import Phrase
from engine.core.words import Lang
from services.cli import messages
from services.cli.arguments import language_flag
from services.cli.board import seat_name
from services.cli.files import replace_file, unused_file, write_somewhere
from services.cli.playing import sayings
from services.cli.playing.lookup import Lookup
from services.cli.playing.question import Offer, shown_group
from services.cli.playing.scene import Ending, Farewell, Hint, OpenDecision, Scene
from services.cli.screen import narrate_events
from services.cli.ways_back import forget_way, note_way

_DEFAULT_FILE = "westmarch-match.json"
HINT_BOT = "master"


@dataclass(frozen=True)
class _Mark:
    """How long the stories were after so many choices."""

    choices: int
    lengths: dict[int, int]
    """By seat."""


class LocalMatch:
    """One match until it ends or the people leave."""

    undoes_while_waiting = False

    def __init__(
        self,
        match: Match,
        people: list[int],
        bots: Sequence[Bot],
        lang: Lang,
        file: Path | None,
        practice: bool = False,
        name: str = "",
        flags: Sequence[str] = (),
    ) -> None:
        """`people` are the seats of people, the first of whom has a `name`; with a `file` the match is kept there
        however it ends. `flags` are to be typed again by who comes back."""
        self.game = match.game
        self.lang: Lang = lang
        self.on_aside: Callable[[str], None] = lambda _line: None
        self.lookup = Lookup(match.game, match.setting, lang)
        self._match = match
        self._people = people
        self._bots = bots
        self._file = file
        """Where the match is kept; chosen when a person first chooses, if nobody named one."""
        self._wanted = file
        """The file that was first chosen for it: it may have to be kept elsewhere."""
        self._always_keep = file is not None
        self._practice = practice
        self._name = name
        self._flags = flags
        self._was_saved = False
        """Whether a person has saved the match to that file."""
        self._noted: Path | None = None
        """The file to which the way back is written down."""
        self._has_chosen = False
        """Whether a person has chosen since the match was begun or resumed."""
        self._stories: dict[int, list[str]] = {seat: [] for seat in people}
        """By seat: all that its person was told."""
        self._lines_read: dict[int, int] = dict.fromkeys(people, 0)
        """By seat: how much of it its person has read."""
        self._marks: list[_Mark] = []
        """How long the stories were before each choice of a person."""
        self._earlier_decisions: dict[int, list[OpenDecision]] = {seat: [] for seat in people}
        """By seat: what its person was asked before the match was resumed."""
        self._viewer = people[0]
        """The seat that the last scene was for."""
        self._notice = ""
        self._acted = asyncio.Event()
        self._bot_chooses = -1

    @property
    def story(self) -> list[str]:
        """All that the person at the keyboard was told."""
        return self._stories[self._viewer]

    @property
    def help(self) -> str:
        """The commands that can be typed."""
        return messages.LOCAL_HELP.say(self.lang)

    def asked_before(self, seat: int) -> Sequence[OpenDecision]:
        """What a seat had been asked when the match was resumed, the latest last."""
        return self._earlier_decisions[seat]

    async def scenes(self) -> AsyncIterator[Scene]:
        """A scene for every decision of a person, one whenever another bot begins to choose, and one of the end."""
        self._retell()
        while self._match.pending:
            pending = self._match.pending
            seat = next((decision.seat for decision in pending if decision.seat not in self._people), pending[0].seat)
            if seat not in self._people:
                if seat != self._bot_chooses:
                    self._bot_chooses = seat
                    yield self._waiting_scene(seat)
                await self._let_bot_choose(seat)
                continue
            self._bot_chooses = -1
            self._keep()
            yield self._decision_scene(seat)
            await self._acted.wait()
            self._acted.clear()
        yield self._last_scene()

    async def choose(self, index: int) -> None:
        """Answer the open question of the viewer."""
        self._has_chosen = True
        self._lines_read[self._viewer] = len(self.story)
        self._mark(self._match)
        self._add(self._match.choose(self._viewer, index))
        self._acted.set()

    async def undo(self) -> None:
        """Undo the viewer's last choice; alone against bots, also what chance or a bot has done since."""
        self._lines_read[self._viewer] = len(self.story)
        was_practice = self._practice
        try:
            self._match.undo(self._viewer)
        except CannotUndo as error:
            if not self._go_back():
                self._notice = messages.CANNOT_UNDO.say(self.lang, reason=error.why.say(self.lang))
        if not self._notice:
            self._has_chosen = True
            self._untell()
            if self._practice and not was_practice:
                self.story.append(sayings.PRACTICE.say(self.lang))
            self._add(self._match.events)
        self._acted.set()

    async def concede(self) -> None:
        """Give the match up for the viewer's side."""
        self._match.concede(self._viewer)
        self._add(self._match.events)
        self._acted.set()

    async def hint(self) -> Hint | None:
        """What a good bot would choose in the viewer's place, seeing no more."""
        if self._match.decision(self._viewer) is None:
            return None
        return await asyncio.to_thread(hint_for, self._match.clone(), self._viewer)

    def save(self, file: Path | None) -> str:
        """Write the match to a file, or say why that cannot be done."""
        where = file or self._chosen_file()
        self._was_saved = self._was_saved or file is None
        try:
            replace_file(where, self._record().dump())
        except OSError as error:
            return messages.NOT_SAVED.say(self.lang, reason=error.strerror)
        return messages.SAVED.say(self.lang, file=where)

    async def leave(self) -> Farewell:
        """Keep the match, unless nobody chose anything, or it is over and nobody asked for its record."""
        if not self._always_keep and (self._match.is_over or not self._has_chosen):  # nothing that anybody would miss
            self._forget()
            return Farewell()
        file = self._write()
        lines = (messages.SAVED.say(self.lang, file=file),)
        lost = "" if file == self._wanted else messages.ELSEWHERE.say(self.lang, wanted=self._wanted, file=file)
        if self._match.is_over:
            forget_way(file.absolute())
            command = f"replay {file} --log{language_flag(self.lang)}"
            return Farewell(lines, messages.REPLAY_WITH.say(self.lang), command, lost)
        self._note_way(file)
        return Farewell(lines, messages.RESUME_WITH.say(self.lang), shlex.join(self._words(file)), lost)

    # -- scenes

    def _decision_scene(self, seat: int) -> Scene:
        changed = seat != self._viewer
        self._viewer = seat
        notice, self._notice = self._notice, ""
        return self._scene(decision=self._open_decision(self._match, seat), notice=notice, in_secret=changed)

    def _open_decision(self, match: Match, seat: int) -> OpenDecision:
        decision = match.decision(seat)
        assert decision is not None
        lexicon = match.lexicon
        offers = tuple(
            self._offer(lexicon.option(option), match.describe(option, self.lang)) for option in decision.options
        )
        round_ = getattr(match.state, "round", 0)
        return OpenDecision(decision.kind, match.prompt(decision, self.lang), match.version, offers, round_)

    def _offer(self, option: Phrase, label: str) -> Offer:
        identity = msgspec.json.encode([option.verb, *option.data]).decode() if option.data else option.verb
        group = shown_group(self.game.vocabulary, option.verb, option.group)
        return Offer(label, identity, group, tuple(option.touches))

    def _waiting_scene(self, seat: int) -> Scene:
        name = seat_name(self._match, seat, self.lang)
        return self._scene(waiting=messages.BOT_CHOOSES.say(self.lang, name=name), draws_again=False)

    def _last_scene(self) -> Scene:
        assert self._match.outcome is not None
        remarks = (sayings.PRACTICE.say(self.lang),) if self._practice else ()
        explanation = self._match.explain(self.lang)
        return self._scene(ending=Ending(self._match.outcome, self._match.setting.roles, explanation, remarks))

    def _scene(self, **parts: object) -> Scene:
        return Scene(
            seat=self._viewer,
            viewer=self._called(self._viewer),
            observation=self._match.observation(self._viewer),
            news=tuple(self.story[self._lines_read[self._viewer] :]),
            **parts,  # type: ignore[arg-type]
        )

    def _called(self, seat: int) -> str:
        """A seat's role, with the name of its person where that is known."""
        role = seat_name(self._match, seat, self.lang)
        return f"{role} ({self._name})" if self._name and seat == self._people[0] else role

    # -- what happens

    async def _let_bot_choose(self, seat: int) -> None:
        index = await asyncio.to_thread(self._bots[seat].choose, Perspective(self._match, seat))
        if self._match.is_over:  # conceded while the bot was thinking
            return
        self._add(self._match.choose(seat, index))

    def _add(self, events: list[Event]) -> None:
        for seat, lines in self._stories.items():
            lines += narrate_events(self._match, events, seat, self.lang)

    def _retell(self) -> None:
        """Tell the story of the match so far: its setup alone where it begins; all of it is news to who comes back."""
        for lines in self._stories.values():
            lines.clear()
        match = self._match.record.replay(until=0)
        self._add_of(match)
        for seat, index in self._match.choices:
            if index >= 0 and seat in self._people:
                self._earlier_decisions[seat].append(self._open_decision(match, seat))
                self._mark(match)
            match.repeat(seat, index)
            self._add_of(match)
        self._lines_read = {seat: self._last_read(seat) for seat in self._people}

    def _mark(self, match: Match) -> None:
        """Note how much was told before a person chooses, the first time they do so here."""
        if self._marks and self._marks[-1].choices == len(match.choices):
            return
        lengths = {seat: len(lines) for seat, lines in self._stories.items()}
        self._marks.append(_Mark(len(match.choices), lengths))

    def _untell(self) -> None:
        """Take back what was told of choices that were undone."""
        while self._marks[-1].choices > len(self._match.choices):
            self._marks.pop()
        for seat, length in self._marks[-1].lengths.items():
            del self._stories[seat][length:]
            self._lines_read[seat] = min(self._lines_read[seat], length)

    def _add_of(self, match: Match) -> None:
        for seat, lines in self._stories.items():
            lines += narrate_events(match, match.events, seat, self.lang)

    def _last_read(self, seat: int) -> int:
        """How much of the story is no news: at a match that goes on, all but its last lines."""
        return max(0, len(self._stories[seat]) - _RECENT_LINES) if self._match.choices else 0

    def _go_back(self) -> bool:
        """Take back the last choice of the only person, and what bots and chance did since: practice from now on."""
        if len(self._people) > 1:
            return False
        mine = [at for at, (seat, index) in enumerate(self._match.choices) if seat == self._viewer and index >= 0]
        if not mine:
            return False
        version = self._match.version
        self._match = self._match.record.replay(until=mine[-1])
        self._match.version = version + 1
        self._match.events = [Event("undone", (self._viewer,))]
        self._practice = True
        return True

    # -- the way back

    def _keep(self) -> None:
        """Write the match down, so that it can be played on whatever becomes of this terminal."""
        if not self._has_chosen:
            return
        self._note_way(self._write())

    def _note_way(self, file: Path) -> None:
        if file != self._noted:
            note_way(self._title(), self._words(file.absolute()), file.absolute())
            self._noted = file

    def _write(self) -> Path:
        """Write the match to its file, or where that fails to another; which."""
        self._file = write_somewhere(self._chosen_file(), self._record().dump())
        return self._file

    def _forget(self) -> None:
        """Remove what was written down for the way back, where nobody asked to keep it."""
        if self._file is not None:
            forget_way(self._file.absolute())
            if not self._was_saved:
                self._file.unlink(missing_ok=True)

    def _chosen_file(self) -> Path:
        """Where the match is kept: never over another one, unless that was named."""
        if self._file is None:
            self._file = self._wanted = unused_file(_DEFAULT_FILE)
        return self._file

    def _record(self) -> Record:
        return msgspec.structs.replace(self._match.record, practice=self._practice)

    def _title(self) -> str:
        return f"{self.game.title.say(self.lang)}: {seat_name(self._match, self._people[0], self.lang)}"

    def _words(self, file: Path) -> list[str]:
        """The command that goes on with the match."""
        seats = [word for seat in self._people if self._people != [0] for word in ("--seat", str(seat))]
        return ["play", self.game.id, "--resume", str(file), *seats, *self._flags, *language_flag(self.lang).split()]


_RECENT_LINES = 12
"""Lines of the story that are told once more to who goes on with a match."""


def hint_for(match: Match, seat: int) -> Hint:
    """What a good bot would choose for a seat, given its perspective alone."""
    bot, view = make_bot(HINT_BOT), Perspective(match, seat)
    if not isinstance(bot, Explaining):
        return Hint(bot.choose(view))
    estimates = bot.estimates(view)
    return Hint(estimates[0].index, tuple((one.index, one.chance) for one in estimates))
