"""The terminal client, by Textual's pilot: what is in sight at each size, and what keys, mouse and typing do."""

import re
from pathlib import Path

import pytest
from textual.events import Key
from textual.widgets import Input, Static, TabbedContent

from engine.core.words import Lang
from services.cli.playing.conversation import Conversation, Done, Text
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
            picture = words_of(Path(app.save_screenshot(f"{number}.svg", str(home))).read_text(encoding="utf-8"))
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


async def test_the_log_shows_its_end_after_every_choice() -> None:
    app = Table("bofa", None, 0).app()
    async with app.run_test(size=(120, 45)) as pilot:
        for _ in range(8):
            question = await until_asked(pilot, app)
            await pilot.pause(0.1)
            log = app.query_one("#side-log", Paper)
            assert log.max_scroll_y > 0
            assert log.scroll_offset.y == log.max_scroll_y
            await pilot.press(*question.first.key, "enter")
            await until(pilot, lambda asked=question: app._conversation.question is not asked)


async def test_options_that_fit_what_was_typed_stay_in_sight_until_one_is_chosen() -> None:
    app = Table("bofa", None, 0).app()
    async with app.run_test(size=(120, 45)) as pilot:
        question = await until_asked(pilot, app)
        await pilot.press(*"the", "enter")
        await pilot.pause()
        options = app.query_one(ChoiceList)
        assert "Several options fit" in str(app.query_one("#notice", Static).render())
        shown = [str(options.get_option_at_index(at).prompt) for at in range(options.option_count)]
        assert 1 < len(shown) < len(question.choices)
        assert all("the" in one for one in shown)
        await pilot.press(*"i bard", "enter")
        await until(pilot, lambda: "Several" not in str(app.query_one("#notice", Static).render()))
        assert options.option_count != len(shown), "all options again: any can be chosen by its number"


async def test_an_option_that_is_marked_shows_its_card() -> None:
    app = Table("bofa", None, 0).app()
    async with app.run_test(size=(120, 45)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("down")
        await pilot.pause()
        assert "Bard the Bowman (character)" in text_of(app, "side-card")


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


@pytest.mark.parametrize(("game", "has_map"), [("lotr", False), ("meq", True)])
async def test_only_a_game_with_a_map_has_a_tab_for_it(game: str, has_map: bool) -> None:
    app = Table(game, None, 0).app()
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        assert app.query_one("#main", TabbedContent).get_tab("tab-map").display == has_map
        await pilot.press("f3")
        await pilot.pause()
        assert (app.query_one("#main", TabbedContent).active == "tab-map") == has_map


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
        assert str(app.query_one("#prompt", Static).render()) == "The match is over · Won by The Witch-king"
        assert "Reason: " in words_of(app.export_screenshot())
        assert "q: leave" in app.query_one("#line", Input).placeholder
        await pilot.press("c", "enter")
        assert "The match is over" in str(app.query_one("#notice", Static).render())
        await pilot.press("q", "enter")
        await until(pilot, lambda: not app.is_running)


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


@pytest.mark.parametrize(
    ("game", "seat", "shown", "hidden"),
    [
        ("wotr", 0, (), ("f3 Map", "f6 Pass on")),
        ("lotr", 0, ("f6 Pass on",), ("f3 Map",)),
        ("meq", 1, ("f3 Map",), ("f6 Pass on",)),
    ],
)
async def test_a_key_for_what_a_game_does_not_have_is_not_shown(
    game: str, seat: int, shown: tuple[str, ...], hidden: tuple[str, ...]
) -> None:
    app = Table(game, None, seat).app()
    async with app.run_test(size=(120, 45)) as pilot:
        await until_asked(pilot, app)
        await pilot.pause()
        footer = words_of(app.export_screenshot()).rpartition("f1 ")[2]
        assert all(key in footer for key in ("f5 Hint", "f8 Undo", *shown))
        assert not any(key in footer for key in hidden)


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


async def test_a_card_that_is_named_for_the_first_time_is_shown_and_a_hint_goes_with_its_question() -> None:
    app = Table("lotr", None, 0).app()
    async with app.run_test(size=(120, 45)) as pilot:
        question = await until_asked(pilot, app)
        await pilot.press("f5")
        await until(pilot, lambda: "A bot would choose" in text_of(app, "side-card"))
        for _ in range(40):
            assert question is not None
            key = "0" if question.choice("0") else question.first.key
            await pilot.press(*key, "enter")
            await until(pilot, lambda asked=question: app._conversation.question is not asked)
            question = await until_asked(pilot, app)
            assert "A bot would choose" not in text_of(app, "side-card")
            new = [line for line in app._conversation.scene.news if line.endswith(" is revealed")]
            if new:
                break
        card = new[-1].removesuffix(" is revealed")
        assert f"{card} (" in text_of(app, "side-card")


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x45"])
async def test_round_and_phase_stay_in_sight_and_a_new_one_is_shown_from_the_top_of_the_board(
    size: tuple[int, int],
) -> None:
    app = Table("lotr", None, 0).app()
    async with app.run_test(size=size) as pilot:
        question = await until_asked(pilot, app)
        board = app.query_one("#board", Paper)
        assert "round 0, setup" in str(app.query_one("#head", Static).render())
        await pilot.press("pagedown")
        await until(pilot, lambda: board.scroll_offset.y > 0 or board.max_scroll_y == 0)
        await pilot.press(*question.first.key, "enter")
        await until(pilot, lambda: "round 1" in str(app.query_one("#head", Static).render()))
        await until(pilot, lambda: board.scroll_offset.y == 0)


async def test_head_and_news_fit_a_terminal_whose_size_changes() -> None:
    app = Table("lotr", None, 0).app()
    async with app.run_test(size=(120, 45)) as pilot:
        question = await until_asked(pilot, app)
        await pilot.press(*question.first.key, "enter")
        await until(pilot, lambda: app._conversation.question not in (None, question))
        head = app.query_one("#head", Static)
        assert str(head.render()).startswith("The Lord of the Rings: The Card Game: ")
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: len(str(head.render())) <= 78)
        assert app._conversation.scene is not None
        assert str(app.query_one("#news", Static).render()) == app._last_news(app._conversation.scene)
        await pilot.resize_terminal(120, 45)
        await until(pilot, lambda: str(head.render()).startswith("The Lord of the Rings: The Card Game: "))


async def test_a_number_that_was_typed_before_a_question_is_no_answer_to_it() -> None:
    app = Table("lotr", None, 0).app()
    async with app.run_test(size=(80, 24)) as pilot:
        question = await until_asked(pilot, app)
        assert question.kind == "mulligan"
        typed = [Key(name, sign) for name, sign in (("1", "1"), ("enter", "\r")) * 2]
        for key in typed[:2]:
            app.post_message(key)
        await until(pilot, lambda: app._conversation.question not in (None, question))
        await pilot.pause()
        second, choices = app._conversation.question, len(app._match._match.choices)
        for key in typed[2:]:
            app.post_message(key)
        await until(pilot, lambda: "was typed before" in str(app.query_one("#notice", Static).render()))
        assert app._conversation.question is second
        assert len(app._match._match.choices) == choices
        await pilot.press("1", "enter")
        await until(pilot, lambda: app._conversation.question is not second)


async def test_what_is_typed_between_two_questions_answers_neither() -> None:
    talk = Conversation(Table("lotr", None, 0).match)
    scenes = talk.scenes()
    await anext(scenes)
    assert isinstance(await talk.answer("1"), Done)
    answer = await talk.answer("1")
    assert isinstance(answer, Text)
    assert answer.lines == ("There is nothing to decide now.",)


async def test_what_happens_beside_the_game_is_told_while_somebody_types() -> None:
    table = Table("wotr", "duel", 0)
    app = table.app()
    async with app.run_test(size=(80, 24)) as pilot:
        question = await until_asked(pilot, app)
        await pilot.press("i", "space")
        table.match.story.append("Bob is gone.")
        table.match.on_aside("Bob is gone.")
        notice = app.query_one("#notice", Static)
        await until(pilot, lambda: notice.display)
        assert str(notice.content) == "Bob is gone."
        assert "• Bob is gone." in str(app.query_one("#log", Paper).query_one(Static).content)
        assert app.query_one("#line", Input).value == "i "
        assert app._conversation.question is question
