"""Scoring and victory: a lead of ten, the last path, ties, unused Ring tokens (pp. 18-19)."""

import pytest

from engine.core.state import Outcome
from engine.games.wotr.components.box import FREE, SHADOW
from engine.games.wotr.game import GAME
from engine.testing import Variant, variants_of
from engine.testing.walk import walk
from tests.engine.games.wotr.tabletop import Tabletop


def _check(tabletop: Tabletop) -> Outcome | None:
    tabletop.begin("victory")
    return tabletop.match.outcome


def _no_rings(tabletop: Tabletop) -> None:
    for player in tabletop.edit().players:
        player.ring = False


def test_a_lead_of_ten_wins_at_the_check(tabletop: Tabletop) -> None:
    tabletop.edit().corruption = 10
    outcome = _check(tabletop)
    assert outcome is not None
    assert (outcome.side, outcome.reason, outcome.scores) == (SHADOW, "lead-of-ten", {FREE: 0, SHADOW: 10})
    assert [tabletop.seats[seat] for seat in outcome.winners] == ["witch-king", "saruman"]


def test_a_lead_of_nine_does_not(tabletop: Tabletop) -> None:
    tabletop.edit().corruption = 9
    assert _check(tabletop) is None
    assert tabletop.state.round == 2


def test_the_lead_counts_not_the_score(tabletop: Tabletop) -> None:
    tabletop.edit().corruption = 12
    tabletop.score(FREE, "minas-tirith")
    assert _check(tabletop) is None


def test_the_free_peoples_can_win_by_ten(tabletop: Tabletop) -> None:
    tabletop.score(FREE, "minas-tirith", "helms-deep", "lorien", "rivendell", "dol-amroth")
    outcome = _check(tabletop)
    assert outcome is not None
    assert (outcome.side, outcome.scores[FREE]) == (FREE, 10)
    assert [tabletop.seats[seat] for seat in outcome.winners] == ["frodo", "aragorn"]


def test_a_lead_of_ten_in_the_middle_of_a_round_wins_nothing_yet(tabletop: Tabletop) -> None:
    tabletop.edit().corruption = 20
    tabletop.give("gimli")
    tabletop.choose("ring")
    assert not tabletop.match.is_over


def test_the_higher_score_wins_after_the_last_path(tabletop: Tabletop) -> None:
    _no_rings(tabletop)
    tabletop.lay("orodruin")
    tabletop.score(FREE, "rivendell")
    tabletop.edit().corruption = 1
    outcome = _check(tabletop)
    assert outcome is not None
    assert (outcome.side, outcome.reason, outcome.scores) == (FREE, "last-path", {FREE: 2, SHADOW: 1})


def test_a_tie_is_the_shadows(tabletop: Tabletop) -> None:
    _no_rings(tabletop)
    tabletop.lay("orodruin")
    tabletop.score(FREE, "rivendell")
    tabletop.edit().corruption = 2
    outcome = _check(tabletop)
    assert outcome is not None
    assert (outcome.side, outcome.scores) == (SHADOW, {FREE: 2, SHADOW: 2})


def test_the_last_combat_comes_before_the_end(tabletop: Tabletop) -> None:
    """A whole last round: everybody passes, path 9 is fought over, then the match ends."""
    _no_rings(tabletop)
    tabletop.give("gimli", "arwen", "mordor-orcs", "wolf-riders")
    tabletop.lay("orodruin")
    tabletop.stand("orodruin", "frodo-baggins")
    tabletop.choose("pass", "pass", "pass", "pass")
    assert tabletop.match.is_over
    assert tabletop.where("orodruin") == FREE
    assert tabletop.points(FREE) == 3


def test_an_unused_ring_token_is_a_point_at_the_end(tabletop: Tabletop) -> None:
    tabletop.lay("orodruin")
    _no_rings(tabletop)
    tabletop.edit().players[0].ring = True
    outcome = _check(tabletop)
    assert outcome is not None
    assert (outcome.side, outcome.scores) == (FREE, {FREE: 1, SHADOW: 0})


def test_ring_tokens_do_not_count_before_the_end(tabletop: Tabletop) -> None:
    tabletop.edit().corruption = 9
    _no_rings(tabletop)
    tabletop.edit().players[1].ring = True
    tabletop.give("gimli", "arwen", "mordor-orcs", "wolf-riders")
    assert _check(tabletop) is None


@pytest.mark.parametrize(("scenario", "scores"), [("duel", (0, 0)), ("duel3", (0, 2)), ("trilogy", (2, 2))])
def test_ring_tokens_used_every_round_are_no_points(scenario: str, scores: tuple[int, int]) -> None:
    tabletop = Tabletop(scenario, path="orodruin")
    outcome = _check(tabletop)
    assert outcome is not None
    assert (outcome.scores[FREE], outcome.scores[SHADOW]) == scores
    assert outcome.side == SHADOW


def test_paths_are_worth_nothing_to_the_shadow_but_corruption(tabletop: Tabletop) -> None:
    tabletop.score(SHADOW, "orodruin", "weathertop", "harad")
    tabletop.edit().corruption = 3
    assert tabletop.points(SHADOW) == 4


def test_corruption_is_removed_only_as_far_as_there_is_any(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "sam-gamgee", "frodo-baggins")
    tabletop.wield("sam-gamgee", "lembas")
    tabletop.edit().corruption = 1
    tabletop.use("lembas", by="frodo")
    assert tabletop.corruption == 0


@pytest.mark.parametrize("variant", variants_of(GAME), ids=str)
def test_every_ending_of_the_rules_has_a_score_for_each_side(variant: Variant) -> None:
    """Page 18: the side with the higher score wins, a tie is the Shadow's."""
    match = variant.new_match(GAME, 3)
    match.quiet = True
    for _ in walk(match, variant.rng(GAME, 3)):
        pass
    outcome = match.outcome
    assert outcome is not None
    assert sorted(outcome.scores) == [FREE, SHADOW]
    assert outcome.side == (FREE if outcome.scores[FREE] > outcome.scores[SHADOW] else SHADOW)


@pytest.mark.parametrize(("seat", "winner"), [("frodo", SHADOW), ("saruman", FREE)])
def test_a_match_conceded_has_the_points_of_its_position(tabletop: Tabletop, seat: str, winner: str) -> None:
    """Page 18: what lies in the scoring areas counts; Ring tokens and open combats do not."""
    tabletop.lay("minas-tirith")
    tabletop.score(FREE, "rivendell", "bag-end")
    tabletop.score(SHADOW, "harad", "weathertop")
    tabletop.edit().corruption = 3
    outcome = tabletop.match.concede(tabletop.seats.index(seat))
    assert (outcome.side, outcome.scores) == (winner, {FREE: 3, SHADOW: 4})


def test_a_match_conceded_against_bots_scores_for_both_sides() -> None:
    tabletop = Tabletop("duel", mode="against-the-shadow")
    tabletop.score(SHADOW, "harad")
    assert tabletop.match.concede(0).scores == {FREE: 0, SHADOW: 1}


@pytest.mark.parametrize("scenario", ["duel", "trilogy", "duel3", "fellowship"])
def test_a_match_conceded_against_bots_is_won_by_the_shadow(scenario: str) -> None:
    """Its bots have no seat, so that nobody at the table wins, but the side does (AtS p. 2, p. 18)."""
    match = GAME.new_match(scenario, seed=13, mode="against-the-shadow")
    outcome = match.concede(0)
    assert (outcome.winners, outcome.side, outcome.reason) == ([], SHADOW, "conceded")
    assert match.explain().startswith("The Shadow won: the other side conceded at 0 to 0.")
    assert match.record.verify().outcome == outcome
