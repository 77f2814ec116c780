"""The Wizards, the Ents and others at their side, of Frodo's deck."""

import pytest

from engine.games.wotr.steps import scoring
from engine.games.wotr.steps.carryover import carryover
from tests.engine.games.wotr.table import Combat, Table


@pytest.mark.card("gandalf-the-grey")
def test_gandalf_leads_on_to_the_next_path(table: Table) -> None:
    table.lay("imladris")
    table.reserve("gandalf-the-grey")
    assert not table.can("frodo", "use gandalf-the-grey")
    table.stand("imladris", "gandalf-the-grey")
    table.use("gandalf-the-grey")
    assert table.options == ["activate caradhras", "activate khazad-dum", "activate the-doors-of-durin"]
    table.choose("activate khazad-dum")
    assert table.path == "khazad-dum"
    assert table.where("imladris") == "free"


@pytest.mark.card("gandalf-the-grey", "gandalf-the-white")
def test_the_white_replaces_the_grey(table: Table) -> None:
    table.stand("bucklebury-ferry", "gandalf-the-grey")
    table.wield("gandalf-the-grey", "glamdring")
    table.play("gandalf-the-white", to="reserve")
    assert table.where("gandalf-the-grey") == table.where("glamdring") == "eliminated"


@pytest.mark.card("gandalf-the-white")
def test_the_white_in_reserve_draws_one_more(table: Table) -> None:
    table.reserve("gandalf-the-white")
    table.direct(scoring.draw_phase)
    assert len(table.hand("frodo")) == 4


@pytest.mark.card("gwaihir-the-windlord")
@pytest.mark.parametrize("gandalf", ["gandalf-the-grey", "gandalf-the-white"])
def test_gwaihir_brings_a_gandalf_back(table: Table, gandalf: str) -> None:
    table.reserve("gwaihir-the-windlord")
    table.discard("gandalf-the-grey", "gandalf-the-white")
    table.use("gwaihir-the-windlord")
    table.choose(f"take {gandalf}")
    assert table.where(gandalf) == "hand"
    assert table.where("gwaihir-the-windlord") == "cycled"


@pytest.mark.card("gwaihir-the-windlord")
def test_gwaihir_does_not_search_the_deck(table: Table) -> None:
    table.reserve("gwaihir-the-windlord")
    table.discard("gimli")
    assert table.where("gandalf-the-grey") == "deck"
    assert not table.can("frodo", "use gwaihir-the-windlord")


@pytest.mark.card("quickbeam")
@pytest.mark.parametrize(
    ("foes", "icons"),
    [
        (["ugluk"], 0),
        (["ugluk", "wolf-riders"], 1),
        (["ugluk", "wolf-riders", "saruman"], 1),
        (["white-hand-orcs", "white-hand-orcs/2", "saruman", "ugluk"], 2),
        (["mordor-orcs", "hill-troll"], 0),
    ],
)
def test_quickbeam_counts_pairs_of_isengard(table: Table, foes: list[str], icons: int) -> None:
    table.lay("orthanc", "edoras")
    table.stand("orthanc", "quickbeam", *foes)
    assert table.fight("orthanc").attack == icons
    table.stand("edoras", "quickbeam", *foes)
    assert table.fight("edoras").defence == 1 + icons


@pytest.mark.card("quickbeam")
def test_items_of_isengard_do_not_rouse_quickbeam(table: Table) -> None:
    table.lay("orthanc")
    table.stand("orthanc", "quickbeam", "saruman")
    table.wield("saruman", "saruman-s-staff", "palantir-of-orthanc")
    assert table.fight("orthanc").attack == 0


@pytest.mark.card("smeagol")
def test_smeagol_leads_on_for_corruption(table: Table) -> None:
    table.lay("amon-hen")
    table.play("smeagol", to="amon-hen")
    table.use("smeagol")
    assert table.corruption == 1
    table.choose("activate osgiliath", "no")
    assert table.path == "osgiliath"
    assert table.where("smeagol") == "cycled"


@pytest.mark.card("smeagol")
def test_smeagol_survives_path_combat(table: Table) -> None:
    table.lay("amon-hen")
    table.stand("amon-hen", "smeagol", "the-witch-king")
    table.fight("amon-hen")
    assert table.where("smeagol") == "cycled"


@pytest.mark.card("treebeard")
def test_treebeard_is_stronger_at_orthanc(table: Table) -> None:
    table.lay("orthanc", "moria")
    table.stand("orthanc", "treebeard")
    assert table.fight("orthanc").attack == 2
    table.stand("moria", "treebeard")
    assert table.fight("moria").attack == 1


@pytest.mark.card("treebeard")
@pytest.mark.parametrize("way", ["play", "move"])
def test_treebeard_costs_isengard_an_army(table: Table, way: str) -> None:
    table.lay("orthanc", "edoras")
    table.stand("orthanc", "wolf-riders", "fighting-uruk-hai", "ugluk")
    table.stand("edoras", "devilry-of-saruman")
    if way == "move":
        table.reserve("treebeard")
        table.move("treebeard", to="orthanc")
    else:
        table.play("treebeard", to="orthanc")
    assert table.asked == ("saruman", "loss")
    assert table.options == ["lose wolf-riders", "lose fighting-uruk-hai"]
    table.choose("lose fighting-uruk-hai")
    assert table.where("fighting-uruk-hai") == "eliminated"
    assert table.where("wolf-riders") == "orthanc"


@pytest.mark.card("treebeard")
def test_treebeard_where_isengard_has_no_army(table: Table) -> None:
    table.lay("orthanc")
    table.stand("orthanc", "ugluk")
    table.play("treebeard", to="orthanc")
    assert table.asked[1] == "action"
    assert table.where("ugluk") == "orthanc"


@pytest.mark.card("ent-draught")
def test_ent_draught_brings_two_hobbits_back(table: Table) -> None:
    table.reserve("treebeard")
    table.discard("merry-brandybuck", "pippin-took", "bilbo-baggins")
    table.play("ent-draught", to="treebeard")
    table.use("ent-draught")
    table.choose("take merry-brandybuck", "take pippin-took")
    assert table.hand("frodo") == ["merry-brandybuck", "pippin-took"]
    assert table.asked[1] == "action"  # two at most, though Bilbo is still there
    assert table.where("ent-draught") == "eliminated"
    assert table.where("treebeard") == "reserve"


@pytest.mark.card("ent-draught")
@pytest.mark.parametrize("choices", [["decline"], ["take bilbo-baggins", "decline"]])
def test_ent_draught_may_bring_fewer(table: Table, choices: list[str]) -> None:
    table.lay("orthanc")
    table.stand("orthanc", "quickbeam")
    table.wield("quickbeam", "ent-draught")
    table.discard("merry-brandybuck", "bilbo-baggins")
    table.use("ent-draught")
    table.choose(*choices)
    assert table.asked[1] == "action"
    assert len(table.hand("frodo")) == len(choices) - 1


@pytest.mark.card("gandalf-s-staff")
def test_gandalfs_staff_in_play_raises_the_limit(table: Table) -> None:
    table.lay("orthanc")
    table.stand("orthanc", "gandalf-the-grey")
    table.play("gandalf-s-staff", to="gandalf-the-grey")
    assert carryover(table.state, 0) == 3
    table.give("gimli", "sting", "treebeard")
    assert table.can("frodo", "pass")
    table.lose("gandalf-s-staff")
    assert not table.can("frodo", "pass")


@pytest.mark.card("narya-ring-of-fire")
def test_narya_makes_each_shadow_player_cycle(table: Table) -> None:
    table.reserve("gandalf-the-white")
    table.play("narya-ring-of-fire", to="gandalf-the-white")
    table.give("mordor-orcs", "olog-hai", "wolf-riders", "ugluk")
    table.use("narya-ring-of-fire")
    assert table.asked == ("witch-king", "cycle")
    table.choose("cycle olog-hai", "cycle ugluk")
    assert table.hand("witch-king") == ["mordor-orcs"]
    assert table.hand("saruman") == ["wolf-riders"]
    assert table.where("narya-ring-of-fire") == "cycled"


@pytest.mark.card("narya-ring-of-fire")
def test_narya_costs_an_empty_hand_a_forsaken_card(table: Table) -> None:
    table.reserve("gandalf-the-white")
    table.wield("gandalf-the-white", "narya-ring-of-fire")
    table.top("mordor-orcs")
    table.give("ugluk")
    table.use("narya-ring-of-fire")
    assert table.where("mordor-orcs") == "eliminated"
    assert table.where("ugluk") == "cycled"


def test_the_wizards_fight_without_support(table: Table) -> None:
    table.lay("orthanc")
    table.stand("orthanc", "gandalf-the-white")
    table.wield("gandalf-the-white", "glamdring", "shadowfax")
    assert table.fight("orthanc") == Combat(attack=4, defence=2, left=2)
