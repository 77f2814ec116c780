"""The twelve heroes, each played."""

import pytest

from engine.games.lotr.rules.attacks import strike
from engine.games.lotr.rules.entering import return_to_staging
from engine.games.lotr.rules.knowledge import known_to
from engine.games.lotr.rules.stats import attack_strength, willpower_strength
from engine.games.lotr.state import Attack
from tests.engine.games.lotr.tabletop import Refused, Tabletop


@pytest.mark.card("aragorn")
def test_aragorn_pays_to_ready_and_stays_committed() -> None:
    table = Tabletop(["aragorn"])
    aragorn = table.player(0).heroes[0]
    table.rich(aragorn, amount=1)
    table.s.queue = [0]
    table.step("commit", "aragorn", "respond")
    assert table[aragorn].committed
    assert not table[aragorn].exhausted
    assert table[aragorn].resources == 0


def test_aragorn_without_resources_stays_exhausted() -> None:
    table = Tabletop(["aragorn"])
    table.s.queue = [0]
    table.step("commit", "aragorn")
    assert table[table.player(0).heroes[0]].exhausted


@pytest.mark.card("theodred")
def test_theodred_gives_a_questing_hero_a_resource() -> None:
    table = Tabletop(["theodred", "gloin"])
    theodred, gloin = table.player(0).heroes
    table.s.queue = [0]
    table.step("commit", "theodred", "gloin", "respond", "gloin")
    assert [table[theodred].resources, table[gloin].resources] == [0, 1]


@pytest.mark.card("aragorn", "theodred")
def test_theodred_pays_for_aragorn_although_aragorn_committed_first() -> None:
    """Both answer the same commitment, in the order the player likes (p. 23)."""
    table = Tabletop(["aragorn", "theodred"])
    aragorn = table.player(0).heroes[0]
    table.s.queue = [0]
    table.step("commit", "aragorn", "theodred", "theodred", "aragorn", "aragorn")
    assert not table[aragorn].exhausted
    assert table[aragorn].resources == 0


@pytest.mark.card("gloin")
def test_gloin_turns_damage_into_resources() -> None:
    table = Tabletop(["gloin"])
    gloin = table.player(0).heroes[0]
    table.hurt(gloin, 3, "respond")
    assert table[gloin].resources == 3


@pytest.mark.card("gimli")
def test_gimli_grows_with_damage() -> None:
    table = Tabletop(["gimli"])
    gimli = table.player(0).heroes[0]
    table.hurt(gimli, 3)
    assert attack_strength(table.s, gimli) == 5


@pytest.mark.card("legolas")
def test_legolas_makes_progress_by_destroying_enemies() -> None:
    table = Tabletop(["legolas"])
    legolas = table.player(0).heroes[0]
    bats = table.engaged(0, "black-forest-bats")
    table.s.attacks.append(Attack(bats, 0, attackers=[legolas]))
    table.run(strike(table.s), "respond")
    assert table.s.progress == 2


def test_legolas_makes_no_progress_when_the_enemy_survives() -> None:
    table = Tabletop(["legolas"])
    spider = table.engaged(0, "forest-spider")
    table.s.attacks.append(Attack(spider, 0, attackers=table.player(0).heroes[:]))
    table.run(strike(table.s))
    assert table[spider].damage == 2
    assert table.s.progress == 0


@pytest.mark.card("thalin")
def test_thalin_wounds_enemies_as_they_are_revealed() -> None:
    table = Tabletop(["thalin"], scenario="journey-down-the-anduin")
    table.commit(table.player(0).heroes[0])
    goblins = table.reveal("misty-mountain-goblins")
    assert table[goblins].damage == 1
    crows = table.reveal("eastern-crows")
    assert crows not in table.s.staging


def test_thalin_at_home_wounds_nobody() -> None:
    table = Tabletop(["thalin"])
    assert table[table.reveal("forest-spider")].damage == 0


@pytest.mark.card("dunhere")
def test_dunhere_gains_nothing_against_the_staging_area_in_company() -> None:
    """The enemy was driven off after both had attacked it (A Light in the Dark)."""
    table = Tabletop(["dunhere", "eowyn"])
    dunhere, eowyn = table.player(0).heroes
    spider = table.engaged(0, "forest-spider")
    table.s.attacks.append(Attack(spider, 0, attackers=[dunhere, eowyn]))
    return_to_staging(table.s, spider)
    assert attack_strength(table.s, dunhere) == 2
    table.s.attacks[-1].attackers.remove(eowyn)
    assert attack_strength(table.s, dunhere) == 3


@pytest.mark.card("eowyn")
def test_eowyn_gains_willpower_from_each_player_once() -> None:
    table = Tabletop(["eowyn"], ["legolas"])
    eowyn = table.player(0).heroes[0]
    table.commit(eowyn)
    table.give(0, "hasty-stroke")
    table.give(0, "hasty-stroke")
    table.give(1, "swift-strike")
    table.use(0, eowyn)
    assert willpower_strength(table.s, eowyn) == 5
    with pytest.raises(Refused):
        table.use(0, eowyn)
    table.use(1, eowyn)
    assert willpower_strength(table.s, eowyn) == 6
    table.step("end-phase")
    assert willpower_strength(table.s, eowyn) == 4


@pytest.mark.card("eowyn")
def test_eowyn_takes_discards_in_any_action_window() -> None:
    """Her action names no phase, and what is discarded may be wanted in the pile (p. 23)."""
    table = Tabletop(["eowyn"], ["legolas"])
    eowyn = table.player(0).heroes[0]
    table.give(0, "hasty-stroke")
    strike = table.give(1, "swift-strike")
    assert table.options(0) == ["eowyn"]
    table.use(1, eowyn)
    assert table.player(1).discard == [strike]
    assert table.options(1) == []


@pytest.mark.card("eleanor")
def test_eleanor_replaces_a_treachery() -> None:
    table = Tabletop(["eleanor"])
    eleanor = table.player(0).heroes[0]
    table.give(0, "hasty-stroke")
    table.on_top("forest-spider")
    eyes = table.reveal("eyes-of-the-forest", "respond")
    assert table[eleanor].exhausted
    assert eyes in table.s.encounter_discard
    assert table.kinds(table.s.staging) == ["forest-spider"]
    assert len(table.player(0).hand) == 1


def test_eleanor_cannot_cancel_an_enemy() -> None:
    table = Tabletop(["eleanor"])
    table.reveal("king-spider")
    assert not table.decisions


@pytest.mark.card("dunhere")
def test_dunhere_attacks_the_staging_area_alone() -> None:
    table = Tabletop(["dunhere", "eowyn"])
    dunhere = table.player(0).heroes[0]
    bats = table.stage("black-forest-bats")
    patrol = table.stage("east-bight-patrol")
    table.s.phase, table.s.queue = "combat", [0]
    table.step("player-attack", patrol)
    table.until("player-attack")
    assert patrol in table.s.encounter_discard  # 2 attack, 1 more, against 1 defense and 2 hit points
    assert table[dunhere].exhausted
    before = len(table.decisions)
    table.step("player-attack")
    assert len(table.decisions) == before  # Éowyn is not offered the bats
    assert bats in table.s.staging


@pytest.mark.card("denethor")
def test_denethor_looks_and_buries() -> None:
    table = Tabletop(["denethor"])
    denethor = table.player(0).heroes[0]
    top = table.on_top("king-spider")[0]
    table.use(0, denethor, "bottom")
    assert table.s.encounter_deck[0] == top
    assert table[denethor].exhausted
    assert top in known_to(table.s, 0)
    assert table.events("buried") == [(0,)]  # where it went all see, not which card it is


@pytest.mark.card("denethor")
def test_denethor_may_leave_the_card() -> None:
    table = Tabletop(["denethor"])
    top = table.on_top("king-spider")[0]
    table.use(0, table.player(0).heroes[0], "leave")
    assert table.s.encounter_deck[-1] == top
    assert table.events("buried") == []


@pytest.mark.card("glorfindel")
def test_glorfindel_heals_once_per_round() -> None:
    table = Tabletop(["glorfindel", "gimli"])
    glorfindel, gimli = table.player(0).heroes
    table.rich(glorfindel, amount=2)
    table[gimli].damage = 2
    table.use(0, glorfindel)
    assert table[gimli].damage == 1
    assert table[glorfindel].resources == 1
    with pytest.raises(Refused):
        table.use(0, glorfindel)


@pytest.mark.card("beravor")
def test_beravor_draws_for_a_player_once_per_round() -> None:
    table = Tabletop(["beravor"], ["legolas"])
    beravor = table.player(0).heroes[0]
    table.use(0, beravor, 1)
    assert len(table.player(1).hand) == 2
    table[beravor].exhausted = False
    with pytest.raises(Refused):
        table.use(0, beravor)
