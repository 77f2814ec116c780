"""The end of the match (p. 33, p. 34), every mission, two players and the optional rules (p. 35)."""

from typing import Any

import pytest

from engine.core.state import MatchEnded
from engine.games.meq.cards.registry import MISSION_GOALS
from engine.games.meq.components.box import COMBAT, MINION, MINIONS, MISSIONS, NUMBERS, ids
from engine.games.meq.game import GAME
from engine.games.meq.layout import LOC
from engine.games.meq.rules.defeat import defeat_hero
from engine.games.meq.rules.fights import engage
from engine.games.meq.rules.story import FINALE, finale_begins
from engine.games.meq.state import SLAIN, Turn
from engine.games.meq.steps.combat import resolution
from engine.games.meq.steps.finale import push_markers, ringwraiths_bonus
from engine.games.meq.steps.victory import VICTORY_POINTS, scores
from engine.games.meq.view import observe
from tests.engine.games.meq.tabletop import Tabletop

RINGWRAITHS = MINION["ringwraiths"]


def at_the_end(story: list[int], ours: str, theirs: str, *heroes: str, **options: Any) -> Tabletop:
    """The Finale begins with these markers and missions."""
    tabletop = Tabletop(*(heroes or ("beravor",)), **options)
    s = tabletop.s
    s.story, s.stage_reached, s.step = story, 3, "finale"
    s.box += [*s.hero_mission, *s.sauron_mission]
    s.hero_mission, s.sauron_mission = ids("mission", ours), ids("mission", theirs)
    for card in (*s.hero_mission, *s.sauron_mission):
        s.box.remove(card)
    return tabletop


def ends(tabletop: Tabletop) -> tuple[str, str]:
    """Run the step, which ends the match; which side wins and why."""
    with pytest.raises(MatchEnded):
        tabletop.step()
    outcome = tabletop.s.outcome
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
    tabletop = Tabletop("beravor")
    tabletop.s.story = story
    assert finale_begins(tabletop.s) == begins


def test_the_finale_follows_the_story_step() -> None:
    tabletop = Tabletop("beravor")
    tabletop.s.story, tabletop.s.stage_reached, tabletop.s.step = [16, 0, 0, 0], 3, "story"
    tabletop.step()
    assert tabletop.s.step == "finale"


def test_a_marker_that_arrives_in_a_heros_turn_waits_for_the_story_step() -> None:
    """The Finale begins at the end of the Story step (p. 33)."""
    tabletop = Tabletop("beravor")
    tabletop.s.story, tabletop.s.stage_reached = [0, 17, 17, 17], 3
    tabletop.run(defeat_hero(tabletop.s, 0), ("marker", "ring"))
    assert (tabletop.s.story, tabletop.ended) == ([0, 18, 17, 17], True)
    tabletop.s.step = "turn"
    tabletop.step()
    assert tabletop.s.step == "rest"


# -- missions


def _completed(tabletop: Tabletop) -> None:
    tabletop.hero.completed = 2


def _tokens(tabletop: Tabletop) -> None:
    for monster in ("orc", "agent", "snaga"):
        tabletop.token(monster, "bree")


def _plots(tabletop: Tabletop) -> None:
    for key in ("osgiliath-invaded", "a-dark-messenger", "loss-of-an-heir"):
        tabletop.s.plots.append(tabletop.take(tabletop.s.plot_deck, key))
        tabletop.s.plot_places.append(0)


def _markers(marker: int) -> Any:
    def do(tabletop: Tabletop) -> None:
        tabletop.s.story[marker] = 13

    return do


def _minions(tabletop: Tabletop) -> None:
    tabletop.s.minions[:3] = [0, 0, 0]


def _favor(tabletop: Tabletop) -> None:
    tabletop.hero.favor = 5


def _shire(tabletop: Tabletop) -> None:
    tabletop.s.minions[RINGWRAITHS] = LOC["the-shire"]


MISSION_CASES: list[tuple[str, bool, Any]] = [
    ("the-spear-of-the-west", False, _completed),
    ("noble-blood", True, lambda tabletop: tabletop.corrupt("weak", "weary")),
    ("minas-morgul-kept-at-bay", True, _minions),
    ("against-the-shadow", True, _tokens),
    ("isildurs-secret", False, _favor),
    ("his-dark-throne", False, _plots),
    ("where-the-shadows-lie", False, _markers(3)),
    ("in-darkness-bind-them", False, _markers(1)),
    ("to-rule-them-all", False, _markers(2)),
    ("to-find-them-all", False, _shire),
]


@pytest.mark.parametrize(("key", "before", "change"), MISSION_CASES, ids=[case[0] for case in MISSION_CASES])
def test_mission(key: str, before: bool, change: Any) -> None:
    tabletop = Tabletop("beravor")
    goal = MISSION_GOALS.by_key[key]
    stood = goal.stands(tabletop.s)
    assert goal.met(tabletop.s) == before
    change(tabletop)
    assert goal.met(tabletop.s) != before
    assert goal.stands(tabletop.s) != stood, "how it stands is told by what decides it"


def test_six_influence_in_the_shire_will_do() -> None:
    tabletop = Tabletop("beravor").influence(the_shire=6)
    assert MISSION_GOALS.by_key["to-find-them-all"].met(tabletop.s)


def test_each_side_has_five_missions() -> None:
    """Two decks of mission cards (p. 8), each of a side as the roles name it."""
    sides = {role.side for role in GAME.setting(seats=4).roles}
    assert {side: sum(mission.side == side for mission in MISSIONS.values()) for side in sides} == {
        "heroes": 5,
        "sauron": 5,
    }


def test_every_mission_is_tested() -> None:
    assert {case[0] for case in MISSION_CASES} == {card.key for card in MISSIONS.values()} == set(MISSION_GOALS.by_key)


# -- the steps of the Finale


def test_the_dominant_side_wins_with_its_mission() -> None:
    assert ends(at_the_end([18, 5, 5, 5], "noble-blood", "his-dark-throne")) == ("heroes", "mission")
    tabletop = at_the_end([12, 18, 5, 5], "noble-blood", "in-darkness-bind-them")
    assert ends(tabletop) == ("sauron", "mission")


def test_the_other_sides_mission_does_not_win() -> None:
    tabletop = at_the_end([12, 18, 5, 5], "noble-blood", "his-dark-throne")
    tabletop.step()
    assert tabletop.s.step == "champion"
    assert tabletop.s.story[0] == 13, "but it moves the marker"


@pytest.mark.parametrize(
    ("story", "ours", "theirs", "shown"),
    [
        ([18, 5, 5, 5], "isildurs-secret", "his-dark-throne", {"isildurs-secret"}),
        ([12, 18, 5, 5], "isildurs-secret", "his-dark-throne", {"his-dark-throne"}),
        ([12, 18, 5, 5], "noble-blood", "his-dark-throne", {"noble-blood", "his-dark-throne"}),
        ([18, 18, 5, 5], "isildurs-secret", "his-dark-throne", {"isildurs-secret", "his-dark-throne"}),
    ],
)
def test_whose_mission_is_revealed(story: list[int], ours: str, theirs: str, shown: set[str]) -> None:
    """The dominant side's, both if none is; another only by fulfilling it (p. 34)."""
    tabletop = at_the_end(story, ours, theirs)
    tabletop.step()
    seen = observe(tabletop.s, None).missions
    assert {MISSIONS[NUMBERS[card]].key for card in (seen.heroes, seen.sauron) if card is not None} == shown


def test_nobody_dominant_needs_the_only_fulfilled_mission() -> None:
    assert ends(at_the_end([18, 18, 5, 5], "noble-blood", "his-dark-throne")) == ("heroes", "mission")
    assert ends(at_the_end([18, 18, 5, 5], "isildurs-secret", "in-darkness-bind-them")) == ("sauron", "mission")
    tabletop = at_the_end([18, 18, 5, 5], "noble-blood", "in-darkness-bind-them")
    tabletop.step()
    assert tabletop.s.step == "champion", "both are fulfilled"


def test_example_of_the_finale() -> None:
    """The example of p. 34: the heroes dominate; Sauron's mission moves him closer, to 3 and 5 spaces."""
    tabletop = at_the_end([18, 7, 6, 14], "isildurs-secret", "where-the-shadows-lie")
    tabletop.step()
    assert tabletop.s.step == "champion", "the heroes' mission is not fulfilled"
    assert tabletop.s.story == [18, 8, 7, 15], "each of Sauron's markers one space"
    assert ringwraiths_bonus(tabletop.s) == -3, "the lower of 3 and 2 + 3, taken from the Ringwraiths as the rule says"
    tabletop.step(("champion", 0))
    assert (tabletop.s.combat.health, tabletop.s.combat.fortitude) == (9 - 3, 8 - 3)


def test_the_first_hero_names_the_champion() -> None:
    tabletop = at_the_end([18, 7, 6, 14], "isildurs-secret", "his-dark-throne", "beravor", "thalin", "eleanor")
    tabletop.step()
    tabletop.step(("champion", 2))
    decision = tabletop.decisions[-1]
    assert (decision.seat, [option[1] for option in decision.options]) == (1, [0, 1, 2])
    assert tabletop.s.combat.hero == 2


def test_markers_stop_at_the_finale() -> None:
    tabletop = at_the_end([18, 18, 6, 14], "noble-blood", "his-dark-throne")
    push_markers(tabletop.s, True, True)
    assert tabletop.s.story == [18, 18, 7, 15]


def test_sauron_ahead_strengthens_the_ringwraiths() -> None:
    tabletop = at_the_end([14, 18, 5, 5], "isildurs-secret", "his-dark-throne")
    assert ringwraiths_bonus(tabletop.s) == 4


def test_everybody_gathers_strength() -> None:
    tabletop = at_the_end([14, 18, 5, 5], "isildurs-secret", "his-dark-throne", "beravor", "thalin")
    tabletop.s.minion_damage[RINGWRAITHS] = 5
    hero = tabletop.hero
    hero.damage, hero.from_hand = [hero.life.pop() for _ in range(9)], [False] * 9
    tabletop.step()
    assert tabletop.s.minion_damage[RINGWRAITHS] == 0
    assert [len(one.hand) for one in tabletop.s.heroes] == [6, 5]
    assert len(hero.life) == 19
    tabletop.step(("champion", 1))
    c = tabletop.s.combat
    assert (c.hero, c.enemy, c.cause) == (1, "ringwraiths", "finale")
    assert c.health == MINIONS[RINGWRAITHS].health + 4
    assert c.fortitude == MINIONS[RINGWRAITHS].fortitude + 4


@pytest.mark.parametrize(
    ("damage", "result"), [(13, ("heroes", "ringwraiths-defeated")), (12, ("sauron", "champion-failed"))]
)
def test_the_last_fight_decides(damage: int, result: tuple[str, str]) -> None:
    tabletop = at_the_end([14, 18, 5, 5], "isildurs-secret", "his-dark-throne")
    tabletop.step()
    tabletop.step(("champion", 0))
    tabletop.s.minion_damage[RINGWRAITHS] = damage
    tabletop.s.step = "resolution"
    assert ends(tabletop) == result


def test_no_retreat_from_the_last_fight() -> None:
    tabletop = at_the_end([14, 18, 5, 5], "isildurs-secret", "his-dark-throne", "eleanor")
    tabletop.step()
    tabletop.step(("champion", 0))
    tabletop.steps("clash", ("draw", 0))
    retreat = next(card for card in (*tabletop.hero.hand, *tabletop.hero.life) if COMBAT[card].key == "retreat")
    if retreat in tabletop.hero.life:
        tabletop.hero.life.remove(retreat)
        tabletop.hero.hand.append(retreat)
    tabletop.step(("fight",), ("exhaust",), ("play", retreat))
    assert not [one for one in tabletop.decisions if one.kind == "retreat"]


# -- two players (p. 35)


def test_a_lone_hero_takes_two_turns() -> None:
    tabletop = Tabletop("beravor").at("bree").influence(bree=1)
    tabletop.s.step = "turn-end"
    tabletop.step(("draw", 6))
    assert tabletop.s.influence[LOC["bree"]] == 0, "a rally of its own"
    assert len(tabletop.hero.hand) == 6, "and a draw"
    assert (tabletop.s.turn.hero, tabletop.s.turn.second, tabletop.s.step) == (0, True, "turn")
    assert not tabletop.s.turn.shadow_played
    tabletop.s.step = "turn-end"
    tabletop.step()
    assert (tabletop.s.round, tabletop.s.step) == (2, "rally")


def test_more_heroes_take_one_turn_each() -> None:
    tabletop = Tabletop("beravor", "thalin")
    tabletop.s.step = "turn-end"
    tabletop.step()
    assert (tabletop.s.turn.hero, tabletop.s.step) == (1, "turn")
    tabletop.s.step = "turn-end"
    tabletop.step()
    assert (tabletop.s.round, tabletop.s.step) == (2, "rally")


# -- high stakes (p. 35)


@pytest.mark.parametrize(("stakes", "seat"), [(True, 0), (False, 1)])
def test_sauron_chooses_a_marker_when_heroes_lead_in_stage_three(stakes: bool, seat: int) -> None:
    tabletop = Tabletop("beravor", **{"high-stakes": stakes})
    tabletop.s.story, tabletop.s.stage_reached = [14, 4, 4, 5], 3
    tabletop.run(defeat_hero(tabletop.s, 0), ("marker", "ring"))
    decision = next(one for one in tabletop.decisions if one.kind == "marker")
    assert decision.seat == seat
    assert len(decision.options) == (3 if stakes else 2)


@pytest.mark.parametrize(("stakes", "story"), [(True, 14), (False, 13)])
def test_a_slain_minion_gives_hope_when_sauron_leads_in_stage_three(stakes: bool, story: int) -> None:
    tabletop = Tabletop("beravor", **{"high-stakes": stakes})
    tabletop.s.story, tabletop.s.stage_reached = [13, 15, 9, 9], 3
    tabletop.s.turn = Turn(hero=0)
    tabletop.s.minions[0] = tabletop.hero.place
    engage(tabletop.s, 0, "black-serpent", "ambush")
    tabletop.s.minion_damage[0] = 20
    tabletop.run(resolution(tabletop.s))
    assert tabletop.s.minions[0] == SLAIN
    assert tabletop.s.story[0] == story


# -- scores


def scored(tabletop: Tabletop) -> dict[str, int]:
    """What each side scored in the end."""
    assert tabletop.s.outcome is not None
    return tabletop.s.outcome.scores


def test_a_side_scores_the_spaces_it_has_come() -> None:
    """18 less the spaces still needed, for Sauron the fewer of two numbers (p. 14)."""
    tabletop = Tabletop("beravor")
    tabletop.s.story = [6, 4, 5, 6]
    assert scores(tabletop.s) == {"heroes": 6, "sauron": 6}
    tabletop.s.story = [6, 9, 9, 8]
    assert scores(tabletop.s) == {"heroes": 6, "sauron": 14}


def test_the_last_fight_counts_while_it_lasts() -> None:
    tabletop = at_the_end([18, 10, 2, 0], "isildurs-secret", "his-dark-throne")
    engage(tabletop.s, 0, "ringwraiths", "finale")
    tabletop.s.minion_damage[RINGWRAITHS] = 4
    assert scores(tabletop.s) == {"heroes": 18 + 4, "sauron": 10 + 9 - 4}


def test_another_fight_with_the_ringwraiths_does_not_count() -> None:
    tabletop = Tabletop("beravor")
    engage(tabletop.s, 0, "ringwraiths", "ambush")
    tabletop.s.minion_damage[RINGWRAITHS] = 4
    assert scores(tabletop.s) == {"heroes": 0, "sauron": 0}


def test_a_mission_scores_the_spaces_come_and_the_victory() -> None:
    """Spaces as dominance counts them (p. 14): 18 less those still needed."""
    tabletop = at_the_end([18, 4, 5, 6], "isildurs-secret", "his-dark-throne")
    tabletop.hero.favor = 5
    ends(tabletop)
    assert scored(tabletop) == {"heroes": 18 + 50, "sauron": 18 - 12}


@pytest.mark.parametrize(("damage", "heroes", "sauron"), [(12, 18 + 12, 10 + 1 + 50), (13, 18 + 13 + 50, 10)])
def test_the_last_fight_scores_how_near_it_was(damage: int, heroes: int, sauron: int) -> None:
    tabletop = at_the_end([18, 10, 2, 0], "isildurs-secret", "his-dark-throne")
    engage(tabletop.s, 0, "ringwraiths", "finale")
    tabletop.s.combat.health = 13
    tabletop.s.minion_damage[RINGWRAITHS] = damage
    tabletop.s.step = "resolution"
    ends(tabletop)
    assert scored(tabletop) == {"heroes": heroes, "sauron": sauron}


def test_whoever_wins_scores_more_than_any_loser() -> None:
    """Heroes who fail score less than the Ringwraiths' health and 18: what strengthens those they lack (p. 34)."""
    assert FINALE + MINIONS[RINGWRAITHS].health < VICTORY_POINTS
