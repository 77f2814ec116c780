"""The Wizards, the Ents and others at their side, of Frodo's deck."""

import pytest

from engine.games.wotr.rules.carryover import carryover
from engine.games.wotr.steps import draw
from tests.engine.games.wotr.tabletop import Combat, Tabletop


@pytest.mark.card("gandalf-the-grey")
def test_gandalf_leads_on_to_the_next_path(tabletop: Tabletop) -> None:
    tabletop.lay("imladris")
    tabletop.reserve("gandalf-the-grey")
    assert not tabletop.can("frodo", "use gandalf-the-grey")
    tabletop.stand("imladris", "gandalf-the-grey")
    tabletop.use("gandalf-the-grey")
    assert tabletop.options == ["activate caradhras", "activate khazad-dum", "activate the-doors-of-durin"]
    tabletop.choose("activate khazad-dum")
    assert tabletop.path == "khazad-dum"
    assert tabletop.where("imladris") == "free"


@pytest.mark.card("gandalf-the-grey", "gandalf-the-white")
def test_the_white_replaces_the_grey(tabletop: Tabletop) -> None:
    tabletop.stand("bucklebury-ferry", "gandalf-the-grey")
    tabletop.wield("gandalf-the-grey", "glamdring")
    tabletop.play("gandalf-the-white", to="reserve")
    assert tabletop.where("gandalf-the-grey") == tabletop.where("glamdring") == "eliminated"


@pytest.mark.card("gandalf-the-white")
def test_the_white_in_reserve_draws_one_more(tabletop: Tabletop) -> None:
    tabletop.reserve("gandalf-the-white")
    tabletop.direct(draw.draw_phase)
    assert len(tabletop.hand("frodo")) == 4


@pytest.mark.card("gwaihir-the-windlord")
@pytest.mark.parametrize("gandalf", ["gandalf-the-grey", "gandalf-the-white"])
def test_gwaihir_brings_a_gandalf_back(tabletop: Tabletop, gandalf: str) -> None:
    tabletop.reserve("gwaihir-the-windlord")
    tabletop.discard("gandalf-the-grey", "gandalf-the-white")
    tabletop.use("gwaihir-the-windlord")
    tabletop.choose(f"take {gandalf}")
    assert tabletop.where(gandalf) == "hand"
    assert tabletop.where("gwaihir-the-windlord") == "cycled"


@pytest.mark.card("gwaihir-the-windlord")
def test_gwaihir_does_not_search_the_deck(tabletop: Tabletop) -> None:
    tabletop.reserve("gwaihir-the-windlord")
    tabletop.discard("gimli")
    assert tabletop.where("gandalf-the-grey") == "deck"
    assert not tabletop.can("frodo", "use gwaihir-the-windlord")


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
def test_quickbeam_counts_pairs_of_isengard(tabletop: Tabletop, foes: list[str], icons: int) -> None:
    tabletop.lay("orthanc", "edoras")
    tabletop.stand("orthanc", "quickbeam", *foes)
    assert tabletop.fight("orthanc").attack == icons
    tabletop.stand("edoras", "quickbeam", *foes)
    assert tabletop.fight("edoras").defence == 1 + icons


@pytest.mark.card("quickbeam")
def test_items_of_isengard_do_not_rouse_quickbeam(tabletop: Tabletop) -> None:
    tabletop.lay("orthanc")
    tabletop.stand("orthanc", "quickbeam", "saruman")
    tabletop.wield("saruman", "sarumans-staff", "palantir-of-orthanc")
    assert tabletop.fight("orthanc").attack == 0


@pytest.mark.card("smeagol")
def test_smeagol_leads_on_for_corruption(tabletop: Tabletop) -> None:
    tabletop.lay("amon-hen")
    tabletop.play("smeagol", to="amon-hen")
    tabletop.use("smeagol")
    assert tabletop.corruption == 1
    tabletop.choose("activate osgiliath", "no")
    assert tabletop.path == "osgiliath"
    assert tabletop.where("smeagol") == "cycled"


@pytest.mark.card("smeagol")
def test_smeagol_survives_path_combat(tabletop: Tabletop) -> None:
    tabletop.lay("amon-hen")
    tabletop.stand("amon-hen", "smeagol", "the-witch-king")
    tabletop.fight("amon-hen")
    assert tabletop.where("smeagol") == "cycled"


@pytest.mark.card("treebeard")
def test_treebeard_is_stronger_at_orthanc(tabletop: Tabletop) -> None:
    tabletop.lay("orthanc", "moria")
    tabletop.stand("orthanc", "treebeard")
    assert tabletop.fight("orthanc").attack == 2
    tabletop.stand("moria", "treebeard")
    assert tabletop.fight("moria").attack == 1


@pytest.mark.card("treebeard")
@pytest.mark.parametrize("way", ["play", "move"])
def test_treebeard_costs_isengard_an_army(tabletop: Tabletop, way: str) -> None:
    tabletop.lay("orthanc", "edoras")
    tabletop.stand("orthanc", "wolf-riders", "fighting-uruk-hai", "ugluk")
    tabletop.stand("edoras", "devilry-of-saruman")
    if way == "move":
        tabletop.reserve("treebeard")
        tabletop.move("treebeard", to="orthanc")
    else:
        tabletop.play("treebeard", to="orthanc")
    assert tabletop.awaits == ("saruman", "loss")
    assert tabletop.options == ["lose wolf-riders", "lose fighting-uruk-hai"]
    tabletop.choose("lose fighting-uruk-hai")
    assert tabletop.where("fighting-uruk-hai") == "eliminated"
    assert tabletop.where("wolf-riders") == "orthanc"


@pytest.mark.card("treebeard")
def test_treebeard_where_isengard_has_no_army(tabletop: Tabletop) -> None:
    tabletop.lay("orthanc")
    tabletop.stand("orthanc", "ugluk")
    tabletop.play("treebeard", to="orthanc")
    assert tabletop.awaits[1] == "action"
    assert tabletop.where("ugluk") == "orthanc"


@pytest.mark.card("ent-draught")
def test_ent_draught_brings_two_hobbits_back(tabletop: Tabletop) -> None:
    tabletop.reserve("treebeard")
    tabletop.discard("merry-brandybuck", "pippin-took", "bilbo-baggins")
    tabletop.play("ent-draught", to="treebeard")
    tabletop.use("ent-draught")
    tabletop.choose("take merry-brandybuck", "take pippin-took")
    assert tabletop.hand("frodo") == ["merry-brandybuck", "pippin-took"]
    assert tabletop.awaits[1] == "action"  # two at most, though Bilbo is still there
    assert tabletop.where("ent-draught") == "eliminated"
    assert tabletop.where("treebeard") == "reserve"


@pytest.mark.card("ent-draught")
@pytest.mark.parametrize("choices", [["decline"], ["take bilbo-baggins", "decline"]])
def test_ent_draught_may_bring_fewer(tabletop: Tabletop, choices: list[str]) -> None:
    tabletop.lay("orthanc")
    tabletop.stand("orthanc", "quickbeam")
    tabletop.wield("quickbeam", "ent-draught")
    tabletop.discard("merry-brandybuck", "bilbo-baggins")
    tabletop.use("ent-draught")
    tabletop.choose(*choices)
    assert tabletop.awaits[1] == "action"
    assert len(tabletop.hand("frodo")) == len(choices) - 1


@pytest.mark.card("gandalfs-staff")
def test_gandalfs_staff_in_play_raises_the_limit(tabletop: Tabletop) -> None:
    tabletop.lay("orthanc")
    tabletop.stand("orthanc", "gandalf-the-grey")
    tabletop.play("gandalfs-staff", to="gandalf-the-grey")
    assert carryover(tabletop.state, 0) == 3
    tabletop.give("gimli", "sting", "treebeard")
    assert tabletop.can("frodo", "pass")
    tabletop.lose("gandalfs-staff")
    assert not tabletop.can("frodo", "pass")


@pytest.mark.card("narya-ring-of-fire")
def test_narya_makes_each_shadow_player_cycle(tabletop: Tabletop) -> None:
    tabletop.reserve("gandalf-the-white")
    tabletop.play("narya-ring-of-fire", to="gandalf-the-white")
    tabletop.give("mordor-orcs", "olog-hai", "wolf-riders", "ugluk")
    tabletop.use("narya-ring-of-fire")
    assert tabletop.awaits == ("witch-king", "cycle")
    tabletop.choose("cycle olog-hai", "cycle ugluk")
    assert tabletop.hand("witch-king") == ["mordor-orcs"]
    assert tabletop.hand("saruman") == ["wolf-riders"]
    assert tabletop.where("narya-ring-of-fire") == "cycled"


@pytest.mark.card("narya-ring-of-fire")
def test_narya_costs_an_empty_hand_a_forsaken_card(tabletop: Tabletop) -> None:
    tabletop.reserve("gandalf-the-white")
    tabletop.wield("gandalf-the-white", "narya-ring-of-fire")
    tabletop.top("mordor-orcs")
    tabletop.give("ugluk")
    tabletop.use("narya-ring-of-fire")
    assert tabletop.where("mordor-orcs") == "eliminated"
    assert tabletop.where("ugluk") == "cycled"


def test_the_wizards_fight_without_support(tabletop: Tabletop) -> None:
    tabletop.lay("orthanc")
    tabletop.stand("orthanc", "gandalf-the-white")
    tabletop.wield("gandalf-the-white", "glamdring", "shadowfax")
    assert tabletop.fight("orthanc") == Combat(attack=4, defence=2, left=2)
