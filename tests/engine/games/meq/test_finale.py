"""The end of the match (p. 33, p. 34), every mission, two players and the optional rules (p. 35)."""

from typing import Any

import pytest

from engine.core.state import MatchEnded
from engine.games.meq.cards.missions import MISSION
from engine.games.meq.components import COMBAT, MINION, MINIONS, MISSIONS, ids
from engine.games.meq.fights import engage
from engine.games.meq.map import LOC
from engine.games.meq.state import SLAIN, Turn
from engine.games.meq.steps.combat import resolution
from engine.games.meq.steps.defeat import fall
from engine.games.meq.steps.finale import push_markers, ringwraiths_bonus
from engine.games.meq.story import finale_begins
from engine.games.meq.view import observe
from tests.engine.games.meq.desk import Desk

RINGWRAITHS = MINION["ringwraiths"]


def at_the_end(story: list[int], ours: str, theirs: str, *heroes: str, **options: Any) -> Desk:
    """The Finale begins with these markers and missions."""
    desk = Desk(*(heroes or ("beravor",)), **options)
    s = desk.s
    s.story, s.stage_reached, s.step = story, 3, "finale"
    s.box += [*s.hero_mission, *s.sauron_mission]
    s.hero_mission, s.sauron_mission = ids("mission", ours), ids("mission", theirs)
    for card in (*s.hero_mission, *s.sauron_mission):
        s.box.remove(card)
    return desk


def ends(desk: Desk) -> tuple[str, str]:
    """Run the step, which ends the match; which side wins and why."""
    with pytest.raises(MatchEnded):
        desk.step()
    outcome = desk.s.outcome
    assert outcome is not None
    return outcome.side, outcome.reason


# -- when it begins


@pytest.mark.parametrize(
    ("story", "begins"),
    [
        ([18, 0, 0, 0], True),
        ([0, 18, 0, 0], True),
        ([0, 10, 10, 10], True),
        ([16, 17, 9, 10], False),
        ([0, 12, 10, 11], True),
    ],
)
def test_when_the_finale_begins(story: list[int], begins: bool) -> None:
    desk = Desk("beravor")
    desk.s.story = story
    assert finale_begins(desk.s) == begins


def test_the_finale_follows_the_story_step() -> None:
    desk = Desk("beravor")
    desk.s.story, desk.s.stage_reached, desk.s.step = [16, 0, 0, 0], 3, "story"
    desk.step()
    assert desk.s.step == "finale"


# -- missions


def _completed(desk: Desk) -> None:
    desk.hero.completed = 2


def _tokens(desk: Desk) -> None:
    for monster in ("orc", "agent", "snaga"):
        desk.token(monster, "bree")


def _plots(desk: Desk) -> None:
    for key in ("osgiliath_invaded", "a_dark_messenger", "loss_of_an_heir"):
        desk.s.plots.append(desk.take(desk.s.plot_deck, key))
        desk.s.plot_places.append(0)


def _markers(marker: int) -> Any:
    def do(desk: Desk) -> None:
        desk.s.story[marker] = 13

    return do


def _minions(desk: Desk) -> None:
    desk.s.minions[:3] = [0, 0, 0]


def _favor(desk: Desk) -> None:
    desk.hero.favor = 5


def _shire(desk: Desk) -> None:
    desk.s.minions[RINGWRAITHS] = LOC["the_shire"]


MISSION_CASES: list[tuple[str, bool, Any]] = [
    ("the_spear_of_the_west", False, _completed),
    ("noble_blood", True, lambda desk: desk.corrupt("weak", "weary")),
    ("minas_morgul_kept_at_bay", True, _minions),
    ("against_the_shadow", True, _tokens),
    ("isildurs_secret", False, _favor),
    ("his_dark_throne", False, _plots),
    ("where_the_shadows_lie", False, _markers(3)),
    ("in_darkness_bind_them", False, _markers(1)),
    ("to_rule_them_all", False, _markers(2)),
    ("to_find_them_all", False, _shire),
]


@pytest.mark.parametrize(("key", "before", "change"), MISSION_CASES, ids=[case[0] for case in MISSION_CASES])
def test_mission(key: str, before: bool, change: Any) -> None:
    desk = Desk("beravor")
    assert MISSION[key].met(desk.s) == before
    change(desk)
    assert MISSION[key].met(desk.s) != before


def test_six_influence_in_the_shire_will_do() -> None:
    desk = Desk("beravor").influence(the_shire=6)
    assert MISSION["to_find_them_all"].met(desk.s)


def test_every_mission_is_tested() -> None:
    assert {case[0] for case in MISSION_CASES} == {card.key for card in MISSIONS.values()} == set(MISSION)


# -- the steps of the Finale


def test_the_dominant_side_wins_with_its_mission() -> None:
    assert ends(at_the_end([18, 5, 5, 5], "noble_blood", "his_dark_throne")) == ("heroes", "mission")
    desk = at_the_end([12, 18, 5, 5], "noble_blood", "in_darkness_bind_them")
    assert ends(desk) == ("sauron", "mission")


def test_the_other_sides_mission_does_not_win() -> None:
    desk = at_the_end([12, 18, 5, 5], "noble_blood", "his_dark_throne")
    desk.step()
    assert desk.s.step == "champion"
    assert desk.s.story[0] == 13, "but it moves the marker"


@pytest.mark.parametrize(
    ("story", "ours", "theirs", "shown"),
    [
        ([18, 5, 5, 5], "isildurs_secret", "his_dark_throne", {"isildurs_secret"}),
        ([12, 18, 5, 5], "isildurs_secret", "his_dark_throne", {"his_dark_throne"}),
        ([12, 18, 5, 5], "noble_blood", "his_dark_throne", {"noble_blood", "his_dark_throne"}),
        ([18, 18, 5, 5], "isildurs_secret", "his_dark_throne", {"isildurs_secret", "his_dark_throne"}),
    ],
)
def test_whose_mission_is_revealed(story: list[int], ours: str, theirs: str, shown: set[str]) -> None:
    """The dominant side's, both if none is; another only by fulfilling it (p. 34)."""
    desk = at_the_end(story, ours, theirs)
    desk.step()
    seen = observe(desk.s, None)["mission"].values()
    assert {MISSIONS[card].key for cards in seen for card in cards} == shown


def test_nobody_dominant_needs_the_only_fulfilled_mission() -> None:
    assert ends(at_the_end([18, 18, 5, 5], "noble_blood", "his_dark_throne")) == ("heroes", "mission")
    assert ends(at_the_end([18, 18, 5, 5], "isildurs_secret", "in_darkness_bind_them")) == ("sauron", "mission")
    desk = at_the_end([18, 18, 5, 5], "noble_blood", "in_darkness_bind_them")
    desk.step()
    assert desk.s.step == "champion", "both are fulfilled"


def test_example_of_the_finale() -> None:
    """The example of p. 34: the heroes dominate; Sauron's mission moves him closer, to 3 and 5 spaces."""
    desk = at_the_end([18, 7, 6, 14], "isildurs_secret", "where_the_shadows_lie")
    desk.step()
    assert desk.s.step == "champion", "the heroes' mission is not fulfilled"
    assert desk.s.story == [18, 8, 7, 15], "each of Sauron's markers one space"
    assert ringwraiths_bonus(desk.s) == -3, "the lower of 3 and 2 + 3, taken from the Ringwraiths as the rule says"
    desk.step(("champion", 0))
    assert (desk.s.combat.health, desk.s.combat.fortitude) == (9 - 3, 8 - 3)


def test_the_first_hero_names_the_champion() -> None:
    desk = at_the_end([18, 7, 6, 14], "isildurs_secret", "his_dark_throne", "beravor", "thalin", "eleanor")
    desk.step()
    desk.step(("champion", 2))
    asked = desk.asked[-1]
    assert (asked.seat, [option[1] for option in asked.options]) == (1, [0, 1, 2])
    assert desk.s.combat.hero == 2


def test_markers_stop_at_the_finale() -> None:
    desk = at_the_end([18, 18, 6, 14], "noble_blood", "his_dark_throne")
    push_markers(desk.s, True, True)
    assert desk.s.story == [18, 18, 7, 15]


def test_sauron_ahead_strengthens_the_ringwraiths() -> None:
    desk = at_the_end([14, 18, 5, 5], "isildurs_secret", "his_dark_throne")
    assert ringwraiths_bonus(desk.s) == 4


def test_everybody_gathers_strength() -> None:
    desk = at_the_end([14, 18, 5, 5], "isildurs_secret", "his_dark_throne", "beravor", "thalin")
    desk.s.wounds[RINGWRAITHS] = 5
    hero = desk.hero
    hero.damage, hero.from_hand = [hero.life.pop() for _ in range(9)], [False] * 9
    desk.step()
    assert desk.s.wounds[RINGWRAITHS] == 0
    assert [len(one.hand) for one in desk.s.heroes] == [6, 5]
    assert len(hero.life) == 19
    desk.step(("champion", 1))
    c = desk.s.combat
    assert (c.hero, c.enemy, c.cause) == (1, "ringwraiths", "finale")
    assert c.health == MINIONS[RINGWRAITHS].health + 4
    assert c.fortitude == MINIONS[RINGWRAITHS].fortitude + 4


@pytest.mark.parametrize(
    ("damage", "result"), [(13, ("heroes", "ringwraiths_defeated")), (12, ("sauron", "champion_failed"))]
)
def test_the_last_fight_decides(damage: int, result: tuple[str, str]) -> None:
    desk = at_the_end([14, 18, 5, 5], "isildurs_secret", "his_dark_throne")
    desk.step()
    desk.step(("champion", 0))
    desk.s.wounds[RINGWRAITHS] = damage
    desk.s.step = "resolution"
    assert ends(desk) == result


def test_no_retreat_from_the_last_fight() -> None:
    desk = at_the_end([14, 18, 5, 5], "isildurs_secret", "his_dark_throne", "eleanor")
    desk.step()
    desk.step(("champion", 0))
    desk.steps("clash", ("draw", 0))
    retreat = next(card for card in (*desk.hero.hand, *desk.hero.life) if COMBAT[card].key == "retreat")
    if retreat in desk.hero.life:
        desk.hero.life.remove(retreat)
        desk.hero.hand.append(retreat)
    desk.step(("fight",), ("exhaust",), ("play", retreat))
    assert not [one for one in desk.asked if one.kind == "retreat"]


# -- two players (p. 35)


def test_a_lone_hero_takes_two_turns() -> None:
    desk = Desk("beravor").at("bree").influence(bree=1)
    desk.s.step = "turn_end"
    desk.step(("draw", 6))
    assert desk.s.influence[LOC["bree"]] == 0, "a rally of its own"
    assert len(desk.hero.hand) == 6, "and a draw"
    assert (desk.s.turn.hero, desk.s.turn.second, desk.s.step) == (0, True, "turn")
    assert not desk.s.turn.shadow_played
    desk.s.step = "turn_end"
    desk.step()
    assert (desk.s.round, desk.s.step) == (2, "rally")


def test_more_heroes_take_one_turn_each() -> None:
    desk = Desk("beravor", "thalin")
    desk.s.step = "turn_end"
    desk.step()
    assert (desk.s.turn.hero, desk.s.step) == (1, "turn")
    desk.s.step = "turn_end"
    desk.step()
    assert (desk.s.round, desk.s.step) == (2, "rally")


# -- high stakes (p. 35)


@pytest.mark.parametrize(("stakes", "seat"), [(True, 0), (False, 1)])
def test_sauron_chooses_a_marker_when_heroes_lead_in_stage_three(stakes: bool, seat: int) -> None:
    desk = Desk("beravor", high_stakes=stakes)
    desk.s.story, desk.s.stage_reached = [14, 4, 4, 5], 3
    desk.run(fall(desk.s, 0), ("marker", "ring"))
    asked = next(one for one in desk.asked if one.kind == "marker")
    assert asked.seat == seat
    assert len(asked.options) == (3 if stakes else 2)


@pytest.mark.parametrize(("stakes", "story"), [(True, 14), (False, 13)])
def test_a_slain_minion_gives_hope_when_sauron_leads_in_stage_three(stakes: bool, story: int) -> None:
    desk = Desk("beravor", high_stakes=stakes)
    desk.s.story, desk.s.stage_reached = [13, 15, 9, 9], 3
    desk.s.turn = Turn(hero=0)
    desk.s.minions[0] = desk.hero.place
    engage(desk.s, 0, "black_serpent", "ambush")
    desk.s.wounds[0] = 20
    desk.run(resolution(desk.s))
    assert desk.s.minions[0] == SLAIN
    assert desk.s.story[0] == story
