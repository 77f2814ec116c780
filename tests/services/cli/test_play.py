"""`play`: choose by number, undo, save, resume, concede, leave; alone or several at one keyboard."""

from pathlib import Path

import pytest

from engine.core import registry
from engine.core.record import Record
from tests.services.cli.conftest import Terminal
from tests.toy import GAME

PLAY = ("play", "barrow", "--seed", "3")


def test_a_whole_match_by_always_choosing_the_first(terminal: Terminal) -> None:
    answer = terminal(*PLAY, typing=("1",) * 40)
    assert answer.code == 0
    assert "Barrow: Red burglar" in answer.out
    assert "1  Bid 0" in answer.out
    assert "What happened" in answer.out
    assert "The match is over" in answer.out
    assert "Reason: score" in answer.out


def test_in_polish(terminal: Terminal) -> None:
    answer = terminal(*PLAY, "--lang", "pl", typing=("?", "0", "1", "u", "c"))
    for words in ("Kurhan: Czerwony włamywacz", "Licytuj 0", "numer: wybierz", "Nie ma wyboru 0", "nie można cofnąć"):
        assert words in answer.out
    assert "Czerwony włamywacz poddaje się" in answer.out
    assert "Wygrywają: Niebieski włamywacz" in answer.out


def test_bad_choices_are_answered_and_asked_again(terminal: Terminal) -> None:
    answer = terminal(*PLAY, typing=("99", "-1", "x", "", "q"))
    assert answer.out.count("There is no choice") == 3
    assert answer.out.count("Your choice") == 5
    assert answer.code == 0


def test_undo_gives_the_choice_back(terminal: Terminal, tmp_path: Path) -> None:
    """The highest bid moves first; hiding a treasure can be taken back while its guard is open."""
    file = tmp_path / "match.json"
    answer = terminal(*PLAY, "--option", "coins=3", "--save", str(file), typing=("3", "4", "u", "q"))
    assert "Red burglar takes the last choice back" in answer.out
    assert len(Record.load(file.read_bytes()).choices) == 2


def test_undo_that_is_refused_says_why(terminal: Terminal) -> None:
    answer = terminal(*PLAY, typing=("1", "u", "q"))
    assert "That choice stands: " in answer.out


def test_save_and_resume(terminal: Terminal, tmp_path: Path) -> None:
    assert "Saved to kept.json" in terminal(*PLAY, typing=("3", "s kept.json", "q")).out
    record = Record.load((tmp_path / "kept.json").read_bytes())
    assert len(record.choices) == 2
    answer = terminal("play", "barrow", "--resume", "kept.json", "--save", "kept.json", typing=("10", "q"))
    assert "Your turn" in answer.out
    assert Record.load((tmp_path / "kept.json").read_bytes()).choices[:3] == [*record.choices, (0, 9)]


def test_save_without_a_name_and_to_nowhere(terminal: Terminal, tmp_path: Path) -> None:
    answer = terminal(*PLAY, typing=("s", "s no/such/folder.json", "q"))
    assert "Saved to westmarch-match.json" in answer.out
    assert "Not saved: No such file or directory" in answer.out
    assert (tmp_path / "westmarch-match.json").exists()


def test_board_is_drawn_again_on_request(terminal: Terminal) -> None:
    assert terminal(*PLAY, typing=("b", "q")).out.count("Bid for the first turn") == 2


def test_end_of_input_leaves_the_match(terminal: Terminal) -> None:
    assert terminal(*PLAY).code == 0


def test_two_people_at_one_keyboard(terminal: Terminal) -> None:
    answer = terminal(*PLAY, "--seat", "0", "--seat", "1", typing=("1", "", "1", "q"))
    assert "Blue burglar, press Enter when nobody else looks" in answer.out
    assert "Barrow: Blue burglar" in answer.out
    assert terminal(*PLAY, "--seat", "0", "--seat", "1", typing=("1",)).code == 0


def test_everybody_sees_only_their_own_hand(terminal: Terminal) -> None:
    hands = registry.load("barrow").new_match("duel", 2, 3).state.hands
    answer = terminal(*PLAY, "--seat", "1", typing=("q",))
    assert ", ".join(map(str, hands[1])) in answer.out
    assert ", ".join(map(str, hands[0])) not in answer.out


def test_a_game_may_draw_its_own_board(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = lambda seen, lang: f"{lang}: {seen['deck']} treasures in the dark"  # noqa: E731
    monkeypatch.setitem(GAME.__dict__, "render", drawn)
    assert "pl: 6 treasures in the dark" in terminal(*PLAY, "--lang", "pl", typing=("q",)).out


def test_cards_can_be_read_during_play(terminal: Terminal) -> None:
    answer = terminal(*PLAY, typing=("i WORTH 2", "i arkenstone", "q"))
    assert "Treasure worth 2 (treasure): no text" in answer.out
    assert "No card has arkenstone in its name." in answer.out
