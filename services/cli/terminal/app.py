"""The terminal client: one screen of panes over a conversation."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from time import monotonic
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Event, Key
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, OptionList, Static, TabbedContent, TabPane, Tabs

from engine.core.words import BETWEEN
from services.cli import messages
from services.cli.board import WrappedLines, board_content
from services.cli.playing import sayings
from services.cli.playing.answers import fitting
from services.cli.playing.conversation import BoardAgain, Confirm, Conversation, Done, Left, Options, Reply
from services.cli.playing.conversation import Text as Lines
from services.cli.playing.question import Choice
from services.cli.playing.scene import Scene
from services.cli.screen import ending_lines, join_alike
from services.cli.terminal import captions
from services.cli.terminal.panes import ChoiceList, Paper, link_names

_WIDE, _TALL = 100, 35
_NARROWEST_MAP = 40
_NEWS_LINES = 2
_NEWS_SPARE = 20
"""Columns that the breaking of lines may cost."""
_NEW_CARDS = 3
"""Cards that are told by themselves, at most."""
_TABS = ("board", "map", "log", "card", "help")
_COMMAND_WORDS = ("i", "map", "s", "log", "hint", "pp", "u", "b", "c", "q", "?")


@dataclass
class _Read:
    """What a seat has read of its story, and the cards that it named, by reference."""

    lines: int = 0
    cards: set[str] = field(default_factory=set)


class ChangePlaces(ModalScreen[None]):
    """Hides everything while people who share a keyboard change places."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "dismiss")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """What is to be done."""
        yield Static(self._text, markup=False)


class TerminalApp(App[None]):
    """Board, map, log, card and options of one match, and a line to type into."""

    TITLE = "Westmarch"
    CSS_PATH = "terminal.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_WIDE, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (_TALL, "-tall")]

    def __init__(self, conversation: Conversation) -> None:
        super().__init__()
        self._conversation = conversation
        self._match = conversation.match
        self._lang = conversation.match.lang
        self.failure: BaseException | None = None
        """What ended the match's scenes, if they did not end by themselves."""
        self._says = captions.in_language(self._lang)
        self._read: dict[int, _Read] = {}
        """By seat."""
        self._shows_hint = False
        self._headline: list[str] = []
        self._topic, self._asked_at, self._typed_at = "", 0.0, 0.0
        """What is asked, since when, and when a key was last pressed."""
        self._bind_keys()
        conversation.listen(lambda line: self.call_later(self._tell_aside, line))

    def _bind_keys(self) -> None:
        """Keys with their names in the language of the match."""
        for key, action in captions.KEYS.items():
            priority = key == "ctrl+c"
            self.bind(key, action, description=self._says[action], show=key.startswith("f"), key_display=key)
            if priority:
                self._bindings.key_to_bindings[key] = [Binding(key, action, priority=True, show=False)]
        for key in ("up", "down"):
            self.bind(key, f"cursor('{key}')", show=False)
        for key in ("pageup", "pagedown"):
            self.bind(key, f"scroll_pane('{key}')", show=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something here: no map where the game has none, no passing on where it has no windows."""
        match parameters:
            case ("map",):
                return self._conversation.scene is None or bool(self._match.lookup.places)
            case ("pp",):
                return bool(self._match.game.windows)
        return True

    def compose(self) -> ComposeResult:
        """The panes."""
        yield Static("", id="head", markup=False)
        with Horizontal(id="upper"):
            with TabbedContent(id="main"):
                for tab in _TABS:
                    with TabPane(self._says[tab], id=f"tab-{tab}"):
                        yield Paper(tab)
            with Vertical(id="side"):
                yield Paper("side-log")
                yield Paper("side-card")
        yield Static("", id="news", markup=False)
        yield Static("", id="prompt", markup=False)
        yield Static("", id="notice", markup=False)
        yield ChoiceList("options")
        yield Input(id="line", placeholder=messages.CHOOSE.say(self._lang))
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin to follow the match."""
        self.query_one(Tabs).can_focus = False  # what is typed goes into the line, whatever was clicked
        self.query_one("#line", Input).focus()
        self._follow()

    @work(exit_on_error=False)
    async def _follow(self) -> None:
        """Show the scenes of the match as they come."""
        try:
            async for scene in self._conversation.scenes():
                if scene.in_secret:
                    text = messages.CHANGE_PLACES.say(self._lang, name=scene.viewer)
                    await self.push_screen_wait(ChangePlaces(text))
                self._show_scene(scene)
        except Exception as error:
            self.failure = error
            self.exit()

    # -- showing

    def _show_scene(self, scene: Scene) -> None:
        """Draw every pane anew."""
        game, lookup = self._match.game, self._match.lookup
        self._show_head(scene)
        if not lookup.places:
            self.query_one("#main", TabbedContent).hide_tab("tab-map")
            self.refresh_bindings()
        is_short = self.size.height < _TALL
        content = board_content(game, scene.observation, self._lang, lambda line: link_names(line, lookup), is_short)
        self._paper("board").show(content)
        self._show_log(scene)
        self._show_new_cards(scene)
        question = self._conversation.question
        if scene.ending is not None:
            lines = ending_lines(scene.ending, self._lang)
            self._set("#prompt", BETWEEN.join(lines[:2]))
            self.query_one("#line", Input).placeholder = sayings.OVER.say(self._lang)
            self._show_card(lines)
        else:
            self._set("#prompt", question.prompt if question is not None else scene.waiting)
        topic = "" if question is None else question.topic
        if topic != self._topic:
            self._topic, self._asked_at = topic, monotonic()
        self._notify_line(scene.notice)
        self.query_one(ChoiceList).show_sections(self._conversation.sections())

    def on_resize(self) -> None:
        """Fit what is on the screen to its new size, which the app has only when this event is over."""
        self.call_later(self._fit)

    def _fit(self) -> None:
        """Tell anew what is told in as many lines as there is room for."""
        if (scene := self._conversation.scene) is not None:
            self._show_head(scene)
            self._set("#news", self._last_news(scene))

    def _show_head(self, scene: Scene) -> None:
        """Who looks at what, and the first line of the board, where round and phase stand; when that changes, the
        board is shown from its top."""
        game = self._match.game
        drawn = [] if game.draw_board is None else game.draw_board(scene.observation, self._lang).splitlines()[:1]
        head = BETWEEN.join([f"{game.title.say(self._lang)}: {scene.viewer}", *drawn])
        is_long = len(head) > self.size.width - 2
        self._set("#head", BETWEEN.join([scene.viewer, *drawn]) if is_long else head)
        if drawn != self._headline:
            self._headline = drawn
            self._paper("board").scroll_home(animate=False)

    def _show_log(self, scene: Scene) -> None:
        """The story so far, what is new in it told apart; in little room its last lines alone."""
        story = self._match.story
        old = len(story) - len(scene.news)
        lookup = self._match.lookup
        lines = Text("\n").join(
            link_names(line, lookup) if at < old else Text("• ") + link_names(line, lookup)
            for at, line in enumerate(story)
        )
        self._paper("log").show(lines, end=True)
        self._paper("side-log").show(lines, end=True)
        self._set("#news", self._last_news(scene))

    def _tell_aside(self, line: str) -> None:
        """Tell what happens beside the game; the question and what is typed stay as they are."""
        assert self._conversation.scene is not None
        self._show_log(self._conversation.scene)
        self._notify_line(line)

    def _last_news(self, scene: Scene) -> str:
        """As much of the latest news as fits into its lines."""
        room = _NEWS_LINES * (self.size.width - 2) - _NEWS_SPARE
        latest: list[str] = []
        for line in reversed(join_alike(scene.news)):
            room -= len(line) + len(BETWEEN)
            if room < 0 and latest:
                break
            latest.insert(0, line)
        return BETWEEN.join(latest)

    def _show_new_cards(self, scene: Scene) -> None:
        """Tell of the cards that the story names for the first time, the latest first; a hint is out of date."""
        story, read = self._match.story, self._read.setdefault(scene.seat, _Read())
        named = (entry for line in story[read.lines :] for entry in self._match.lookup.cards_named(line))
        new = {entry.reference: entry for entry in named if entry.reference not in read.cards}
        read.lines, read.cards = len(story), read.cards | new.keys()
        if new or self._shows_hint:
            latest = list(dict.fromkeys(entry.name for entry in new.values()))[: -_NEW_CARDS - 1 : -1]
            shown = (entry for name in latest for entry in new.values() if entry.name == name)
            self._fill_card(line for entry in shown for line in entry.tell(scene.observation))

    def _show_card(self, lines: Iterable[str]) -> None:
        """What was asked about: in its own pane where there is room, on top otherwise."""
        self._fill_card(lines)
        if self.size.width < _WIDE:
            self._open("card")

    def _fill_card(self, lines: Iterable[str]) -> None:
        content = WrappedLines("\n".join(lines), lambda line: link_names(line, self._match.lookup))
        self._paper("card").show(content)
        self._paper("side-card").show(content)
        self._shows_hint = False

    def _show(self, reply: Reply) -> None:
        match reply:
            case Lines((), _):
                pass
            case Lines(lines, "card"):
                self._show_card(lines)
            case Lines(lines, "hint"):
                self._show_card(lines)
                self._shows_hint = True
            case Lines((line,), "note"):
                self._notify_line(line)
            case Lines(lines, kind):
                tab = kind if kind in _TABS else "card"
                lines = (*lines, "", self._says["keys"]) if tab == "help" else lines
                text = Text("\n".join(lines)) if tab == "map" else WrappedLines("\n".join(lines))
                self._paper(tab).show(text, end=tab == "log")
                self._open(tab)
            case Options(title, choices):
                self._notify_line(title)
                self.query_one(ChoiceList).show_choices(choices)
            case Confirm(prompt):
                self._notify_line(prompt)
            case BoardAgain():
                self._open("board")

    def _paper(self, id: str) -> Paper:
        return self.query_one(f"#{id}", Paper)

    def _open(self, tab: str) -> None:
        self.query_one("#main", TabbedContent).active = f"tab-{tab}"

    def _set(self, id: str, text: str) -> None:
        self.query_one(id, Static).update(text)

    def _notify_line(self, text: str) -> None:
        notice = self.query_one("#notice", Static)
        notice.update(text)
        notice.display = bool(text)

    def _restore_options(self) -> None:
        self.query_one(ChoiceList).show_sections(self._conversation.sections())

    # -- typing

    async def on_event(self, event: Event) -> None:
        """Note when a key was pressed, which may be long before it comes to it."""
        if isinstance(event, Key):
            self._typed_at = event.time
        await super().on_event(event)

    @on(Input.Changed, "#line")
    def _filter(self, event: Input.Changed) -> None:
        """Show the options that fit what is being typed."""
        question, text = self._conversation.question, event.value.strip()
        if question is None or text.partition(" ")[0].lower() in _COMMAND_WORDS:
            return
        fit = [one for one in question.choices if text and one.key.startswith(text)] or fitting(text, question)
        if fit:
            self.query_one(ChoiceList).show_choices(fit)
        else:
            self._restore_options()

    @on(Input.Submitted, "#line")
    async def _submit(self, event: Input.Submitted) -> None:
        """Carry out a line; an empty one chooses the option that is marked."""
        text = event.value.strip()
        with event.input.prevent(Input.Changed):  # options that fit several ways stay in sight
            event.input.value = ""
        if self._typed_at < self._asked_at and not any(map(str.isalpha, text)):  # a number means something else now
            self._notify_line(sayings.TYPED_BEFORE.say(self._lang, line=text or "Enter"))
            self._restore_options()
            return
        if not text:
            self._choose_marked()
            return
        await self._answer(text)

    async def _answer(self, text: str) -> None:
        self._conversation.map_columns = max(self.query_one("#main").size.width - 3, _NARROWEST_MAP)
        self._notify_line("")  # first: a refusal may be shown before the command counts as sent
        reply = await self._conversation.answer(text)
        if isinstance(reply, Left):
            self.exit()
        elif isinstance(reply, Done):
            if not self._conversation.is_over:  # why the match ended stays in sight
                self._open("board")
        else:
            if not isinstance(reply, Options):
                self._restore_options()
            self._show(reply)

    def _choose_marked(self) -> None:
        options = self.query_one(ChoiceList)
        if options.highlighted is not None:
            options.action_select()

    @on(OptionList.OptionSelected)
    async def _select(self, event: OptionList.OptionSelected) -> None:
        """Choose an option, or open a group."""
        options, id = self.query_one(ChoiceList), event.option.id or ""
        if id.startswith("section "):
            options.toggle(id.removeprefix("section "))
            return
        choice: Choice = options.choices[id]
        question = self._conversation.question
        if question is not None and choice in question.choices:
            self._conversation.forget_typed()
            await self._answer(choice.key)

    # -- keys

    def action_cursor(self, way: str) -> None:
        """Mark another option."""
        options = self.query_one(ChoiceList)
        options.action_cursor_up() if way == "up" else options.action_cursor_down()
        if self.size.width >= _WIDE and (choice := options.marked) is not None:
            self._show_card(self._conversation.about(choice))

    def action_scroll_pane(self, way: str) -> None:
        """Scroll what is read."""
        active = self.query_one("#main", TabbedContent).active.removeprefix("tab-")
        paper = self._paper(active)
        paper.scroll_page_up(animate=False) if way == "pageup" else paper.scroll_page_down(animate=False)

    async def action_tell(self, command: str) -> None:
        """Carry out a command by its key."""
        await self._answer(command)

    async def action_look(self, name: str) -> None:
        """Say what a name is that was clicked."""
        await self._answer(f"i {name}")

    def action_board(self) -> None:
        """Forget what is typed and go back to the board."""
        self.query_one("#line", Input).value = ""
        self._conversation.forget_typed()
        self._notify_line("")
        self._open("board")
        self._restore_options()

    def action_leave(self) -> None:
        """Leave the match."""
        self.exit()
