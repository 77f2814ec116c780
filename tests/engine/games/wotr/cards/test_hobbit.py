"""The Hobbits and the Dwarves, of Frodo's deck."""

import pytest

from tests.engine.games.wotr.tabletop import Combat, Tabletop


@pytest.mark.card("gimli")
@pytest.mark.parametrize(("choice", "place"), [("take dwarven-axe", "hand"), ("decline", "cycled")])
def test_gimli_may_take_his_axe_from_the_cycle_pile(tabletop: Tabletop, choice: str, place: str) -> None:
    tabletop.discard("dwarven-axe")
    tabletop.play("gimli", to="reserve")
    tabletop.choose(choice)
    assert tabletop.where("dwarven-axe") == place


@pytest.mark.card("gimli")
def test_gimli_does_not_seek_his_axe_in_the_deck(tabletop: Tabletop) -> None:
    tabletop.play("gimli", to="reserve")
    assert tabletop.awaits[1] == "action"
    assert tabletop.where("dwarven-axe") == "deck"


@pytest.mark.card("bilbo-baggins")
def test_bilbo_is_cycled_to_draw_two(tabletop: Tabletop) -> None:
    tabletop.top("gimli", "treebeard")
    tabletop.play("bilbo-baggins", to="reserve")
    tabletop.use("bilbo-baggins")
    assert tabletop.where("bilbo-baggins") == "cycled"
    assert tabletop.hand("frodo") == ["gimli", "treebeard"]


@pytest.mark.card("bilbo-baggins")
@pytest.mark.parametrize("place", ["hand", "reserve", "top"])
def test_bilbo_is_never_eliminated_by_forsaking(tabletop: Tabletop, place: str) -> None:
    {"hand": tabletop.give, "reserve": tabletop.reserve, "top": tabletop.top}[place]("bilbo-baggins")
    tabletop.forsake("frodo", "" if place == "top" else "forsake bilbo-baggins")
    assert tabletop.where("bilbo-baggins") == "cycled"


@pytest.mark.card("bilbo-baggins")
def test_bilbo_is_cycled_out_of_a_lost_combat_with_his_items(tabletop: Tabletop) -> None:
    tabletop.lay("imladris")
    tabletop.stand("imladris", "bilbo-baggins", "the-witch-king", "the-hunter", "the-reaver")
    tabletop.wield("bilbo-baggins", "blade-of-westernesse")
    assert tabletop.fight("imladris").left == 1
    assert tabletop.where("bilbo-baggins") == tabletop.where("blade-of-westernesse") == "cycled"


@pytest.mark.card("fatty-bolger")
def test_fatty_is_eliminated_to_draw_three(tabletop: Tabletop) -> None:
    tabletop.top("gimli", "treebeard", "sting", "glamdring")
    tabletop.reserve("fatty-bolger")
    tabletop.use("fatty-bolger")
    assert tabletop.where("fatty-bolger") == "eliminated"
    assert tabletop.hand("frodo") == ["gimli", "treebeard", "sting"]


@pytest.mark.card("fatty-bolger")
@pytest.mark.parametrize(("place", "end"), [("hand", "eliminated"), ("reserve", "cycled"), ("top", "eliminated")])
def test_fatty_is_cycled_when_forsaken_from_reserve_only(tabletop: Tabletop, place: str, end: str) -> None:
    {"hand": tabletop.give, "reserve": tabletop.reserve, "top": tabletop.top}[place]("fatty-bolger")
    tabletop.forsake("frodo", "" if place == "top" else "forsake fatty-bolger")
    assert tabletop.where("fatty-bolger") == end


@pytest.mark.card("frodo-baggins")
@pytest.mark.parametrize("place", ["hand", "reserve", "top"])
def test_frodo_is_never_eliminated_by_forsaking(tabletop: Tabletop, place: str) -> None:
    {"hand": tabletop.give, "reserve": tabletop.reserve, "top": tabletop.top}[place]("frodo-baggins")
    tabletop.forsake("frodo", "" if place == "top" else "forsake frodo-baggins")
    assert tabletop.where("frodo-baggins") == "cycled"


@pytest.mark.card("frodo-baggins")
def test_frodo_survives_but_his_items_do_not(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.play("frodo-baggins", to="weathertop")
    tabletop.stand("weathertop", "the-witch-king")
    tabletop.wield("frodo-baggins", "sting", "phial-of-galadriel", "lembas")
    tabletop.stand("weathertop", "the-hunter")
    assert tabletop.fight("weathertop") == Combat(attack=3, defence=4, left=0)
    assert tabletop.where("frodo-baggins") == "cycled"
    assert {tabletop.where(item) for item in ("sting", "phial-of-galadriel", "lembas")} == {"eliminated"}


@pytest.mark.card("frodo-baggins")
def test_frodo_simply_cycled_keeps_his_items_with_him(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "frodo-baggins")
    tabletop.wield("frodo-baggins", "sting")
    tabletop.fight("weathertop")
    assert tabletop.where("frodo-baggins") == tabletop.where("sting") == "cycled"


HALFLINGS = [("merry-brandybuck", "edoras", "village-militia"), ("pippin-took", "pelargir", "soldiers-of-gondor")]


@pytest.mark.card("merry-brandybuck", "pippin-took")
@pytest.mark.parametrize(("halfling", "ground", "army"), HALFLINGS)
def test_merry_and_pippin_are_led_by_their_lords(tabletop: Tabletop, halfling: str, ground: str, army: str) -> None:
    tabletop.lay(ground)
    tabletop.play(halfling, to=ground, pay="sting")
    assert tabletop.where(halfling) == ground
    tabletop.stand(ground, army)
    assert tabletop.fight(ground).defence == 1 + 1 + 1


@pytest.mark.card("merry-brandybuck", "pippin-took")
@pytest.mark.parametrize(
    ("halfling", "open", "closed"),
    [("merry-brandybuck", "orthanc", "minas-tirith"), ("pippin-took", "harad", "helms-deep")],
)
def test_merry_and_pippin_go_where_their_lords_go(tabletop: Tabletop, halfling: str, open: str, closed: str) -> None:
    tabletop.lay(open, closed)
    tabletop.reserve(halfling)
    assert tabletop.can("frodo", f"move {halfling} {open}")
    assert not tabletop.can("frodo", f"move {halfling} {closed}")


@pytest.mark.card("merry-brandybuck", "pippin-took")
@pytest.mark.parametrize(("halfling", "ground", "army"), HALFLINGS)
def test_merry_and_pippin_are_not_supported_by_others(
    tabletop: Tabletop, halfling: str, ground: str, army: str
) -> None:
    tabletop.lay(ground)
    tabletop.stand(ground, halfling, "high-elves")
    assert tabletop.fight(ground).defence == 1 + 2


@pytest.mark.card("merry-brandybuck", "pippin-took")
@pytest.mark.parametrize(("halfling", "ground", "army"), HALFLINGS)
def test_merry_and_pippin_survive_path_combat(tabletop: Tabletop, halfling: str, ground: str, army: str) -> None:
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", halfling, "the-witch-king")
    tabletop.wield(halfling, "blade-of-westernesse")
    tabletop.fight("weathertop")
    assert tabletop.where(halfling) == tabletop.where("blade-of-westernesse") == "cycled"


@pytest.mark.card("merry-brandybuck", "pippin-took")
@pytest.mark.parametrize(("halfling", "ground", "army"), HALFLINGS)
def test_merry_and_pippin_fall_in_battle(tabletop: Tabletop, halfling: str, ground: str, army: str) -> None:
    tabletop.lay(ground)
    attackers = ("wolf-riders", "devilry-of-saruman") if ground == "edoras" else ("the-black-fleet", "haradrim-mumakil")
    tabletop.stand(ground, halfling, army, *attackers)
    tabletop.fight(ground)
    assert tabletop.where(halfling) == "eliminated"


@pytest.mark.card("sam-gamgee")
def test_sam_is_cycled_with_his_items_to_defend_the_path(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.reserve("sam-gamgee")
    tabletop.wield("sam-gamgee", "sting")
    tabletop.use("sam-gamgee")
    assert tabletop.where("sam-gamgee") == tabletop.where("sting") == "cycled"
    assert tabletop.fight("weathertop").defence == 1


@pytest.mark.card("sam-gamgee")
def test_sam_on_the_path_is_only_himself(tabletop: Tabletop) -> None:
    tabletop.stand("bucklebury-ferry", "sam-gamgee")
    assert not tabletop.can("frodo", "use sam-gamgee")


@pytest.mark.card("herbs-and-stewed-rabbit")
@pytest.mark.parametrize("place", ["reserve", "bucklebury-ferry"])
def test_herbs_call_a_hobbit_back_and_draw(tabletop: Tabletop, place: str) -> None:
    if place == "reserve":
        tabletop.reserve("sam-gamgee")
    else:
        tabletop.stand(place, "sam-gamgee")
    tabletop.discard("bilbo-baggins", "pippin-took", "gimli")
    tabletop.top("glamdring")
    tabletop.play("herbs-and-stewed-rabbit", to="sam-gamgee", pay="dwarven-axe")
    tabletop.use("herbs-and-stewed-rabbit")
    assert tabletop.options == ["take bilbo-baggins", "take pippin-took"]
    tabletop.choose("take pippin-took")
    assert tabletop.hand("frodo") == ["pippin-took", "glamdring"]
    assert tabletop.where("herbs-and-stewed-rabbit") == "eliminated"


@pytest.mark.card("herbs-and-stewed-rabbit")
@pytest.mark.parametrize("pile", [[], ["gimli"]])
def test_herbs_draw_a_card_without_a_hobbit_to_call(tabletop: Tabletop, pile: list[str]) -> None:
    """Page 12: instructions are followed in order; that the first finds nothing does not forbid the second."""
    tabletop.reserve("sam-gamgee")
    tabletop.wield("sam-gamgee", "herbs-and-stewed-rabbit")
    tabletop.discard(*pile)
    tabletop.top("glamdring")
    tabletop.use("herbs-and-stewed-rabbit")
    assert tabletop.hand("frodo") == ["glamdring"]
    assert tabletop.where("herbs-and-stewed-rabbit") == "eliminated"


@pytest.mark.card("herbs-and-stewed-rabbit")
def test_herbs_are_no_use_without_any_card_to_take_or_draw(tabletop: Tabletop) -> None:
    tabletop.reserve("sam-gamgee")
    tabletop.wield("sam-gamgee", "herbs-and-stewed-rabbit")
    tabletop.only("frodo")
    assert not tabletop.can("frodo", "use herbs-and-stewed-rabbit")


@pytest.mark.card("sting")
@pytest.mark.parametrize(("foe", "defence"), [("hill-troll", 3), ("the-hunter", 2)])
def test_sting_shines_when_monsters_are_near(tabletop: Tabletop, foe: str, defence: int) -> None:
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "sam-gamgee", foe)
    tabletop.play("sting", to="sam-gamgee")
    assert tabletop.fight("weathertop").defence == defence


@pytest.mark.card("sting")
def test_sting_shines_once_for_many_monsters(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "sam-gamgee", "hill-troll", "barrow-wights", "flocks-of-crebain")
    tabletop.wield("sam-gamgee", "sting")
    assert tabletop.fight("weathertop") == Combat(attack=3, defence=3, left=0)


@pytest.mark.card("there-is-another-way")
def test_another_way_is_a_path_of_the_same_number_with_a_token(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.top("village-militia", "gimli")
    tabletop.top("arwen")
    tabletop.play("there-is-another-way", pay="sting")
    assert tabletop.options == ["activate inn-of-the-prancing-pony", "activate the-old-forest"]
    tabletop.choose("activate the-old-forest")
    assert tabletop.where("weathertop") == "free"
    assert tabletop.where("arwen") == "eliminated"  # the new path's text
    assert tabletop.fight("the-old-forest").defence == 1 + 1


@pytest.mark.card("there-is-another-way")
def test_no_other_way_is_left(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.box("inn-of-the-prancing-pony", "the-old-forest")
    tabletop.play("there-is-another-way")
    assert tabletop.path == "weathertop"
    assert tabletop.where("there-is-another-way") == "eliminated"
