"""Clones and restored snapshots continue identically, anywhere; bad bytes are refused."""

import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from engine.core import registry
from engine.core.errors import BadSnapshot, EngineError, RulesChanged, UnknownGame
from engine.core.game import Game
from engine.core.match import Match, restore
from tests.toy import GAME


def played(game: Game[Any], choices: int, seed: int = 5) -> Match:
    match = game.new_match("company", 3, seed)
    rng = random.Random(seed)
    for _ in range(choices):
        decision = rng.choice(match.pending)
        match.choose(decision.seat, rng.randrange(len(decision.options)))
    return match


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=50)
@given(choices=st.integers(0, 12), seed=st.integers(0, 99), picks=st.lists(st.integers(0, 9), max_size=12))
def test_copies_continue_identically(barrow: Game[Any], choices: int, seed: int, picks: list[int]) -> None:
    match = played(barrow, choices, seed)
    copies = [match.clone(), restore(match.snapshot()), match.clone().clone(), restore(match.clone().snapshot())]
    for pick in picks:
        if not match.pending:
            break
        decision = match.pending[0]
        index = pick % len(decision.options)
        told = match.choose(decision.seat, index)
        for copy in copies:
            assert copy.choose(decision.seat, index) == told
            assert copy.digest() == match.digest()
            assert copy.record == match.record


def test_copies_share_nothing(barrow: Game[Any]) -> None:
    match = played(barrow, 6)
    before = match.digest()
    for copy in (match.clone(), restore(match.snapshot())):
        copy.state.coins[0] += 100
        copy.state.hands[1].clear()
        copy.choices.clear()
    assert match.digest() == before
    assert len(match.choices) == 6


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=20)
@given(choices=st.integers(0, 12), seed=st.integers(0, 99))
def test_a_playout_spares_checkpoints_and_is_the_same_match(barrow: Game[Any], choices: int, seed: int) -> None:
    match, playout = barrow.new_match("company", 3, seed), barrow.new_match("company", 3, seed)
    playout.playout = True
    started = playout.snapshot()
    for pick in range(choices):
        if match.pending:
            seat = match.pending[0].seat
            index = pick % len(match.pending[0].options)
            assert playout.choose(seat, index) == match.choose(seat, index)
    assert restore(started).digest() == barrow.new_match("company", 3, seed).digest()
    assert playout._checkpoint == barrow.new_match("company", 3, seed)._checkpoint
    for one in (playout, playout.clone(), restore(playout.snapshot())):
        assert one.digest() == match.digest()
        assert one.record == match.record


def test_version_survives_and_counts_undo(barrow: Game[Any]) -> None:
    match = barrow.new_match("duel", seed=5)
    match.choose(0, 1)
    match.undo(0)
    assert match.version == match.clone().version == restore(match.snapshot()).version == 2


def test_a_finished_match_can_be_copied(barrow: Game[Any]) -> None:
    match = played(barrow, 3)
    match.concede(1)
    for copy in (match.clone(), restore(match.snapshot())):
        assert copy.outcome == match.outcome
        assert copy.pending == ()


def test_a_snapshot_of_other_rules_is_refused(barrow: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    data = played(barrow, 2).snapshot()
    monkeypatch.setitem(registry._registered, GAME.id, replace(GAME, rules_version=2))
    with pytest.raises(RulesChanged, match="made under barrow rules 1; this engine plays rules 2"):
        restore(data)


def test_a_snapshot_of_an_unknown_game_is_refused(barrow: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    data = played(barrow, 2).snapshot()
    monkeypatch.delitem(registry._registered, GAME.id)
    with pytest.raises(UnknownGame):
        restore(data)


def forged(match: Match, field: int, value: Any) -> bytes:
    parts = msgspec.msgpack.decode(match.snapshot())
    parts[field] = value
    return msgspec.msgpack.encode(parts)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (5, b"\x00"),
        (5, msgspec.msgpack.encode({"step": "act"})),
        (6, [(0, 99)] * 9),
        (6, [(7, 0)] * 9),
        (6, [(7, -1)] * 9),
    ],
)
def test_a_snapshot_that_does_not_fit_the_rules_is_refused(barrow: Game[Any], field: int, value: Any) -> None:
    match = played(barrow, 5)
    with pytest.raises(BadSnapshot):
        restore(forged(match, field, value))


def test_a_snapshot_at_a_step_that_is_not_there_is_refused(barrow: Game[Any]) -> None:
    match = played(barrow, 5)
    state = barrow.decode(match._checkpoint)
    state.step = "nowhere"
    with pytest.raises(BadSnapshot, match="no step 'nowhere'"):
        restore(forged(match, 5, msgspec.msgpack.encode(state)))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=200)
@given(data=st.binary(max_size=200))
@example(data=b"\xdc\x00\x0b\xa5\x00\x00\x00\x00\x80")  # a name that is not UTF-8
def test_any_bytes_are_refused_with_an_error_of_ours(barrow: Game[Any], data: bytes) -> None:
    with pytest.raises(EngineError):
        restore(data)
