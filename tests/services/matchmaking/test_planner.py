"""Plans of matches: each group of tickets by itself, and only when that can help."""

from types import SimpleNamespace

from services.api import matchmaking_pb2 as pb
from services.matchmaking import pairing
from services.matchmaking.planner import Planner
from services.matchmaking.tickets import WaitingTicket
from tests.toy import registered  # noqa: F401  # makes the toy game playable

NOW = 100_000


def ticket(id: str, **search) -> WaitingTicket:
    fields = {"game": "barrow", "scenario": "duel", "players": [id], **search}
    return WaitingTicket(id, pb.Search(**fields).SerializeToString(), NOW)


def record_groups(monkeypatch) -> list[list[str]]:
    """The groups that are paired from now on."""
    groups: list[list[str]] = []
    form_lineups = pairing.form_lineups

    def record_and_form(parties, seatings, now_ms):
        groups.append([party.id for party in parties])
        return form_lineups(parties, seatings, now_ms)

    monkeypatch.setattr(pairing, "form_lineups", record_and_form)
    return groups


def test_a_group_is_paired_again_when_somebody_joins_or_leaves(monkeypatch) -> None:
    groups, planner = record_groups(monkeypatch), Planner("random")
    reds, lone = [ticket(id, sides=["red"]) for id in "abc"], ticket("x", options={"rounds": "3"})
    for now in range(NOW, NOW + 60_000, 250):
        assert planner.plans([*reds, lone], now) == []
    assert groups == [["a", "b", "c"], ["x"]]
    assert planner.plans([*reds[1:], lone], NOW) == []
    assert groups[2:] == [["b", "c"]]
    assert [list(plan.places) for plan in planner.plans([*reds[1:], lone, ticket("d")], NOW)] == [["b", "d"]]
    assert groups[3:] == [["b", "c", "d"]]


def test_a_group_is_paired_again_when_time_changes_something(monkeypatch) -> None:
    groups, planner = record_groups(monkeypatch), Planner("random")
    waiting = [ticket("a", rating=1000), ticket("b", rating=1200, bots_after_ms=3_000, bot="greedy")]
    assert planner.plans(waiting, NOW) == []
    assert planner.plans(waiting, NOW + 1_999) == []
    assert len(groups) == 1
    assert [sorted(plan.places) for plan in planner.plans(waiting, NOW + 2_000)] == [["a", "b"]]
    assert planner.plans(waiting[1:], NOW + 2_999) == []
    assert [plan.bots for plan in planner.plans(waiting[1:], NOW + 3_000)] == [["greedy", "greedy"]]


def test_a_plan_that_was_not_granted_is_made_again() -> None:
    planner, waiting = Planner("random"), [ticket("a"), ticket("b")]
    for _ in range(2):
        assert [sorted(plan.places) for plan in planner.plans(waiting, NOW)] == [["a", "b"]]


def test_a_group_that_cannot_be_paired_is_in_nobodys_way_and_said_once(monkeypatch) -> None:
    said: list[str] = []
    log = SimpleNamespace(error=lambda event, **more: said.append(event))
    monkeypatch.setattr("services.matchmaking.planner.logger", lambda: log)
    planner, waiting = Planner("random"), [ticket("x", scenario="unheard of"), ticket("a"), ticket("b")]
    for _ in range(2):
        assert [sorted(plan.places) for plan in planner.plans(waiting, NOW)] == [["a", "b"]]
    assert said == ["tickets cannot be paired"]
