"""The Hobbits and the Dwarves, of Frodo's deck."""

import pytest

from tests.engine.games.wotr.table import Combat, Table


@pytest.mark.card("gimli")
@pytest.mark.parametrize(("choice", "place"), [("take dwarven-axe", "hand"), ("decline", "cycled")])
def test_gimli_may_take_his_axe_from_the_cycle_pile(table: Table, choice: str, place: str) -> None:
    table.discard("dwarven-axe")
    table.play("gimli", to="reserve")
    table.choose(choice)
    assert table.where("dwarven-axe") == place


@pytest.mark.card("gimli")
def test_gimli_does_not_seek_his_axe_in_the_deck(table: Table) -> None:
    table.play("gimli", to="reserve")
    assert table.asked[1] == "action"
    assert table.where("dwarven-axe") == "deck"


@pytest.mark.card("bilbo-baggins")
def test_bilbo_is_cycled_to_draw_two(table: Table) -> None:
    table.top("gimli", "treebeard")
    table.play("bilbo-baggins", to="reserve")
    table.use("bilbo-baggins")
    assert table.where("bilbo-baggins") == "cycled"
    assert table.hand("frodo") == ["gimli", "treebeard"]


@pytest.mark.card("bilbo-baggins")
@pytest.mark.parametrize("place", ["hand", "reserve", "top"])
def test_bilbo_is_never_eliminated_by_forsaking(table: Table, place: str) -> None:
    {"hand": table.give, "reserve": table.reserve, "top": table.top}[place]("bilbo-baggins")
    table.forsake("frodo", "" if place == "top" else "forsake bilbo-baggins")
    assert table.where("bilbo-baggins") == "cycled"


@pytest.mark.card("bilbo-baggins")
def test_bilbo_is_cycled_out_of_a_lost_combat_with_his_items(table: Table) -> None:
    table.lay("imladris")
    table.stand("imladris", "bilbo-baggins", "the-witch-king", "the-hunter", "the-reaver")
    table.wield("bilbo-baggins", "blade-of-westernesse")
    assert table.fight("imladris").left == 1
    assert table.where("bilbo-baggins") == table.where("blade-of-westernesse") == "cycled"


@pytest.mark.card("fatty-bolger")
def test_fatty_is_eliminated_to_draw_three(table: Table) -> None:
    table.top("gimli", "treebeard", "sting", "glamdring")
    table.reserve("fatty-bolger")
    table.use("fatty-bolger")
    assert table.where("fatty-bolger") == "eliminated"
    assert table.hand("frodo") == ["gimli", "treebeard", "sting"]


@pytest.mark.card("fatty-bolger")
@pytest.mark.parametrize(("place", "end"), [("hand", "eliminated"), ("reserve", "cycled"), ("top", "eliminated")])
def test_fatty_is_cycled_when_forsaken_from_reserve_only(table: Table, place: str, end: str) -> None:
    {"hand": table.give, "reserve": table.reserve, "top": table.top}[place]("fatty-bolger")
    table.forsake("frodo", "" if place == "top" else "forsake fatty-bolger")
    assert table.where("fatty-bolger") == end


@pytest.mark.card("frodo-baggins")
@pytest.mark.parametrize("place", ["hand", "reserve", "top"])
def test_frodo_is_never_eliminated_by_forsaking(table: Table, place: str) -> None:
    {"hand": table.give, "reserve": table.reserve, "top": table.top}[place]("frodo-baggins")
    table.forsake("frodo", "" if place == "top" else "forsake frodo-baggins")
    assert table.where("frodo-baggins") == "cycled"


@pytest.mark.card("frodo-baggins")
def test_frodo_survives_but_his_items_do_not(table: Table) -> None:
    table.lay("weathertop")
    table.play("frodo-baggins", to="weathertop")
    table.stand("weathertop", "the-witch-king")
    table.wield("frodo-baggins", "sting", "phial-of-galadriel", "lembas")
    table.stand("weathertop", "the-hunter")
    assert table.fight("weathertop") == Combat(attack=3, defence=4, left=0)
    assert table.where("frodo-baggins") == "cycled"
    assert {table.where(item) for item in ("sting", "phial-of-galadriel", "lembas")} == {"eliminated"}


@pytest.mark.card("frodo-baggins")
def test_frodo_simply_cycled_keeps_his_items_with_him(table: Table) -> None:
    table.lay("weathertop")
    table.stand("weathertop", "frodo-baggins")
    table.wield("frodo-baggins", "sting")
    table.fight("weathertop")
    assert table.where("frodo-baggins") == table.where("sting") == "cycled"


HALFLINGS = [("merry-brandybuck", "edoras", "village-militia"), ("pippin-took", "pelargir", "soldiers-of-gondor")]


@pytest.mark.card("merry-brandybuck", "pippin-took")
@pytest.mark.parametrize(("halfling", "ground", "army"), HALFLINGS)
def test_merry_and_pippin_are_led_by_their_lords(table: Table, halfling: str, ground: str, army: str) -> None:
    table.lay(ground)
    table.play(halfling, to=ground, pay="sting")
    assert table.where(halfling) == ground
    table.stand(ground, army)
    assert table.fight(ground).defence == 1 + 1 + 1


@pytest.mark.card("merry-brandybuck", "pippin-took")
@pytest.mark.parametrize(
    ("halfling", "open", "closed"),
    [("merry-brandybuck", "orthanc", "minas-tirith"), ("pippin-took", "harad", "helm-s-deep")],
)
def test_merry_and_pippin_go_where_their_lords_go(table: Table, halfling: str, open: str, closed: str) -> None:
    table.lay(open, closed)
    table.reserve(halfling)
    assert table.can("frodo", f"move {halfling} {open}")
    assert not table.can("frodo", f"move {halfling} {closed}")


@pytest.mark.card("merry-brandybuck", "pippin-took")
@pytest.mark.parametrize(("halfling", "ground", "army"), HALFLINGS)
def test_merry_and_pippin_are_not_supported_by_others(table: Table, halfling: str, ground: str, army: str) -> None:
    table.lay(ground)
    table.stand(ground, halfling, "high-elves")
    assert table.fight(ground).defence == 1 + 2


@pytest.mark.card("merry-brandybuck", "pippin-took")
@pytest.mark.parametrize(("halfling", "ground", "army"), HALFLINGS)
def test_merry_and_pippin_survive_path_combat(table: Table, halfling: str, ground: str, army: str) -> None:
    table.lay("weathertop")
    table.stand("weathertop", halfling, "the-witch-king")
    table.wield(halfling, "blade-of-westernesse")
    table.fight("weathertop")
    assert table.where(halfling) == table.where("blade-of-westernesse") == "cycled"


@pytest.mark.card("merry-brandybuck", "pippin-took")
@pytest.mark.parametrize(("halfling", "ground", "army"), HALFLINGS)
def test_merry_and_pippin_fall_in_battle(table: Table, halfling: str, ground: str, army: str) -> None:
    table.lay(ground)
    attackers = ("wolf-riders", "devilry-of-saruman") if ground == "edoras" else ("the-black-fleet", "haradrim-mumakil")
    table.stand(ground, halfling, army, *attackers)
    table.fight(ground)
    assert table.where(halfling) == "eliminated"


@pytest.mark.card("sam-gamgee")
def test_sam_is_cycled_with_his_items_to_defend_the_path(table: Table) -> None:
    table.lay("weathertop")
    table.reserve("sam-gamgee")
    table.wield("sam-gamgee", "sting")
    table.use("sam-gamgee")
    assert table.where("sam-gamgee") == table.where("sting") == "cycled"
    assert table.fight("weathertop").defence == 1


@pytest.mark.card("sam-gamgee")
def test_sam_on_the_path_is_only_himself(table: Table) -> None:
    table.stand("bucklebury-ferry", "sam-gamgee")
    assert not table.can("frodo", "use sam-gamgee")


@pytest.mark.card("herbs-and-stewed-rabbit")
@pytest.mark.parametrize("place", ["reserve", "bucklebury-ferry"])
def test_herbs_call_a_hobbit_back_and_draw(table: Table, place: str) -> None:
    if place == "reserve":
        table.reserve("sam-gamgee")
    else:
        table.stand(place, "sam-gamgee")
    table.discard("bilbo-baggins", "pippin-took", "gimli")
    table.top("glamdring")
    table.play("herbs-and-stewed-rabbit", to="sam-gamgee", pay="dwarven-axe")
    table.use("herbs-and-stewed-rabbit")
    assert table.options == ["take bilbo-baggins", "take pippin-took"]
    table.choose("take pippin-took")
    assert table.hand("frodo") == ["pippin-took", "glamdring"]
    assert table.where("herbs-and-stewed-rabbit") == "eliminated"


@pytest.mark.card("herbs-and-stewed-rabbit")
def test_herbs_are_no_use_without_a_cycle_pile(table: Table) -> None:
    table.reserve("sam-gamgee")
    table.wield("sam-gamgee", "herbs-and-stewed-rabbit")
    assert not table.can("frodo", "use herbs-and-stewed-rabbit")


@pytest.mark.card("sting")
@pytest.mark.parametrize(("foe", "defence"), [("hill-troll", 3), ("the-hunter", 2)])
def test_sting_shines_when_monsters_are_near(table: Table, foe: str, defence: int) -> None:
    table.lay("weathertop")
    table.stand("weathertop", "sam-gamgee", foe)
    table.play("sting", to="sam-gamgee")
    assert table.fight("weathertop").defence == defence


@pytest.mark.card("sting")
def test_sting_shines_once_for_many_monsters(table: Table) -> None:
    table.lay("weathertop")
    table.stand("weathertop", "sam-gamgee", "hill-troll", "barrow-wights", "flocks-of-crebain")
    table.wield("sam-gamgee", "sting")
    assert table.fight("weathertop") == Combat(attack=3, defence=3, left=0)


@pytest.mark.card("there-is-another-way")
def test_another_way_is_a_path_of_the_same_number_with_a_token(table: Table) -> None:
    table.lay("weathertop")
    table.top("village-militia", "gimli")
    table.top("arwen")
    table.play("there-is-another-way", pay="sting")
    assert table.options == ["activate inn-of-the-prancing-pony", "activate the-old-forest"]
    table.choose("activate the-old-forest")
    assert table.where("weathertop") == "free"
    assert table.where("arwen") == "eliminated"  # the new path's text
    assert table.fight("the-old-forest").defence == 1 + 1


@pytest.mark.card("there-is-another-way")
def test_no_other_way_is_left(table: Table) -> None:
    table.lay("weathertop")
    table.box("inn-of-the-prancing-pony", "the-old-forest")
    table.play("there-is-another-way")
    assert table.path == "weathertop"
    assert table.where("there-is-another-way") == "eliminated"
