"""The Dúnedain, of Aragorn's deck."""

import random

import pytest

from engine.core.errors import CannotUndo
from engine.games.wotr.steps import scoring
from tests.engine.games.wotr.table import Combat, Table


@pytest.mark.card("dead-men-of-dunharrow")
def test_dead_men_fight_for_the_heir_only(table: Table) -> None:
    table.lay("harad", "umbar", "pelargir")
    table.stand("harad", "dead-men-of-dunharrow", "boromir")
    assert table.fight("harad").attack == 1  # Boromir's leadership alone
    table.stand("umbar", "dead-men-of-dunharrow", "strider")
    assert table.fight("umbar").attack == 3
    table.stand("pelargir", "dead-men-of-dunharrow", "aragorn")
    assert table.fight("pelargir").defence == 1 + 2 + 2


@pytest.mark.card("knights-of-dol-amroth")
def test_knights_of_dol_amroth_defend_their_home_better(table: Table) -> None:
    table.lay("dol-amroth", "pelargir")
    table.stand("pelargir", "knights-of-dol-amroth")
    assert table.fight("pelargir").defence == 1 + 1
    table.stand("dol-amroth", "knights-of-dol-amroth")
    assert table.fight("dol-amroth").defence == 2 + 2


@pytest.mark.card("guards-of-the-citadel")
def test_guards_of_the_citadel_defend_minas_tirith_better(table: Table) -> None:
    table.lay("minas-tirith", "pelargir")
    table.stand("pelargir", "guards-of-the-citadel")
    assert table.fight("pelargir").defence == 1 + 1
    table.stand("minas-tirith", "guards-of-the-citadel")
    assert table.fight("minas-tirith").defence == 3 + 2


@pytest.mark.card("the-great-gate")
def test_the_great_gate_guards_minas_tirith(table: Table) -> None:
    table.lay("minas-tirith", "pelargir")
    table.play("the-great-gate", to="minas-tirith")
    assert table.fight("minas-tirith").defence == 3 + 3
    table.stand("pelargir", "the-great-gate")
    assert table.fight("pelargir").defence == 1


@pytest.mark.card("the-great-gate")
def test_the_great_gate_enters_no_shadow_battleground(table: Table) -> None:
    table.lay("harad", "pelargir")
    table.give("the-great-gate", "arwen")
    assert not table.can("aragorn", "play the-great-gate harad")
    assert table.can("aragorn", "play the-great-gate pelargir")
    table.reserve("the-great-gate")
    assert not table.can("aragorn", "move the-great-gate harad")
    assert table.can("aragorn", "move the-great-gate pelargir")


@pytest.mark.card("aragorn")
def test_aragorn_replaces_strider(table: Table) -> None:
    table.reserve("strider")
    table.play("aragorn", to="reserve")
    assert table.where("strider") == "eliminated"


@pytest.mark.card("aragorn")
def test_aragorn_in_reserve_draws_one_more(table: Table) -> None:
    table.reserve("aragorn")
    table.direct(scoring.draw_phase)
    assert len(table.hand("aragorn")) == 4


@pytest.mark.card("aragorn", "saruman", "the-witch-king", "gandalf-the-white")
@pytest.mark.parametrize(
    ("seat", "card"),
    [
        ("aragorn", "aragorn"),
        ("saruman", "saruman"),
        ("witch-king", "the-witch-king"),
        ("frodo", "gandalf-the-white"),
    ],
)
def test_the_great_are_cycled_when_forsaken_from_the_deck_only(table: Table, seat: str, card: str) -> None:
    table.top(card)
    table.forsake(seat)
    assert table.where(card) == "cycled"
    table.reserve(card)
    table.forsake(seat, f"forsake {card}")
    assert table.where(card) == "eliminated"


@pytest.mark.card("boromir")
def test_boromir_draws_when_played(table: Table) -> None:
    table.top("arwen")
    table.play("boromir", to="reserve")
    assert table.hand("aragorn") == ["arwen"]


@pytest.mark.card("boromir")
def test_boromir_played_to_a_path_draws_then_forsakes(table: Table) -> None:
    table.lay("imladris")
    table.top("arwen", "elrond")
    table.play("boromir", to="imladris")
    assert table.options == ["forsake arwen", "forsake top"]
    table.choose("forsake arwen")
    assert table.where("arwen") == "eliminated"


@pytest.mark.card("boromir")
def test_boromir_moved_to_a_path_forsakes_without_drawing(table: Table) -> None:
    table.lay("imladris")
    table.reserve("boromir")
    table.top("arwen")
    table.move("boromir", to="imladris")
    assert table.where("arwen") == "eliminated"
    assert table.hand("aragorn") == []


@pytest.mark.card("boromir")
def test_boromir_at_a_battleground_forsakes_nothing(table: Table) -> None:
    table.lay("pelargir")
    table.top("arwen")
    table.play("boromir", to="pelargir")
    assert table.eliminated("aragorn") == []


@pytest.mark.card("denethor")
@pytest.mark.parametrize("son", ["boromir", "faramir"])
def test_denethor_forsakes_to_call_a_son(table: Table, son: str) -> None:
    table.reserve("denethor")
    table.give("arwen")
    table.use("denethor")
    assert table.options == ["forsake arwen", "forsake denethor", "forsake top"]
    table.choose("forsake arwen", f"take {son}")
    assert table.where(son) == "hand"
    assert table.where("arwen") == "eliminated"
    assert table.where("denethor") == "reserve"


@pytest.mark.card("denethor")
def test_denethor_has_nobody_to_call_when_both_sons_are_in_play(table: Table) -> None:
    table.reserve("denethor", "boromir", "faramir")
    assert not table.can("aragorn", "use denethor")


@pytest.mark.card("denethor")
def test_denethor_does_not_search_a_deck_his_player_knows_to_hold_no_son(table: Table) -> None:
    table.reserve("denethor")
    table.lose("boromir", "faramir")
    assert not table.can("aragorn", "use denethor")


@pytest.mark.card("denethor")
def test_using_denethor_shows_that_a_son_is_in_the_deck(table: Table) -> None:
    table.reserve("denethor")
    table.use("denethor")
    with pytest.raises(CannotUndo):
        table.match.undo(table.seats.index("aragorn"))


@pytest.mark.card("denethor")
def test_others_can_imagine_why_denethors_player_was_passed_over(table: Table) -> None:
    table.reserve("denethor")
    table.lose("boromir", "faramir")
    table.edit().players[table.seats.index("aragorn")].ring = False
    table.turn("aragorn")
    assert table.asked == ("saruman", "action")
    saruman = table.seats.index("saruman")
    world = table.match.resample(saruman, random.Random(1))
    assert world.observation(saruman) == table.match.observation(saruman)


@pytest.mark.card("faramir")
@pytest.mark.parametrize("way", ["play", "move"])
def test_faramir_on_a_path_seven_may_lead_to_another(table: Table, way: str) -> None:
    table.lay("henneth-annun")
    if way == "move":
        table.reserve("faramir")
        table.move("faramir", to="henneth-annun")
    else:
        table.play("faramir", to="henneth-annun")
    table.choose("yes")
    assert table.options == ["activate osgiliath", "activate the-cross-roads"]
    table.choose("activate the-cross-roads")
    assert table.path == "the-cross-roads"
    assert table.where("faramir") == "cycled"
    assert table.where("henneth-annun") == "free"


@pytest.mark.card("faramir")
def test_faramir_may_stay(table: Table) -> None:
    table.lay("henneth-annun")
    table.play("faramir", to="henneth-annun")
    table.choose("no")
    assert table.path == table.where("faramir") == "henneth-annun"


@pytest.mark.card("faramir")
def test_faramir_on_a_path_eight_stays(table: Table) -> None:
    table.lay("morgul-vale")
    table.play("faramir", to="morgul-vale")
    assert table.asked[1] == "action"
    assert table.where("faramir") == "morgul-vale"


@pytest.mark.card("halbarad")
@pytest.mark.parametrize("heir", ["strider", "aragorn"])
def test_halbarad_brings_the_heir(table: Table, heir: str) -> None:
    table.reserve("halbarad")
    table.use("halbarad")
    table.choose(f"take {heir}")
    assert table.where(heir) == "hand"
    assert table.where("halbarad") == "cycled"


@pytest.mark.card("prince-imrahil")
def test_imrahil_cycles_to_call_his_knights(table: Table) -> None:
    table.give("prince-imrahil", "arwen", "elrond")
    table.play("prince-imrahil", to="reserve", pay="arwen")
    table.choose("yes")
    assert table.hand("aragorn") == ["knights-of-dol-amroth"]
    assert table.cycled("aragorn") == ["arwen", "elrond"]


@pytest.mark.card("prince-imrahil")
def test_imrahil_may_leave_them(table: Table) -> None:
    table.give("prince-imrahil", "arwen", "elrond")
    table.play("prince-imrahil", to="reserve", pay="arwen")
    table.choose("no")
    assert table.hand("aragorn") == ["elrond"]
    assert table.where("knights-of-dol-amroth") == "deck"


@pytest.mark.card("strider")
def test_strider_leads_on_to_the_next_path(table: Table) -> None:
    table.lay("weathertop")
    table.reserve("strider")
    assert not table.can("aragorn", "use strider")
    table.stand("weathertop", "strider")
    table.use("strider")
    table.choose("activate imladris")
    assert table.path == "imladris"
    assert table.where("weathertop") == "free"
    assert table.where("strider") == "cycled"


@pytest.mark.card("anduril")
def test_anduril_calls_a_dunedain_battleground_and_its_bearer_must_go(table: Table) -> None:
    table.play("aragorn", to="reserve")
    table.wield("aragorn", "anduril")
    table.score("shadow", "minas-tirith")
    table.use("anduril")
    grounds = ["dol-amroth", "minas-tirith", "pelargir", "harad", "minas-morgul", "morannon", "umbar"]
    assert table.options == [f"activate {ground}" for ground in grounds]
    table.choose("activate umbar")
    assert table.where("aragorn") == "umbar"
    assert table.where("anduril") == "aragorn"


@pytest.mark.card("anduril")
def test_anduril_reactivates(table: Table) -> None:
    table.reserve("strider")
    table.wield("strider", "anduril")
    table.score("shadow", "pelargir")
    table.use("anduril")
    table.choose("activate pelargir", "no")
    assert table.where("strider") == "pelargir"
    assert table.site("pelargir").breached


@pytest.mark.card("anduril")
def test_anduril_outside_reserve_calls_nothing(table: Table) -> None:
    table.lay("weathertop")
    table.stand("weathertop", "strider")
    table.wield("strider", "anduril")
    assert not table.can("aragorn", "use anduril")


@pytest.mark.card("paths-of-the-dead")
@pytest.mark.parametrize(("heir", "drawn"), [(None, 4), ("strider", 5), ("aragorn", 5)])
def test_paths_of_the_dead(table: Table, heir: str | None, drawn: int) -> None:
    if heir:
        table.reserve(heir)
    table.play("paths-of-the-dead")
    if heir:
        table.choose("forsake top", "forsake top")
    assert len(table.hand("aragorn")) == drawn
    assert len(table.eliminated("aragorn")) == 1 + 2


@pytest.mark.card("the-red-arrow")
def test_the_red_arrow_opens_dunedain_battlegrounds_to_rohan_this_round(table: Table) -> None:
    table.lay("pelargir", "rivendell")
    table.give("village-militia", "gimli")
    table.reserve("eomer")
    assert not table.can("frodo", "play village-militia pelargir")
    table.play("the-red-arrow")
    assert table.can("frodo", "play village-militia pelargir")
    assert table.can("frodo", "move eomer pelargir")
    assert not table.can("frodo", "play village-militia rivendell")
    assert not table.can("frodo", "play gimli pelargir")
    table.direct(scoring.draw_phase)
    assert not table.can("frodo", "play village-militia pelargir")


@pytest.mark.card("the-three-hunters")
def test_the_three_hunters_go_anywhere_and_any_army_follows(table: Table) -> None:
    table.lay("orthanc")
    table.reserve("legolas", "aragorn", "strider")
    table.give("gimli", "sting", "treebeard")
    assert not table.can("aragorn", "move aragorn orthanc")
    table.play("the-three-hunters")
    for hunter in ("legolas", "aragorn", "strider"):
        assert table.can("aragorn", f"move {hunter} orthanc")
    table.play("gimli", to="orthanc", pay="sting")
    table.move("aragorn", to="orthanc")
    table.stand("orthanc", "village-militia")
    assert table.fight("orthanc") == Combat(attack=1 + 1 + 1 + 1, defence=2, left=2)


@pytest.mark.card("the-three-hunters")
def test_the_dead_men_follow_a_hunter_without_their_own_icons(table: Table) -> None:
    """Under the Three Hunters they may support Legolas, but they gain icons only for Strider or Aragorn."""
    table.play("the-three-hunters")
    table.lay("harad")
    table.stand("harad", "legolas", "dead-men-of-dunharrow")
    assert table.fight("harad").attack == 1
