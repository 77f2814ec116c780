"""Scoring and victory: a lead of ten, the last path, ties, unused Ring tokens (pp. 18-19)."""

import pytest

from engine.core.state import Outcome
from engine.games.wotr.components import FREE, SHADOW
from tests.engine.games.wotr.table import Table


def _check(table: Table) -> Outcome | None:
    table.begin("victory")
    return table.match.outcome


def _no_rings(table: Table) -> None:
    for player in table.edit().players:
        player.ring = False


def test_a_lead_of_ten_wins_at_the_check(table: Table) -> None:
    table.edit().corruption = 10
    outcome = _check(table)
    assert outcome is not None
    assert (outcome.side, outcome.reason, outcome.scores) == (SHADOW, "lead of ten", {FREE: 0, SHADOW: 10})
    assert [table.seats[seat] for seat in outcome.winners] == ["witch-king", "saruman"]


def test_a_lead_of_nine_does_not(table: Table) -> None:
    table.edit().corruption = 9
    assert _check(table) is None
    assert table.state.round == 2


def test_the_lead_counts_not_the_score(table: Table) -> None:
    table.edit().corruption = 12
    table.score(FREE, "minas-tirith")
    assert _check(table) is None


def test_the_free_peoples_can_win_by_ten(table: Table) -> None:
    table.score(FREE, "minas-tirith", "helm-s-deep", "lorien", "rivendell", "dol-amroth")
    outcome = _check(table)
    assert outcome is not None
    assert (outcome.side, outcome.scores[FREE]) == (FREE, 10)
    assert [table.seats[seat] for seat in outcome.winners] == ["frodo", "aragorn"]


def test_a_lead_of_ten_in_the_middle_of_a_round_wins_nothing_yet(table: Table) -> None:
    table.edit().corruption = 20
    table.give("gimli")
    table.choose("ring")
    assert not table.match.is_over


def test_the_higher_score_wins_after_the_last_path(table: Table) -> None:
    _no_rings(table)
    table.lay("orodruin")
    table.score(FREE, "rivendell")
    table.edit().corruption = 1
    outcome = _check(table)
    assert outcome is not None
    assert (outcome.side, outcome.reason, outcome.scores) == (FREE, "last path", {FREE: 2, SHADOW: 1})


def test_a_tie_is_the_shadows(table: Table) -> None:
    _no_rings(table)
    table.lay("orodruin")
    table.score(FREE, "rivendell")
    table.edit().corruption = 2
    outcome = _check(table)
    assert outcome is not None
    assert (outcome.side, outcome.scores) == (SHADOW, {FREE: 2, SHADOW: 2})


def test_the_last_combat_comes_before_the_end(table: Table) -> None:
    """A whole last round: everybody passes, path 9 is fought over, then the match ends."""
    _no_rings(table)
    table.give("gimli", "arwen", "mordor-orcs", "wolf-riders")
    table.lay("orodruin")
    table.stand("orodruin", "frodo-baggins")
    table.choose("pass", "pass", "pass", "pass")
    assert table.match.is_over
    assert table.where("orodruin") == FREE
    assert table.points(FREE) == 3


def test_an_unused_ring_token_is_a_point_at_the_end(table: Table) -> None:
    table.lay("orodruin")
    _no_rings(table)
    table.edit().players[0].ring = True
    outcome = _check(table)
    assert outcome is not None
    assert (outcome.side, outcome.scores) == (FREE, {FREE: 1, SHADOW: 0})


def test_ring_tokens_do_not_count_before_the_end(table: Table) -> None:
    table.edit().corruption = 9
    _no_rings(table)
    table.edit().players[1].ring = True
    table.give("gimli", "arwen", "mordor-orcs", "wolf-riders")
    assert _check(table) is None


@pytest.mark.parametrize(("scenario", "scores"), [("duel", (0, 0)), ("duel3", (0, 2)), ("trilogy", (2, 2))])
def test_ring_tokens_used_every_round_are_no_points(scenario: str, scores: tuple[int, int]) -> None:
    table = Table(scenario, path="orodruin")
    outcome = _check(table)
    assert outcome is not None
    assert (outcome.scores[FREE], outcome.scores[SHADOW]) == scores
    assert outcome.side == SHADOW


def test_paths_are_worth_nothing_to_the_shadow_but_corruption(table: Table) -> None:
    table.score(SHADOW, "orodruin", "weathertop", "harad")
    table.edit().corruption = 3
    assert table.points(SHADOW) == 4


def test_corruption_is_removed_only_as_far_as_there_is_any(table: Table) -> None:
    table.lay("weathertop")
    table.stand("weathertop", "sam-gamgee", "frodo-baggins")
    table.wield("sam-gamgee", "lembas")
    table.edit().corruption = 1
    table.use("lembas", by="frodo")
    assert table.corruption == 0
