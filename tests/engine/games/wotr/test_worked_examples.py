"""The examples of the rulebook, with their own cards and numbers."""

import pytest

from engine.games.wotr.components import FREE, SHADOW
from engine.games.wotr.steps.carryover import carryover
from tests.engine.games.wotr.table import Combat, Table


@pytest.fixture
def egladil(table: Table) -> Table:
    """The path combat of page 15: the Commander and the Destroyer on his horse, against Gimli and Legolas."""
    table.lay("egladil")
    table.stand("egladil", "the-commander", "the-destroyer", "gimli", "legolas")
    table.wield("the-destroyer", "black-rider-s-mount")
    table.wield("legolas", "bow-of-the-galadhrim")
    return table


def test_path_combat_legolas_and_his_bow_cancel_both_icons(egladil: Table) -> None:
    """Page 15: three attack, one cancelled by the path, two by Legolas with the Bow; Gimli is cycled."""
    assert egladil.fight("egladil", "lose legolas") == Combat(attack=3, defence=4, left=0)
    assert egladil.where("legolas") == egladil.where("bow-of-the-galadhrim") == "eliminated"
    assert egladil.where("gimli") == "cycled"
    for attacker in ("the-commander", "the-destroyer", "black-rider-s-mount"):
        assert egladil.where(attacker) == "eliminated"
    assert egladil.where("egladil") == FREE
    assert egladil.points(FREE) == 1


def test_path_combat_gimli_alone_is_not_enough(egladil: Table) -> None:
    """Page 15: with Gimli eliminated one icon is left, so Legolas must be eliminated all the same."""
    egladil.fight("egladil", "lose gimli")
    assert egladil.where("legolas") == egladil.where("gimli") == "eliminated"
    assert egladil.where("egladil") == FREE


def test_path_combat_the_bow_cannot_be_given_up_without_legolas(egladil: Table) -> None:
    """Page 15: an item cancels nothing without its wielder."""
    egladil.begin("combat")
    assert egladil.options == ["lose gimli", "lose legolas"]


def test_path_combat_without_defenders_brings_two_corruption(table: Table) -> None:
    """Page 15: had Gimli and Legolas not been there, the Shadow would score two corruption and the path."""
    table.lay("egladil")
    table.stand("egladil", "the-commander", "the-destroyer")
    table.wield("the-destroyer", "black-rider-s-mount")
    assert table.fight("egladil") == Combat(attack=3, defence=1, left=2)
    assert table.corruption == 2
    assert table.where("egladil") == SHADOW
    assert (table.points(FREE), table.points(SHADOW)) == (0, 2)


@pytest.fixture
def dol_guldur(table: Table) -> Table:
    """The battleground combat of page 17: Galadriel with Nenya leads the High Elves against Mordor."""
    table.lay("dol-guldur")
    table.stand("dol-guldur", "galadriel", "high-elves", "mordor-orcs", "gorbag-shagrat", "olog-hai")
    table.wield("galadriel", "nenya-ring-of-adamant")
    return table


def test_battleground_combat_orcs_and_olog_hai_cancel_three(dol_guldur: Table) -> None:
    """Page 17: five attack with leadership, two cancelled by Dol Guldur, three by the Orcs and the Olog-hai."""
    outcome = dol_guldur.fight("dol-guldur", "lose mordor-orcs", "lose olog-hai")
    assert outcome == Combat(attack=5, defence=6, left=0)
    assert dol_guldur.where("mordor-orcs") == dol_guldur.where("olog-hai") == "eliminated"
    assert dol_guldur.where("gorbag-shagrat") == "cycled"
    for attacker in ("galadriel", "nenya-ring-of-adamant", "high-elves"):
        assert dol_guldur.where(attacker) == "eliminated"
    assert dol_guldur.where("dol-guldur") == SHADOW
    assert dol_guldur.points(SHADOW) == 1


def test_battleground_combat_the_olog_hai_cannot_be_saved(dol_guldur: Table) -> None:
    """Page 17: Orcs and captains together leave one icon, so the Olog-hai fall too."""
    dol_guldur.fight("dol-guldur", "lose mordor-orcs", "lose gorbag-shagrat")
    assert dol_guldur.where("olog-hai") == "eliminated"


def test_scoring_thirteen_to_ten(table: Table) -> None:
    """Page 19: after path 9 the Free Peoples win with 13 to 10."""
    table.score(FREE, "helm-s-deep", "minas-tirith", "lorien", "orthanc")
    assert table.points(FREE) == 9
    table.score(FREE, "bag-end", "the-council-of-elrond", "lothlorien", "henneth-annun")
    table.score(SHADOW, "minas-morgul", "dol-guldur")
    assert table.points(SHADOW) == 3
    table.score(SHADOW, "weathertop", "khazad-dum", "amon-hen", "cirith-ungol", "crack-of-doom")
    table.edit().corruption = 7
    assert (table.points(FREE), table.points(SHADOW)) == (13, 10)
    table.edit().path_number = 9
    for player in table.edit().players:
        player.ring = False
    table.begin("victory")
    assert table.match.outcome is not None
    assert (table.match.outcome.side, table.match.outcome.scores) == (FREE, {FREE: 13, SHADOW: 10})


def test_elrond_changes_the_carryover_limit_at_once(table: Table) -> None:
    """Page 12: played to reserve he raises the limit at once; moved or eliminated he lowers it at once."""
    aragorn = table.seats.index("aragorn")
    table.lay("imladris")
    assert carryover(table.state, aragorn) == 2
    table.play("elrond", to="reserve")
    assert carryover(table.state, aragorn) == 3
    table.edit().fresh.clear()
    table.move("elrond", to="imladris")
    assert carryover(table.state, aragorn) == 2
    table.reserve("elrond")
    assert carryover(table.state, aragorn) == 3
    table.lose("elrond")
    assert carryover(table.state, aragorn) == 2


def test_the_reaver_can_be_cycled_in_the_round_he_was_played(table: Table) -> None:
    """Page 12: he cannot move this round, but his text in reserve can be used."""
    table.top("gimli")
    table.top("arwen")
    table.play("the-reaver", to="reserve")
    assert not table.can("witch-king", "move the-reaver")
    table.use("the-reaver")
    assert table.where("the-reaver") == "cycled"
    assert table.where("gimli") == table.where("arwen") == "eliminated"


def test_imrahil_moved_does_not_call_his_knights(table: Table) -> None:
    """Page 12: moved from reserve, his text about being played is ignored."""
    table.lay("dol-amroth")
    table.reserve("prince-imrahil")
    table.give("soldiers-of-gondor")
    table.move("prince-imrahil", to="dol-amroth")
    assert table.asked[1] == "action"
    assert table.where("knights-of-dol-amroth") == "deck"
    assert table.hand("aragorn") == ["soldiers-of-gondor"]


@pytest.mark.parametrize("lorien", [FREE, SHADOW, "deck"])
def test_dol_guldur_reactivated_calls_lorien(table: Table, lorien: str) -> None:
    """Page 8: when Dol Guldur is reactivated, Lórien is activated or reactivated as well."""
    table.score(FREE, "dol-guldur")
    if lorien != "deck":
        table.score(lorien, "lorien")
    table.activate("dol-guldur")
    assert table.where("dol-guldur") == table.where("lorien") == "active"


def test_dol_guldur_taken_back_has_lost_its_walls(table: Table) -> None:
    """Page 16: reactivated from the Free Peoples' scoring area, its own defence does not count; it still defends."""
    table.score(FREE, "dol-guldur")
    table.activate("dol-guldur")
    table.stand("dol-guldur", "high-elves", "mordor-orcs")
    assert table.fight("dol-guldur") == Combat(attack=2, defence=1, left=1)
    assert table.where("dol-guldur") == FREE


def test_egladil_in_the_duel(duel: Table) -> None:
    """Page 21: Gandalf draws two, cycles one, then draws two more and cycles one more."""
    duel.top("gimli", "arwen", "elrond", "legolas")
    duel.activate("egladil")
    assert duel.hand("gandalf") == ["gimli", "arwen"]
    duel.choose("cycle gimli")
    assert duel.hand("gandalf") == ["arwen", "elrond", "legolas"]
    duel.choose("cycle elrond")
    assert duel.hand("gandalf") == ["arwen", "legolas"]
    assert duel.cycled("gandalf") == ["gimli", "elrond"]


def test_eomer_pays_with_the_rest(table: Table) -> None:
    """Page 12: one of the four cards that are cycled pays for the army he brought."""
    table.give("mithril-coat", "sting", "dwarven-axe")
    table.top("bilbo-baggins", "riders-of-rohan", "glamdring", "treebeard", "gimli")
    table.play("eomer", to="reserve", pay="sting")
    table.choose("play riders-of-rohan reserve")
    assert table.where("riders-of-rohan") == "reserve"
    assert table.cycled("frodo") == ["sting", "bilbo-baggins", "glamdring", "treebeard", "gimli"]
    assert table.hand("frodo") == ["mithril-coat", "dwarven-axe"]


def test_lembas_eliminated_by_an_opponent_gives_nothing(table: Table) -> None:
    """Page 12: Lembas helps only when the action is used for it."""
    table.lay("weathertop")
    table.reserve("sam-gamgee")
    table.wield("sam-gamgee", "lembas")
    table.edit().corruption = 3
    table.reserve("the-reaver")
    table.only("aragorn", "arwen")
    table.use("the-reaver")
    table.choose("forsake lembas")
    assert table.where("lembas") == "eliminated"
    assert table.corruption == 3
