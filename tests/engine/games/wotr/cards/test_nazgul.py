"""The Nazgûl and what they ride and wield, of the Witch-king's deck."""

import pytest

from engine.games.wotr.steps import draw
from tests.engine.games.wotr.tabletop import Combat, Tabletop


@pytest.mark.card("the-beguiler")
def test_the_beguiler_makes_each_free_peoples_player_cycle(tabletop: Tabletop) -> None:
    tabletop.play("the-beguiler", to="reserve")
    tabletop.give("gimli", "sting", "arwen", "elrond")
    tabletop.use("the-beguiler")
    assert tabletop.where("the-beguiler") == "cycled"
    tabletop.choose("cycle sting", "cycle arwen")
    assert tabletop.hand("frodo") == ["gimli"]
    assert tabletop.hand("aragorn") == ["elrond"]


@pytest.mark.card("the-black-easterling")
def test_the_black_easterling_draws_and_holds_dol_guldur(tabletop: Tabletop) -> None:
    tabletop.lay("dol-guldur", "morannon")
    tabletop.top("olog-hai")
    tabletop.play("the-black-easterling", to="dol-guldur")
    assert tabletop.hand("witch-king") == ["olog-hai"]
    assert tabletop.fight("dol-guldur").defence == 2 + 1
    tabletop.stand("morannon", "the-black-easterling")
    assert tabletop.fight("morannon").defence == 2


@pytest.mark.card("the-commander")
def test_the_commander_lets_each_shadow_player_draw(tabletop: Tabletop) -> None:
    tabletop.play("the-commander", to="reserve")
    tabletop.top("olog-hai")
    tabletop.top("ugluk")
    tabletop.use("the-commander")
    assert tabletop.where("the-commander") == "cycled"
    assert (tabletop.hand("witch-king"), tabletop.hand("saruman")) == (["olog-hai"], ["ugluk"])


@pytest.mark.card("the-destroyer")
def test_the_destroyer_strengthens_an_attack(tabletop: Tabletop) -> None:
    tabletop.play("the-destroyer", to="reserve")
    assert not tabletop.can("witch-king", "use the-destroyer")
    tabletop.lay("edoras", "pelargir")
    tabletop.use("the-destroyer")
    assert tabletop.options == ["attack edoras", "attack pelargir"]
    tabletop.choose("attack pelargir")
    assert tabletop.where("the-destroyer") == "cycled"
    assert tabletop.fight("pelargir") == Combat(attack=1, defence=1, left=0)


@pytest.mark.card("the-warrior")
def test_the_warrior_strengthens_a_defence(tabletop: Tabletop) -> None:
    tabletop.play("the-warrior", to="reserve")
    assert not tabletop.can("witch-king", "use the-warrior")
    tabletop.lay("harad", "umbar")
    tabletop.use("the-warrior")
    tabletop.choose("defend harad")
    assert tabletop.where("the-warrior") == "cycled"
    assert tabletop.fight("harad").defence == 2


@pytest.mark.card("the-hunter")
def test_the_hunter_strengthens_the_attack_on_the_path(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.play("the-hunter", to="reserve")
    tabletop.use("the-hunter")
    assert tabletop.where("the-hunter") == "cycled"
    assert tabletop.fight("weathertop") == Combat(attack=1, defence=0, left=1)


@pytest.mark.card("the-messenger")
def test_the_messenger_calls_a_nazgul_back(tabletop: Tabletop) -> None:
    tabletop.reserve("the-messenger")
    tabletop.discard("the-witch-king", "the-hunter", "olog-hai")
    tabletop.use("the-messenger")
    assert tabletop.options == ["take the-hunter", "take the-witch-king"]
    tabletop.choose("take the-witch-king")
    assert tabletop.hand("witch-king") == ["the-witch-king"]
    assert tabletop.where("the-messenger") == "cycled"


@pytest.mark.card("the-reaver")
def test_the_reaver_makes_each_free_peoples_player_forsake(tabletop: Tabletop) -> None:
    tabletop.reserve("the-reaver")
    tabletop.give("gimli", "arwen")
    tabletop.use("the-reaver")
    tabletop.choose("forsake gimli", "forsake arwen")
    assert tabletop.where("gimli") == tabletop.where("arwen") == "eliminated"
    assert tabletop.where("the-reaver") == "cycled"


@pytest.mark.card("the-witch-king")
def test_the_witch_king_in_reserve_draws_one_more(tabletop: Tabletop) -> None:
    tabletop.reserve("the-witch-king")
    tabletop.direct(draw.draw_phase)
    assert len(tabletop.hand("witch-king")) == 5


NAZGUL = ["the-beguiler", "the-commander", "the-destroyer", "the-hunter", "the-messenger", "the-reaver", "the-warrior"]


@pytest.mark.card(*NAZGUL)
@pytest.mark.parametrize("nazgul", NAZGUL)
def test_their_texts_are_used_from_reserve_only(tabletop: Tabletop, nazgul: str) -> None:
    tabletop.lay("weathertop", "morannon")
    tabletop.discard("the-witch-king")
    tabletop.reserve(nazgul)
    assert tabletop.can("witch-king", f"use {nazgul}")
    tabletop.stand("weathertop", nazgul)
    assert not tabletop.can("witch-king", f"use {nazgul}")
    tabletop.stand("morannon", nazgul)
    assert not tabletop.can("witch-king", f"use {nazgul}")


@pytest.mark.card("black-breath")
@pytest.mark.parametrize("place", ["weathertop", "morannon"])
def test_the_black_breath_corrupts(tabletop: Tabletop, place: str) -> None:
    tabletop.lay(place)
    tabletop.stand(place, "the-hunter")
    tabletop.wield("the-hunter", "morgul-blade")
    tabletop.play("black-breath", to="the-hunter")
    tabletop.use("black-breath")
    assert tabletop.corruption == 1
    assert {tabletop.where(card) for card in ("the-hunter", "morgul-blade", "black-breath")} == {"cycled"}


@pytest.mark.card("black-breath")
def test_the_black_breath_needs_a_location(tabletop: Tabletop) -> None:
    tabletop.reserve("the-hunter")
    tabletop.wield("the-hunter", "black-breath")
    assert not tabletop.can("witch-king", "use black-breath")


@pytest.mark.card("black-riders-mount")
@pytest.mark.parametrize(("choice", "place"), [("move the-hunter weathertop", "weathertop"), ("decline", "reserve")])
def test_the_black_horse_carries_its_rider_to_the_path_at_once(tabletop: Tabletop, choice: str, place: str) -> None:
    tabletop.lay("weathertop", "morannon")
    tabletop.play("the-hunter", to="reserve")
    tabletop.play("black-riders-mount", to="the-hunter", pay="mordor-orcs")
    assert tabletop.options == ["move the-hunter weathertop", "decline"]
    tabletop.choose(choice)
    assert tabletop.where("the-hunter") == place
    assert tabletop.where("black-riders-mount") == "the-hunter"


@pytest.mark.card("black-riders-mount")
def test_the_black_horse_does_not_enter_a_path_closed_to_its_rider(tabletop: Tabletop) -> None:
    tabletop.lay("khazad-dum")
    tabletop.reserve("the-hunter")
    tabletop.play("black-riders-mount", to="the-hunter")
    assert tabletop.awaits[1] == "action"
    assert tabletop.where("the-hunter") == "reserve"


@pytest.mark.card("fell-beast")
@pytest.mark.parametrize(
    ("choice", "place"),
    [("move the-hunter morannon", "morannon"), ("move the-hunter lorien", "lorien"), ("decline", "reserve")],
)
def test_the_fell_beast_carries_its_rider_to_battle_at_once(tabletop: Tabletop, choice: str, place: str) -> None:
    tabletop.lay("weathertop", "morannon", "lorien", "edoras")
    tabletop.play("the-hunter", to="reserve")
    tabletop.play("fell-beast", to="the-hunter", pay="mordor-orcs")
    assert tabletop.options == ["move the-hunter morannon", "move the-hunter lorien", "decline"]
    tabletop.choose(choice)
    assert tabletop.where("the-hunter") == place


@pytest.mark.card("fell-beast")
def test_the_fell_beast_for_a_rider_in_the_field_moves_nobody(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop", "morannon")
    tabletop.stand("weathertop", "the-hunter")
    tabletop.play("fell-beast", to="the-hunter")
    assert tabletop.awaits[1] == "action"
    assert tabletop.where("the-hunter") == "weathertop"


@pytest.mark.card("fell-beast")
def test_a_rider_forsaken_to_pay_for_its_mount_does_not_ride(tabletop: Tabletop) -> None:
    tabletop.lay("morannon")
    tabletop.reserve("the-hunter")
    tabletop.give("fell-beast")
    tabletop.act("witch-king", "play fell-beast the-hunter")
    tabletop.choose("forsake the-hunter")
    assert tabletop.where("the-hunter") == tabletop.where("fell-beast") == "eliminated"


@pytest.mark.card("morgul-blade")
def test_the_morgul_blade_corrupts_from_a_path(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.reserve("the-witch-king")
    tabletop.play("morgul-blade", to="the-witch-king")
    assert not tabletop.can("witch-king", "use morgul-blade")
    tabletop.stand("weathertop", "the-witch-king")
    tabletop.use("morgul-blade")
    assert tabletop.corruption == 1
    assert tabletop.where("morgul-blade") == "eliminated"
    assert tabletop.where("the-witch-king") == "weathertop"


@pytest.mark.card("nazguls-mantle")
@pytest.mark.parametrize("place", ["weathertop", "minas-tirith"])
def test_the_mantle_saves_its_wearer_from_combat(tabletop: Tabletop, place: str) -> None:
    tabletop.lay(place)
    tabletop.stand(place, "the-hunter")
    tabletop.play("nazguls-mantle", to="the-hunter")
    tabletop.wield("the-hunter", "fell-beast")
    tabletop.fight(place)
    assert {tabletop.where(card) for card in ("the-hunter", "fell-beast", "nazguls-mantle")} == {"cycled"}


@pytest.mark.card("nazguls-mantle")
def test_the_mantle_does_not_save_from_being_forsaken(tabletop: Tabletop) -> None:
    tabletop.reserve("the-hunter")
    tabletop.wield("the-hunter", "nazguls-mantle")
    tabletop.forsake("witch-king", "forsake the-hunter")
    assert tabletop.where("the-hunter") == tabletop.where("nazguls-mantle") == "eliminated"
