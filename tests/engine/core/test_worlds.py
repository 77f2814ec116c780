"""Dealt worlds look the same to their seat, differ in what it cannot see, and hold nothing of the real future."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.core import worlds as dealing
from engine.core.chance import shuffle
from engine.core.errors import MatchOver, NoWorldFits, RulesError
from engine.core.flow import Decision, Flow, Together
from engine.core.game import Game
from engine.core.match import Match
from tests.engine.core.small import Small, ask, small
from tests.engine.core.test_copies import played


def in_turn(game: Game[Any], *verbs: str) -> Match:
    """A duel in which seat 0 bids highest and the seats then do these things one after the other."""
    match = game.new_match("duel", seed=5)
    match.choose(0, 2)
    match.choose(1, 0)
    for verb in verbs:
        seat = match.pending[0].seat
        match.choose(seat, next(i for i, option in enumerate(match.options(seat)) if option[0] == verb))
    return match


def worlds(match: Match, seat: int | None, count: int = 60) -> list[Match]:
    rng = random.Random(1)
    return [match.deal_world(seat, rng) for _ in range(count)]


def test_own_cards_stay_and_hidden_ones_change(barrow: Game[Any]) -> None:
    match = played(barrow, 8)
    for seat in range(3):
        found = worlds(match, seat)
        assert all(world.state.hands[seat] == match.state.hands[seat] for world in found)
        assert all(world.observation(seat) == match.observation(seat) for world in found)
        assert all(world.options(seat) == match.options(seat) for world in found)
        assert len({str((world.state.hands, world.state.deck)) for world in found}) > 50


def test_a_spectator_sees_no_hand(barrow: Game[Any]) -> None:
    found = worlds(played(barrow, 8), None)
    assert len({str(world.state.hands) for world in found}) > 30


def test_every_hidden_card_is_equally_likely_everywhere(barrow: Game[Any]) -> None:
    """Nine cards are hidden from seat 0; over 900 worlds each lies on top about a hundred times."""
    match = in_turn(barrow)
    tops = Counter(world.state.deck[-1] for world in worlds(match, 0, 900))
    hidden = set(range(12)) - set(match.state.hands[0])
    assert set(tops) == hidden
    assert all(abs(count - 100) < 50 for count in tops.values())


def test_what_was_peeked_at_stays(barrow: Game[Any]) -> None:
    match = in_turn(barrow, "peek")
    top = match.state.deck[-1]
    assert all(world.state.deck[-1] == top for world in worlds(match, 0))
    assert len({world.state.deck[-1] for world in worlds(match, 1)}) > 4


def test_what_a_seat_hid_itself_stays_though_the_step_goes_on(barrow: Game[Any]) -> None:
    """The world is dealt at the checkpoint and the hiding repeated; others see another card hidden."""
    match = in_turn(barrow, "pass", "stow")
    assert match.pending[0].kind == "guard"
    hidden = match.state.stash[1]
    assert all(world.state.stash[1] == hidden for world in worlds(match, 1))
    assert len({world.state.stash[1][0] for world in worlds(match, 0)}) > 4


def test_secret_answers_are_guessed_but_the_seats_own_is_kept(barrow: Game[Any]) -> None:
    match = barrow.new_match("company", 3, 5)
    match.choose(0, 2)
    match.choose(1, 1)
    bids = Counter()
    for world in worlds(match, 0):
        assert [decision.seat for decision in world.pending] == [2]
        world.choose(2, 0)
        spent = [2 - coins for coins in world.state.coins]
        assert spent[0] == 2
        bids[spent[1]] += 1
    assert set(bids) == {0, 1, 2}


def test_the_future_is_new(barrow: Game[Any]) -> None:
    match = in_turn(barrow)
    found = worlds(match, 0, 20)
    assert all(world.state.seed != match.state.seed for world in found)
    assert len({world.state.seed for world in found}) == 20
    gamble = match.options(0).index(("gamble",))
    coins = set()
    for world in found:
        world.choose(0, gamble)
        coins.add(world.state.coins[0])
    assert coins == {0, 1}


def test_a_world_does_not_tell_how_often_others_shuffled_or_saw_something(barrow: Game[Any]) -> None:
    match = in_turn(barrow, "gamble", "peek")
    assert match.state.streams == {"deck": 1, "dice": 1}
    assert match.state.disclosed > 0
    for world in worlds(match, 0):
        assert world.state.streams == {}
        assert world.state.disclosed == 0


def test_a_world_can_be_copied_and_dealt_anew_but_has_no_record(barrow: Game[Any]) -> None:
    match = in_turn(barrow, "peek", "pass")
    world = match.deal_world(0, random.Random(1))
    again = world.clone()
    assert again.digest() == world.digest()
    assert world.version == match.version
    assert again.deal_world(0, random.Random(2)).observation(0) == match.observation(0)
    with pytest.raises(RulesError, match="a world is imagined; it has no record"):
        _ = world.record


def test_the_match_is_left_alone(barrow: Game[Any]) -> None:
    match = played(barrow, 8)
    before = (match.snapshot(), match.digest(), match.pending)
    worlds(match, 1)
    assert (match.snapshot(), match.digest(), match.pending) == before


def test_an_impossible_deal_is_given_up(barrow: Game[Any]) -> None:
    match = in_turn(replace(barrow, plausible=lambda s: False))
    with pytest.raises(NoWorldFits, match="no other deal fits what seat 0 has seen"):
        match.deal_world(0, random.Random(1))


def test_vetoed_deals_are_dealt_again(barrow: Game[Any]) -> None:
    match = in_turn(replace(barrow, plausible=lambda s: s.deck[-1] % 2 == 0))
    assert {world.state.deck[-1] % 2 for world in worlds(match, 0)} == {0}


def test_a_finished_match_has_nothing_to_search(barrow: Game[Any]) -> None:
    match = in_turn(barrow)
    match.concede(1)
    with pytest.raises(MatchOver):
        match.deal_world(0, random.Random(1))


def test_nothing_is_dealt_where_it_cannot_lie(barrow: Game[Any]) -> None:
    match = in_turn(barrow)
    never = frozenset(match.state.deck[:3])
    barred = in_turn(replace(barrow, barred=lambda s: [(s.hands[1], never)]))
    assert {card for world in worlds(match, 0) for card in world.state.hands[1]} > never
    assert not {card for world in worlds(barred, 0) for card in world.state.hands[1]} & never


def test_what_the_state_keeps_for_others_is_withheld() -> None:
    """Seat 0 looked at a card; which one is no part of the worlds of seat 1."""

    def first(s: Small) -> Flow[None]:
        yield ask(1, "left", "right")

    game = small(
        new_state=lambda table: Small(step="first", cards=list(range(6)), known=[4]),
        unseen=lambda s, seat: [s.cards] if seat else [],
        withhold=lambda s, seat: s.known.clear() if seat else None,
        step_first=first,
    )
    match = game.new_match(seed=1)
    assert all(world.state.known == [] for world in worlds(match, 1))
    assert all(world.state.known == [4] for world in worlds(match, 0))
    assert match.state.known == [4]


def test_a_number_that_happens_to_be_a_component_is_chosen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 1 named seat 2 of eight, not the card of that number: eight deals are enough to find a world."""
    monkeypatch.setattr(dealing, "_DEALS", 8)

    def first(s: Small) -> Flow[None]:
        choice = yield Decision(1, "whom", [("seat", number) for number in range(8)])
        s.notes.append(str(choice[1]))
        yield ask(0, "left", "right")

    game = small(
        new_state=lambda table: Small(step="first", cards=list(range(48))),
        unseen=lambda s, seat: [s.cards],
        step_first=first,
    )
    match = game.new_match(seed=1)
    match.choose(1, 2)
    assert all(world.state.notes == ["2"] for world in worlds(match, 0, 100))


def test_what_was_shuffled_in_plain_sight_is_mixed_anew() -> None:
    """Ten cards lie open until they are shuffled; the order they then have is nobody's knowledge, nor a world's."""

    def first(s: Small) -> Flow[None]:
        shuffle(s, s.cards, "deck")
        s.count = 1
        s.notes.append(str(s.cards[0]))
        yield ask(0, "left", "right")
        s.notes.append(str(s.cards[1]))
        yield ask(0, "left", "right")

    game = small(
        new_state=lambda table: Small(step="first", cards=list(range(10))),
        unseen=lambda s, seat: [s.cards[len(s.notes) :]] if s.count else [],
        observe=lambda s, seat: {"notes": list(s.notes)},
        step_first=first,
    )
    match = game.new_match(seed=3)
    match.choose(0, 0)
    true = match.state.cards
    found = worlds(match, 0, 300)
    assert all(world.state.cards[:2] == true[:2] for world in found)
    assert all(Counter(world.state.cards[i] for world in found).keys() == set(true[2:]) for i in range(2, 10))
    assert all(abs(Counter(world.state.cards[9] for world in found)[card] - 300 / 8) < 25 for card in true[2:])
    world = found[0]
    assert world.clone().state.cards == world.state.cards
    assert not any(chance in match.state.run.chances for chance in world.state.run.chances)


def parity(s: Small) -> str:
    return "odd" if s.cards[0] % 2 else "even"


def hidden_cards(**steps: Any) -> Game[Small]:
    """Six cards that nobody sees."""
    return small(
        new_state=lambda table: Small(step="first", cards=list(range(6))),
        unseen=lambda s, seat: [s.cards],
        observe=lambda s, seat: {"notes": list(s.notes)},
        **steps,
    )


def test_what_others_could_only_say_of_some_deals_is_believed() -> None:
    """Seat 1 named the parity of the first card, which is an option only if it is true."""

    def first(s: Small) -> Flow[None]:
        s.notes.append((yield ask(1, parity(s), "nothing"))[0])
        yield ask(0, "left", "right")

    match = hidden_cards(step_first=first).new_match(seed=1)
    match.choose(1, 0)
    assert match.state.notes == ["even"]
    assert {world.state.cards[0] for world in worlds(match, 0)} == {0, 2, 4}


def test_what_a_seat_answered_itself_is_believed_too() -> None:
    def first(s: Small) -> Flow[None]:
        yield Together((ask(0, parity(s), "nothing"), ask(1, "left", "right")))

    match = hidden_cards(step_first=first).new_match(seed=1)
    match.choose(0, 0)
    assert {world.state.cards[0] for world in worlds(match, 0)} == {0, 2, 4}
    assert {world.state.cards[0] for world in worlds(match, 1)} == set(range(6))


def test_many_worlds_of_one_look_are_those_of_as_many_looks(barrow: Game[Any]) -> None:
    match = played(barrow, 8)
    several, rng = match.worlds(0), random.Random(1)
    assert [several.deal(rng).digest() for _ in range(20)] == [world.digest() for world in worlds(match, 0, 20)]


def test_who_deals_worlds_looks_again_once_the_match_has_gone_on(barrow: Game[Any]) -> None:
    match = played(barrow, 8)
    several = match.worlds(0)
    several.deal(random.Random(1))
    match.choose(match.pending[0].seat, 0)
    world = several.deal(random.Random(1))
    assert world.version == match.version
    assert world.observation(0) == match.observation(0)
