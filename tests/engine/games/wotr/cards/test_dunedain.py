"""The Dúnedain, of Aragorn's deck."""

import random

import pytest

from engine.core.errors import CannotUndo
from engine.games.wotr.steps import draw
from tests.engine.games.wotr.tabletop import Combat, Tabletop


@pytest.mark.card("dead-men-of-dunharrow")
def test_dead_men_fight_for_the_heir_only(tabletop: Tabletop) -> None:
    tabletop.lay("harad", "umbar", "pelargir")
    tabletop.stand("harad", "dead-men-of-dunharrow", "boromir")
    assert tabletop.fight("harad").attack == 1  # Boromir's leadership alone
    tabletop.stand("umbar", "dead-men-of-dunharrow", "strider")
    assert tabletop.fight("umbar").attack == 3
    tabletop.stand("pelargir", "dead-men-of-dunharrow", "aragorn")
    assert tabletop.fight("pelargir").defence == 1 + 2 + 2


@pytest.mark.card("knights-of-dol-amroth")
def test_knights_of_dol_amroth_defend_their_home_better(tabletop: Tabletop) -> None:
    tabletop.lay("dol-amroth", "pelargir")
    tabletop.stand("pelargir", "knights-of-dol-amroth")
    assert tabletop.fight("pelargir").defence == 1 + 1
    tabletop.stand("dol-amroth", "knights-of-dol-amroth")
    assert tabletop.fight("dol-amroth").defence == 2 + 2


@pytest.mark.card("guards-of-the-citadel")
def test_guards_of_the_citadel_defend_minas_tirith_better(tabletop: Tabletop) -> None:
    tabletop.lay("minas-tirith", "pelargir")
    tabletop.stand("pelargir", "guards-of-the-citadel")
    assert tabletop.fight("pelargir").defence == 1 + 1
    tabletop.stand("minas-tirith", "guards-of-the-citadel")
    assert tabletop.fight("minas-tirith").defence == 3 + 2


@pytest.mark.card("the-great-gate")
def test_the_great_gate_guards_minas_tirith(tabletop: Tabletop) -> None:
    tabletop.lay("minas-tirith", "pelargir")
    tabletop.play("the-great-gate", to="minas-tirith")
    assert tabletop.fight("minas-tirith").defence == 3 + 3
    tabletop.stand("pelargir", "the-great-gate")
    assert tabletop.fight("pelargir").defence == 1


@pytest.mark.card("the-great-gate")
def test_the_great_gate_enters_no_shadow_battleground(tabletop: Tabletop) -> None:
    tabletop.lay("harad", "pelargir")
    tabletop.give("the-great-gate", "arwen")
    assert not tabletop.can("aragorn", "play the-great-gate harad")
    assert tabletop.can("aragorn", "play the-great-gate pelargir")
    tabletop.reserve("the-great-gate")
    assert not tabletop.can("aragorn", "move the-great-gate harad")
    assert tabletop.can("aragorn", "move the-great-gate pelargir")


@pytest.mark.card("aragorn")
def test_aragorn_replaces_strider(tabletop: Tabletop) -> None:
    tabletop.reserve("strider")
    tabletop.play("aragorn", to="reserve")
    assert tabletop.where("strider") == "eliminated"


@pytest.mark.card("aragorn")
def test_aragorn_in_reserve_draws_one_more(tabletop: Tabletop) -> None:
    tabletop.reserve("aragorn")
    tabletop.direct(draw.draw_phase)
    assert len(tabletop.hand("aragorn")) == 4


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
def test_the_great_are_cycled_when_forsaken_from_the_deck_only(tabletop: Tabletop, seat: str, card: str) -> None:
    tabletop.top(card)
    tabletop.forsake(seat)
    assert tabletop.where(card) == "cycled"
    tabletop.reserve(card)
    tabletop.forsake(seat, f"forsake {card}")
    assert tabletop.where(card) == "eliminated"


@pytest.mark.card("boromir")
def test_boromir_draws_when_played(tabletop: Tabletop) -> None:
    tabletop.top("arwen")
    tabletop.play("boromir", to="reserve")
    assert tabletop.hand("aragorn") == ["arwen"]


@pytest.mark.card("boromir")
def test_boromir_played_to_a_path_draws_then_forsakes(tabletop: Tabletop) -> None:
    tabletop.lay("imladris")
    tabletop.top("arwen", "elrond")
    tabletop.play("boromir", to="imladris")
    assert tabletop.options == ["forsake arwen", "forsake-top"]
    tabletop.choose("forsake arwen")
    assert tabletop.where("arwen") == "eliminated"


@pytest.mark.card("boromir")
def test_boromir_moved_to_a_path_forsakes_without_drawing(tabletop: Tabletop) -> None:
    tabletop.lay("imladris")
    tabletop.reserve("boromir")
    tabletop.top("arwen")
    tabletop.move("boromir", to="imladris")
    assert tabletop.where("arwen") == "eliminated"
    assert tabletop.hand("aragorn") == []


@pytest.mark.card("boromir")
def test_boromir_at_a_battleground_forsakes_nothing(tabletop: Tabletop) -> None:
    tabletop.lay("pelargir")
    tabletop.top("arwen")
    tabletop.play("boromir", to="pelargir")
    assert tabletop.eliminated_pile("aragorn") == []


@pytest.mark.card("denethor")
@pytest.mark.parametrize("son", ["boromir", "faramir"])
def test_denethor_forsakes_to_call_a_son(tabletop: Tabletop, son: str) -> None:
    tabletop.reserve("denethor")
    tabletop.give("arwen")
    tabletop.use("denethor")
    assert tabletop.options == ["forsake arwen", "forsake denethor", "forsake-top"]
    tabletop.choose("forsake arwen", f"take {son}")
    assert tabletop.where(son) == "hand"
    assert tabletop.where("arwen") == "eliminated"
    assert tabletop.where("denethor") == "reserve"


@pytest.mark.card("denethor")
def test_denethor_has_nobody_to_call_when_both_sons_are_in_play(tabletop: Tabletop) -> None:
    tabletop.reserve("denethor", "boromir", "faramir")
    assert not tabletop.can("aragorn", "use denethor")


@pytest.mark.card("denethor")
def test_denethor_does_not_search_a_deck_his_player_knows_to_hold_no_son(tabletop: Tabletop) -> None:
    tabletop.reserve("denethor")
    tabletop.lose("boromir", "faramir")
    assert not tabletop.can("aragorn", "use denethor")


@pytest.mark.card("denethor")
def test_using_denethor_shows_that_a_son_is_in_the_deck(tabletop: Tabletop) -> None:
    tabletop.reserve("denethor")
    tabletop.use("denethor")
    with pytest.raises(CannotUndo):
        tabletop.match.undo(tabletop.seats.index("aragorn"))


@pytest.mark.card("denethor")
def test_others_can_imagine_why_denethors_player_was_passed_over(tabletop: Tabletop) -> None:
    tabletop.reserve("denethor")
    tabletop.lose("boromir", "faramir")
    tabletop.edit().players[tabletop.seats.index("aragorn")].ring = False
    tabletop.turn("aragorn")
    assert tabletop.awaits == ("saruman", "action")
    saruman = tabletop.seats.index("saruman")
    world = tabletop.match.deal_world(saruman, random.Random(1))
    assert world.observation(saruman) == tabletop.match.observation(saruman)


@pytest.mark.card("faramir")
@pytest.mark.parametrize("way", ["play", "move"])
def test_faramir_on_a_path_seven_may_lead_to_another(tabletop: Tabletop, way: str) -> None:
    tabletop.lay("henneth-annun")
    if way == "move":
        tabletop.reserve("faramir")
        tabletop.move("faramir", to="henneth-annun")
    else:
        tabletop.play("faramir", to="henneth-annun")
    tabletop.choose("yes")
    assert tabletop.options == ["activate osgiliath", "activate the-cross-roads"]
    tabletop.choose("activate the-cross-roads")
    assert tabletop.path == "the-cross-roads"
    assert tabletop.where("faramir") == "cycled"
    assert tabletop.where("henneth-annun") == "free"


@pytest.mark.card("faramir")
def test_faramir_may_stay(tabletop: Tabletop) -> None:
    tabletop.lay("henneth-annun")
    tabletop.play("faramir", to="henneth-annun")
    tabletop.choose("no")
    assert tabletop.path == tabletop.where("faramir") == "henneth-annun"


@pytest.mark.card("faramir")
def test_faramir_on_a_path_eight_stays(tabletop: Tabletop) -> None:
    tabletop.lay("morgul-vale")
    tabletop.play("faramir", to="morgul-vale")
    assert tabletop.awaits[1] == "action"
    assert tabletop.where("faramir") == "morgul-vale"


@pytest.mark.card("halbarad")
@pytest.mark.parametrize("heir", ["strider", "aragorn"])
def test_halbarad_brings_the_heir(tabletop: Tabletop, heir: str) -> None:
    tabletop.reserve("halbarad")
    tabletop.use("halbarad")
    tabletop.choose(f"take {heir}")
    assert tabletop.where(heir) == "hand"
    assert tabletop.where("halbarad") == "cycled"


@pytest.mark.card("prince-imrahil")
def test_imrahil_cycles_to_call_his_knights(tabletop: Tabletop) -> None:
    tabletop.give("prince-imrahil", "arwen", "elrond")
    tabletop.play("prince-imrahil", to="reserve", pay="arwen")
    tabletop.choose("yes")
    assert tabletop.hand("aragorn") == ["knights-of-dol-amroth"]
    assert tabletop.cycle_pile("aragorn") == ["arwen", "elrond"]


@pytest.mark.card("prince-imrahil")
def test_imrahil_may_leave_them(tabletop: Tabletop) -> None:
    tabletop.give("prince-imrahil", "arwen", "elrond")
    tabletop.play("prince-imrahil", to="reserve", pay="arwen")
    tabletop.choose("no")
    assert tabletop.hand("aragorn") == ["elrond"]
    assert tabletop.where("knights-of-dol-amroth") == "deck"


@pytest.mark.card("strider")
def test_strider_leads_on_to_the_next_path(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.reserve("strider")
    assert not tabletop.can("aragorn", "use strider")
    tabletop.stand("weathertop", "strider")
    tabletop.use("strider")
    tabletop.choose("activate imladris")
    assert tabletop.path == "imladris"
    assert tabletop.where("weathertop") == "free"
    assert tabletop.where("strider") == "cycled"


@pytest.mark.card("anduril")
def test_anduril_calls_a_dunedain_battleground_and_its_bearer_must_go(tabletop: Tabletop) -> None:
    tabletop.play("aragorn", to="reserve")
    tabletop.wield("aragorn", "anduril")
    tabletop.score("shadow", "minas-tirith")
    tabletop.use("anduril")
    grounds = ["dol-amroth", "minas-tirith", "pelargir", "harad", "minas-morgul", "morannon", "umbar"]
    assert tabletop.options == [f"activate {ground}" for ground in grounds]
    tabletop.choose("activate umbar")
    assert tabletop.where("aragorn") == "umbar"
    assert tabletop.where("anduril") == "aragorn"


@pytest.mark.card("anduril")
def test_anduril_reactivates(tabletop: Tabletop) -> None:
    tabletop.reserve("strider")
    tabletop.wield("strider", "anduril")
    tabletop.score("shadow", "pelargir")
    tabletop.use("anduril")
    tabletop.choose("activate pelargir", "no")
    assert tabletop.where("strider") == "pelargir"
    assert tabletop.site("pelargir").own_defence_ignored


@pytest.mark.card("anduril")
def test_anduril_outside_reserve_calls_nothing(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "strider")
    tabletop.wield("strider", "anduril")
    assert not tabletop.can("aragorn", "use anduril")


@pytest.mark.card("paths-of-the-dead")
@pytest.mark.parametrize(("heir", "drawn"), [(None, 4), ("strider", 5), ("aragorn", 5)])
def test_paths_of_the_dead(tabletop: Tabletop, heir: str | None, drawn: int) -> None:
    if heir:
        tabletop.reserve(heir)
    tabletop.play("paths-of-the-dead")
    if heir:
        tabletop.choose("forsake-top", "forsake-top")
    assert len(tabletop.hand("aragorn")) == drawn
    assert len(tabletop.eliminated_pile("aragorn")) == 1 + 2


@pytest.mark.card("the-red-arrow")
def test_the_red_arrow_opens_dunedain_battlegrounds_to_rohan_this_round(tabletop: Tabletop) -> None:
    tabletop.lay("pelargir", "rivendell")
    tabletop.give("village-militia", "gimli")
    tabletop.reserve("eomer")
    assert not tabletop.can("frodo", "play village-militia pelargir")
    tabletop.play("the-red-arrow")
    assert tabletop.can("frodo", "play village-militia pelargir")
    assert tabletop.can("frodo", "move eomer pelargir")
    assert not tabletop.can("frodo", "play village-militia rivendell")
    assert not tabletop.can("frodo", "play gimli pelargir")
    tabletop.direct(draw.draw_phase)
    assert not tabletop.can("frodo", "play village-militia pelargir")


@pytest.mark.card("the-three-hunters")
def test_the_three_hunters_go_anywhere_and_any_army_follows(tabletop: Tabletop) -> None:
    tabletop.lay("orthanc")
    tabletop.reserve("legolas", "aragorn", "strider")
    tabletop.give("gimli", "sting", "treebeard")
    assert not tabletop.can("aragorn", "move aragorn orthanc")
    tabletop.play("the-three-hunters")
    for hunter in ("legolas", "aragorn", "strider"):
        assert tabletop.can("aragorn", f"move {hunter} orthanc")
    tabletop.play("gimli", to="orthanc", pay="sting")
    tabletop.move("aragorn", to="orthanc")
    tabletop.stand("orthanc", "village-militia")
    assert tabletop.fight("orthanc") == Combat(attack=1 + 1 + 1 + 1, defence=2, left=2)


@pytest.mark.card("the-three-hunters")
def test_the_dead_men_follow_a_hunter_without_their_own_icons(tabletop: Tabletop) -> None:
    """Under the Three Hunters they may support Legolas, but they gain icons only for Strider or Aragorn."""
    tabletop.play("the-three-hunters")
    tabletop.lay("harad")
    tabletop.stand("harad", "legolas", "dead-men-of-dunharrow")
    assert tabletop.fight("harad").attack == 1
