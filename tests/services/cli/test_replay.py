"""`replay` shows a match after any choice, as any seat saw it, and `--verify` finds a forged record out."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import Match, load
from engine.core.record import Record
from services.cli.account import account
from services.cli.simulation import Matchup
from tests.services.cli.conftest import Terminal


@pytest.fixture
def record(terminal: Terminal, tmp_path: Path) -> Record:
    record = Matchup("barrow", "company", ("random",) * 3).play(seed=4).record
    (tmp_path / "match.json").write_bytes(record.dump())
    return record


def test_a_match_after_some_choices_as_a_seat_saw_it(terminal: Terminal, record: Record) -> None:
    for until in (0, 1, 7, len(record.choices)):
        match = record.replay(until=until)
        for seat in range(3):
            answer = terminal("replay", "match.json", "--until", str(until), "--as", str(seat))
            hand = ", ".join(map(str, match.state.hands[seat])) or "-"
            assert f"after choice {until} of {len(record.choices)}" in answer.out
            assert re.search(rf"│ hand +{re.escape(hand)} +│", answer.out)
            for option in match.options(seat):
                assert match.describe(option) in answer.out


def test_a_spectator_sees_no_hand(terminal: Terminal, record: Record) -> None:
    answer = terminal("replay", "match.json", "--until", "5", "--lang", "pl")
    assert "Kurhan: widz" in answer.out
    assert re.search(r"│ hand +- +│", answer.out)
    assert "decyduje: " in answer.out


def test_the_end_tells_who_won(terminal: Terminal, record: Record) -> None:
    answer = terminal("replay", "match.json")
    assert "The match is over" in answer.out
    assert re.search(r"Won by (Red|Blue|Green) burglar", answer.out)


def test_a_conceded_match(terminal: Terminal, record: Record, tmp_path: Path) -> None:
    match = record.replay(until=5)
    match.concede(1)
    (tmp_path / "match.json").write_bytes(match.record.dump())
    answer = terminal("replay", "match.json", "--as", "0")
    assert "Blue burglar concedes" in answer.out
    assert "Won by Red burglar, Green burglar" in answer.out
    assert "Reason: a side conceded" in answer.out


def test_verify(terminal: Terminal, record: Record) -> None:
    answer = terminal("replay", "match.json", "--verify")
    assert answer.code == 0
    assert f"Verified: the seed fits its commitment, and the choices ({len(record.choices)}) lead" in answer.out
    assert "The match is over" in answer.out


def test_verify_an_unfinished_match(terminal: Terminal, record: Record, tmp_path: Path) -> None:
    (tmp_path / "match.json").write_bytes(record.replay(until=3).record.dump())
    answer = terminal("replay", "match.json", "--verify")
    assert answer.code == 0
    assert "over" not in answer.out


def test_verify_every_line_of_an_export(terminal: Terminal, record: Record, tmp_path: Path) -> None:
    file, other = tmp_path / "many.json", Matchup("barrow", "duel", ("random",) * 2).play(seed=5).record
    file.write_bytes(record.dump() + b"\n" + other.dump() + b"\n")
    answer = terminal("replay", "many.json", "--verify")
    assert answer.code == 0
    assert "Verified: 2 records" in answer.out
    assert "many.json has 2 records; --verify checks them all" in terminal("replay", "many.json").err
    file.write_bytes(record.dump() + b"\n" + other.dump().replace(b'"digest":"', b'"digest":"0') + b"\n")
    forged = terminal("replay", "many.json", "--verify")
    assert (forged.code, forged.out) == (2, "")
    assert "many.json, record 2: the choices do not lead to the state" in forged.err
    file.write_bytes(record.dump() + b"\nnonsense\n")
    assert "many.json, line 2: not a record" in terminal("replay", "many.json", "--verify").err


def test_a_record_may_be_laid_out_over_several_lines(terminal: Terminal, record: Record, tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text(json.dumps(json.loads(record.dump()), indent=2))
    assert terminal("replay", "match.json", "--verify").code == 0


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"seed":"00', '"seed":"01', "the seed does not match the commitment"),
        ('"digest":"', '"digest":"0', "do not lead to the state"),
        ('"rules_version":1', '"rules_version":9', "made under barrow rules 9; this engine plays rules 1"),
        ('"game":"barrow"', '"game":"marrow"', "there is no game 'marrow'"),
        ('"scenario":"company"', '"scenario":"siege"', "has no scenario 'siege'"),
        ('"choices":[[', '"choices":[[7,0],[', "does not fit the rules"),
        ('"seats":3', '"seats":"many"', "not a record"),
        ('"options":{', '"options":{"seats":2,', "has no option 'seats'"),
    ],
)
def test_forged_records_are_refused_in_one_line(
    terminal: Terminal, record: Record, tmp_path: Path, old: str, new: str, fault: str
) -> None:
    file = tmp_path / "match.json"
    file.write_text(file.read_text().replace(old, new, 1))
    answer = terminal("replay", "match.json", "--verify")
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert fault in answer.err
    assert answer.out == ""


def test_the_account_of_a_match_says_where_rounds_begin() -> None:
    match = load("lotr").new_match(seats=1, seed=5)
    while match.state.round < 3:
        match.choose(0, 0 if match.pending[0].kind == "mulligan" else len(match.options(0)) - 1)
    match.choose(0, 0)
    lines = list(account(match.record, "en"))
    rounds = [at for at, line in enumerate(lines) if line.startswith("Round ")]
    assert [lines[at] for at in rounds] == ["Round 1", "Round 2", "Round 3"]
    assert all(lines[at + 1][0].isdecimal() for at in rounds)


@pytest.mark.parametrize(
    ("end", "last"),
    [
        (lambda match: match.concede(0), "concedes"),
        (lambda match: match.abandon(), "Nobody came to play"),
        (lambda match: match.annul(), "The match is annulled"),
    ],
)
def test_the_account_of_a_match_that_no_option_ended(end: Callable[[Match], object], last: str) -> None:
    match = load("wotr").new_match("duel", seed=3)
    match.choose(match.pending[0].seat, 0)
    end(match)
    *_, event, outcome = account(match.record, "en")
    assert event.endswith(last)
    assert match.outcome is not None
    assert outcome.startswith(match.game.reason(match.outcome, "en"))
