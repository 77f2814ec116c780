"""The heroes decide as a side: the first answers for all, or all propose and the lot decides (p. 8, p. 13)."""

from collections.abc import Sequence

import pytest

from engine.core.flow import Option, Together
from engine.core.match import Match
from engine.games.meq.cards.registry import EVENT_EFFECTS
from engine.games.meq.components.box import MINION
from engine.games.meq.game import GAME
from engine.games.meq.layout import LOC
from engine.games.meq.rules.deciding import HEROES, decide
from engine.games.meq.state import GameState
from engine.games.meq.steps.finale import champion
from tests.engine.games.meq.tabletop import Tabletop


def council() -> Tabletop:
    """Three heroes who decide together."""
    return Tabletop("beravor", "thalin", "argalad", **{"common-choices": "together"})


@pytest.mark.parametrize("answers", [((1,), (1,), (1,)), ((2,), (2,), (2,))])
def test_what_all_want_is_done(answers: Sequence[Option]) -> None:
    tabletop = council()
    choice = tabletop.run(decide(tabletop.s, HEROES, "choose", [(1,), (2,), (3,)]), *answers)
    assert choice == answers[0]
    assert tabletop.s.streams == council().s.streams, "no lot was drawn"
    assert {one.seat for one in tabletop.decisions[-3:]} == {1, 2, 3}


def test_who_disagree_leave_it_to_the_lot() -> None:
    """Without agreement the heroes decide at random (p. 13): every proposal has the same chance."""
    outcomes = []
    for seed in range(60):
        tabletop = council()
        tabletop.s.seed = seed.to_bytes(16, "big")
        outcomes.append(tabletop.run(decide(tabletop.s, HEROES, "choose", [(1,), (2,), (3,)]), (1,), (1,), (3,)))
    assert {*outcomes} == {(1,), (3,)}, "nobody wanted the second"
    assert 20 < outcomes.count((1,)) < 60, "two of three wanted the first"


def test_by_default_the_first_hero_answers_for_all() -> None:
    tabletop = Tabletop("beravor", "thalin")
    assert tabletop.run(decide(tabletop.s, HEROES, "choose", [(1,), (2,)]), (2,)) == (2,)
    assert [one.seat for one in tabletop.decisions[-1:]] == [1]


def test_a_lone_hero_has_nobody_to_agree_with() -> None:
    tabletop = Tabletop("beravor", **{"common-choices": "together"})
    decision = next(decide(tabletop.s, HEROES, "choose", [(1,), (2,)]))
    assert not isinstance(decision, Together)


def shared(s: GameState, key: str) -> bool:
    """Whether the first thing an event asks is asked of all the heroes."""
    return isinstance(next(EVENT_EFFECTS.by_key[key].effect.run(s, 0)), Together)


@pytest.mark.parametrize(
    "key",
    [
        "the-dunadan-guards-the-shire",
        "the-courage-of-erkenbrand",
        "brand-becomes-king-of-dale",
        "commander-of-edoras",
        "arnor-that-was-of-old",
        "beornings-the-skin-changers",
        "there-is-strength-yet",
    ],
)
def test_events_that_the_heroes_resolve_ask_them_all(key: str) -> None:
    tabletop = council()
    tabletop.token("orc", "rhosgobel")
    tabletop.s.characters[0] = LOC["bree"]
    assert shared(tabletop.s, key)


def test_what_is_removed_is_decided_together_one_at_a_time() -> None:
    """The example of p. 13: up to three influence or monster tokens from Rohan."""
    tabletop = council().influence(edoras=0, fangorn=1, isengard=1)
    flow = EVENT_EFFECTS.by_key["the-courage-of-erkenbrand"].effect.run(tabletop.s, 0)
    tabletop.run(flow, 0, 0, 0, *[("clear", "isengard")] * 3)
    assert not tabletop.s.influence[LOC["isengard"]]


def test_the_champion_is_chosen_together() -> None:
    """The heroes choose one of them (p. 34)."""
    tabletop = council()
    tabletop.s.minions[MINION["ringwraiths"]] = LOC["minas-morgul"]
    tabletop.run(champion(tabletop.s), *[("champion", 2)] * 3)
    assert tabletop.s.combat.hero == 2


def chosen(*heroes: str, seed: int = 1) -> Match:
    """A match in which the players ask for these heroes at once."""
    match = GAME.new_match("quest", len(heroes) + 1, seed, **{"common-choices": "together"})
    for seat, who in enumerate(heroes, 1):
        match.choose(seat, match.options(seat).index(("be", who)))
    return match


def test_players_who_agree_get_the_heroes_they_want() -> None:
    match = chosen("thalin", "eleanor", "beravor")
    assert [hero.who for hero in match.state.heroes] == ["thalin", "eleanor", "beravor"]


def test_players_who_want_the_same_hero_draw_them_by_lot() -> None:
    """If the players do not agree, they choose at random (p. 8)."""
    casts = [[hero.who for hero in chosen("thalin", "thalin", "beravor", seed=n).state.heroes] for n in range(12)]
    assert all(len({*cast}) == 3 for cast in casts)
    assert len({tuple(cast) for cast in casts}) > 3
    assert any("argalad" in cast or "eometh" in cast for cast in casts), "all of them are drawn, from all five"


def test_proposals_are_secret_until_all_are_made_and_the_lot_is_told() -> None:
    tabletop = council()
    tabletop.s.run.events = told = []  # type: list[Event]
    tabletop.run(decide(tabletop.s, HEROES, "choose", [("done",), ("pass",)]), ("done",), ("pass",), ("pass",))
    assert [event.kind for event in told] == ["lot"]
