"""`play`: choose by number, undo, save, resume, concede, leave; alone or several at one keyboard."""

import asyncio
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from engine.core import registry
from engine.core.match import Match
from engine.core.record import Record
from services.cli.ways_back import folder_of_ways
from tests.services.cli.conftest import Terminal
from tests.toy import GAME

PLAY = ("play", "barrow", "--seed", "3")


def test_a_whole_match_by_always_choosing_the_first(terminal: Terminal) -> None:
    answer = terminal(*PLAY, typing=(".",) * 40)
    assert answer.code == 0
    assert "Barrow: Red burglar" in answer.out
    assert "1  Bid 0" in answer.out
    assert "What happened" in answer.out
    assert "The match is over" in answer.out
    assert re.search(r"Score: Red burglar \d+; Blue burglar \d+\nReason: the greatest treasure\n", answer.out)


def test_in_polish(terminal: Terminal) -> None:
    answer = terminal(*PLAY, "--lang", "pl", typing=("?", "9", "1", "u", "c", "t"))
    for words in (
        "Kurhan: Czerwony włamywacz",
        "Licytuj 0",
        "numer lub część nazwy: wybierz",
        "Nie ma wyboru 9",
        "partia ćwiczebna",
    ):
        assert words in answer.out
    assert "Czerwony włamywacz poddaje się" in answer.out
    assert "Zwycięstwo: Niebieski włamywacz" in answer.out


def test_bad_choices_are_answered_and_asked_again(terminal: Terminal) -> None:
    answer = terminal(*PLAY, typing=("99", "-1", "x", "", "q"))
    assert answer.out.count("There is no choice") == 3
    assert answer.out.count("Your choice") == 5
    assert answer.code == 0


def test_a_number_of_thousands_of_digits_is_no_choice(terminal: Terminal) -> None:
    answer = terminal(*PLAY, typing=("1" * 5000, "²", "q"))
    assert f"There is no choice {'1' * 40}…; type a number (1-3) or part of an option." in answer.out
    assert answer.code == 0


def test_conceding_is_confirmed(terminal: Terminal) -> None:
    answer = terminal(*PLAY, typing=("c", "n", "c", "y"))
    assert answer.out.count("Concede the match? (y/n)") == 2
    assert answer.out.count("Red burglar concedes") == 1
    assert "Won by Blue burglar" in answer.out


def test_undo_gives_the_choice_back(terminal: Terminal, tmp_path: Path) -> None:
    """The highest bid moves first; hiding a treasure can be undone while its guard is open."""
    file = tmp_path / "match.json"
    answer = terminal(*PLAY, "--option", "coins=3", "--save", str(file), typing=("3", "4", "u", "q"))
    assert "Red burglar undoes the last choice" in answer.out
    assert len(Record.load(file.read_bytes()).choices) == 2


def test_undo_that_is_refused_says_why(terminal: Terminal) -> None:
    answer = terminal(*PLAY, typing=("u", "q"))
    assert "Nothing can be undone: Blue burglar has chosen since." in answer.out


def test_undo_against_bots_alone_goes_back_behind_their_choices_and_is_practice(
    terminal: Terminal, tmp_path: Path
) -> None:
    answer = terminal(*PLAY, "--save", "kept.json", typing=("3", "1", "u", "u", "q"))
    assert answer.out.count("Red burglar undoes the last choice") == 2
    assert answer.out.count("This match is practice now") == 1
    record = Record.load((tmp_path / "kept.json").read_bytes())
    assert record.practice
    assert record.verify().choices == [(1, 1)]
    answer = terminal("play", "barrow", "--resume", "kept.json", typing=("c", "y"))
    assert "This match is practice now" in answer.out
    assert Record.load((tmp_path / "kept.json").read_bytes()).practice


def test_undo_stays_refused_where_another_person_has_seen_something(terminal: Terminal) -> None:
    answer = terminal(*PLAY, "--seat", "0", "--seat", "1", typing=("1", "", "u", "q"))
    assert "Nothing can be undone: Red burglar has chosen since." in answer.out


def test_save_and_resume(terminal: Terminal, tmp_path: Path) -> None:
    assert "Saved to kept.json" in terminal(*PLAY, typing=("3", "s kept.json", "q")).out
    record = Record.load((tmp_path / "kept.json").read_bytes())
    assert len(record.choices) == 2
    answer = terminal("play", "barrow", "--resume", "kept.json", "--save", "kept.json", typing=(".", "q"))
    assert "Your turn" in answer.out
    assert Record.load((tmp_path / "kept.json").read_bytes()).choices[:3] == [*record.choices, (0, 0)]


def test_save_without_a_name_and_to_nowhere(terminal: Terminal, tmp_path: Path) -> None:
    answer = terminal(*PLAY, typing=("s", "s no/such/folder.json", "q"))
    assert "Saved to westmarch-match.json" in answer.out
    assert "Not saved: No such file or directory" in answer.out
    assert (tmp_path / "westmarch-match.json").exists()


def test_board_is_drawn_again_on_request(terminal: Terminal) -> None:
    assert terminal(*PLAY, typing=("b", "q")).out.count("Bid for the first turn") == 2


def test_end_of_input_leaves_the_match(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal(*PLAY).code == 0
    assert list(tmp_path.iterdir()) == []


def test_a_match_that_is_left_is_kept_and_said_where(terminal: Terminal, tmp_path: Path) -> None:
    answer = terminal(*PLAY, typing=("3",))
    assert "Saved to westmarch-match.json." in answer.out
    assert "  westmarch play barrow --resume westmarch-match.json" in answer.out
    first = (tmp_path / "westmarch-match.json").read_bytes()
    assert len(Record.load(first).choices) == 2
    other = terminal(*PLAY, "--seat", "1", typing=("1", "q"))
    assert "westmarch play barrow --resume westmarch-match-2.json --seat 1" in other.out
    assert (tmp_path / "westmarch-match.json").read_bytes() == first
    polish = terminal(*PLAY, "--lang", "pl", typing=("1", "q"))
    assert "westmarch play barrow --resume westmarch-match-3.json --lang pl" in polish.out


def test_who_comes_back_meets_the_same_bots(terminal: Terminal) -> None:
    answer = terminal(*PLAY, "--level", "novice", "--name", "Ann", typing=("3", "q"))
    assert "Barrow: Red burglar (Ann)" in answer.out
    assert "westmarch play barrow --resume westmarch-match.json --bot novice --name Ann" in answer.out
    answer = terminal(*PLAY, "--bot", "random", "--bot", "swift", typing=("3", "q"))
    assert "--resume westmarch-match-2.json --bot random --bot swift" in answer.out


def test_a_match_that_was_left_is_offered_by_the_next_start_and_gone_back_to(terminal: Terminal) -> None:
    terminal(*PLAY, typing=("3", "q"))
    folder = Path.cwd()
    assert len(end_of_the_last_player()) == 1
    os.chdir("/")
    assert "You were playing Barrow: Red burglar. Go back to it with:" in terminal(*PLAY, typing=("q",)).err
    assert "You were playing" not in terminal("play", "bofa", "--seed", "1", typing=("q",)).err
    nameless = terminal("play")
    assert "You were playing Barrow: Red burglar. Go back to it with:" in nameless.err
    assert nameless.code == 2
    answer = terminal("back", typing=("c", "y"))
    assert "The match is over" in answer.out
    assert Path.cwd() == folder
    assert "There is no match to go back to." in terminal("back").out


def test_who_comes_back_sees_the_match_as_they_wished_it(terminal: Terminal) -> None:
    answer = terminal(*PLAY, "--lines", "--windows", "pass", typing=("3", "q"))
    assert "--resume westmarch-match.json --lines --windows pass" in " ".join(answer.out.split())


def test_who_names_no_game_is_told_which_there_are(terminal: Terminal) -> None:
    answer = terminal("play")
    assert answer.code == 2
    assert answer.err.startswith("westmarch: which game? westmarch play GAME, one of: ")
    assert {"bofa,", "lotr,", "meq,"} <= set(answer.err.split())
    assert answer.err.count("\n") == 1


def test_a_match_that_goes_on_is_kept_where_it_was(terminal: Terminal, tmp_path: Path) -> None:
    terminal(*PLAY, typing=("3", "q"))
    terminal("play", "barrow", "--resume", "westmarch-match.json", typing=("1", "q"))
    (file,) = tmp_path.iterdir()
    assert len(Record.load(file.read_bytes()).choices) > 2
    terminal("play", "barrow", "--resume", "westmarch-match.json", typing=(".",) * 40)
    assert Record.load(file.read_bytes()).replay().is_over


def test_an_interrupted_match_is_kept(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["3"])

    async def typed(*_: object) -> str:
        for line in lines:
            return line
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.sleep(60)
        return ""

    monkeypatch.setattr("services.cli.keyboard.Keyboard.line", typed)
    assert terminal(*PLAY).code == 130
    assert len(Record.load((tmp_path / "westmarch-match.json").read_bytes()).choices) == 2


def test_a_match_that_has_ended_is_kept_only_if_asked(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal(*PLAY, typing=("c", "y")).code == 0
    assert list(tmp_path.iterdir()) == []
    answer = terminal(*PLAY, "--save", "kept.json", typing=("c", "y"))
    assert "  westmarch replay kept.json --log" in answer.out


def test_bots_have_other_luck_in_every_match_and_the_same_with_a_seed(terminal: Terminal) -> None:
    """Barrow's first bids: one deal, so only the bot's luck can differ."""
    deal = registry.load("barrow").new_match("duel", seed=3)
    (start := Path("start.json")).write_bytes(deal.record.dump())

    def bid(*words: str) -> list[tuple[int, int]]:
        terminal("play", "barrow", *words, "--bot", "random", "--save", "kept.json", typing=("1", "q"))
        return Record.load(Path("kept.json").read_bytes()).choices

    assert len({str(bid("--resume", str(start))) for _ in range(20)}) > 1
    assert bid("--seed", "3") == bid("--seed", "3")


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is typed into `terminal` comes from somebody who can be asked."""
    monkeypatch.setattr("services.cli.starting._is_person", lambda: True)


def test_a_wrong_level_is_told_what_levels_there_are(terminal: Terminal, person: None) -> None:
    answer = terminal(*PLAY, typing=("hopeless", "novice"))
    assert "There is no level hopeless; type novice, adept, master, or Enter for adept." in answer.out
    assert answer.out.count("How strong are the bots") == 2


def end_of_the_last_player() -> list[Path]:
    """The ways back, as if the process that played had ended."""
    ways = list(folder_of_ways().glob("*.json"))
    for way in ways:
        way.write_bytes(way.read_bytes().replace(str(os.getpid()).encode(), b"99999999"))
    return ways


def test_only_who_says_no_loses_the_way_back(terminal: Terminal, person: None) -> None:
    play = (*PLAY, "--level", "novice")
    terminal(*play, typing=("3", "q"))
    assert end_of_the_last_player()
    assert terminal(*play, typing=("what", "", "q")).out.count("Go back to it?") == 2
    assert end_of_the_last_player()
    terminal(*play, typing=("n", "q"))
    assert not end_of_the_last_player()


@pytest.mark.parametrize("seats", ["--seats 1", "--seats 2 --seat 0 --seat 1"])
def test_who_needs_no_bots_is_not_asked_how_strong_they_are(terminal: Terminal, person: None, seats: str) -> None:
    assert "How strong" not in terminal("play", "lotr", "--seed", "3", *seats.split(), typing=("q",)).out
    assert "How strong" in terminal("play", "lotr", "--seed", "3", "--seats", "2", typing=("", "q")).out


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
    drawn = lambda observation, lang: f"{lang}: {observation['deck']} treasures in the dark"  # noqa: E731
    monkeypatch.setitem(GAME.__dict__, "draw_board", drawn)
    assert "pl: 6 treasures in the dark" in terminal(*PLAY, "--lang", "pl", typing=("q",)).out


def test_a_drawn_board_is_wrapped_under_its_own_margin(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = lambda observation, lang: "Hall\n  gold: cups, rings, swords, crowns\n\nDoor [shut]"  # noqa: E731
    monkeypatch.setitem(GAME.__dict__, "draw_board", drawn)
    monkeypatch.setenv("COLUMNS", "30")
    board = [line.strip("│").rstrip() for line in terminal(*PLAY, typing=("q",)).lines[1:6]]
    assert board == [" Hall", "   gold: cups, rings,", "     swords, crowns", "", " Door [shut]"]


def test_cards_can_be_read_during_play(terminal: Terminal) -> None:
    answer = terminal(*PLAY, typing=("i WÓRTH 2", "i arkenstone", "i", "q"))
    assert "Treasure worth 2 (treasure): No text." in answer.out
    assert "Nothing has arkenstone in its name." in answer.out
    assert "Which card or place?" in answer.out


def test_the_cards_of_an_option_can_be_read_by_its_number(terminal: Terminal) -> None:
    answer = terminal("play", "wotr", "--scenario", "duel", "--seed", "5", typing=("i 2", "i 15", "?", "q"))
    assert answer.out.count("High Elves (army): Elf, ") == 1
    assert answer.out.count("Choice 15 names no card.") == 1
    assert "[1/2 (3/4) ·5]: attack 1, defence 2, leadership" in answer.out


def test_long_lines_go_on_under_themselves(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    answer = terminal(*PLAY, "--option", "coins=3", typing=("3", "q"))
    lines = [line.rstrip() for line in answer.lines]
    first = lines.index("   1  Lay open")
    assert lines[first + 1].startswith("      treasure")
    assert lines[lines.index("  Seat 0 takes a") + 1] == "    hand"


@pytest.mark.parametrize(
    ("file", "why"),
    [("no/such/folder.json", "No such file or directory"), (".", "Is a directory"), ("/proc/match.json", "")],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_match(terminal: Terminal, file: str, why: str) -> None:
    answer = terminal(*PLAY, "--save", file, typing=("3", "q"))
    assert answer.code == 2
    assert answer.out == ""
    assert f"{file} cannot be written: {why}" in answer.err


def test_to_look_whether_a_file_can_be_written_leaves_nothing_and_changes_nothing(
    terminal: Terminal, tmp_path: Path
) -> None:
    (kept := tmp_path / "kept.json").write_bytes(b"something else")
    terminal("play", "barrow", "--seed", "3", "--seat", "9", "--save", "kept.json")
    terminal("play", "barrow", "--seed", "3", "--seat", "9", "--save", "new.json")
    assert list(tmp_path.iterdir()) == [kept]
    assert kept.read_bytes() == b"something else"


def test_a_match_whose_file_cannot_be_written_any_more_is_kept_elsewhere(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder := tmp_path / "usb-stick").mkdir()
    (elsewhere := tmp_path / "elsewhere").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(elsewhere))
    choose = Match.choose

    def pull_out(*args: Any) -> Any:
        if folder.exists():
            folder.rmdir()
        return choose(*args)

    monkeypatch.setattr(Match, "choose", pull_out)
    answer = terminal(*PLAY, "--save", "usb-stick/match.json", typing=("3", "q"))
    assert answer.code == 2
    assert answer.err == f"westmarch: usb-stick/match.json cannot be written; all is in {elsewhere}/match.json\n"
    assert f"  westmarch play barrow --resume {elsewhere}/match.json" in answer.out
    assert len(Record.load((elsewhere / "match.json").read_bytes()).choices) == 2
