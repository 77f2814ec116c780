"""Every corruption card by the rule it changes (p. 20, p. 26)."""

import pytest

from engine.games.meq.board import LOC
from engine.games.meq.cards.corruption import corrupt
from engine.games.meq.components import AGILITY, CHARACTER, CORRUPTIONS, FORTITUDE, STRENGTH, WISDOM
from engine.games.meq.fights import engage
from engine.games.meq.heroes import draw, gain_favor, trait
from engine.games.meq.state import Turn
from engine.games.meq.steps.defeat import fall
from engine.games.meq.steps.explore import explore_options
from engine.games.meq.steps.travel import most_moves
from engine.games.meq.steps.turn import rest
from tests.engine.games.meq.desk import Desk


def receives(key: str, desk: Desk | None = None) -> Desk:
    """A hero draws this card from the deck."""
    desk = desk or Desk("beravor").at("bree")
    desk.top(desk.s.corruption_deck, key)
    desk.run(corrupt(desk.s, 0))
    return desk


@pytest.mark.parametrize(
    ("key", "which"), [("weary", FORTITUDE), ("weak", STRENGTH), ("helpless", AGILITY), ("deranged", WISDOM)]
)
def test_a_trait_is_lower(key: str, which: int) -> None:
    before = trait(Desk("beravor").hero, which)
    assert trait(receives(key).hero, which) == before - 1


def test_distraught_keeps_seven_cards() -> None:
    desk = Desk("beravor").at("bree")
    draw(desk.s, 0, 10)
    receives("distraught", desk)
    assert (len(desk.hero.hand), len(desk.hero.rest)) == (7, 3)
    draw(desk.s, 0, 3)
    assert len(desk.hero.hand) == 7


def test_despairing_keeps_three_favor() -> None:
    desk = Desk("beravor").at("bree")
    desk.hero.favor = 5
    receives("despairing", desk)
    assert desk.hero.favor == 3
    gain_favor(desk.s, 0, 2)
    assert desk.hero.favor == 3


def test_mistrusted_gains_one_favor_a_turn() -> None:
    desk = receives("mistrusted")
    gain_favor(desk.s, 0, 3)
    gain_favor(desk.s, 0, 1)
    assert desk.hero.favor == 1
    desk.s.step = "turn"
    desk.step()
    gain_favor(desk.s, 0, 1)
    assert desk.hero.favor == 2


def test_isolated_meets_nobody() -> None:
    desk = Desk("beravor", "thalin").at("bree").at("bree", 1)
    desk.s.characters[CHARACTER["gandalf"]] = LOC["bree"]
    verbs = {option[0] for option in explore_options(desk.s, 0)}
    assert {"consult", "trade"} <= verbs
    receives("isolated", desk)
    verbs = {option[0] for option in explore_options(desk.s, 0)}
    assert not {"consult", "trade"} & verbs


def test_hopeless_moves_three_times() -> None:
    assert most_moves(receives("hopeless").s, 0) == 3


def test_cowardly_loses_a_card_in_each_fight() -> None:
    desk = receives("cowardly")
    draw(desk.s, 0, 2)
    engage(desk.s, 0, "orc", "ambush")
    desk.step()
    assert len(desk.hero.hand) == 1


@pytest.mark.parametrize(("key", "spaces"), [("despondent", 2), ("weak", 1)])
def test_despondent_helps_sauron_twice(key: str, spaces: int) -> None:
    desk = receives(key)
    desk.run(rest(desk.s), ("rest",), ("marker", "conquest"))
    assert desk.s.story == [0, 0, spaces, 0]
    desk.run(fall(desk.s, 0), ("marker", "ring"))
    assert desk.s.story == [0, spaces, spaces, 0]


def test_careless_loses_favor_and_goes_back() -> None:
    desk = Desk("beravor").at("bree")
    desk.hero.favor = 3
    receives("careless", desk)
    assert (desk.hero.favor, len(desk.hero.corruption), len(desk.s.corruption_deck)) == (1, 0, 16)


def test_wretched_ends_the_turn_and_may_move_the_hero() -> None:
    desk = Desk("beravor").at("the_shire")
    desk.top(desk.s.corruption_deck, "wretched")
    desk.run(corrupt(desk.s, 0), ("carry", 0, "fornost"))
    assert desk.ended
    assert desk.hero.place == LOC["fornost"]
    assert len(desk.s.corruption_deck) == 16
    desk = Desk("beravor").at("the_shire")
    desk.s.turn = Turn()
    desk.top(desk.s.corruption_deck, "wretched")
    desk.run(corrupt(desk.s, 0), ("stay", 0))
    assert not desk.ended, "it is not his turn"
    assert desk.hero.place == LOC["the_shire"]


def test_wretched_in_a_fight_ends_the_fight() -> None:
    desk = Desk("beravor").at("dol_guldur")
    desk.s.minions[1] = LOC["dol_guldur"]
    desk.top(desk.s.corruption_deck, "wretched")
    engage(desk.s, 0, "mouth_of_sauron", "travel")
    desk.step()
    assert desk.s.step == "turn_end"
    desk.step()
    assert desk.s.combat.hero == -1
    desk.whole()


def test_corruption_is_paid_off_at_rest() -> None:
    desk = receives("deranged")
    desk.hero.favor = 2
    card = desk.hero.corruption[0]
    desk.run(rest(desk.s), ("rest",), ("purge", card))
    assert (desk.hero.favor, desk.hero.corruption) == (0, [])
    assert desk.s.corruption_discard == [card]


def test_every_corruption_card_is_tested() -> None:
    here = (
        "weary weak helpless deranged distraught despairing mistrusted isolated hopeless cowardly despondent careless"
    )
    elsewhere = "wretched reckless indifferent greedy"  # the last three with perils, encounters and shadow cards
    assert {*here.split(), *elsewhere.split()} == {card.key for card in CORRUPTIONS.values()}
