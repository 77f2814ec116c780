"""A match and the person at the terminal: scenes with keyed options on one side, typed lines on the other.

What is typed means the same in line mode and in the panes; only how the replies are shown differs.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.core.words import BETWEEN
from services.cli import messages
from services.cli.catalogue import search_key
from services.cli.playing import sayings
from services.cli.playing.answers import Answers, Several, keys_of, read_answers
from services.cli.playing.atlas import Atlas
from services.cli.playing.question import Choice, Grouping, Numbering, Question, Section, ask
from services.cli.playing.scene import OpenDecision, PlayedMatch, Scene

_MAP_COLUMNS = 100


@dataclass(frozen=True)
class Done:
    """A command was sent to the match, whose next scene shows what came of it."""


@dataclass(frozen=True)
class Left:
    """The person leaves."""


@dataclass(frozen=True)
class BoardAgain:
    """The board and the question are to be shown again."""


@dataclass(frozen=True)
class Options:
    """Some of the options, to be shown in full."""

    title: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Confirm:
    """Something to be answered by yes or no before it is done."""

    prompt: str


@dataclass(frozen=True)
class Text:
    """Lines to be read."""

    lines: tuple[str, ...]
    kind: str = "note"
    """`map`, `log`, `card`, `hint`, `help` or `note`: where panes show it."""


Reply = Done | Left | BoardAgain | Options | Confirm | Text


@dataclass
class Conversation:
    """One person at one match."""

    match: PlayedMatch
    passes_windows: bool = False
    """Whether windows of actions are always passed without asking."""
    map_columns: int = _MAP_COLUMNS
    scene: Scene | None = None
    question: Question | None = None
    _numberings: dict[int, Numbering] = field(default_factory=dict)
    """By seat."""
    _grouping: Grouping | None = None
    _queued: list[Choice] = field(default_factory=list)
    """Answers that were given for the questions to come."""
    _queued_kind: str = ""
    _passes_on: bool = False
    """Whether windows are passed until the next choice that matters."""
    _confirms: bool = False
    _several: tuple[Choice, ...] = ()
    """The options that fitted what was typed last: a number is that of one of them."""

    async def scenes(self) -> AsyncIterator[Scene]:
        """The scenes of the match that a person is to see; what was answered ahead is chosen on the way."""
        unread: tuple[str, ...] = ()  # what happened while answers given ahead were chosen
        async for one in self.match.scenes():
            scene = self.scene = replace(one, news=(*unread, *one.news))
            if scene.decision is None:
                self.question = None
                yield scene
                continue
            self.question = _numbered(scene.decision, self._numbering(scene.seat))
            if (choice := self._answered_ahead(scene)) is not None:
                unread = scene.news
                await self._send(choice)
                continue
            unread = ()
            yield self._with_rest(scene)

    def listen(self, tell: Callable[[str], object]) -> None:
        """Have what happens beside the game told at once, whatever is on the screen; it is news as well."""

        def on_aside(line: str) -> None:
            if self.scene is not None:
                self.scene = replace(self.scene, news=(*self.scene.news, line))
            tell(line)

        self.match.on_aside = on_aside

    def _numbering(self, seat: int) -> Numbering:
        """The numbers of a seat's options; in a match that goes on they are those that they were."""
        if seat not in self._numberings:
            self._numberings[seat] = Numbering()
            for decision in self.match.asked_before(seat):
                _numbered(decision, self._numberings[seat])
        return self._numberings[seat]

    def sections(self) -> list[Section]:
        """The options of the open question in their groups."""
        if self.question is None:
            return []
        if self._grouping is None:
            vocabulary = self.match.game.vocabulary
            order = () if vocabulary is None else vocabulary.groups
            self._grouping = Grouping(self.match.lookup.layout, self.match.lang, order)
        return self._grouping.sections(self.question)

    def about(self, choice: Choice) -> list[str]:
        """What there is to say of all that an option names; where it names nothing, of what the question names."""
        lookup, lang = self.match.lookup, self.match.lang
        named = lookup.named(choice.label) or lookup.named("" if self.question is None else self.question.prompt)
        lines = dict.fromkeys(line for one in named for line in one.tell(self._observation))
        return [*lines] or [messages.NO_CARD_IN_OPTION.say(lang, number=choice.key)]

    async def answer(self, line: str) -> Reply:
        """Carry out a typed line."""
        line = line.strip()
        if self._confirms:
            return await self._confirmed(line)
        word, _, rest = line.partition(" ")
        several, self._several = self._several, ()
        if several and line.isdecimal() and line not in {one.key for one in several}:
            return self._offer_again(several)
        command = self._commands().get(word.lower())
        if command is not None:
            return await command(rest.strip())
        return await self._choose(line)

    # -- commands

    def _commands(self) -> dict[str, Callable[[str], Awaitable[Reply]]]:
        return {
            "": self._nothing,
            "q": self._leave,
            "u": self._undo,
            "b": self._board,
            "s": self._save,
            "i": self._inform,
            "c": self._concede,
            "?": self._help,
            "log": self._log,
            "map": self._map,
            "hint": self._hint,
            "pp": self._pass_on,
        }

    async def _nothing(self, _rest: str) -> Reply:
        return Text(())

    async def _leave(self, _rest: str) -> Reply:
        return Left()

    async def _board(self, _rest: str) -> Reply:
        return BoardAgain()

    async def _undo(self, rest: str) -> Reply:
        if rest:
            return self._note(sayings.ONE_UNDO.say(self.match.lang))
        if self.is_over or (self.question is None and not self.match.undoes_while_waiting):
            return self._nothing_asked()
        self._queued, self._passes_on = [], False
        if self.scene is not None:
            self._numbering(self.scene.seat).go_back()
        self.question = None
        await self.match.undo()
        return Done()

    async def _save(self, rest: str) -> Reply:
        return self._note(self.match.save(Path(rest) if rest else None))

    async def _inform(self, rest: str) -> Reply:
        """What there is to say of a name, or of all that an option names."""
        if not rest:
            return self._note(messages.WHICH_CARD.say(self.match.lang))
        choice = None if self.question is None else self.question.choice(rest)
        lines = self.about(choice) if choice is not None else self.match.lookup.tell(rest, self._observation)
        return Text(tuple(lines), "card")

    async def _concede(self, _rest: str) -> Reply:
        if self.is_over:
            return self._nothing_asked()
        self._confirms = True
        return Confirm(messages.CONFIRM_CONCEDE.say(self.match.lang))

    async def _confirmed(self, line: str) -> Reply:
        self._confirms = False
        if line.lower() not in messages.YES:
            return Text(())
        await self.match.concede()
        return Done()

    async def _help(self, _rest: str) -> Reply:
        game, lang = self.match.game, self.match.lang
        parts = (self.match.help, game.legend.say(lang), game.summary.say(lang))
        return Text(tuple(line for part in parts if part for line in (*part.splitlines(), ""))[:-1], "help")

    async def _log(self, _rest: str) -> Reply:
        return Text(tuple(self.match.story) or (sayings.NOTHING_YET.say(self.match.lang),), "log")

    async def _map(self, rest: str) -> Reply:
        """The map, or a place and what is around it."""
        lang, lookup = self.match.lang, self.match.lookup
        place = lookup.place_named(rest) if rest else None
        if not lookup.places:
            return self._note(sayings.NO_MAP.say(lang))
        if rest and place is None:
            return self._note(sayings.NO_SUCH_NAME.say(lang, name=rest))
        return Text(tuple(Atlas(lookup, lang).draw(self._observation, self.map_columns, place)), "map")

    async def _hint(self, _rest: str) -> Reply:
        lang, hint = self.match.lang, await self.match.hint()
        if hint is None or self.question is None:
            return self._note(sayings.NO_HINT.say(lang))
        best = self.question.choices[hint.index]
        lines = [sayings.HINT.say(lang, key=best.key, label=best.label)]
        for index, chance in hint.chances:
            one = self.question.choices[index]
            lines.append(sayings.HINT_CHANCE.say(lang, key=one.key, label=one.label, percent=round(100 * chance)))
        return Text(tuple(lines), "hint")

    async def _pass_on(self, _rest: str) -> Reply:
        """Pass windows of actions until a choice that matters."""
        choice = self._declining()
        if choice is None:
            return self._note(sayings.NO_WINDOWS.say(self.match.lang))
        self._passes_on = True
        await self._send(choice)
        return Done()

    async def _send(self, choice: Choice) -> None:
        """Choose; nothing is asked then until the next scene, whatever is typed before."""
        self.question = None
        await self.match.choose(choice.index)

    async def _choose(self, line: str) -> Reply:
        question = self.question
        if question is None:
            return self._nothing_asked()
        match read_answers(line, question):
            case Answers((first, *rest)):
                self._queued, self._queued_kind = list(rest), question.kind
                await self._send(first)
                return Done()
            case Several(choices):
                return self._offer_again(choices)
            case _ if titled := self._titled(line):
                return self._offer_again(titled)
            case _:
                return self._note(messages.no_such_choice(line, keys_of(question.choices), self.match.lang))

    def _titled(self, line: str) -> tuple[Choice, ...]:
        """The folded options whose title is what was typed, or begins so."""
        sought = search_key(line)
        folded = [one for one in self.sections() if one.folded and search_key(one.title).startswith(sought)]
        return tuple(choice for one in folded for choice in one.choices) if len(sought) > 1 else ()

    def _offer_again(self, choices: tuple[Choice, ...]) -> Options:
        """Options of which one is to be chosen, or something else to be typed."""
        self._several = choices
        return Options(sayings.SEVERAL_FIT.say(self.match.lang), choices)

    def forget_typed(self) -> None:
        """All options can be chosen by number again."""
        self._several = ()

    @property
    def _observation(self) -> Any:
        """What the person sees; None before the first scene."""
        return None if self.scene is None else self.scene.observation

    @property
    def is_over(self) -> bool:
        """Whether the end of the match was shown."""
        return self.scene is not None and self.scene.ending is not None

    def _nothing_asked(self) -> Text:
        return self._note((sayings.OVER if self.is_over else sayings.NOT_NOW).say(self.match.lang))

    def _note(self, line: str) -> Text:
        return Text((line,))

    # -- what is answered without asking

    def _answered_ahead(self, scene: Scene) -> Choice | None:
        """What was answered before it was asked; a refusal ends that."""
        assert self.question is not None
        if scene.notice:
            self._queued, self._passes_on = [], False
        if self._queued:
            choice = self.question.same(self._queued[0].offer.identity)
            if choice is not None and self.question.kind == self._queued_kind:
                del self._queued[0]
                return choice
            return None
        choice = self._declining() if self.passes_windows or self._passes_on else None
        if choice is None:
            self._passes_on = False
        return choice

    def _declining(self) -> Choice | None:
        """The option that passes, at a window of actions."""
        if self.question is None or self.question.kind not in self.match.game.windows:
            return None
        return self.question.choice("0")

    def _with_rest(self, scene: Scene) -> Scene:
        """The scene, with a word on answers that were not for what is asked; their numbers may be others' by now."""
        if not self._queued:
            return scene
        rest = BETWEEN.join(dict.fromkeys(choice.label for choice in self._queued))
        self._queued = []
        notice = sayings.REST_NOT_CHOSEN.say(self.match.lang, rest=rest)
        return replace(scene, notice=" ".join(filter(None, (scene.notice, notice))))


def _numbered(decision: OpenDecision, numbering: Numbering) -> Question:
    """A decision with the keys of its options."""
    return ask(decision.kind, decision.prompt, decision.version, decision.offers, numbering, decision.round)
