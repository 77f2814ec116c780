"""The examples of the rulebook, with their own cards and numbers."""

import pytest

from engine.games.wotr.components.box import FREE, SHADOW
from engine.games.wotr.rules.carryover import carryover
from tests.engine.games.wotr.tabletop import Combat, Tabletop


@pytest.fixture
def egladil(tabletop: Tabletop) -> Tabletop:
    """The path combat of page 15: the Commander and the Destroyer on his horse, against Gimli and Legolas."""
    tabletop.lay("egladil")
    tabletop.stand("egladil", "the-commander", "the-destroyer", "gimli", "legolas")
    tabletop.wield("the-destroyer", "black-riders-mount")
    tabletop.wield("legolas", "bow-of-the-galadhrim")
    return tabletop


def test_path_combat_legolas_and_his_bow_cancel_both_icons(egladil: Tabletop) -> None:
    """Page 15: three attack, one cancelled by the path, two by Legolas with the Bow; Gimli is cycled."""
    assert egladil.fight("egladil", "lose legolas") == Combat(attack=3, defence=4, left=0)
    assert egladil.where("legolas") == egladil.where("bow-of-the-galadhrim") == "eliminated"
    assert egladil.where("gimli") == "cycled"
    for attacker in ("the-commander", "the-destroyer", "black-riders-mount"):
        assert egladil.where(attacker) == "eliminated"
    assert egladil.where("egladil") == FREE
    assert egladil.points(FREE) == 1


def test_path_combat_gimli_alone_is_not_enough(egladil: Tabletop) -> None:
    """Page 15: with Gimli eliminated one icon is left, so Legolas must be eliminated all the same."""
    egladil.fight("egladil", "lose gimli")
    assert egladil.where("legolas") == egladil.where("gimli") == "eliminated"
    assert egladil.where("egladil") == FREE


def test_path_combat_the_bow_cannot_be_given_up_without_legolas(egladil: Tabletop) -> None:
    """Page 15: an item cancels nothing without its wielder."""
    egladil.begin("combat")
    assert egladil.options == ["lose gimli", "lose legolas"]


def test_path_combat_without_defenders_brings_two_corruption(tabletop: Tabletop) -> None:
    """Page 15: had Gimli and Legolas not been there, the Shadow would score two corruption and the path."""
    tabletop.lay("egladil")
    tabletop.stand("egladil", "the-commander", "the-destroyer")
    tabletop.wield("the-destroyer", "black-riders-mount")
    assert tabletop.fight("egladil") == Combat(attack=3, defence=1, left=2)
    assert tabletop.corruption == 2
    assert tabletop.where("egladil") == SHADOW
    assert (tabletop.points(FREE), tabletop.points(SHADOW)) == (0, 2)


@pytest.fixture
def dol_guldur(tabletop: Tabletop) -> Tabletop:
    """The battleground combat of page 17: Galadriel with Nenya leads the High Elves against Mordor."""
    tabletop.lay("dol-guldur")
    tabletop.stand("dol-guldur", "galadriel", "high-elves", "mordor-orcs", "gorbag-shagrat", "olog-hai")
    tabletop.wield("galadriel", "nenya-ring-of-adamant")
    return tabletop


def test_battleground_combat_orcs_and_olog_hai_cancel_three(dol_guldur: Tabletop) -> None:
    """Page 17: five attack with leadership, two cancelled by Dol Guldur, three by the Orcs and the Olog-hai."""
    outcome = dol_guldur.fight("dol-guldur", "lose mordor-orcs", "lose olog-hai")
    assert outcome == Combat(attack=5, defence=6, left=0)
    assert dol_guldur.where("mordor-orcs") == dol_guldur.where("olog-hai") == "eliminated"
    assert dol_guldur.where("gorbag-shagrat") == "cycled"
    for attacker in ("galadriel", "nenya-ring-of-adamant", "high-elves"):
        assert dol_guldur.where(attacker) == "eliminated"
    assert dol_guldur.where("dol-guldur") == SHADOW
    assert dol_guldur.points(SHADOW) == 1


def test_battleground_combat_the_olog_hai_cannot_be_saved(dol_guldur: Tabletop) -> None:
    """Page 17: Orcs and captains together leave one icon, so the Olog-hai fall too."""
    dol_guldur.fight("dol-guldur", "lose mordor-orcs", "lose gorbag-shagrat")
    assert dol_guldur.where("olog-hai") == "eliminated"


def test_scoring_thirteen_to_ten(tabletop: Tabletop) -> None:
    """Page 19: after path 9 the Free Peoples win with 13 to 10."""
    tabletop.score(FREE, "helms-deep", "minas-tirith", "lorien", "orthanc")
    assert tabletop.points(FREE) == 9
    tabletop.score(FREE, "bag-end", "the-council-of-elrond", "lothlorien", "henneth-annun")
    tabletop.score(SHADOW, "minas-morgul", "dol-guldur")
    assert tabletop.points(SHADOW) == 3
    tabletop.score(SHADOW, "weathertop", "khazad-dum", "amon-hen", "cirith-ungol", "crack-of-doom")
    tabletop.edit().corruption = 7
    assert (tabletop.points(FREE), tabletop.points(SHADOW)) == (13, 10)
    tabletop.edit().path_number = 9
    for player in tabletop.edit().players:
        player.ring = False
    tabletop.begin("victory")
    assert tabletop.match.outcome is not None
    assert (tabletop.match.outcome.side, tabletop.match.outcome.scores) == (FREE, {FREE: 13, SHADOW: 10})


def test_elrond_changes_the_carryover_limit_at_once(tabletop: Tabletop) -> None:
    """Page 12: played to reserve he raises the limit at once; moved or eliminated he lowers it at once."""
    aragorn = tabletop.seats.index("aragorn")
    tabletop.lay("imladris")
    assert carryover(tabletop.state, aragorn) == 2
    tabletop.play("elrond", to="reserve")
    assert carryover(tabletop.state, aragorn) == 3
    tabletop.edit().new_in_reserve.clear()
    tabletop.move("elrond", to="imladris")
    assert carryover(tabletop.state, aragorn) == 2
    tabletop.reserve("elrond")
    assert carryover(tabletop.state, aragorn) == 3
    tabletop.lose("elrond")
    assert carryover(tabletop.state, aragorn) == 2


def test_the_reaver_can_be_cycled_in_the_round_he_was_played(tabletop: Tabletop) -> None:
    """Page 12: he cannot move this round, but his text in reserve can be used."""
    tabletop.top("gimli")
    tabletop.top("arwen")
    tabletop.play("the-reaver", to="reserve")
    assert not tabletop.can("witch-king", "move the-reaver")
    tabletop.use("the-reaver")
    assert tabletop.where("the-reaver") == "cycled"
    assert tabletop.where("gimli") == tabletop.where("arwen") == "eliminated"


def test_imrahil_moved_does_not_call_his_knights(tabletop: Tabletop) -> None:
    """Page 12: moved from reserve, his text about being played is ignored."""
    tabletop.lay("dol-amroth")
    tabletop.reserve("prince-imrahil")
    tabletop.give("soldiers-of-gondor")
    tabletop.move("prince-imrahil", to="dol-amroth")
    assert tabletop.awaits[1] == "action"
    assert tabletop.where("knights-of-dol-amroth") == "deck"
    assert tabletop.hand("aragorn") == ["soldiers-of-gondor"]


@pytest.mark.parametrize("lorien", [FREE, SHADOW, "deck"])
def test_dol_guldur_reactivated_calls_lorien(tabletop: Tabletop, lorien: str) -> None:
    """Page 8: when Dol Guldur is reactivated, Lórien is activated or reactivated as well."""
    tabletop.score(FREE, "dol-guldur")
    if lorien != "deck":
        tabletop.score(lorien, "lorien")
    tabletop.activate("dol-guldur")
    assert tabletop.where("dol-guldur") == tabletop.where("lorien") == "active"


def test_dol_guldur_taken_back_has_lost_its_walls(tabletop: Tabletop) -> None:
    """Page 16: reactivated from the Free Peoples' scoring area, its own defence does not count; it still defends."""
    tabletop.score(FREE, "dol-guldur")
    tabletop.activate("dol-guldur")
    tabletop.stand("dol-guldur", "high-elves", "mordor-orcs")
    assert tabletop.fight("dol-guldur") == Combat(attack=2, defence=1, left=1)
    assert tabletop.where("dol-guldur") == FREE


def test_egladil_in_the_duel(duel: Tabletop) -> None:
    """Page 21: Gandalf draws two, cycles one, then draws two more and cycles one more."""
    duel.top("gimli", "arwen", "elrond", "legolas")
    duel.activate("egladil")
    assert duel.hand("gandalf") == ["gimli", "arwen"]
    duel.choose("cycle gimli")
    assert duel.hand("gandalf") == ["arwen", "elrond", "legolas"]
    duel.choose("cycle elrond")
    assert duel.hand("gandalf") == ["arwen", "legolas"]
    assert duel.cycle_pile("gandalf") == ["gimli", "elrond"]


def test_eomer_pays_with_the_rest(tabletop: Tabletop) -> None:
    """Page 12: one of the four cards that are cycled pays for the army he brought."""
    tabletop.give("mithril-coat", "sting", "dwarven-axe")
    tabletop.top("bilbo-baggins", "riders-of-rohan", "glamdring", "treebeard", "gimli")
    tabletop.play("eomer", to="reserve", pay="sting")
    tabletop.choose("play riders-of-rohan reserve")
    assert tabletop.where("riders-of-rohan") == "reserve"
    assert tabletop.cycle_pile("frodo") == ["sting", "bilbo-baggins", "glamdring", "treebeard", "gimli"]
    assert tabletop.hand("frodo") == ["mithril-coat", "dwarven-axe"]


def test_lembas_eliminated_by_an_opponent_gives_nothing(tabletop: Tabletop) -> None:
    """Page 12: Lembas helps only when the action is used for it."""
    tabletop.lay("weathertop")
    tabletop.reserve("sam-gamgee")
    tabletop.wield("sam-gamgee", "lembas")
    tabletop.edit().corruption = 3
    tabletop.reserve("the-reaver")
    tabletop.only("aragorn", "arwen")
    tabletop.use("the-reaver")
    tabletop.choose("forsake lembas")
    assert tabletop.where("lembas") == "eliminated"
    assert tabletop.corruption == 3
