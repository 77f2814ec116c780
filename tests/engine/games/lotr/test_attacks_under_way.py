"""Attacks under way whose cards leave play, come back, change hands or are driven off (p. 18, 20, 24)."""

import pytest

from engine.core.flow import Flow
from engine.games.lotr.rules.attacks import undefended
from engine.games.lotr.rules.entering import engage, enter_staging, give_control, put_into_play, return_to_staging
from engine.games.lotr.rules.in_play import is_character
from engine.games.lotr.rules.removal import discard_from_play
from engine.games.lotr.state import Attack
from tests.engine.games.lotr.tabletop import Tabletop


def attack(table: Tabletop, enemy: int, shadow: str) -> None:
    """The enemy is about to attack the first player, with that shadow card."""
    table[enemy].shadows.append(table.free(shadow))
    table.s.phase, table.s.queue, table.s.step = "combat", [0], "enemy-attack"


def leave_and_return(table: Tabletop, card: int) -> None:
    """A character or engaged enemy leaves play and comes back to the first player at once."""
    discard_from_play(table.s, card)
    (table.player(0).discard if is_character(card) else table.s.encounter_discard).remove(card)
    table.run(put_into_play(table.s, 0, card) if is_character(card) else put_before(table, card))


def put_before(table: Tabletop, enemy: int) -> Flow[None]:
    enter_staging(table.s, enemy)
    yield from engage(table.s, enemy, 0)


# -- who leaves play has left the attack, also if he comes back


@pytest.mark.card("pursued-by-shadow", "sneak-attack")
def test_a_defender_who_returns_by_a_sneak_attack_no_longer_defends() -> None:
    """Once a defender has left play the attack is undefended, whatever enters play afterwards (p. 18)."""
    table = Tabletop(["aragorn", "theodred"], scenario="journey-down-the-anduin")
    aragorn, theodred = table.player(0).heroes
    table.rich(aragorn, amount=1)
    guard = table.ally(0, "guard-of-the-citadel")
    table.give(0, "sneak-attack")
    goblins = table.engaged(0, "misty-mountain-goblins")
    attack(table, goblins, "pursued-by-shadow")
    table.until("enemy-damage", guard, "sneak-attack")
    assert table.player(0).allies == [guard]
    assert undefended(table.s)
    table.step("enemy-damage", theodred)
    assert (table[guard].damage, table[theodred].damage) == (0, 2)


@pytest.mark.card("hummerhorns", "stand-and-fight")
def test_a_defender_who_died_and_returns_no_longer_defends() -> None:
    """The dead defender whom Stand and Fight brings back is not declared again (p. 18)."""
    table = Tabletop(["eleanor", "glorfindel"])
    eleanor, glorfindel = table.player(0).heroes
    table.rich(eleanor, amount=2)
    took = table.ally(0, "wandering-took")
    table[took].damage = 1
    table.give(0, "stand-and-fight")
    spider = table.engaged(0, "forest-spider")
    attack(table, spider, "hummerhorns")
    table.until("enemy-damage", took, "stand-and-fight")
    assert table.player(0).allies == [took]
    assert undefended(table.s)
    table.step("enemy-damage", glorfindel)
    assert table[took].damage == 0
    assert table[glorfindel].damage == 1 + 2


@pytest.mark.card("swift-strike")
def test_nothing_more_answers_a_defender_whose_enemy_has_fallen() -> None:
    """The attack is over as soon as its enemy is out of play: Gondorian Spearman has nobody to strike (p. 18)."""
    table = Tabletop(["gimli"])
    table.rich(amount=2)
    spearman = table.ally(0, "gondorian-spearman")
    table.give(0, "swift-strike")
    bats = table.engaged(0, "black-forest-bats")
    attack(table, bats, "enchanted-stream")
    table.until("shadows", spearman, "swift-strike")
    assert table.s.encounter_discard[-1] == bats


def test_an_attacker_who_returns_no_longer_attacks() -> None:
    """A character is an attacker until the attack is over or it leaves play (p. 20)."""
    table = Tabletop(["aragorn", "gimli"])
    aragorn, _ = table.player(0).heroes
    axehand = table.ally(0, "veteran-axehand")
    spider = table.engaged(0, "forest-spider")
    table.s.phase, table.s.queue = "combat", [0]
    table.step("player-attack", spider)
    table.step("declare-attackers", aragorn, axehand, "done")
    leave_and_return(table, axehand)
    table.step("strike")
    assert table[spider].damage == 3 - 1


def test_an_enemy_that_leaves_play_ends_its_attack_even_if_it_returns() -> None:
    """The attack was made by a card that is gone; what comes back has not attacked (p. 18)."""
    table = Tabletop(["aragorn"])
    spider = table.engaged(0, "forest-spider")
    attack(table, spider, "enchanted-stream")
    table.until("defend")
    leave_and_return(table, spider)
    table.until("enemy-damage")
    assert table.decisions == [], "nobody is asked to defend"
    table.step("enemy-damage")
    assert table[table.player(0).heroes[0]].damage == 0


# -- the defending player is the attacked player


@pytest.mark.card("ungoliants-spawn")
def test_the_defending_player_is_attacked_also_when_anothers_sentinel_defends() -> None:
    """A sentinel stands in for the attacked player and does not take his place (p. 18, 24; FAQ 1.52)."""
    table = Tabletop(["eowyn"], ["aragorn"])
    aragorn = table.player(1).heroes[0]
    spider = table.engaged(0, "forest-spider")
    table.shadow("ungoliants-spawn", spider, defender=aragorn)
    assert [player.threat for player in table.s.players] == [24, 20]


@pytest.mark.card("ungoliants-spawn")
def test_the_defending_player_stays_when_the_defender_changes_hands() -> None:
    """Wandering Took goes on defending, and for the same player (p. 18, 25; FAQ)."""
    table = Tabletop(["eowyn"], ["aragorn"])
    took = table.ally(0, "wandering-took")
    spider = table.engaged(0, "forest-spider")
    give_control(table.s, took, 1)
    table.shadow("ungoliants-spawn", spider, defender=took)
    assert [player.threat for player in table.s.players] == [24, 20]


@pytest.mark.card("driven-by-shadow")
def test_the_attacked_player_chooses_which_attachment_a_sentinel_loses() -> None:
    table = Tabletop(["eowyn"], ["aragorn"])
    aragorn = table.player(1).heroes[0]
    stone, _ = table.attach(aragorn, "celebrians-stone", 1), table.attach(aragorn, "citadel-plate", 1)
    spider = table.engaged(0, "forest-spider")
    table.shadow("driven-by-shadow", spider, stone, defender=aragorn)
    assert [decision.seat for decision in table.decisions] == [0]
    assert stone in table.player(1).discard


def test_the_attacked_player_assigns_the_damage_among_defenders() -> None:
    """Also when one of them has changed hands meanwhile (p. 18; FAQ 1.04)."""
    table = Tabletop(["eowyn"], ["aragorn"])
    eowyn = table.player(0).heroes[0]
    took = table.ally(0, "wandering-took")
    spider = table.engaged(0, "king-spider")
    table.s.attacks.append(Attack(spider, 0, defenders=[took, eowyn]))
    give_control(table.s, took, 1)
    table.step("enemy-damage", eowyn)
    assert [decision.seat for decision in table.decisions] == [0]
    assert table[eowyn].damage == 3 - 1 - 1


# -- an attack goes on although its enemy is no longer engaged


@pytest.mark.card("a-light-in-the-dark")
def test_an_attack_goes_on_although_its_enemy_is_driven_off() -> None:
    """An enemy has to be engaged only when it is chosen to attack (p. 18; FAQ 1.32)."""
    table = Tabletop(["eleanor"])
    eleanor = table.player(0).heroes[0]
    table.rich(eleanor, amount=2)
    table.give(0, "a-light-in-the-dark")
    spider = table.engaged(0, "forest-spider")
    attack(table, spider, "enchanted-stream")
    table.until("enemy-damage", "pass", "undefended", "pass", "a-light-in-the-dark")
    assert table.s.staging == [spider]
    table.step("enemy-damage")
    assert table[eleanor].damage == 2
    assert table.s.attacks == []


@pytest.mark.card("a-light-in-the-dark")
def test_an_enemy_driven_off_before_it_was_chosen_does_not_attack() -> None:
    """Before that step it saves the player from the attack (p. 18; FAQ)."""
    table = Tabletop(["eleanor"])
    eleanor = table.player(0).heroes[0]
    table.rich(eleanor, amount=2)
    light = table.give(0, "a-light-in-the-dark")
    spider = table.engaged(0, "forest-spider")
    table.play(0, light)
    attack(table, spider, "enchanted-stream")
    table.until("end-phase")
    assert table[eleanor].damage == 0


def test_what_an_enemy_does_after_attacking_follows_also_from_the_staging_area() -> None:
    table = Tabletop(["eowyn", "gimli"])
    ufthak = table.engaged(0, "chieftan-ufthak")
    attack(table, ufthak, "enchanted-stream")
    table.until("shadows", "undefended")
    return_to_staging(table.s, ufthak)
    table.until("enemy-damage")
    table.step("enemy-damage", "gimli")
    assert table[ufthak].resources == 1


@pytest.mark.card("nazgul-of-dol-guldur")
def test_a_nazgul_driven_off_has_no_engaged_player_to_lose_a_character() -> None:
    """Its text names the engaged player, and there is none; the attack itself goes on (p. 18)."""
    table = Tabletop(["eowyn", "gimli"], scenario="escape-from-dol-guldur")
    nazgul = table.engaged(0, "nazgul-of-dol-guldur")
    attack(table, nazgul, "cavern-guardian")
    table.until("shadows", "undefended")
    return_to_staging(table.s, nazgul)
    table.until("enemy-damage")
    assert len(table.player(0).heroes) == 2
    table.step("enemy-damage", "gimli")
    assert table[table.player(0).heroes[1]].damage == 4


# -- enemies that engage a player in the middle of the phase


@pytest.mark.parametrize(("queue", "attacks"), [([0, 1], True), ([1], False)])
def test_an_enemy_attacks_a_player_whose_enemies_have_still_to_attack(queue: list[int], attacks: bool) -> None:
    """The players resolve the attacks on them in turn, and nobody's turn comes again (p. 18)."""
    table = Tabletop(["aragorn"], ["legolas"])
    spider = table.engaged(1, "forest-spider")
    table.run(engage(table.s, spider, 0))
    table.s.phase, table.s.queue, table.s.step = "combat", queue, "enemy-attack"
    table.until("player-attack", *["undefended"] * attacks)
    assert table[spider].has_attacked == attacks
