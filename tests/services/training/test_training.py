"""A whole training of the toy game: it learns, it repeats itself, and nothing passes without its trials."""

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import msgspec
import pytest

from engine.bots.weights import WeightsFile, write_weights
from engine.core import registry
from engine.core.features import Features
from engine.core.flow import Decision
from engine.core.game import Game, Terms
from engine.core.words import Words
from services.training import training
from services.training.training import Plan, Training
from services.training.trials import Entrant, Pairing, in_order, play_pair, try_out, with_weights
from tests.toy import GAME
from tests.toy.rules import worth
from tests.toy.state import Barrow, value


def told(s: Barrow, seat: int, decision: Decision) -> Features:
    worth = [[("worth", value(option[1]))] if option[0] in ("play", "stow") else [] for option in decision.options]
    return Features([("coins", min(s.coins[seat], 2))], worth)


TOLD = replace(GAME, features=told, milestones=lambda s: 2 - s.rounds)
PLAN = Plan(seed=3, generations=1, first_matches=20, matches=30, share=0.5, pairs=60, slow_pairs=10)


@pytest.fixture(autouse=True)
def barrow(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    monkeypatch.setitem(registry._registered, GAME.id, TOLD)
    return TOLD


@pytest.fixture
def pool() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, get_context("fork")) as made:  # forked: it knows the toy
        yield made


def trained(plan: Plan = PLAN, pool: Executor | None = None) -> WeightsFile:
    return Training(TOLD, TOLD.setting("duel"), plan, pool, lambda line: None).run()


def pairing(candidate: Entrant, champion: Entrant, judge: Entrant | None = None) -> Pairing:
    setting = {"game": "barrow", "scenario": "duel", "seats": 2, "options": dict(TOLD.setting("duel").options)}
    return Pairing(**setting, seed=1, candidate=candidate, champion=champion, judge=judge)


def test_it_learns_to_beat_chance_and_says_how() -> None:
    file = trained()
    trial = try_out(pairing(with_weights("swift", file), Entrant("random")), training.TESTS["random"], 200, None)
    assert trial.verdict == "accepted"
    assert file.history[0].startswith("imitation: 20 matches of greedy")
    assert file.history[1].startswith("imitation against random: accepted after")
    assert file.play["red"]["with worth 4"] > file.play["red"].get("with worth 1", 0.0)
    assert (file.game, file.scenario, file.seats, file.seed) == ("barrow", "duel", 2, 3)


def test_the_same_seed_gives_the_same_file_on_any_number_of_processes(pool: Executor) -> None:
    one, other = write_weights(trained()), write_weights(trained(pool=pool))
    assert one == other
    assert write_weights(trained(msgspec.structs.replace(PLAN, seed=4))) != one


def test_a_generation_that_is_no_stronger_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    before = trained(msgspec.structs.replace(PLAN, generations=0))
    monkeypatch.setattr(training, "fit", lambda examples: before.play)
    after = trained()
    assert after.play == before.play
    assert not any("both against greedy" in line for line in after.history)


def counted(s: Barrow, seat: int) -> dict[str, float]:
    return {"gold": float(worth(s, seat)), "rival gold": float(worth(s, 1 - seat))}


GOLD = Terms(counted, {"gold": Words("gold"), "rival gold": Words("gold of the rival")})
SEEN = Plan(seed=3, generations=0, pairs=200, judged_matches=200)


def judging(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> WeightsFile:
    """What is learned of the terms of a game, from weights that were learned before."""
    start = trained(msgspec.structs.replace(PLAN, generations=0))
    monkeypatch.setitem(registry._registered, game.id, game)
    return Training(game, game.setting("duel"), SEEN, None, lambda line: None, start).run()


def test_terms_are_judged_by_where_that_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    file = judging(replace(TOLD, terms=GOLD, evaluate=lambda s, seat: -float(worth(s, seat))), monkeypatch)
    assert file.judges
    weights = {name: term.weight for name, term in file.judgements["red"].terms.items()}
    assert weights["gold"] > 0 > weights["rival gold"]
    assert file.history[0].startswith("imitation: 20 matches of greedy")
    assert file.history[2] == "gone on from there with 2 seats and seed 3"
    assert file.history[-1].startswith("judging by terms against judging by evaluation: accepted")


def test_terms_that_win_nothing_are_told_but_not_judged_by(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = Terms(lambda s, seat: {"rounds": float(s.rounds + s.coins[0] % 2)}, {"rounds": Words("a round")})
    file = judging(replace(TOLD, terms=nothing), monkeypatch)
    assert not file.judges
    assert file.play == trained(msgspec.structs.replace(PLAN, generations=0)).play


def test_a_judge_compares_what_two_make_against_it() -> None:
    same = pairing(Entrant("greedy"), Entrant("greedy"), Entrant("random"))
    assert {play_pair(same, number) for number in range(4)} == {2}
    better = pairing(Entrant("greedy"), Entrant("random"), Entrant("random"))
    assert sum(play_pair(better, number) for number in range(20)) > 40


def test_a_bot_that_fails_ends_a_trial() -> None:
    with pytest.raises(RuntimeError, match="a bot failed in a trial: UnknownBot"):
        play_pair(pairing(Entrant("wizard"), Entrant("random")), 0)


def test_results_come_in_the_order_of_their_tasks(pool: Executor) -> None:
    assert list(in_order(abs, range(-30, 0), pool)) == list(range(30, 0, -1))
