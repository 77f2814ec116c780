"""Every corruption card by the rule it changes (p. 20, p. 26)."""

import pytest

from engine.games.meq.components.box import CHARACTER, COMBAT, CORRUPTIONS, MINION, QUESTS
from engine.games.meq.components.schema import AGILITY, FORTITUDE, STRENGTH, WISDOM
from engine.games.meq.layout import LOC
from engine.games.meq.rules.corruption import corrupt
from engine.games.meq.rules.defeat import defeat_hero
from engine.games.meq.rules.favor import gain_favor
from engine.games.meq.rules.fights import engage
from engine.games.meq.rules.hand import draw
from engine.games.meq.rules.heroes import in_haven, trait
from engine.games.meq.state import Turn
from engine.games.meq.steps.explore import explore_options
from engine.games.meq.steps.travel import most_moves
from engine.games.meq.steps.turn import rest
from tests.engine.games.meq.duel import Duel
from tests.engine.games.meq.tabletop import Tabletop


def receives(key: str, tabletop: Tabletop | None = None) -> Tabletop:
    """A hero draws this card from the deck."""
    tabletop = tabletop or Tabletop("beravor").at("bree")
    tabletop.top(tabletop.s.corruption_deck, key)
    tabletop.run(corrupt(tabletop.s, 0))
    return tabletop


@pytest.mark.parametrize(
    ("key", "which"), [("weary", FORTITUDE), ("weak", STRENGTH), ("helpless", AGILITY), ("deranged", WISDOM)]
)
def test_a_trait_is_lower(key: str, which: int) -> None:
    before = trait(Tabletop("beravor").hero, which)
    assert trait(receives(key).hero, which) == before - 1


def test_distraught_keeps_seven_cards() -> None:
    tabletop = Tabletop("beravor").at("bree")
    draw(tabletop.s, 0, 10)
    receives("distraught", tabletop)
    assert (len(tabletop.hero.hand), len(tabletop.hero.rest)) == (7, 3)
    draw(tabletop.s, 0, 3)
    assert len(tabletop.hero.hand) == 7


def test_despairing_keeps_three_favor() -> None:
    tabletop = Tabletop("beravor").at("bree")
    tabletop.hero.favor = 5
    receives("despairing", tabletop)
    assert tabletop.hero.favor == 3
    gain_favor(tabletop.s, 0, 2)
    assert tabletop.hero.favor == 3


def test_mistrusted_gains_one_favor_a_turn() -> None:
    """ "Each future turn", a hero's or Sauron's: not the one in which the card is received."""
    tabletop = receives("mistrusted")
    gain_favor(tabletop.s, 0, 3)
    assert tabletop.hero.favor == 3
    tabletop.s.step = "turn"
    tabletop.step()
    gain_favor(tabletop.s, 0, 3)
    gain_favor(tabletop.s, 0, 1)
    assert tabletop.hero.favor == 4
    tabletop.s.step = "rally"
    tabletop.step()
    gain_favor(tabletop.s, 0, 1)
    assert tabletop.hero.favor == 5, "Sauron's turn is another"


def test_isolated_meets_nobody() -> None:
    tabletop = Tabletop("beravor", "thalin").at("bree").at("bree", 1)
    tabletop.s.characters[CHARACTER["gandalf"]] = LOC["bree"]
    verbs = {option[0] for option in explore_options(tabletop.s, 0)}
    assert {"consult", "trade"} <= verbs
    receives("isolated", tabletop)
    verbs = {option[0] for option in explore_options(tabletop.s, 0)}
    assert not {"consult", "trade"} & verbs


def test_hopeless_moves_three_times() -> None:
    """ "Each of your future turns": not the one in which the card is received."""
    tabletop = receives("hopeless")
    assert most_moves(tabletop.s, 0) > 3
    tabletop.s.step = "turn"
    tabletop.step()
    assert most_moves(tabletop.s, 0) == 3


def test_cowardly_loses_a_card_in_each_fight() -> None:
    tabletop = receives("cowardly")
    draw(tabletop.s, 0, 2)
    engage(tabletop.s, 0, "orc", "ambush")
    tabletop.step()
    assert len(tabletop.hero.hand) == 1


def test_cowardly_from_the_mouth_of_sauron_spares_that_fight() -> None:
    """ "Each future combat": not the one at whose start the card is received."""
    tabletop = Tabletop("beravor").at("dol-guldur")
    tabletop.s.minions[MINION["mouth-of-sauron"]] = LOC["dol-guldur"]
    draw(tabletop.s, 0, 2)
    tabletop.top(tabletop.s.corruption_deck, "cowardly")
    engage(tabletop.s, 0, "mouth-of-sauron", "ambush")
    tabletop.step()
    assert (len(tabletop.hero.corruption), len(tabletop.hero.hand)) == (1, 2)


@pytest.mark.parametrize(("key", "spaces"), [("despondent", 2), ("weak", 1)])
def test_despondent_helps_sauron_twice(key: str, spaces: int) -> None:
    tabletop = receives(key)
    tabletop.run(rest(tabletop.s), ("rest",), ("marker", "conquest"))
    assert tabletop.s.story == [0, 0, spaces, 0]
    tabletop.run(defeat_hero(tabletop.s, 0), ("marker", "ring"))
    assert tabletop.s.story == [0, spaces, spaces, 0]


def test_careless_loses_favor_and_goes_back() -> None:
    tabletop = Tabletop("beravor").at("bree")
    tabletop.hero.favor = 3
    receives("careless", tabletop)
    assert (tabletop.hero.favor, len(tabletop.hero.corruption), len(tabletop.s.corruption_deck)) == (1, 0, 16)


def test_wretched_ends_the_turn_and_may_move_the_hero() -> None:
    tabletop = Tabletop("beravor").at("the-shire")
    tabletop.top(tabletop.s.corruption_deck, "wretched")
    tabletop.run(corrupt(tabletop.s, 0), ("carry", 0, "fornost"))
    assert tabletop.ended
    assert tabletop.hero.place == LOC["fornost"]
    assert len(tabletop.s.corruption_deck) == 16
    tabletop = Tabletop("beravor").at("the-shire")
    tabletop.s.turn = Turn()
    tabletop.top(tabletop.s.corruption_deck, "wretched")
    tabletop.run(corrupt(tabletop.s, 0), ("stay", 0))
    assert not tabletop.ended, "it is not his turn"
    assert tabletop.hero.place == LOC["the-shire"]


def test_wretched_in_a_fight_ends_the_fight() -> None:
    tabletop = Tabletop("beravor").at("dol-guldur")
    tabletop.s.minions[1] = LOC["dol-guldur"]
    tabletop.top(tabletop.s.corruption_deck, "wretched")
    engage(tabletop.s, 0, "mouth-of-sauron", "travel")
    tabletop.step()
    tabletop.steps("turn-end")
    assert tabletop.s.combat.hero == -1
    tabletop.check_components()


def lied_to(cause: str, place: str, damage: int, *, hero: str = "beravor") -> Duel:
    """An Agent with damage on it deals more, and the hero draws Wretched in the middle of the fight."""
    duel = Duel(hero, "agent", cause, place)
    duel.s.combat.damage = damage
    duel.top(duel.s.corruption_deck, "wretched")
    duel.s.influence[LOC["dol-guldur"]] = 2
    return duel


def test_an_enemy_defeated_as_the_turn_ends_is_defeated() -> None:
    """Wretched ends the turn, but the round's damage was dealt: no influence for a defeated Agent (p. 29)."""
    duel = lied_to("travel", "the-high-pass", 5)
    duel.round("parry", "aimed-shot", ("stay", 0))
    assert duel.s.step == "resolution"
    duel.steps("turn-end")
    assert "influence" not in [one.kind for one in duel.decisions]
    duel.check_components()


def test_an_enemy_left_as_the_turn_ends_spreads_influence() -> None:
    duel = lied_to("travel", "the-high-pass", 0)
    duel.round("parry", "aimed-shot", ("stay", 0))
    duel.steps("turn-end", ("place", "dol-guldur"))
    assert duel.s.influence[LOC["dol-guldur"]] == 3


def test_a_hero_defeated_as_the_turn_ends_is_defeated() -> None:
    """No card left in hand and life pool when Wretched is drawn: the hero falls as well (p. 32)."""
    duel = lied_to("travel", "the-high-pass", 0)
    duel.hero.rest += duel.hero.life[1:]
    del duel.hero.life[1:]
    parry = next(card for card in duel.hero.rest if COMBAT[card].key == "parry")
    duel.hero.rest.remove(parry)
    duel.hero.life.append(parry)
    duel.round("parry", "aimed-shot", ("stay", 0))
    duel.steps("turn-end", ("marker", "ring"))
    assert duel.s.story == [0, 1, 0, 0]
    assert in_haven(duel.hero)
    assert duel.hero.life


def test_a_quest_fight_won_as_the_turn_ends_is_completed() -> None:
    """The Agent of A Message to the White Wizard is defeated, although Sauron carries the hero off."""
    duel = lied_to("quest", "isengard", 5, hero="eometh")
    quest = next(card for card, one in QUESTS.items() if one.key == "a-message-to-the-white-wizard")
    duel.s.box += duel.hero.quests
    duel.hero.quests = [quest]
    duel.s.box.remove(quest)
    duel.round("parry", "aimed-shot", ("carry", 0))
    duel.steps("turn-end")
    assert duel.hero.completed == 1
    duel.check_components()


def test_corruption_is_paid_off_at_rest() -> None:
    tabletop = receives("deranged")
    tabletop.hero.favor = 2
    card = tabletop.hero.corruption[0]
    tabletop.run(rest(tabletop.s), ("rest",), ("purge", card))
    assert (tabletop.hero.favor, tabletop.hero.corruption) == (0, [])
    assert tabletop.s.corruption_discard == [card]


def test_every_corruption_card_is_tested() -> None:
    here = (
        "weary weak helpless deranged distraught despairing mistrusted isolated hopeless cowardly despondent careless"
    )
    elsewhere = "wretched reckless indifferent greedy"  # the last three with perils, encounters and shadow cards
    assert {*here.split(), *elsewhere.split()} == {card.key for card in CORRUPTIONS.values()}
