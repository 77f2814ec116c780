"""What is found once: a copy takes it over, an imagined world and the way back do not."""

import random

import pytest

from engine.core.errors import RulesError
from engine.core.flow import Decision, Flow, Option
from engine.core.game import Game
from engine.core.match import Match
from engine.core.state import find_ahead, find_once
from tests.engine.core.small import Small, small


class Finder:
    """Finds options that depend on the state, and counts how often it looked."""

    def __init__(self) -> None:
        self.looked = 0

    def __call__(self, s: Small, seat: int) -> list[Option]:
        self.looked += 1
        return [("add", len(s.notes) + n) for n in range(2)] + [("fail",)]


def game_of(find: Finder, *, ahead: bool = False) -> Game[Small]:
    """Two steps in turn: the second asks twice for one of the options that were found."""

    def first(s: Small) -> None:
        s.count += 1
        if ahead:
            find_ahead(s, find, 0)
        s.step = "second"

    def second(s: Small) -> Flow[None]:
        for _ in range(2):
            choice = yield Decision(0, "word", find_once(s, find, 0))
            if choice[0] == "fail":
                s.notes.append("half done")
                raise RulesError("as it was to be")
            s.notes.append(str(choice[1]))
        s.step = "first"

    return small(1, steps={"first": first, "second": second})


def test_a_copy_takes_over_what_was_found() -> None:
    find = Finder()
    match = game_of(find).new_match(seed=1)
    for _ in range(6):
        match.choose(0, 1)
        looked = find.looked
        copy = match.clone()
        again = copy.clone()
        assert find.looked == looked
        assert copy.options(0) == again.options(0) == match.options(0)
        for one in (copy, again):
            one.choose(0, 0)
        assert find.looked == looked + 2
        assert copy.digest() == again.digest()


def test_who_has_no_original_finds_it_anew() -> None:
    find = Finder()
    match = game_of(find).new_match(seed=1)
    match.choose(0, 1)
    looked = find.looked
    world, restored = match.deal_world(0, random.Random(1)), played_again(match)
    assert find.looked > looked
    assert world.options(0) == restored.options(0) == match.options(0)


def played_again(match: Match) -> Match:
    """A match of the same record, played again."""
    again = match.game.new_match(seed=1)
    for seat, index in match.choices:
        again.choose(seat, index)
    return again


@pytest.mark.parametrize("choices", [0, 2])
def test_what_was_found_after_an_undone_choice_is_forgotten(choices: int) -> None:
    match = game_of(Finder()).new_match(seed=1)
    for _ in range(choices):
        match.choose(0, 1)
    before = [match.options(0)]
    match.choose(0, 0)
    before.append(match.options(0))
    match.undo(0)
    assert match.options(0) == before[0]
    match.choose(0, 0)
    assert match.options(0) == before[1] == match.clone().options(0)


def test_a_choice_that_fails_leaves_what_was_found() -> None:
    match = game_of(Finder()).new_match(seed=1)
    match.choose(0, 1)
    before = match.digest(), match.options(0)
    with pytest.raises(RulesError, match="as it was to be"):
        match.choose(0, 2)
    assert (match.digest(), match.options(0)) == before
    match.choose(0, 1)
    assert match.clone().options(0) == match.options(0)
    assert match.clone().digest() == match.digest()


def test_what_a_step_found_ahead_is_not_looked_for_again() -> None:
    find = Finder()
    match = game_of(find, ahead=True).new_match(seed=1)
    assert find.looked == 1
    match.choose(0, 0)
    match.choose(0, 0)
    assert find.looked == 3
    assert match.clone().options(0) == match.options(0)
