"""The Lore sphere, each card played."""

import pytest

from engine.games.lotr.rules.attacks import deal_shadow
from engine.games.lotr.rules.constant_effects import may_attack_player
from engine.games.lotr.rules.knowledge import known_to
from engine.games.lotr.rules.stats import defense_strength, staging_threat, willpower_strength
from tests.engine.games.lotr.tabletop import Refused, Tabletop


@pytest.fixture
def lore() -> Tabletop:
    """Glorfindel, Denethor and Gimli against the rest."""
    return Tabletop(["glorfindel", "denethor", "gimli"], ["legolas"])


@pytest.mark.card("daughter-of-the-nimrodel")
def test_daughter_of_the_nimrodel_heals_a_hero(lore: Tabletop) -> None:
    daughter = lore.ally(0, "daughter-of-the-nimrodel")
    legolas = lore.player(1).heroes[0]
    lore[legolas].damage = 3
    lore.use(0, daughter)
    assert lore[legolas].damage == 1


@pytest.mark.card("erebor-hammersmith")
def test_erebor_hammersmith_returns_the_topmost_attachment(lore: Tabletop) -> None:
    lore.rich()
    lower, upper = lore.discarded(1, "dwarven-axe"), lore.discarded(1, "citadel-plate")
    lore.discarded(1, "feint")
    lore.play(0, lore.give(0, "erebor-hammersmith"), "pay", "respond")
    assert lore.player(1).hand == [upper]
    assert lower in lore.player(1).discard


@pytest.mark.card("henamarth-riversong")
def test_henamarth_riversong_looks_ahead(lore: Tabletop) -> None:
    henamarth = lore.ally(0, "henamarth-riversong")
    top = lore.on_top("king-spider")[0]
    lore.use(0, henamarth)
    assert top in known_to(lore.s, 0)
    assert top not in known_to(lore.s, 1)


@pytest.mark.card("miner-of-the-iron-hills")
def test_miner_of_the_iron_hills_clears_a_condition(lore: Tabletop) -> None:
    lore.rich()
    web = lore.attach(lore.player(1).heroes[0], "caught-in-a-web")
    lore.play(0, lore.give(0, "miner-of-the-iron-hills"), "pay", "respond")
    assert web in lore.s.encounter_discard


@pytest.mark.card("miner-of-the-iron-hills")
def test_miner_of_the_iron_hills_strikes_off_shackles() -> None:
    table = Tabletop(["glorfindel"], scenario="escape-from-dol-guldur")
    table.rich()
    table.reveal("iron-shackles")
    table.play(0, table.give(0, "miner-of-the-iron-hills"), "respond")
    assert table.player(0).on_deck == []
    assert table.kinds(table.s.encounter_discard) == ["iron-shackles"]


@pytest.mark.card("gleowine")
def test_gleowine_sings_for_a_card(lore: Tabletop) -> None:
    lore.use(0, lore.ally(0, "gleowine"), 1)
    assert len(lore.player(1).hand) == 1


@pytest.mark.card("lore-of-imladris")
def test_lore_of_imladris_heals_a_character(lore: Tabletop) -> None:
    lore.rich()
    gimli = lore.player(0).heroes[2]
    lore[gimli].damage = 4
    lore.play(0, lore.give(0, "lore-of-imladris"), "pay")
    assert lore[gimli].damage == 0


@pytest.mark.card("loriens-wealth")
def test_loriens_wealth_draws_three(lore: Tabletop) -> None:
    lore.rich()
    lore.play(0, lore.give(0, "loriens-wealth"), "pay", 1)
    assert len(lore.player(1).hand) == 3


@pytest.mark.card("radagasts-cunning", "secret-paths")
def test_radagasts_cunning_and_secret_paths_silence_threat(lore: Tabletop) -> None:
    lore.rich(amount=3)
    lore.stage("forest-spider")
    lore.stage("great-forest-web")
    lore.commit(lore.player(0).heroes[0])
    lore.play(0, lore.give(0, "radagasts-cunning"), "pay")
    assert staging_threat(lore.s) == 2
    lore.play(0, lore.give(0, "secret-paths"), "pay")
    assert staging_threat(lore.s) == 0
    lore.step("end-phase")
    assert staging_threat(lore.s) == 4


def test_quest_actions_wait_for_the_quest_phase(lore: Tabletop) -> None:
    lore.rich()
    lore.stage("forest-spider")
    cunning = lore.give(0, "radagasts-cunning")
    with pytest.raises(Refused):
        lore.play(0, cunning)


@pytest.mark.card("gandalfs-search")
def test_gandalfs_search_takes_one_and_orders_the_rest(lore: Tabletop) -> None:
    lore.rich(lore.player(0).heroes[0], amount=3)
    deck = lore.player(1).deck
    deck += [lore.free(id, 1) for id in ("feint", "beorn", "gandalf")]
    lore.play(0, lore.give(0, "gandalfs-search"), 1, 3, "beorn", "gandalf")
    assert lore.kinds(lore.player(1).hand) == ["beorn"]
    assert lore.kinds(deck[-2:]) == ["gandalf", "feint"]
    assert lore[lore.player(0).heroes[0]].resources == 0


@pytest.mark.card("beorns-hospitality")
def test_beorns_hospitality_heals_all_heroes(lore: Tabletop) -> None:
    lore.rich()
    for hero in lore.player(0).heroes:
        lore[hero].damage = 1
    lore.play(0, lore.give(0, "beorns-hospitality"), "pay")
    assert not any(lore[hero].damage for hero in lore.player(0).heroes)


@pytest.mark.card("forest-snare")
def test_forest_snare_stops_an_enemy(lore: Tabletop) -> None:
    lore.rich()
    lore.stage("king-spider")
    spider = lore.engaged(1, "forest-spider")
    lore.play(0, lore.give(0, "forest-snare"), "pay")
    assert not may_attack_player(lore.s, spider, 1)


@pytest.mark.card("protector-of-lorien")
def test_protector_of_lorien_works_three_times_a_phase(lore: Tabletop) -> None:
    denethor = lore.player(0).heroes[1]
    protector = lore.attach(denethor, "protector-of-lorien")
    for _ in range(3):
        lore.give(0, "lore-of-imladris")
    lore.give(0, "forest-snare")
    lore.s.phase = "combat"
    for _ in range(3):
        lore.use(0, protector, "lore-of-imladris", "defense")
    assert defense_strength(lore.s, denethor) == 6
    with pytest.raises(Refused):
        lore.use(0, protector)
    lore.step("end-phase")
    lore.commit(denethor)
    lore.use(0, protector, "willpower")
    assert willpower_strength(lore.s, denethor) == 2


@pytest.mark.card("protector-of-lorien")
def test_protector_of_lorien_gives_either_in_any_action_window(lore: Tabletop) -> None:
    """It names no phase and leaves the choice to the player (p. 23)."""
    denethor = lore.player(0).heroes[1]
    protector = lore.attach(denethor, "protector-of-lorien")
    for _ in range(2):
        lore.give(0, "lore-of-imladris")
    lore.s.phase = "travel"
    lore.use(0, protector, "willpower")
    lore.use(0, protector, "defense")
    assert [willpower_strength(lore.s, denethor), defense_strength(lore.s, denethor)] == [2, 4]


@pytest.mark.card("dark-knowledge")
def test_dark_knowledge_sees_a_shadow_card(lore: Tabletop) -> None:
    glorfindel = lore.player(0).heroes[0]
    knowledge = lore.attach(glorfindel, "dark-knowledge")
    assert willpower_strength(lore.s, glorfindel) == 2
    spider = lore.engaged(0, "forest-spider")
    top = lore.on_top("king-spider")[0]
    lore.run(deal_shadow(lore.s, spider), "respond")
    assert lore[knowledge].exhausted
    assert known_to(lore.s, 0) == {top}


@pytest.mark.card("self-preservation")
def test_self_preservation_heals_its_bearer(lore: Tabletop) -> None:
    gimli = lore.player(0).heroes[2]
    skill = lore.attach(gimli, "self-preservation")
    lore[gimli].damage = 3
    lore.use(0, skill)
    assert lore[gimli].damage == 1
