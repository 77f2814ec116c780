"""Every peril card, and how Sauron chooses one (p. 22, p. 23)."""

from typing import Any

import pytest

from engine.core.flow import Decision
from engine.games.meq.cards.effect import PERIL
from engine.games.meq.components import MINION, PERILS
from engine.games.meq.map import LOC
from engine.games.meq.steps.travel import peril
from tests.engine.games.meq.desk import Desk


def desk_at(place: str) -> Desk:
    """A hero with some of everything at a place of peril."""
    desk = Desk("beravor").at(place)
    desk.draws(0, "evade", "parry", "parry", "charge")
    desk.hero.favor = 3
    desk.s.story, desk.s.stage_reached = [7, 0, 0, 0], 2
    desk.s.pool = 2
    desk.corrupt("indifferent")
    desk.top(desk.s.corruption_deck, "mistrusted", "weak")
    return desk


CASES: list[tuple[str, str, tuple[Any, ...], dict[str, Any]]] = [
    ("the_hounds_of_sauron", "bree", (), {"life": -6, "damage": 6}),
    ("an_unexpected_betrayal", "bree", (0,), {"life": -5, "damage": 5}),
    ("an_unexpected_betrayal", "bree", (1,), {"plot_hand": 1, "shadow_hand": 1}),
    ("a_shadow_in_the_background_of_their_memories", "bree", (), {}),
    ("orc_scouts", "bree", (), {"corruption": 1}),
    ("ill_met_company", "bree", (0,), {"favor": -2}),
    ("ill_met_company", "bree", (1,), {"corruption": 1}),
    ("armies_underground", "mount_gundabad", (), {"hand": -1, "rest": 1, "fight": "orc"}),
    ("the_hill_of_black_magic", "dol_guldur", (), {}),
    ("the_dark_tower", "barad_dur", (), {}),
    ("khazad_dum", "moria", (), {"fight": "balrog"}),
    ("an_enduring_evil", "ruins_of_angmar", (), {}),
    ("trapped", "weathertop", (), {"pool": 2, "hand": -2, "rest": 2}),
    ("the_weakness_of_men", "edoras", (0,), {"life": -5, "damage": 5}),
    ("the_weakness_of_men", "edoras", (1,), {"story": {"corruption": 1}}),
    (
        "its_a_dangerous_business_walking_out_your_front_door",
        "bree",
        (("place", "bree"), ("place", "the_shire"), ("place", "harlindon")),
        {"pool": 2, "influence": 3},
    ),
    (
        "undying_regret",
        "rhosgobel",
        (("place", "fangorn"), ("summon",), ("place", "gladden_fields")),
        {"pool": 2, "influence": 1, "tokens": 1},
    ),
    ("nine_for_mortal_men_doomed_to_die", "rhun", (("draw_plot",),), {"corruption": 1, "plot_hand": 1}),
]


@pytest.mark.parametrize(
    ("key", "place", "answers", "changed"), CASES, ids=[f"{c[0]}-{n}" for n, c in enumerate(CASES)]
)
def test_peril(key: str, place: str, answers: tuple[Any, ...], changed: dict[str, Any]) -> None:
    desk = desk_at(place)
    card = next(card for card in PERILS.values() if card.key == key)
    assert card.fits >> LOC[place] & 1
    assert desk.changes(PERIL[key].run(desk.s, 0), *answers) == changed


def test_every_peril_is_tested() -> None:
    assert {case[0] for case in CASES} == {card.key for card in PERILS.values()}


def run(desk: Desk, key: str, *answers: Any) -> dict[str, Any]:
    return desk.changes(PERIL[key].run(desk.s, 0), *answers)


def test_shadows_around_wisdom() -> None:
    desk = desk_at("bree").influence(old_forest=1, tharbad=1)
    assert run(desk, "a_shadow_in_the_background_of_their_memories") == {"favor": -1, "corruption": 1}


def test_black_magic_grows_with_plots() -> None:
    desk = desk_at("dol_guldur")
    for key in ("gollum_is_captured", "osgiliath_invaded"):
        desk.s.plots.append(desk.take(desk.s.plot_deck, key))
        desk.s.plot_places.append(0)
    assert run(desk, "the_hill_of_black_magic") == {"life": -5, "damage": 5, "ended": True}


def test_the_dark_tower_sends_its_minion() -> None:
    desk = desk_at("barad_dur")
    desk.s.minions[MINION["gothmog"]] = LOC["barad_dur"]
    assert run(desk, "the_dark_tower") == {"fight": "gothmog"}
    desk.s.wounds[MINION["gothmog"]] = 99
    desk.s.step = "resolution"
    desk.step()
    assert desk.hero.favor == 5
    assert desk.s.step == "travel"


@pytest.mark.parametrize(("damage", "favor", "step"), [(99, 5, "travel"), (0, 3, "turn_end")])
def test_the_balrog_is_worth_defeating(damage: int, favor: int, step: str) -> None:
    desk = desk_at("moria")
    run(desk, "khazad_dum")
    desk.s.combat.damage = damage
    desk.s.step = "resolution"
    desk.step()
    assert (desk.hero.favor, desk.s.step) == (favor, step)
    assert len(desk.hero.hand) == (5 if damage else 4), "training for the victor"


def test_angmars_evil_needs_influence() -> None:
    desk = desk_at("ruins_of_angmar").influence(ruins_of_angmar=1)
    assert run(desk, "an_enduring_evil") == {"corruption": 1, "ended": True}


def test_a_minion_of_the_nine_rides_to_the_hero() -> None:
    desk = desk_at("rhun")
    desk.s.minions[MINION["black_serpent"]] = LOC["dagorlad"]
    answers = (("command", "black_serpent"), ("send", "black_serpent", "rhun"))
    assert run(desk, "nine_for_mortal_men_doomed_to_die", *answers) == {"corruption": 1, "fight": "black_serpent"}
    desk.s.step = "resolution"
    desk.step()
    assert desk.s.step == "travel", "the turn goes on either way"


@pytest.mark.parametrize(
    ("answers", "changed"),
    [((("draw_plot",),), {"plot_hand": 1}), ((("command", "black_serpent"), ("send", "black_serpent", "rhun")), {})],
)
def test_nine_for_mortal_men_goes_on_when_the_turn_is_over(answers: tuple[Any, ...], changed: dict[str, Any]) -> None:
    """Wretched ends the hero's turn, not Sauron's part; there is no fight any more."""
    desk = desk_at("rhun")
    desk.top(desk.s.corruption_deck, "wretched")
    desk.s.minions[MINION["black_serpent"]] = LOC["dagorlad"]
    assert run(desk, "nine_for_mortal_men_doomed_to_die", *answers) == {"ended": True} | changed


def test_orc_scouts_renew_the_deck() -> None:
    desk = desk_at("bree")
    desk.s.peril_discard = [desk.s.peril_deck.pop() for _ in range(5)]
    run(desk, "orc_scouts")
    assert len(desk.s.peril_deck) == 15


def test_sauron_sees_three_and_chooses_one_that_fits() -> None:
    desk = desk_at("bree")
    trapped, scouts, hill = desk.top(desk.s.peril_deck, "trapped", "orc_scouts", "the_hill_of_black_magic")
    assert desk.changes(peril(desk.s, 0)) == {"corruption": 1}
    assert {trapped, scouts, hill} <= {*desk.s.peril_deck}, "Orc Scouts shuffle the discards back"


def test_nothing_happens_when_nothing_fits() -> None:
    desk = desk_at("bree")
    desk.top(desk.s.peril_deck, "trapped", "khazad_dum", "the_hill_of_black_magic")
    assert desk.changes(peril(desk.s, 0)) == {}
    assert len(desk.s.peril_discard) == 3


def test_the_reckless_face_four() -> None:
    desk = desk_at("bree").corrupt("reckless")
    desk.top(desk.s.peril_deck, "trapped", "khazad_dum", "the_hill_of_black_magic", "the_dark_tower")
    desk.run(peril(desk.s, 0), ("draw_more",))
    assert len(desk.s.peril_discard) == 4
    desk.run(peril(desk.s, 0), ("done",))
    assert len(desk.s.peril_discard) == 4 + 3, "Sauron may"


def test_regret_keeps_monsters_off_heroes() -> None:
    """No token comes to another hero either (p. 36), and Sauron need not place one."""
    desk = Desk("beravor", "thalin").at("rhosgobel").at("gladden_fields", 1)
    desk.run(PERIL["undying_regret"].run(desk.s, 0), ("done",), ("summon",))
    lairs = next(one.options for one in desk.asked if one.kind == "lair")
    assert ("place", "gladden_fields") not in lairs
    assert ("place", "rhosgobel") not in lairs
    desk.run(PERIL["undying_regret"].run(desk.s, 0))
    assert len(desk.s.tokens) == 1, "declined"


def test_the_worse_of_two_cannot_be_taken_back() -> None:
    """Sauron's choice turns both cards up (Ill-met Company)."""
    desk = desk_at("bree")
    flow = PERIL["ill_met_company"].run(desk.s, 0)
    asked = next(flow)
    while isinstance(asked, Decision) and asked.kind != "corruption":
        asked = flow.send(asked.options[-1])
    assert isinstance(asked, Decision)
    before = desk.s.disclosed
    with pytest.raises(StopIteration):
        flow.send(asked.options[0])
    assert desk.s.disclosed > before
