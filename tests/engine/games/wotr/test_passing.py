"""Passing, the carryover limit and the end of the action phase (p. 10)."""

from engine.games.wotr.steps.carryover import carryover
from tests.engine.games.wotr.table import Table


def test_at_most_the_limit_may_pass(table: Table) -> None:
    table.give("gimli", "sting")
    assert table.can("frodo", "pass")
    table.give("treebeard")
    assert not table.can("frodo", "pass")


def test_fewer_cards_than_every_opponent_may_pass(table: Table) -> None:
    table.give("gimli", "sting", "treebeard")
    table.give("mordor-orcs", "mordor-orcs/2", "mordor-orcs/3", "mordor-orcs/4")
    table.give("wolf-riders", "ugluk", "saruman")
    assert not table.can("frodo", "pass")  # Saruman has as many
    table.give("fighting-uruk-hai")
    assert table.can("frodo", "pass")


def test_an_allys_hand_does_not_matter(table: Table) -> None:
    table.give("gimli", "sting", "treebeard")
    table.give("mordor-orcs", "mordor-orcs/2", "mordor-orcs/3", "mordor-orcs/4")
    table.give("wolf-riders", "ugluk", "saruman", "fighting-uruk-hai")
    table.give("arwen")
    assert table.can("frodo", "pass")


def test_the_limit_is_each_players_own(table: Table) -> None:
    table.reserve("elrond", "saruman", "the-lidless-eye", "gandalf-the-grey")
    table.wield("saruman", "saruman-s-staff")
    limits = [carryover(table.state, seat) for seat in range(4)]
    assert dict(zip(table.seats, limits, strict=True)) == {
        "frodo": 2,
        "witch-king": 3,
        "aragorn": 3,
        "saruman": 3,
    }
    table.wield("gandalf-the-grey", "gandalf-s-staff")
    assert carryover(table.state, 0) == 3


def test_the_phase_ends_when_all_pass_in_a_row(table: Table) -> None:
    table.give("gimli")
    table.choose("pass", "pass", "pass")
    assert table.asked == ("saruman", "action")
    assert table.where("bucklebury-ferry") == "active"
    table.choose("pass")
    assert table.where("bucklebury-ferry") == "free"
    assert table.state.round == 2


def test_who_passed_may_act_again(table: Table) -> None:
    table.give("gimli", "sting")
    table.give("wolf-riders")
    table.choose("pass", "pass", "pass", "cycle wolf-riders")
    assert table.asked == ("frodo", "action")
    table.choose("cycle gimli", "pass", "pass")
    assert table.asked == ("saruman", "action")
    assert table.state.round == 1


def test_turns_go_round_from_the_first_player(table: Table) -> None:
    table.edit().first = table.edit().turn = 2
    order = []
    for _ in range(4):
        order.append(table.asked[0])
        table.choose("ring")
    assert order == ["aragorn", "saruman", "frodo", "witch-king"]


def test_the_first_player_token_moves_on(table: Table) -> None:
    table.edit().path_number = 8
    table.begin("draw")
    assert table.state.round == 2
    assert table.war.order[table.state.first] == table.seats.index("witch-king")


def test_nobody_keeps_more_than_the_limit_although_fewer_than_the_opponent(duel: Table) -> None:
    """In the Duel the Shadow can keep four: three cards may pass, but not be carried over with a limit of two."""
    duel.reserve("saruman", "the-lidless-eye")
    duel.wield("saruman", "saruman-s-staff")
    duel.give("mordor-orcs", "mordor-orcs/2", "mordor-orcs/3", "mordor-orcs/4")
    duel.give("gimli", "sting", "treebeard")
    duel.choose("pass")
    duel.choose("pass")
    assert duel.asked == ("gandalf", "cycle")
    duel.choose("cycle sting")
    assert duel.where("sting") == "cycled"
    assert duel.where("bucklebury-ferry") == "free"
