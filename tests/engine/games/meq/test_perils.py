"""Every peril card, and how Sauron chooses one (p. 22, p. 23)."""

from typing import Any

import pytest

from engine.core.flow import Decision
from engine.games.meq.cards.registry import PERIL_EFFECTS
from engine.games.meq.components.box import MINION, PERILS
from engine.games.meq.layout import LOC
from engine.games.meq.steps.travel import peril
from tests.engine.games.meq.tabletop import Tabletop


def tabletop_at(place: str) -> Tabletop:
    """A hero with some of everything at a place of peril."""
    tabletop = Tabletop("beravor").at(place)
    tabletop.draws(0, "evade", "parry", "parry", "charge")
    tabletop.hero.favor = 3
    tabletop.s.story, tabletop.s.stage_reached = [7, 0, 0, 0], 2
    tabletop.s.pool = 2
    tabletop.corrupt("indifferent")
    tabletop.top(tabletop.s.corruption_deck, "mistrusted", "weak")
    return tabletop


CASES: list[tuple[str, str, tuple[Any, ...], dict[str, Any]]] = [
    ("the-hounds-of-sauron", "bree", (), {"life": -6, "damage": 6}),
    ("an-unexpected-betrayal", "bree", (0,), {"life": -5, "damage": 5}),
    ("an-unexpected-betrayal", "bree", (1,), {"plot_hand": 1, "shadow_hand": 1}),
    ("a-shadow-in-the-background-of-their-memories", "bree", (), {}),
    ("orc-scouts", "bree", (), {"corruption": 1}),
    ("ill-met-company", "bree", (0,), {"favor": -2}),
    ("ill-met-company", "bree", (1,), {"corruption": 1}),
    ("armies-underground", "mount-gundabad", (), {"hand": -1, "rest": 1, "fight": "orc"}),
    ("the-hill-of-black-magic", "dol-guldur", (), {}),
    ("the-dark-tower", "barad-dur", (), {}),
    ("khazad-dum", "moria", (), {"fight": "balrog"}),
    ("an-enduring-evil", "ruins-of-angmar", (), {}),
    ("trapped", "weathertop", (), {"pool": 2, "hand": -2, "rest": 2}),
    ("the-weakness-of-men", "edoras", (0,), {"life": -5, "damage": 5}),
    ("the-weakness-of-men", "edoras", (1,), {"story": {"corruption": 1}}),
    (
        "its-a-dangerous-business-walking-out-your-front-door",
        "bree",
        (("place", "bree"), ("place", "the-shire"), ("place", "harlindon")),
        {"pool": 2, "influence": 3},
    ),
    (
        "undying-regret",
        "rhosgobel",
        (("place", "fangorn"), ("summon",), ("place", "gladden-fields")),
        {"pool": 2, "influence": 1, "tokens": 1},
    ),
    ("nine-for-mortal-men-doomed-to-die", "rhun", (("draw-plot",),), {"corruption": 1, "plot_hand": 1}),
]


@pytest.mark.parametrize(
    ("key", "place", "answers", "changed"), CASES, ids=[f"{c[0]}-{n}" for n, c in enumerate(CASES)]
)
def test_peril(key: str, place: str, answers: tuple[Any, ...], changed: dict[str, Any]) -> None:
    tabletop = tabletop_at(place)
    card = next(card for card in PERILS.values() if card.key == key)
    assert card.fits >> LOC[place] & 1
    assert tabletop.changes(PERIL_EFFECTS.by_key[key].run(tabletop.s, 0), *answers) == changed


def test_every_peril_is_tested() -> None:
    assert {case[0] for case in CASES} == {card.key for card in PERILS.values()}


def run(tabletop: Tabletop, key: str, *answers: Any) -> dict[str, Any]:
    return tabletop.changes(PERIL_EFFECTS.by_key[key].run(tabletop.s, 0), *answers)


def test_shadows_around_wisdom() -> None:
    tabletop = tabletop_at("bree").influence(old_forest=1, tharbad=1)
    assert run(tabletop, "a-shadow-in-the-background-of-their-memories") == {"favor": -1, "corruption": 1}


def test_black_magic_grows_with_plots() -> None:
    tabletop = tabletop_at("dol-guldur")
    for key in ("gollum-is-captured", "osgiliath-invaded"):
        tabletop.s.plots.append(tabletop.take(tabletop.s.plot_deck, key))
        tabletop.s.plot_places.append(0)
    assert run(tabletop, "the-hill-of-black-magic") == {"life": -5, "damage": 5, "ended": True}


def test_the_dark_tower_sends_its_minion() -> None:
    tabletop = tabletop_at("barad-dur")
    tabletop.s.minions[MINION["gothmog"]] = LOC["barad-dur"]
    assert run(tabletop, "the-dark-tower") == {"fight": "gothmog"}
    tabletop.s.minion_damage[MINION["gothmog"]] = 99
    tabletop.s.step = "resolution"
    tabletop.step()
    assert tabletop.hero.favor == 5
    assert tabletop.s.step == "travel"


@pytest.mark.parametrize(("damage", "favor", "step"), [(99, 5, "travel"), (0, 3, "turn-end")])
def test_the_balrog_is_worth_defeating(damage: int, favor: int, step: str) -> None:
    tabletop = tabletop_at("moria")
    run(tabletop, "khazad-dum")
    tabletop.s.combat.damage = damage
    tabletop.s.step = "resolution"
    tabletop.step()
    assert (tabletop.hero.favor, tabletop.s.step) == (favor, step)
    assert len(tabletop.hero.hand) == (5 if damage else 4), "training for the victor"


def test_angmars_evil_needs_influence() -> None:
    tabletop = tabletop_at("ruins-of-angmar").influence(ruins_of_angmar=1)
    assert run(tabletop, "an-enduring-evil") == {"corruption": 1, "ended": True}


def test_a_minion_of_the_nine_rides_to_the_hero() -> None:
    tabletop = tabletop_at("rhun")
    tabletop.s.minions[MINION["black-serpent"]] = LOC["dagorlad"]
    answers = (("command", "black-serpent"), ("send", "black-serpent", "rhun"))
    assert run(tabletop, "nine-for-mortal-men-doomed-to-die", *answers) == {"corruption": 1, "fight": "black-serpent"}
    tabletop.s.step = "resolution"
    tabletop.step()
    assert tabletop.s.step == "travel", "the turn goes on either way"


@pytest.mark.parametrize(
    ("answers", "changed"),
    [((("draw-plot",),), {"plot_hand": 1}), ((("command", "black-serpent"), ("send", "black-serpent", "rhun")), {})],
)
def test_nine_for_mortal_men_goes_on_when_the_turn_is_over(answers: tuple[Any, ...], changed: dict[str, Any]) -> None:
    """Wretched ends the hero's turn, not Sauron's part; there is no fight any more."""
    tabletop = tabletop_at("rhun")
    tabletop.top(tabletop.s.corruption_deck, "wretched")
    tabletop.s.minions[MINION["black-serpent"]] = LOC["dagorlad"]
    assert run(tabletop, "nine-for-mortal-men-doomed-to-die", *answers) == {"ended": True} | changed


def test_orc_scouts_renew_the_deck() -> None:
    """The discard pile as it was: what was drawn with them is discarded after they are resolved (p. 22)."""
    tabletop = tabletop_at("bree")
    trapped, scouts, hill = tabletop.top(tabletop.s.peril_deck, "trapped", "orc-scouts", "the-hill-of-black-magic")
    tabletop.s.peril_discard = [tabletop.s.peril_deck.pop(0) for _ in range(5)]
    assert tabletop.changes(peril(tabletop.s, 0)) == {"corruption": 1}
    assert (len(tabletop.s.peril_deck), scouts in tabletop.s.peril_deck) == (13, True)
    assert {*tabletop.s.peril_discard} == {trapped, hill}


def test_sauron_sees_three_and_chooses_one_that_fits() -> None:
    tabletop = tabletop_at("bree")
    cards = tabletop.top(tabletop.s.peril_deck, "trapped", "ill-met-company", "the-hill-of-black-magic")
    assert tabletop.changes(peril(tabletop.s, 0), 0) == {"favor": -2}
    assert {*tabletop.s.peril_discard} == {*cards}


def test_nothing_happens_when_nothing_fits() -> None:
    tabletop = tabletop_at("bree")
    tabletop.top(tabletop.s.peril_deck, "trapped", "khazad-dum", "the-hill-of-black-magic")
    assert tabletop.changes(peril(tabletop.s, 0)) == {}
    assert len(tabletop.s.peril_discard) == 3


def test_the_reckless_face_four() -> None:
    tabletop = tabletop_at("bree").corrupt("reckless")
    tabletop.top(tabletop.s.peril_deck, "trapped", "khazad-dum", "the-hill-of-black-magic", "the-dark-tower")
    tabletop.run(peril(tabletop.s, 0), ("draw-more",))
    assert len(tabletop.s.peril_discard) == 4
    tabletop.run(peril(tabletop.s, 0), ("done",))
    assert len(tabletop.s.peril_discard) == 4 + 3, "Sauron may"


def test_regret_keeps_monsters_off_heroes() -> None:
    """No token comes to another hero either (p. 36), and Sauron need not place one."""
    tabletop = Tabletop("beravor", "thalin").at("rhosgobel").at("gladden-fields", 1)
    tabletop.run(PERIL_EFFECTS.by_key["undying-regret"].run(tabletop.s, 0), ("done",), ("summon",))
    lairs = next(one.options for one in tabletop.decisions if one.kind == "lair")
    assert ("place", "gladden-fields") not in lairs
    assert ("place", "rhosgobel") not in lairs
    tabletop.run(PERIL_EFFECTS.by_key["undying-regret"].run(tabletop.s, 0))
    assert len(tabletop.s.tokens) == 1, "declined"


def test_the_worse_of_two_cannot_be_taken_back() -> None:
    """Sauron's choice turns both cards up (Ill-met Company)."""
    tabletop = tabletop_at("bree")
    flow = PERIL_EFFECTS.by_key["ill-met-company"].run(tabletop.s, 0)
    decision = next(flow)
    while isinstance(decision, Decision) and decision.kind != "corruption":
        decision = flow.send(decision.options[-1])
    assert isinstance(decision, Decision)
    before = tabletop.s.disclosed
    with pytest.raises(StopIteration):
        flow.send(decision.options[0])
    assert tabletop.s.disclosed > before
