"""The worked examples of the rulebook, with their own cards and numbers."""

from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.stats import staging_threat
from engine.games.lotr.steps.victory import group_score
from tests.engine.games.lotr.tabletop import Tabletop

TOM, CHRIS = 0, 1


def test_paying_for_cards() -> None:
    """Tom pays for a Leadership ally with Glóin and for a Spirit ally with Éowyn and Eleanor (p. 12-13)."""
    table = Tabletop(["gloin", "eowyn", "eleanor"])
    gloin, eowyn, eleanor = table.player(TOM).heroes
    table.rich(gloin, amount=3)
    table.rich(eowyn, eleanor, amount=2)
    table.play(TOM, table.give(TOM, "guard-of-the-citadel"))
    assert [table[hero].resources for hero in (gloin, eowyn, eleanor)] == [1, 2, 2]
    table.play(TOM, table.give(TOM, "northern-tracker"))
    assert [table[hero].resources for hero in (gloin, eowyn, eleanor)] == [1, 0, 0]
    assert table.kinds(table.player(TOM).allies) == ["guard-of-the-citadel", "northern-tracker"]
    assert not any(table[ally].exhausted for ally in table.player(TOM).allies)


def test_resolving_a_quest() -> None:
    """Willpower 7 meets threat 7; a card discarded for Éowyn makes it 8 and one progress (p. 15)."""
    table = Tabletop(["eowyn"], ["aragorn"], scenario="campaign")
    guard = table.ally(CHRIS, "guard-of-the-citadel")
    eowyn, aragorn = table.player(TOM).heroes[0], table.player(CHRIS).heroes[0]
    spent = table.give(TOM, "hasty-stroke")
    table.stage("gladden-fields")
    table.on_top("east-bight-patrol", "hummerhorns")
    table.step("quest")
    table.until("resolve-quest", "eowyn", "aragorn", guard, "pass", "use")
    assert [table[card].committed for card in (eowyn, aragorn, guard)] == [True, True, True]
    assert staging_threat(table.s) == 7
    assert spent in table.player(TOM).discard
    table.step("resolve-quest")
    assert table.s.progress == 1
    assert [table.player(seat).threat for seat in (TOM, CHRIS)] == [20, 20]


def test_active_location_takes_progress_first(table: Tabletop) -> None:
    """Of three progress two explore the Enchanted Stream and one goes to the quest (p. 15)."""
    stream = table.activate("enchanted-stream")
    gimli, eowyn = table.player(TOM).heroes[1:]
    table.commit(gimli, eowyn)
    table.stage("great-forest-web")
    table.stage("old-forest-road")
    table.step("resolve-quest")
    assert table.s.active == []
    assert stream in table.s.encounter_discard
    assert table.s.progress == 1


def test_engagement_checks() -> None:
    """Threat 24 draws the King Spider, threat 35 Ungoliant's Spawn and a Forest Spider; Hummerhorns stay (p. 16-17)."""
    table = Tabletop(["aragorn"], ["legolas"])
    table.player(TOM).threat, table.player(CHRIS).threat = 24, 35
    king, forest = table.stage("king-spider"), table.stage("forest-spider")
    spawn, horns = table.stage("ungoliants-spawn"), table.stage("hummerhorns")
    table.step("encounter")
    table.until("end-phase", "decline", "decline")
    assert table.player(TOM).engaged == [king]
    assert table.player(CHRIS).engaged == [spawn, forest]
    assert table.s.staging == [horns]


def test_defending_against_enemy_attacks() -> None:
    """The Spawn kills the Silverlode Archer with 6 damage, a Forest Spider wounds Aragorn by 2 (p. 18-19)."""
    table = Tabletop(["eowyn"], ["aragorn"])
    aragorn = table.player(CHRIS).heroes[0]
    archer = table.ally(CHRIS, "silverlode-archer")
    forest, spawn = table.engaged(CHRIS, "forest-spider"), table.engaged(CHRIS, "ungoliants-spawn")
    patrol, stream = table.on_top("east-bight-patrol", "enchanted-stream")
    table.step("combat")
    assert table[spawn].shadows == [patrol]
    assert table[forest].shadows == [stream]
    table.until("player-attack", spawn, archer, "undefended")
    assert archer in table.player(CHRIS).discard
    assert table[aragorn].damage == 2
    assert ENTRIES[aragorn].hit_points - table[aragorn].damage == 3
    assert table.player(CHRIS).threat == 20


def test_attacking_enemies() -> None:
    """Glorfindel kills Dol Guldur Orcs; Legolas and a spearman wound the Beastmaster by 3 of 5 (p. 20-21)."""
    table = Tabletop(["glorfindel", "legolas"])
    glorfindel, legolas = table.player(TOM).heroes
    spearman = table.ally(TOM, "gondorian-spearman")
    master, orcs = table.engaged(TOM, "dol-guldur-beastmaster"), table.engaged(TOM, "dol-guldur-orcs")
    table.s.phase, table.s.queue = "combat", [TOM]
    table.step("player-attack", orcs)
    table.until("player-attack", glorfindel, "done")
    assert orcs in table.s.encounter_discard
    table.until("declare-attackers", master)
    table.until("end-combat", legolas, spearman)
    assert table[master].damage == 3
    assert all(table[card].exhausted for card in (glorfindel, legolas, spearman))


def test_scoring() -> None:
    """Threat 43, a dead hero of cost 8, 6 damage and 5 victory points score 52 (p. 22)."""
    table = Tabletop(["legolas", "gimli"])
    table.player(TOM).threat = 43
    table.discarded(TOM, "theodred")
    legolas, gimli = table.player(TOM).heroes
    table[legolas].damage, table[gimli].damage = 2, 4
    table.s.victory.append(table.free("hummerhorns"))
    assert group_score(table.s).total == 52
