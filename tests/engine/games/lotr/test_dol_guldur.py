"""The encounter set Escape from Dol Guldur: jailors, objectives, the prisoner and the Nazgûl."""

import pytest

from engine.games.lotr.components.box import BY_ID, ENTRIES
from engine.games.lotr.rules.attacks import resolve_shadows
from engine.games.lotr.rules.constant_effects import may_fight
from engine.games.lotr.rules.elimination import eliminate
from engine.games.lotr.rules.hand import draw
from engine.games.lotr.rules.stats import staging_threat
from engine.games.lotr.state import Attack
from engine.games.lotr.steps.planning import hosts, playable
from tests.engine.games.lotr.tabletop import Refused, Tabletop


@pytest.fixture
def tower() -> Tabletop:
    """Aragorn, Gimli and Éowyn, and Legolas, at Dol Guldur."""
    return Tabletop(["aragorn", "gimli", "eowyn"], ["legolas"], scenario="escape-from-dol-guldur")


@pytest.mark.card("dungeon-jailor")
def test_dungeon_jailor_takes_an_objective_away(tower: Tabletop) -> None:
    jailor = tower.stage("dungeon-jailor")
    key = tower.stage("shadow-key")
    guard = tower.stage("cavern-guardian")
    tower[guard].guards = key
    tower.step("resolve-quest")
    assert key in tower.s.encounter_deck
    assert tower.s.staging == [jailor, guard]
    assert tower[guard].guards == -1
    assert tower.events("shuffled-away") == [(key,)]


def test_dungeon_jailor_needs_a_failed_quest(tower: Tabletop) -> None:
    tower.stage("dungeon-jailor")
    key = tower.stage("shadow-key")
    tower.commit(tower.player(0).heroes[2])
    tower.step("resolve-quest")
    assert key in tower.s.staging


def test_nazgul_bears_no_attachments(tower: Tabletop) -> None:
    tower.engaged(0, "nazgul-of-dol-guldur")
    assert hosts(tower.s, BY_ID["forest-snare"]) == []


@pytest.mark.card("nazgul-of-dol-guldur")
def test_nazgul_comes_when_the_prisoner_is_rescued(tower: Tabletop) -> None:
    nazgul = tower.free("nazgul-of-dol-guldur")
    tower.s.aside.append(nazgul)
    tower.at_stage("through-the-caverns")
    legolas = tower.player(1).heroes[0]
    tower.s.prisoner, tower[legolas].facedown = legolas, True
    tower.commit(tower.player(0).heroes[2])
    tower.step("resolve-quest", "respond")
    assert nazgul in tower.s.staging
    assert tower.events("added") == [(nazgul,)]
    assert tower.s.rescued
    assert [tower[legolas].facedown, tower[legolas].damage] == [False, 1]


@pytest.mark.card("nazgul-of-dol-guldur")
def test_nazgul_takes_a_character_after_a_shadow_effect(tower: Tabletop) -> None:
    nazgul = tower.engaged(0, "nazgul-of-dol-guldur")
    guard = tower.ally(0, "guard-of-the-citadel")
    tower[nazgul].shadows += [tower.free("dol-guldur-orcs"), tower.free("enchanted-stream")]
    tower.s.attacks.append(Attack(nazgul, 0))
    tower.run(resolve_shadows(tower.s), guard)
    assert guard in tower.player(0).discard


def test_cavern_guardian_is_doomed(tower: Tabletop) -> None:
    tower.reveal("cavern-guardian")
    assert [tower.player(seat).threat for seat in (0, 1)] == [21, 21]


@pytest.mark.card("cavern-guardian")
def test_cavern_guardian_shadow_sends_objectives_back(tower: Tabletop) -> None:
    aragorn, gimli, _ = tower.player(0).heroes
    gate_map = tower.attach(aragorn, "gandalfs-map")
    axe = tower.attach(gimli, "dwarven-axe")
    jailor = tower.engaged(0, "dungeon-jailor")
    tower.shadow("cavern-guardian", jailor, gate_map, defender=gimli)
    assert gate_map in tower.s.staging
    assert tower[gimli].attachments == [axe]
    tower[jailor].open_shadows.clear()
    tower.shadow("cavern-guardian", jailor)
    assert tower[gimli].attachments == []


@pytest.mark.card("under-the-shadow")
def test_under_the_shadow_adds_threat_per_player(tower: Tabletop) -> None:
    tower.reveal("under-the-shadow")
    assert staging_threat(tower.s) == 2
    eliminate(tower.s, 1)
    assert staging_threat(tower.s) == 1  # players are counted again (FAQ 1.55)
    tower.step("end-phase")
    assert staging_threat(tower.s) == 0


@pytest.mark.card("under-the-shadow")
def test_under_the_shadow_shadow_counts_engaged_enemies(tower: Tabletop) -> None:
    jailor = tower.engaged(0, "dungeon-jailor")
    tower.engaged(0, "cavern-guardian")
    tower.shadow("under-the-shadow", jailor)
    assert tower.player(0).threat == 22


@pytest.mark.card("iron-shackles")
def test_iron_shackles_stop_the_next_draw(tower: Tabletop) -> None:
    shackles = tower.reveal("iron-shackles")
    assert tower.player(0).on_deck == [shackles]
    assert tower.events("shackled") == [(0, shackles)]
    draw(tower.s, 0, 2)
    assert tower.player(0).hand == []
    assert shackles in tower.s.encounter_discard
    draw(tower.s, 0, 2)
    assert len(tower.player(0).hand) == 2


@pytest.mark.card("iron-shackles")
def test_iron_shackles_shadow_does_the_same(tower: Tabletop) -> None:
    tower.shadow("iron-shackles", tower.engaged(1, "dungeon-jailor"))
    assert tower.kinds(tower.player(0).on_deck) == ["iron-shackles"]
    assert tower.events("shackled") == [(0, tower.player(0).on_deck[0])]


@pytest.mark.card("endless-caverns")
def test_endless_caverns_are_doomed_and_surge(tower: Tabletop) -> None:
    tower.on_top("great-forest-web")
    tower.reveal("endless-caverns")
    assert tower.player(0).threat == 21
    assert tower.kinds(tower.s.staging) == ["endless-caverns", "great-forest-web"]


@pytest.mark.card("tower-gate")
def test_tower_gate_brings_orc_guards(tower: Tabletop) -> None:
    top = tower.player(0).deck[-1]
    tower.travel(tower.stage("tower-gate"))
    guard = tower.player(0).engaged[0]
    assert ENTRIES[guard].id == "orc-guard"
    assert tower[guard].under == [top]
    assert len(tower.player(1).engaged) == 1
    tower.hurt(guard, 1)
    assert top in tower.player(0).discard
    assert tower.player(0).engaged == []


def test_objectives_are_claimed_for_threat_once_unguarded(tower: Tabletop) -> None:
    torch = tower.stage("dungeon-torch")
    spider = tower.stage("forest-spider")
    tower[spider].guards = torch
    with pytest.raises(Refused):
        tower.use(0, torch)
    tower.hurt(spider, 4)
    tower.use(0, torch, "gimli")
    assert tower.player(0).threat == 22
    assert tower[tower.player(0).heroes[1]].attachments == [torch]


def test_a_guard_that_engages_a_player_still_guards(tower: Tabletop) -> None:
    torch = tower.stage("dungeon-torch")
    spider = tower.engaged(0, "forest-spider")
    tower[spider].guards = torch
    with pytest.raises(Refused):
        tower.use(0, torch)


@pytest.mark.card("gandalfs-map")
def test_gandalfs_map_keeps_its_bearer_from_fighting(tower: Tabletop) -> None:
    gate_map = tower.stage("gandalfs-map")
    tower.use(1, gate_map)
    assert not may_fight(tower.s, tower.player(1).heroes[0])


@pytest.mark.card("dungeon-torch", "shadow-key")
def test_dungeon_torch_and_shadow_key_wear_their_bearers_down(tower: Tabletop) -> None:
    aragorn, gimli, _ = tower.player(0).heroes
    tower.attach(aragorn, "dungeon-torch")
    tower.attach(gimli, "shadow-key")
    tower.step("end-round")
    assert tower.player(0).threat == 22
    assert tower[gimli].damage == 1


def test_unclaimed_objectives_are_harmless(tower: Tabletop) -> None:
    tower.stage("dungeon-torch")
    tower.stage("shadow-key")
    tower.step("end-round")
    assert tower.player(0).threat == 20
    assert tower.events("forced") == [], "nothing is told of what nobody bears"


def test_a_fallen_bearer_drops_the_objective(tower: Tabletop) -> None:
    gimli = tower.player(0).heroes[1]
    key = tower.attach(gimli, "shadow-key")
    tower.hurt(gimli, 5)
    assert key in tower.s.staging
    assert "shadow-key" in tower.options(1)


def test_the_prisoner_is_out_of_reach(tower: Tabletop) -> None:
    gimli = tower.player(0).heroes[1]
    tower.s.prisoner, tower[gimli].facedown = gimli, True
    tower.hurt(gimli, 9)
    assert tower[gimli].damage == 0
    tower.step("resource")
    assert [tower[hero].resources for hero in tower.player(0).heroes] == [1, 0, 1]
    tower.give(0, "veteran-axehand")
    tower.rich(gimli)
    assert playable(tower.s, 0) == []
