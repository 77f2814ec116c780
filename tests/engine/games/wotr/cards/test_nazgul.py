"""The Nazgûl and what they ride and wield, of the Witch-king's deck."""

import pytest

from engine.games.wotr.steps import scoring
from tests.engine.games.wotr.table import Combat, Table


@pytest.mark.card("the-beguiler")
def test_the_beguiler_makes_each_free_peoples_player_cycle(table: Table) -> None:
    table.play("the-beguiler", to="reserve")
    table.give("gimli", "sting", "arwen", "elrond")
    table.use("the-beguiler")
    assert table.where("the-beguiler") == "cycled"
    table.choose("cycle sting", "cycle arwen")
    assert table.hand("frodo") == ["gimli"]
    assert table.hand("aragorn") == ["elrond"]


@pytest.mark.card("the-black-easterling")
def test_the_black_easterling_draws_and_holds_dol_guldur(table: Table) -> None:
    table.lay("dol-guldur", "morannon")
    table.top("olog-hai")
    table.play("the-black-easterling", to="dol-guldur")
    assert table.hand("witch-king") == ["olog-hai"]
    assert table.fight("dol-guldur").defence == 2 + 1
    table.stand("morannon", "the-black-easterling")
    assert table.fight("morannon").defence == 2


@pytest.mark.card("the-commander")
def test_the_commander_lets_each_shadow_player_draw(table: Table) -> None:
    table.play("the-commander", to="reserve")
    table.top("olog-hai")
    table.top("ugluk")
    table.use("the-commander")
    assert table.where("the-commander") == "cycled"
    assert (table.hand("witch-king"), table.hand("saruman")) == (["olog-hai"], ["ugluk"])


@pytest.mark.card("the-destroyer")
def test_the_destroyer_strengthens_an_attack(table: Table) -> None:
    table.play("the-destroyer", to="reserve")
    assert not table.can("witch-king", "use the-destroyer")
    table.lay("edoras", "pelargir")
    table.use("the-destroyer")
    assert table.options == ["attack edoras", "attack pelargir"]
    table.choose("attack pelargir")
    assert table.where("the-destroyer") == "cycled"
    assert table.fight("pelargir") == Combat(attack=1, defence=1, left=0)


@pytest.mark.card("the-warrior")
def test_the_warrior_strengthens_a_defence(table: Table) -> None:
    table.play("the-warrior", to="reserve")
    assert not table.can("witch-king", "use the-warrior")
    table.lay("harad", "umbar")
    table.use("the-warrior")
    table.choose("defend harad")
    assert table.where("the-warrior") == "cycled"
    assert table.fight("harad").defence == 2


@pytest.mark.card("the-hunter")
def test_the_hunter_strengthens_the_attack_on_the_path(table: Table) -> None:
    table.lay("weathertop")
    table.play("the-hunter", to="reserve")
    table.use("the-hunter")
    assert table.where("the-hunter") == "cycled"
    assert table.fight("weathertop") == Combat(attack=1, defence=0, left=1)


@pytest.mark.card("the-messenger")
def test_the_messenger_calls_a_nazgul_back(table: Table) -> None:
    table.reserve("the-messenger")
    table.discard("the-witch-king", "the-hunter", "olog-hai")
    table.use("the-messenger")
    assert table.options == ["take the-hunter", "take the-witch-king"]
    table.choose("take the-witch-king")
    assert table.hand("witch-king") == ["the-witch-king"]
    assert table.where("the-messenger") == "cycled"


@pytest.mark.card("the-reaver")
def test_the_reaver_makes_each_free_peoples_player_forsake(table: Table) -> None:
    table.reserve("the-reaver")
    table.give("gimli", "arwen")
    table.use("the-reaver")
    table.choose("forsake gimli", "forsake arwen")
    assert table.where("gimli") == table.where("arwen") == "eliminated"
    assert table.where("the-reaver") == "cycled"


@pytest.mark.card("the-witch-king")
def test_the_witch_king_in_reserve_draws_one_more(table: Table) -> None:
    table.reserve("the-witch-king")
    table.direct(scoring.draw_phase)
    assert len(table.hand("witch-king")) == 5


NAZGUL = ["the-beguiler", "the-commander", "the-destroyer", "the-hunter", "the-messenger", "the-reaver", "the-warrior"]


@pytest.mark.card(*NAZGUL)
@pytest.mark.parametrize("nazgul", NAZGUL)
def test_their_texts_are_used_from_reserve_only(table: Table, nazgul: str) -> None:
    table.lay("weathertop", "morannon")
    table.discard("the-witch-king")
    table.reserve(nazgul)
    assert table.can("witch-king", f"use {nazgul}")
    table.stand("weathertop", nazgul)
    assert not table.can("witch-king", f"use {nazgul}")
    table.stand("morannon", nazgul)
    assert not table.can("witch-king", f"use {nazgul}")


@pytest.mark.card("black-breath")
@pytest.mark.parametrize("place", ["weathertop", "morannon"])
def test_the_black_breath_corrupts(table: Table, place: str) -> None:
    table.lay(place)
    table.stand(place, "the-hunter")
    table.wield("the-hunter", "morgul-blade")
    table.play("black-breath", to="the-hunter")
    table.use("black-breath")
    assert table.corruption == 1
    assert {table.where(card) for card in ("the-hunter", "morgul-blade", "black-breath")} == {"cycled"}


@pytest.mark.card("black-breath")
def test_the_black_breath_needs_a_location(table: Table) -> None:
    table.reserve("the-hunter")
    table.wield("the-hunter", "black-breath")
    assert not table.can("witch-king", "use black-breath")


@pytest.mark.card("black-rider-s-mount")
@pytest.mark.parametrize(("choice", "place"), [("move the-hunter weathertop", "weathertop"), ("decline", "reserve")])
def test_the_black_horse_carries_its_rider_to_the_path_at_once(table: Table, choice: str, place: str) -> None:
    table.lay("weathertop", "morannon")
    table.play("the-hunter", to="reserve")
    table.play("black-rider-s-mount", to="the-hunter", pay="mordor-orcs")
    assert table.options == ["move the-hunter weathertop", "decline"]
    table.choose(choice)
    assert table.where("the-hunter") == place
    assert table.where("black-rider-s-mount") == "the-hunter"


@pytest.mark.card("black-rider-s-mount")
def test_the_black_horse_does_not_enter_a_path_closed_to_its_rider(table: Table) -> None:
    table.lay("khazad-dum")
    table.reserve("the-hunter")
    table.play("black-rider-s-mount", to="the-hunter")
    assert table.asked[1] == "action"
    assert table.where("the-hunter") == "reserve"


@pytest.mark.card("fell-beast")
@pytest.mark.parametrize(
    ("choice", "place"),
    [("move the-hunter morannon", "morannon"), ("move the-hunter lorien", "lorien"), ("decline", "reserve")],
)
def test_the_fell_beast_carries_its_rider_to_battle_at_once(table: Table, choice: str, place: str) -> None:
    table.lay("weathertop", "morannon", "lorien", "edoras")
    table.play("the-hunter", to="reserve")
    table.play("fell-beast", to="the-hunter", pay="mordor-orcs")
    assert table.options == ["move the-hunter morannon", "move the-hunter lorien", "decline"]
    table.choose(choice)
    assert table.where("the-hunter") == place


@pytest.mark.card("fell-beast")
def test_the_fell_beast_for_a_rider_in_the_field_moves_nobody(table: Table) -> None:
    table.lay("weathertop", "morannon")
    table.stand("weathertop", "the-hunter")
    table.play("fell-beast", to="the-hunter")
    assert table.asked[1] == "action"
    assert table.where("the-hunter") == "weathertop"


@pytest.mark.card("fell-beast")
def test_a_rider_forsaken_to_pay_for_its_mount_does_not_ride(table: Table) -> None:
    table.lay("morannon")
    table.reserve("the-hunter")
    table.give("fell-beast")
    table.act("witch-king", "play fell-beast the-hunter")
    table.choose("forsake the-hunter")
    assert table.where("the-hunter") == table.where("fell-beast") == "eliminated"


@pytest.mark.card("morgul-blade")
def test_the_morgul_blade_corrupts_from_a_path(table: Table) -> None:
    table.lay("weathertop")
    table.reserve("the-witch-king")
    table.play("morgul-blade", to="the-witch-king")
    assert not table.can("witch-king", "use morgul-blade")
    table.stand("weathertop", "the-witch-king")
    table.use("morgul-blade")
    assert table.corruption == 1
    assert table.where("morgul-blade") == "eliminated"
    assert table.where("the-witch-king") == "weathertop"


@pytest.mark.card("nazgul-s-mantle")
@pytest.mark.parametrize("place", ["weathertop", "minas-tirith"])
def test_the_mantle_saves_its_wearer_from_combat(table: Table, place: str) -> None:
    table.lay(place)
    table.stand(place, "the-hunter")
    table.play("nazgul-s-mantle", to="the-hunter")
    table.wield("the-hunter", "fell-beast")
    table.fight(place)
    assert {table.where(card) for card in ("the-hunter", "fell-beast", "nazgul-s-mantle")} == {"cycled"}


@pytest.mark.card("nazgul-s-mantle")
def test_the_mantle_does_not_save_from_being_forsaken(table: Table) -> None:
    table.reserve("the-hunter")
    table.wield("the-hunter", "nazgul-s-mantle")
    table.forsake("witch-king", "forsake the-hunter")
    assert table.where("the-hunter") == table.where("nazgul-s-mantle") == "eliminated"
