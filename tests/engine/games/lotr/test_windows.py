"""Action windows: who is asked, who is asked again, and actions in a player's turn of the planning phase."""

import pytest

from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.hand import draw
from engine.games.lotr.scenarios import SEATS
from engine.games.lotr.steps.action_windows import open_window
from engine.games.lotr.view import observe
from tests.engine.games.lotr.tabletop import Tabletop


def asked(table: Tabletop) -> list[int]:
    """The seats that were asked for an action, in turn."""
    return [decision.seat for decision in table.decisions if decision.kind == "action"]


def in_window(table: Tabletop, *answers: str | int) -> None:
    """Open a window and answer what is asked in it; nobody is asked for more."""
    open_window(table.s, "end-phase")
    table.until("end-phase", *answers)


def test_windows_ask_only_those_who_can_act(two: Tabletop) -> None:
    in_window(two, "pass")
    assert asked(two) == [1]
    assert two.options(1) == ["denethor"]
    two[two.player(1).heroes[1]].exhausted = True
    in_window(two)
    assert asked(two) == [1]


def test_the_window_ends_when_all_have_passed_in_a_row() -> None:
    """Each action is asked about again with who took it (p. 23)."""
    table = Tabletop(["denethor", "beravor"], ["eowyn"])
    beravor = table.player(0).heroes[1]
    in_window(table, beravor, 0, "pass")
    assert asked(table) == [0, 0]


@pytest.mark.card("beravor")
def test_who_passed_may_act_again_with_what_another_gave_him() -> None:
    """A player who passed comes back when an action makes something new possible for him (p. 23)."""
    table = Tabletop(["eowyn", "glorfindel"], ["beravor"])
    eowyn, glorfindel = table.player(0).heroes
    table.rich(glorfindel)
    table[eowyn].damage = 1
    in_window(table, "pass", table.player(1).heroes[0], 0, glorfindel)
    assert asked(table)[:3] == [0, 1, 0], "Éowyn has a card to discard now"
    assert table[eowyn].damage == 0, "and he may do what he could before, too"


def test_a_new_target_is_something_new() -> None:
    """Who passed with a card in hand is asked again when it could do more than before (p. 23)."""
    table = Tabletop(["aragorn"], ["gimli"])
    table.rich()
    guard, axehand = table.ally(0, "guard-of-the-citadel"), table.ally(1, "veteran-axehand")
    table[guard].exhausted = True
    table.give(0, "ever-vigilant")
    table.s.phase = "combat"
    spider = table.engaged(1, "forest-spider")
    table.give(1, "quick-strike")
    in_window(table, "pass", "play", axehand, "play", axehand)
    assert asked(table) == [0, 1, 0]
    assert table[spider].damage == 1
    assert [table[guard].exhausted, table[axehand].exhausted] == [True, False]


def test_who_passed_is_left_alone_when_nothing_new_is_possible() -> None:
    """An action that changes nothing for him is no reason to ask him again; this keeps the questions few (p. 23)."""
    table = Tabletop(["denethor"], ["beravor"])
    in_window(table, "pass", table.player(1).heroes[0], 1)
    assert asked(table) == [0, 1]


def test_who_acts_is_asked_until_he_passes() -> None:
    table = Tabletop(["denethor", "beravor"])
    denethor, beravor = table.player(0).heroes
    in_window(table, denethor, "leave", beravor)
    assert asked(table) == [0, 0]


def test_who_else_may_act_is_seen_by_all() -> None:
    """That a player is asked again tells of his hand; it tells everybody the same."""
    table = Tabletop(["denethor"], ["beravor"], ["legolas"])
    open_window(table.s, "end-phase")
    assert [observe(table.s, seat).yet_to_pass for seat in (0, 1, 2, None)] == [[*SEATS[:3]]] * 4


def test_where_in_the_round_a_window_stands_is_seen_by_all() -> None:
    """Between the turns of the planning phase, or before and after engagement checks (p. 30-31), it looks the same."""
    table = Tabletop(["denethor"], ["beravor"], ["legolas"])
    table.s.queue = [1, 2]
    open_window(table.s, "plan")
    views = [observe(table.s, seat) for seat in (0, 1, 2, None)]
    assert [(view.window_before, view.yet_to_take_turn) for view in views] == [("plan", [*SEATS[1:3]])] * 4
    table.s.step = "plan"
    assert observe(table.s, 0).window_before == ""


def test_passing_for_the_phase_ends_with_the_phase_or_new_cards() -> None:
    table = Tabletop(["denethor"])
    in_window(table, "pass-phase")
    in_window(table)
    assert asked(table) == [0]
    draw(table.s, 0, 1)
    assert not table.player(0).resting
    table.player(0).resting = True
    table.step("end-phase")
    assert not table.player(0).resting


@pytest.mark.card("steward-of-gondor")
def test_steward_of_gondor_pays_for_cards_of_the_turn_in_which_it_is_played() -> None:
    """A player may take actions between the cards of his turn, and is asked if a card brings a new one (p. 12, 30)."""
    table = Tabletop(["aragorn"])
    aragorn = table.player(0).heroes[0]
    table.rich(aragorn, amount=2)
    steward, guard = table.give(0, "steward-of-gondor"), table.give(0, "guard-of-the-citadel")
    table.step("planning")
    table.until("end-phase", steward, "use", guard)
    assert table.player(0).allies == [guard]
    assert table[aragorn].resources == 0


@pytest.mark.card("steward-of-gondor")
def test_steward_of_gondor_on_anothers_hero_pays_for_the_cards_of_his_turn() -> None:
    """He controls it as soon as it is attached, and his turn comes later in the phase (p. 12, 25)."""
    table = Tabletop(["aragorn"], ["theodred"])
    aragorn, theodred = table.player(0).heroes[0], table.player(1).heroes[0]
    table.rich(aragorn, amount=2)
    steward, guard = table.give(0, "steward-of-gondor"), table.give(1, "guard-of-the-citadel")
    table.step("planning")
    table.until("end-phase", steward, theodred, "use", guard)
    assert table.player(1).allies == [guard]
    assert table[theodred].resources == 0


def test_an_action_of_a_turn_draws_a_card_for_it() -> None:
    """Beravor's cards can be played in the same turn (p. 12)."""
    table = Tabletop(["beravor", "aragorn"])
    table.rich()
    beravor = table.player(0).heroes[0]
    scout = table.give(0, "snowbourn-scout")
    guard = table.free("guard-of-the-citadel")
    table.player(0).deck.append(guard)
    table.step("planning")
    table.until("end-phase", "pass", beravor, guard, scout, "done")
    assert table.player(0).allies == [guard, scout]


def test_who_ends_his_turn_has_passed_in_the_window_that_follows() -> None:
    table = Tabletop(["denethor", "aragorn"])
    table.rich()
    table.give(0, "snowbourn-scout")
    table.step("planning")
    table.until("end-phase", "pass", "done")
    assert [decision.kind for decision in table.decisions] == ["action", "plan"]
    offered = [ENTRIES[option[1]].id for option in table.decisions[-1].options[:-1]]
    assert offered == ["snowbourn-scout", "denethor"]


# -- steps that a stage skips have no end, and so no window (p. 14, 16)


def test_a_skipped_staging_step_has_no_window() -> None:
    table = Tabletop(["denethor"], scenario="journey-down-the-anduin")
    table.at_stage("ambush-on-the-shore")
    table.stage("wargs")
    table.s.phase, table.s.questing, table.s.queue, table.s.step = "quest", True, [0], "commit"
    table.until("resolve-quest", "done", "pass")
    assert asked(table) == [0]


def test_engagement_checks_that_are_not_made_have_no_window() -> None:
    table = Tabletop(["denethor"], scenario="journey-down-the-anduin")
    table.at_stage("anduin-passage")
    table.step("encounter")
    table.until("end-phase", "pass")
    assert asked(table) == [0]
