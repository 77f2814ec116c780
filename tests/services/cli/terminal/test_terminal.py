"""The terminal client, by Textual's pilot: what is in sight at each size, and what keys, mouse and typing do."""

import re
from pathlib import Path

import pytest
from textual.widgets import Input, Static, TabbedContent

from engine.core.words import Lang
from services.cli.playing.conversation import Conversation
from services.cli.terminal.app import TerminalApp
from services.cli.terminal.panes import ChoiceList, Paper
from tests.services.cli.terminal.pilots import Table, until, until_asked

SIZES = [(80, 24), (120, 45)]
GAMES = [("wotr", "duel", 0), ("lotr", None, 0), ("meq", None, 1), ("bofa", None, 0)]
DECISIONS = 20


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to play in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x45"])
@pytest.mark.parametrize(("game", "scenario", "seat"), GAMES, ids=[game for game, *_ in GAMES])
async def test_board_question_and_options_stay_in_sight(
    game: str, scenario: str | None, seat: int, size: tuple[int, int], home: Path
) -> None:
    """Twenty decisions of each game: who decides sees the board, the question and options; the picture says so."""
    app = Table(game, scenario, seat).app()
    async with app.run_test(size=size) as pilot:
        for number in range(DECISIONS):
            question = await until_asked(pilot, app)
            assert question is not None
            picture = words_of(app.export_screenshot())
            board = app.query_one("#board", Paper)
            assert board.region.height >= 7
            assert board.region.bottom <= app.query_one("#prompt").region.y
            assert first_words(app._match.game.draw_board(app._conversation.scene.observation, "en")) in picture
            assert app.query_one("#prompt").region.height >= 1
            assert first_words(question.prompt) in picture
            options = app.query_one(ChoiceList)
            assert options.region.height >= min(len(question.choices), 4)
            assert options.region.bottom <= size[1] - 2
            first = options.get_option_at_index(0).prompt
            assert first_words(str(first)) in picture
            await pilot.press(*question.choices[number % len(question.choices)].key, "enter")
            await until(pilot, lambda asked=question: app._conversation.question is not asked)
        assert app.failure is None


def words_of(svg: str) -> str:
    """What is written on a screenshot."""
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    return re.sub(r"\s+", " ", " ".join(texts).replace("&#160;", " ").replace("&amp;", "&").replace("&#x27;", "'"))


def first_words(text: str) -> str:
    """The first word of a text that is long enough to be found, for lines are broken and coloured."""
    return max(re.sub(r"\s+", " ", text).strip().split(" ")[:3], key=len)


async def test_typing_part_of_a_name_shows_and_chooses_what_fits() -> None:
    app = Table("wotr", "duel", 0).app()
    async with app.run_test(size=(80, 24)) as pilot:
        question = await until_asked(pilot, app)
        await pilot.press(*"winnow")
        await pilot.pause()
        options = app.query_one(ChoiceList)
        assert [str(options.get_option_at_index(at).prompt).split()[1] for at in range(options.option_count)] == [
            "Winnow:"
        ]
        await pilot.press("enter")
        await until(pilot, lambda: app._conversation.question is not question)


async def test_arrows_open_groups_and_choose_with_an_empty_line() -> None:
    app = Table("wotr", "duel", 0).app()
    async with app.run_test(size=(80, 24)) as pilot:
        question = await until_asked(pilot, app)
        options = app.query_one(ChoiceList)
        folded = options.option_count
        await pilot.press("down", "enter")
        await pilot.pause()
        assert options.option_count > folded
        await pilot.press("down", "enter")
        await until(pilot, lambda: app._conversation.question is not question)


async def test_the_mouse_chooses_an_option_and_asks_about_a_name() -> None:
    app = Table("wotr", "duel", 0).app()
    async with app.run_test(size=(120, 45)) as pilot:
        question = await until_asked(pilot, app)
        board = app.query_one("#board", Paper).query_one(Static)
        lines = [line.text for line in (board.render_line(y) for y in range(board.size.height))]
        row = next(at for at, line in enumerate(lines) if "hand:" in line)
        await pilot.click(board, offset=(lines[row].index("High Elves") + 2, row))
        await pilot.pause()
        assert "High Elves (army)" in text_of(app, "side-card")
        await pilot.click(ChoiceList, offset=(10, 0))  # Pass
        await until(pilot, lambda: app._conversation.question is not question)


def text_of(app: TerminalApp, paper: str) -> str:
    """What is written in a paper."""
    content = app.query_one(f"#{paper}", Paper).query_one(Static)
    return "\n".join(content.render_line(y).text for y in range(content.size.height))


@pytest.mark.parametrize(
    ("key", "tab", "shown"),
    [
        ("f1", "help", "A round:"),
        ("f3", "map", "Rivendell"),
        ("f4", "log", "Nothing has happened yet."),
        ("f5", "card", "A bot would choose"),
    ],
)
async def test_keys_open_the_panes(key: str, tab: str, shown: str) -> None:
    app = Table("meq", None, 1).app()
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press(key)
        await until(pilot, lambda: app.query_one("#main", TabbedContent).active == f"tab-{tab}")
        await pilot.pause()
        assert shown in text_of(app, tab)
        await pilot.press("escape")
        assert app.query_one("#main", TabbedContent).active == "tab-board"


async def test_undo_and_conceding_by_the_keyboard() -> None:
    app = Table("wotr", "duel", 0).app()
    async with app.run_test(size=(80, 24)) as pilot:
        question = await until_asked(pilot, app)
        await pilot.press("0", "enter")
        await until(pilot, lambda: app._conversation.question not in (None, question))
        await pilot.press("f8")
        await until(pilot, lambda: any("practice" in line for line in app._match.story))
        await pilot.press("c", "enter")
        assert "Concede" in str(app.query_one("#notice", Static).render())
        await pilot.press("y", "enter")
        await until(pilot, lambda: app._conversation.scene is not None and app._conversation.scene.ending is not None)
        await pilot.pause()
        assert "The match is over" in str(app.query_one("#prompt", Static).render())


async def test_people_who_share_a_keyboard_change_places_unseen() -> None:
    table = Table("wotr", "duel", 0, people=[0, 1])
    app = table.app()
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        while app._conversation.scene.seat == 0:
            await pilot.press("0", "enter")
            await pilot.pause(0.05)
        assert "press Enter when nobody else looks" in words_of(app.export_screenshot())
        assert app._conversation.scene.observation.viewer == "seat:witch-king"
        await pilot.press("enter")
        await until(pilot, lambda: "Witch-king" in str(app.query_one("#head", Static).render()))


@pytest.mark.parametrize("lang", ["en", "pl"])
async def test_captions_are_in_the_language_of_the_match(lang: Lang) -> None:
    app = Table("bofa", None, 0, lang=lang).app()
    async with app.run_test(size=(120, 45)) as pilot:
        await until_asked(pilot, app)
        picture = words_of(app.export_screenshot())
        assert ("Plansza" in picture) == (lang == "pl")
        assert ("Leave" in picture) == (lang == "en")
        assert app.query_one("#line", Input).placeholder.startswith("Twój" if lang == "pl" else "Your")


async def test_windows_are_passed_by_setting_until_a_choice_that_matters() -> None:
    table = Table("lotr", None, 0)
    app = TerminalApp(Conversation(table.match, passes_windows=True))
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(8):
            question = await until_asked(pilot, app)
            assert question is not None
            assert question.kind != "action"
            await pilot.press(*question.choices[-1].key, "enter")
            await until(pilot, lambda asked=question: app._conversation.question is not asked)
