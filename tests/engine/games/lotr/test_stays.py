"""A card that left play and came back is another card: what began with the first has nothing to do with it (p. 25)."""

import pytest

from engine.games.lotr.rules.in_play import is_guarded
from tests.engine.games.lotr.tabletop import Tabletop


def dol_guldur() -> Tabletop:
    """Éowyn and Gimli in Dol Guldur; nobody is imprisoned."""
    return Tabletop(["eowyn", "gimli"], scenario="escape-from-dol-guldur")


@pytest.mark.card("cavern-guardian")
def test_an_objective_that_fell_back_to_the_staging_area_is_not_discarded_again() -> None:
    """Losing Citadel Plate kills the bearer; the map is in the staging area then, and no attachment any more."""
    table = dol_guldur()
    eowyn, gimli = table.player(0).heroes
    table.attach(gimli, "citadel-plate")
    map = table.attach(gimli, "gandalfs-map")
    table[gimli].damage = 6
    jailor = table.engaged(0, "dungeon-jailor")
    table.shadow("cavern-guardian", jailor)
    assert table.player(0).heroes == [eowyn]
    assert table.s.staging == [map]
    assert (map,) not in table.events("left-play")


@pytest.mark.card("shadow-key")
def test_a_torch_that_fell_back_to_the_staging_area_does_nothing_when_the_round_ends() -> None:
    """The key kills the bearer of both (p. 22): nobody carries the torch any more, and nothing of it is told."""
    table = dol_guldur()
    _, gimli = table.player(0).heroes
    table.attach(gimli, "shadow-key")
    torch = table.attach(gimli, "dungeon-torch")
    table[gimli].damage = 4
    table.step("end-round")
    assert torch in table.s.staging
    assert table.player(0).threat == 20
    assert (torch,) not in table.events("forced")


@pytest.mark.card("dungeon-jailor")
def test_an_objective_that_was_lost_has_lost_its_guard() -> None:
    """Shuffled away and turned up again it is guarded by a card of its own (p. 24)."""
    table = dol_guldur()
    map = table.stage("gandalfs-map")
    jailor = table.stage("dungeon-jailor")
    table[jailor].guards = map
    table.s.phase, table.s.questing = "quest", True
    table.step("resolve-quest")
    assert map in table.s.encounter_deck
    assert not is_guarded(table.s, map)
