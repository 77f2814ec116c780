"""Learned weights: keys, the file and what is refused of it, and the scores that options get."""

import gzip
import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from engine import load
from engine.bots import Perspective, make_bot
from engine.bots.keys import all_keys, labels_of, option_keys, read_key, write_key
from engine.bots.swift import Swift
from engine.bots.weights import (
    Chances,
    Judgement,
    Term,
    Weights,
    WeightsFile,
    read_weights,
    shipped_weights,
    untrained,
    write_weights,
)
from engine.core.errors import BadWeights
from engine.core.features import Features
from engine.core.flow import Decision
from engine.core.game import Terms
from engine.core.registry import builtin_ids
from engine.core.words import Words
from engine.games.wotr.components.box import number
from tests.toy import GAME
from tests.toy.state import Barrow, value

DUEL = load("wotr").setting("duel")


def told(s: Barrow, seat: int, decision: Decision) -> Features:
    """How many coins there are, and what a treasure is worth."""
    worth = [[("worth", value(option[1]))] if option[0] in ("play", "stow") else [] for option in decision.options]
    return Features([("coins", s.coins[seat])], worth)


TOLD = replace(GAME, features=told, feature_version=1, milestones=lambda s: 2 - s.rounds)


def knowing(game: Any = TOLD, **table: float) -> WeightsFile:
    """Weights of a duel, with underscores for the spaces of keys."""
    keys = {key.replace("_", " "): weight for key, weight in table.items()}
    return msgspec.structs.replace(untrained(game, "duel"), play={"red": keys, "blue": keys})


def chosen(file: WeightsFile, coins: int = 0) -> tuple[Any, ...]:
    """What swift takes at the first turn of a match."""
    match = TOLD.new_match("duel", seed=4, coins=coins)
    while match.pending[0].kind == "bid":
        match.choose(match.pending[0].seat, 0)
    seat = match.pending[0].seat
    return match.options(seat)[Swift(random.Random(1), Weights(file)).choose(Perspective(match, seat))]


def test_keys_name_the_decision_the_verb_and_what_it_acts_on() -> None:
    labels = labels_of(load("wotr"), DUEL)
    gimli = number("gimli")
    keys = {write_key(key) for key in option_keys("action", ("play", gimli, "reserve"), 3, labels)}
    assert {"action play", "action play 1 gimli", "action play 1 kind character", "action play gimli reserve"} <= keys
    assert {"action play round 3", "action play 1 gimli round 3"} <= keys
    assert f"action play 1 {gimli}" not in keys


def test_a_number_that_may_stand_for_a_copy_is_a_key_itself() -> None:
    labels = labels_of(load("meq"), load("meq").setting())
    keys = {write_key(key) for key in option_keys("draw", ("draw", 1), 0, labels)}
    assert {"draw draw 1 1", "draw draw 1 item-boat"} <= keys


@pytest.mark.parametrize("key", [("action", "play"), ("with", "margin", -1, 2), ("a", "when", "no-way", 0)])
def test_keys_are_read_as_they_are_written(key: tuple[str | int, ...]) -> None:
    assert read_key(write_key(key)) == key


def test_options_weigh_what_their_keys_weigh() -> None:
    assert chosen(knowing(turn_gamble=1.0)) == ("gamble",)
    assert chosen(knowing(turn_gamble=1.0, turn_pass=2.0)) == ("pass",)
    assert chosen(knowing(turn_gamble=1.0, turn_gamble_round_0=-2.0, turn_pass=0.5)) == ("pass",)


def test_a_situation_weighs_with_the_verb() -> None:
    file = knowing(turn_pass=1.0, turn_gamble_when_coins_2=3.0)
    assert chosen(file, coins=0) == ("pass",)
    assert chosen(file, coins=2) == ("gamble",)


def test_what_a_game_tells_of_an_option_weighs() -> None:
    verb, card = chosen(knowing(turn_play=1.0, with_worth_4=0.5, with_worth_1=-0.5))[:2]
    assert verb == "play"
    match = TOLD.new_match("duel", seed=4, coins=0)
    assert value(card) == max(value(one) for one in match.state.hands[0])


def test_scores_are_the_sum_over_all_keys() -> None:
    match = TOLD.new_match("duel", seed=4, coins=0)
    match.choose(0, 0)
    decision, state = match.pending[0], match.state
    labels = labels_of(TOLD, match.setting)
    features = TOLD.features(state, decision.seat, decision)
    rows = all_keys(decision, features, TOLD.milestones(state), labels)
    rng = random.Random(3)
    table = {write_key(key): rng.random() for row in rows for key in row}
    scorer = Weights(msgspec.structs.replace(knowing(), play={"blue": table})).players(TOLD, match.setting)["blue"]
    wanted = [sum(table[write_key(key)] for key in row) for row in rows]
    for _ in range(2):  # once worked out, and once remembered
        assert scorer.scores(decision, features, TOLD.milestones(state)) == pytest.approx(wanted)


def test_a_file_is_read_as_it_was_written_and_the_same_every_time() -> None:
    file = msgspec.structs.replace(knowing(turn_pass=1.5), chances={"red": Chances(0.1, 0.2)}, history=["it was"])
    data = write_weights(file)
    assert read_weights(data, TOLD, "duel").file == file
    assert write_weights(file) == data


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "wotr"}, "learned with game wotr, but here it is barrow"),
        ({"scenario": "company"}, "learned with scenario company, but here it is duel"),
        ({"rules_version": 7}, "learned with rules version 7, but here it is 1: train them anew"),
        ({"feature_version": 7}, "learned with feature version 7, but here it is 1"),
        ({"keys_version": 0}, "learned with keys version 0"),
    ],
)
def test_weights_of_something_else_are_refused(change: dict[str, Any], message: str) -> None:
    data = write_weights(msgspec.structs.replace(knowing(), **change))
    with pytest.raises(BadWeights, match=message):
        read_weights(data, TOLD, "duel")


COINED = replace(TOLD, terms=Terms(lambda s, seat: {"coins": s.coins[seat]}, {"coins": Words("a coin")}))
JUDGED = {side: Judgement(-1.0, {"coins": Term(0.5, 1.0)}) for side in ("red", "blue")}


@pytest.mark.parametrize(("judges", "chance"), [(True, 0.6225), (False, 0.5)])
def test_a_position_is_judged_by_terms_only_if_a_test_has_said_so(judges: bool, chance: float) -> None:
    match = replace(COINED, evaluate=lambda s, seat: 0.0).new_match("duel", seed=4, coins=3)
    file = msgspec.structs.replace(knowing(COINED), judgements=JUDGED, judges=judges)
    assert Weights(file).chance(match, 0) == pytest.approx(chance, abs=1e-4)  # 1 / (1 + exp(1 - 0.5 * 3))


def test_terms_that_a_game_does_not_count_are_refused() -> None:
    data = write_weights(msgspec.structs.replace(knowing(), judgements=JUDGED))
    assert read_weights(data, COINED, "duel").file.judgements == JUDGED
    with pytest.raises(BadWeights, match="barrow has no term 'coins'"):
        read_weights(data, TOLD, "duel")


@pytest.mark.parametrize("data", [b"", b"weights", gzip.compress(b"{}", mtime=0), gzip.compress(b"[1", mtime=0)])
def test_what_are_no_weights_is_refused(data: bytes) -> None:
    with pytest.raises(BadWeights, match="not a file of weights"):
        read_weights(data, TOLD, "duel")


def test_without_weights_all_options_are_alike() -> None:
    match = TOLD.new_match("duel", seed=4, coins=0)
    seat = match.pending[0].seat
    chosen = {make_bot("swift", seed).choose(Perspective(match, seat)) for seed in range(200)}
    assert chosen == set(range(len(match.options(seat))))


SHIPPED = [
    (id, scenario.id)
    for id in sorted(builtin_ids())
    for scenario in load(id).scenarios
    if (folder := load(id).weights) is not None and (folder / f"{scenario.id}.json.gz").exists()
]


@pytest.mark.parametrize(("id", "scenario"), SHIPPED)
def test_shipped_weights_fit_the_rules_and_features_as_they_are(id: str, scenario: str) -> None:
    game = load(id)
    file = shipped_weights(game, scenario).file
    assert {role.side for role in game.setting(scenario, file.seats, file.options).roles} == file.play.keys()
    assert all(chances.scale > 0 for chances in file.chances.values())
