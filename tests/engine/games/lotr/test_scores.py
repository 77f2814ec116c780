"""How matches are scored: won ones by the book (p. 22), lost ones by how far the players came."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.state import MatchEnded, Outcome
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.game import GAME
from engine.games.lotr.rules.elimination import eliminate
from engine.games.lotr.rules.progress import place_progress
from engine.games.lotr.rules.threat import raise_threat
from engine.games.lotr.steps.victory import WON, scores
from tests.engine.games.lotr.tabletop import Tabletop

STAGES = ("the-necromancers-tower", "through-the-caverns", "out-of-the-dungeons")
OBJECTIVES = ("gandalfs-map", "dungeon-torch", "shadow-key")
WORST_GROUP_SCORE = 3 * (4 * 50 + 12 * 14)
"""By the book: a campaign in which all threat dials stand at 50 and every hero is dead, each dearer than any."""


class Standing(NamedTuple):
    """Where the players stand; more of each is better."""

    scenarios: int
    stage: int
    progress: int
    objectives: int
    rescued: bool
    heroes: int
    threat_left: int
    round: int


standings = st.builds(
    Standing,
    st.integers(0, 2),
    st.integers(0, 2),
    st.integers(0, 30),
    st.integers(0, 3),
    st.booleans(),
    st.integers(0, 3),
    st.integers(0, 50),
    st.integers(0, 80),
)


def score(standing: Standing) -> int:
    """The score of a match that is lost like this."""
    table = Tabletop(["aragorn", "gimli", "eowyn"][: standing.heroes], scenario="escape-from-dol-guldur")
    bearer = table.ally(0, "snowbourn-scout")
    for id in OBJECTIVES[: standing.objectives]:
        table.attach(bearer, id)
    table.at_stage(STAGES[standing.stage])
    table.s.scores = [60] * standing.scenarios
    table.s.progress, table.s.rescued, table.s.round = standing.progress, standing.rescued, standing.round
    table.player(0).threat = 50 - standing.threat_left
    return scores(table.s)["players"]


def ended(table: Tabletop) -> Outcome:
    assert table.s.outcome is not None
    return table.s.outcome


@given(standings, standings)
def test_who_came_farther_in_everything_never_scores_less(one: Standing, other: Standing) -> None:
    worse, better = Standing(*map(min, one, other)), Standing(*map(max, one, other))
    assert 0 <= score(worse) <= score(better)


@given(standings, standings)
def test_scenarios_count_most_then_stages_then_what_was_done_at_the_stage(one: Standing, other: Standing) -> None:
    if one[:2] != other[:2]:
        assert (score(one) < score(other)) == (one[:2] < other[:2])


@given(standings)
def test_more_progress_scores_more_until_the_stage_is_full(one: Standing) -> None:
    goal = next(kind for kind in ENTRIES if kind.id == STAGES[one.stage]).quest_points
    more = score(one._replace(progress=one.progress + 1)) - score(one)
    assert (more > 0) == (one.progress < goal)


@given(standings)
def test_an_objective_outweighs_heroes_threat_and_rounds(one: Standing) -> None:
    if one.objectives < 3:
        bare = one._replace(objectives=one.objectives + 1, heroes=0, threat_left=0, round=0)
        assert score(bare) > score(one)


def test_every_won_match_beats_every_lost_one() -> None:
    best = Standing(2, 2, 30, 3, True, 3, 50, 99)
    assert score(best) < WON - WORST_GROUP_SCORE


def test_a_won_match_scores_the_more_the_less_the_book_counts() -> None:
    """The book's score is told beside it (p. 22)."""
    outcomes = []
    for threat in (30, 40):
        table = Tabletop(["legolas"])
        table.at_stage("beorns-path")
        table.player(0).threat = threat
        with pytest.raises(MatchEnded):
            table.run(place_progress(table.s, 10))
        assert table.s.scores == [threat]
        assert table.events("scored") == [(threat,)]
        outcomes.append(ended(table).scores["players"])
    assert outcomes == [WON - 30, WON - 40]


def test_a_lost_match_is_scored_as_it_stood_when_the_last_player_fell() -> None:
    """Who loses by threat still has his heroes and objectives to show; his cards are discarded afterwards."""
    table = Tabletop(["aragorn", "gimli"], scenario="escape-from-dol-guldur")
    aragorn, gimli = table.player(0).heroes
    table.attach(gimli, "shadow-key")
    table.s.progress, table.s.round = 3, 4
    table.player(0).threat = 50
    standing = scores(table.s)
    table.player(0).threat = 49
    with pytest.raises(MatchEnded):
        raise_threat(table.s, 0, 3)
    assert ended(table).scores == standing
    assert table.s.cards.keys().isdisjoint({aragorn, gimli})


def test_a_match_lost_with_the_prisoner_is_scored() -> None:
    table = Tabletop(["eowyn", "gimli"], ["legolas"], scenario="escape-from-dol-guldur")
    table.s.prisoner = table.player(0).heroes[1]
    standing = scores(table.s)
    with pytest.raises(MatchEnded):
        eliminate(table.s, 0)
    assert ended(table).scores == standing


def test_a_lost_campaign_counts_the_scenarios_that_were_won() -> None:
    table = Tabletop(["legolas"], scenario="campaign")
    before = scores(table.s)["players"]
    table.s.scores = [55]
    assert scores(table.s)["players"] > before + 2000


@pytest.mark.parametrize("scenario", [scenario.id for scenario in GAME.scenarios])
def test_a_match_can_be_scored_before_anything_was_played(scenario: str) -> None:
    assert scores(GAME.new_match(scenario, 2, 7).state)["players"] >= 0


def test_a_match_that_is_conceded_scores_as_it_stands() -> None:
    match = GAME.new_match("passage-through-mirkwood", 2, 7)
    standing = scores(match.state)
    assert match.concede(1).scores == standing
