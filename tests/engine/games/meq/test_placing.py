"""Influence that Sauron must place in full, and where he may decline: only where the book or a card says so."""

import pytest

from engine.games.meq.cards.registry import (
    ENCOUNTER_EFFECTS,
    EVENT_EFFECTS,
    PERIL_EFFECTS,
    QUEST_EFFECTS,
    SHADOW_EFFECTS,
)
from engine.games.meq.components.box import MINION, PLOTS, ids
from engine.games.meq.game import GAME
from engine.games.meq.layout import ADJACENT, EVERYWHERE, HAVENS, IDS, LOC, LOCATIONS
from engine.games.meq.rules.fights import engage
from engine.games.meq.rules.options import DONE
from engine.games.meq.state import SAURON
from engine.games.meq.steps.setup import begin_plot
from tests.engine.games.meq.duel import Duel
from tests.engine.games.meq.tabletop import Tabletop


def asked_to_place(tabletop: Tabletop) -> list[bool]:
    """For each influence Sauron was asked to place, whether he could decline."""
    return [DONE in one.options for one in tabletop.decisions if (one.seat, one.kind) == (SAURON, "influence")]


@pytest.mark.parametrize("card", ids("starting-plot"))
def test_the_influence_of_the_starting_plot_is_placed_in_full(card: int) -> None:
    """The instructions of the starting plot are followed (p. 8)."""
    tabletop = Tabletop("beravor")
    begin_plot(tabletop.s, card)
    tabletop.s.step = "sauron-setup"
    before = sum(tabletop.s.influence)
    tabletop.steps("sauron-cards")
    setup = PLOTS[card].setup
    assert setup is not None
    assert sum(tabletop.s.influence) == before + setup.extension
    assert asked_to_place(tabletop) == [False] * setup.extension


def test_no_first_choice_of_a_match_declines_the_starting_influence() -> None:
    match = GAME.new_match("quest", 2, 1, heroes="random")
    assert match.pending[0].kind == "influence"
    assert "done" not in {option.verb for option in match.observation(SAURON).options}


def test_the_squint_eyed_southerner_brings_influence() -> None:
    """Sauron places 1 influence in Enedwaith; he has no choice but the location (p. 8)."""
    tabletop = Tabletop("beravor")
    tabletop.run(QUEST_EFFECTS.by_key["the-squint-eyed-southerner"].setup.run(tabletop.s, 0))
    assert sum(tabletop.s.influence) == 1
    assert asked_to_place(tabletop) == [False]


def test_carn_dum_reborn_is_placed_in_full() -> None:
    """The hero who allows Sauron to place it has chosen that it is placed: no "may" stands there for Sauron (p. 8)."""
    tabletop = Tabletop("beravor").influence(mount_gundabad=3)
    tabletop.run(ENCOUNTER_EFFECTS.by_key["carn-dum-reborn"].run(tabletop.s, 0), 1)
    assert asked_to_place(tabletop) == [False] * 3
    assert sum(tabletop.s.influence) == 6


def test_grievous_loss_is_placed_in_full() -> None:
    tabletop = Tabletop("beravor").influence(barad_dur=1).corrupt("weak", "weary")
    tabletop.run(SHADOW_EFFECTS.by_key["grievous-loss"].run(tabletop.s, 0))
    assert asked_to_place(tabletop) == [False] * 2


def test_crebain_place_influence_instead_of_damage_in_full() -> None:
    duel = Duel(enemy="crebain").influence(barad_dur=1)
    assert isinstance(duel, Duel)
    duel.round("hack", "poison-arrow")
    assert asked_to_place(duel) == [False] * 4


@pytest.mark.parametrize(
    ("effect", "answers"),
    [
        (ENCOUNTER_EFFECTS.by_key["the-nest-is-stirred"], (0,)),
        (PERIL_EFFECTS.by_key["its-a-dangerous-business-walking-out-your-front-door"], ()),
        (PERIL_EFFECTS.by_key["undying-regret"], ()),
        (SHADOW_EFFECTS.by_key["do-not-tempt-me"], ()),
    ],
)
def test_where_a_card_says_that_sauron_may_he_can_decline(effect, answers) -> None:  # type: ignore[no-untyped-def]
    tabletop = Tabletop("beravor").at("bree")
    tabletop.run(effect.run(tabletop.s, 0), *answers)
    assert asked_to_place(tabletop) == [True]
    assert not sum(tabletop.s.influence)


@pytest.mark.parametrize("accepts", [False, True])
def test_warrior_of_the_lidless_eye_may_be_declined_at_any_location(accepts: bool) -> None:
    """The card says "may": he is asked for each location around Gothmog, and can stop before any (p. 15)."""
    tabletop = Tabletop("beravor")
    tabletop.s.minions[MINION["gothmog"]] = LOC["mount-gundabad"]
    around = [i for i in ADJACENT[LOC["mount-gundabad"]] if not LOCATIONS[i].haven]
    answers = [("place", IDS[i]) for i in around] if accepts else []
    tabletop.run(EVENT_EFFECTS.by_key["warrior-of-the-lidless-eye"].effect.run(tabletop.s, 0), *answers)
    asked = asked_to_place(tabletop)
    assert asked == [True] * (len(around) if accepts else 1)
    assert [tabletop.s.influence[i] for i in around] == [int(accepts)] * len(around)
    assert sum(tabletop.s.influence) == len(around) * accepts


def test_the_influence_of_an_action_may_be_declined_one_by_one() -> None:
    """Sauron may place up to two in the Shadow Pool and the rest on the board (p. 15): nothing forces him to."""
    tabletop = Tabletop("beravor").influence(barad_dur=1)
    tabletop.s.step, tabletop.s.actions_left = "action", 1
    tabletop.step(("act", "influence"))
    assert tabletop.s.step == "strengthen"
    worth = tabletop.s.influence_left
    tabletop.step(("pool",))
    assert (tabletop.s.step, tabletop.s.influence_left) == ("strengthen", worth - 1)
    tabletop.step(DONE)
    assert (tabletop.s.step, tabletop.s.influence_left, tabletop.s.pool) == ("action", 0, 1)
    assert asked_to_place(tabletop) == [True, True]


def test_sauron_may_leave_the_influence_of_an_undefeated_enemy() -> None:
    """Sauron may place as much as the enemy's wisdom (p. 27, p. 29 4c)."""
    tabletop = Tabletop("beravor").influence(barad_dur=1)
    engage(tabletop.s, 0, "crebain", "ambush")
    tabletop.s.step = "resolution"
    tabletop.step()
    assert asked_to_place(tabletop) == [True]


def test_what_finds_no_place_is_lost() -> None:
    tabletop = Tabletop("beravor")
    tabletop.s.influence = [0 if i in HAVENS else 6 for i in EVERYWHERE]
    tabletop.corrupt("weak")
    tabletop.s.pool = 4
    tabletop.run(SHADOW_EFFECTS.by_key["grievous-loss"].run(tabletop.s, 0))
    assert not asked_to_place(tabletop)
