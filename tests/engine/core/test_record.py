"""The record is the match: small, replayable to any choice, and impossible to forge."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.core import registry
from engine.core.errors import BadRecord, BadSeed, RulesChanged, UnknownGame
from engine.core.game import Game
from engine.core.record import Record
from tests.engine.core.test_copies import played
from tests.toy import GAME


def test_a_record_is_small_and_survives_json(barrow: Game[Any]) -> None:
    record = played(barrow, 14).record
    assert len(record.dump()) < 500
    assert Record.load(record.dump()) == record
    assert record.options == {"rounds": 2, "coins": 2, "allies": False}


def test_any_moment_can_be_replayed(barrow: Game[Any]) -> None:
    record = played(barrow, 14).record
    for until in range(15):
        assert record.replay(until).digest() == played(barrow, until).digest()
    assert record.replay().digest() == record.digest


@pytest.mark.parametrize("until", [-1, 15])
def test_there_is_nothing_outside_the_match(barrow: Game[Any], until: int) -> None:
    with pytest.raises(BadRecord, match=f"the record has 14 choices; it cannot be replayed to {until}"):
        played(barrow, 14).record.replay(until)


def test_undone_choices_leave_no_trace(barrow: Game[Any]) -> None:
    match = barrow.new_match("duel", seed=5)
    match.choose(0, 1)
    match.undo(0)
    match.choose(0, 2)
    assert match.record.choices == [(0, 2)]
    assert match.record.verify().digest() == match.digest()


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("digest", "0" * 32, "the choices do not lead to the state the record is sealed with"),
        ("commitment", "0" * 64, "the seed does not match the commitment"),
        ("seed", "0" * 32, "the seed does not match the commitment"),
        ("seed", "not hexadecimal", "the seed is not hexadecimal"),
        ("choices", [(0, 0)], "the choices do not lead"),
        ("choices", [(0, 99)], "choice 0 does not fit the rules: choice 99 is not an option"),
        ("choices", [(0, 0), (0, 0)], "choice 1 does not fit the rules: seat 0 has nothing to decide"),
        ("choices", [(9, 0)], "choice 0 does not fit the rules: there is no seat 9"),
        ("choices", [(0, -1), (0, 0)], "choice 1 does not fit the rules: the match is over"),
    ],
)
def test_a_forged_record_is_found_out(barrow: Game[Any], field: str, value: Any, fault: str) -> None:
    record = msgspec.structs.replace(played(barrow, 14).record, **{field: value})
    with pytest.raises(BadRecord, match=fault):
        record.verify()


def test_a_short_seed_is_refused(barrow: Game[Any]) -> None:
    record = msgspec.structs.replace(played(barrow, 2).record, seed="00")
    with pytest.raises(BadSeed):
        record.replay()


def test_other_rules_are_named(barrow: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    record = played(barrow, 2).record
    monkeypatch.setitem(registry._registered, GAME.id, replace(GAME, rules_version=2))
    with pytest.raises(RulesChanged, match="made under barrow rules 1; this engine plays rules 2"):
        record.replay()


def test_an_unknown_game_is_named(barrow: Game[Any]) -> None:
    record = msgspec.structs.replace(played(barrow, 2).record, game="marrow")
    with pytest.raises(UnknownGame, match="there is no game 'marrow'"):
        record.replay()


@given(st.binary(max_size=300))
@example(b'{"game":"\xff"}')
def test_any_bytes_are_refused_in_words(data: bytes) -> None:
    with pytest.raises(BadRecord, match="not a record"):
        Record.load(data)
