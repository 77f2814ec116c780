"""Rules of the round beside single cards: setup, windows, keywords, control, elimination, the end."""

import pytest

from engine.core.state import MatchEnded
from engine.games.lotr.components.box import DISTINCT_ENTRIES, OWNER
from engine.games.lotr.game import GAME
from engine.games.lotr.rules.attachments import attach
from engine.games.lotr.rules.attacks import declare_defenders, enemy_damage, targets
from engine.games.lotr.rules.constant_effects import may_fight
from engine.games.lotr.rules.damage import destroy
from engine.games.lotr.rules.elimination import eliminate
from engine.games.lotr.rules.encounter_deck import next_encounter_card
from engine.games.lotr.rules.entering import give_control
from engine.games.lotr.rules.hand import draw
from engine.games.lotr.rules.lasting_effects import boost
from engine.games.lotr.rules.stats import attack_strength, willpower_strength
from engine.games.lotr.rules.threat import raise_threat
from engine.games.lotr.state import Attack, Effect
from engine.games.lotr.steps.encounter import next_to_engage
from engine.games.lotr.steps.planning import playable
from engine.games.lotr.words import narrate
from tests.engine.games.lotr.tabletop import Refused, Tabletop


def test_the_box_holds_226_copies_of_128_cards() -> None:
    """Twelve heroes, 120 player cards, 84 encounter cards and ten quest cards (p. 3)."""
    counts = {"hero": 0, "player": 0, "encounter": 0, "quest": 0}
    for kind in DISTINCT_ENTRIES:
        group = kind.type if kind.type in counts else "player" if kind.sphere else "encounter"
        counts[group] += kind.copies
    assert counts == {"hero": 12, "player": 120, "encounter": 84, "quest": 10}
    assert len(GAME.components(GAME.setting())) == 128
    assert sum(one.copies for one in GAME.components(GAME.setting())) == 226
    assert all(one.implemented for one in GAME.components(GAME.setting()))


def test_opening_hand_threat_and_mulligan() -> None:
    """Six cards, the sum of the heroes' threat costs, and one new hand for who wants it (p. 10-11)."""
    match = GAME.new_match("passage-through-mirkwood", 1, 7, decks=["leadership"])
    player = match.state.players[0]
    assert len(player.hand) == 6
    assert player.threat == 12 + 8 + 9
    before = list(player.hand)
    match.choose(0, 1)
    assert len(player.hand) == 7  # and the first card of the resource phase
    assert player.hand[:6] != before
    assert match.state.round == 1


def test_without_mulligan_nobody_is_asked() -> None:
    match = GAME.new_match("passage-through-mirkwood", 1, 7, mulligan=False)
    assert match.state.round == 1


def test_first_player_by_choice_and_by_lot() -> None:
    chosen = GAME.new_match("passage-through-mirkwood", 3, 1, **{"first-player": 2})
    assert chosen.state.first_player == 2
    lots = {
        GAME.new_match("passage-through-mirkwood", 3, seed, **{"first-player": "random"}).state.first_player
        for seed in range(20)
    }
    assert lots == {0, 1, 2}


def test_easy_mode_leaves_copies_out() -> None:
    table = Tabletop(scenario="journey-down-the-anduin", easy=True)
    kinds = table.kinds(table.s.encounter_deck)
    counts = {id: kinds.count(id) for id in ("hill-troll", "gladden-fields", "eastern-crows", "evil-storm", "wargs")}
    assert counts == {"hill-troll": 1, "gladden-fields": 1, "eastern-crows": 1, "evil-storm": 2, "wargs": 2}


def test_basic_game_deals_no_shadow_cards() -> None:
    table = Tabletop(basic=True)
    master = table.engaged(0, "dol-guldur-beastmaster")
    table.step("combat")
    table.until("defend")
    assert table[master].shadows == []


def test_resources_and_a_card_each_round(two: Tabletop) -> None:
    two.step("resource")
    assert all(two[hero].resources == 1 for seat in (0, 1) for hero in two.player(seat).heroes)
    assert [len(two.player(seat).hand) for seat in (0, 1)] == [1, 1]


def test_an_empty_deck_gives_no_cards(table: Tabletop) -> None:
    table.player(0).deck.clear()
    table.discarded(0, "feint")
    draw(table.s, 0, 1)
    assert table.player(0).hand == []


def test_cards_of_a_sphere_need_a_matching_hero(table: Tabletop) -> None:
    """Even a card that costs nothing needs one (p. 12)."""
    table.rich()
    table.give(0, "erebor-hammersmith")
    assert playable(table.s, 0) == []
    cause = Tabletop(["gimli", "eowyn"])
    cause[cause.player(0).heroes[1]].exhausted = True
    card = cause.give(0, "common-cause")
    with pytest.raises(Refused):
        cause.play(0, card)


def test_exhausted_heroes_still_pay(table: Tabletop) -> None:
    aragorn = table.player(0).heroes[0]
    table.rich(aragorn, amount=2)
    table[aragorn].exhausted = True
    table.play(0, table.give(0, "guard-of-the-citadel"))
    assert table[aragorn].resources == 0


def test_paying_from_several_pools_is_the_players_choice() -> None:
    table = Tabletop(["aragorn", "gloin"])
    table.rich(amount=2)
    table.play(0, table.give(0, "guard-of-the-citadel"), "pay")
    (decision,) = table.decisions
    aragorn, gloin = table.player(0).heroes
    assert decision.options == [("pay", aragorn, 2), ("pay", aragorn, 1, gloin, 1), ("pay", gloin, 2)]


def test_unique_cards_are_unique_at_the_table(two: Tabletop) -> None:
    """No other player may bring a card of the same name into play (p. 8)."""
    two.rich()
    two.ally(1, "gandalf")
    two.give(0, "gandalf")
    assert playable(two.s, 0) == []
    two.run(destroy(two.s, two.player(1).allies[0]))
    assert two.kinds(playable(two.s, 0)) == ["gandalf"]


def test_a_failed_quest_raises_every_dial(two: Tabletop) -> None:
    two.stage("ungoliants-spawn")
    two.stage("forest-spider")
    two.commit(two.player(0).heroes[0])
    two.step("resolve-quest")
    assert [two.player(seat).threat for seat in (0, 1)] == [23, 23]
    assert two.s.progress == 0


def test_a_tied_quest_does_nothing(table: Tabletop) -> None:
    table.stage("great-forest-web")
    table.commit(table.player(0).heroes[0])
    table.step("resolve-quest")
    assert [table.player(0).threat, table.s.progress] == [20, 0]


def test_one_card_is_revealed_for_each_player(two: Tabletop) -> None:
    two.step("staging")
    assert two.s.to_reveal == 2
    eliminate(two.s, 1)
    two.step("staging")
    assert two.s.to_reveal == 1


def test_only_the_quest_phase_reshuffles_the_encounter_deck(table: Tabletop) -> None:
    table.s.encounter_discard, table.s.encounter_deck = table.s.encounter_deck, []
    table.s.phase = "combat"
    assert next_encounter_card(table.s) == -1
    spider = table.engaged(0, "forest-spider")
    table.step("combat")
    assert table[spider].shadows == []
    table.s.phase = "quest"
    assert next_encounter_card(table.s) >= 0
    assert table.s.encounter_discard == []


def test_an_encounter_deck_that_runs_out_in_the_quest_phase_is_made_anew(table: Tabletop) -> None:
    """As soon as its last card is resolved, so that there are shadow cards for the combat (p. 14, 25)."""
    table.s.encounter_discard, table.s.encounter_deck = table.s.encounter_deck, []
    discards = len(table.s.encounter_discard)
    (orcs,) = table.on_top("dol-guldur-orcs")
    table.s.phase, table.s.to_reveal = "quest", 1
    table.step("stage-card")
    assert table.s.staging == [orcs]
    assert [len(table.s.encounter_deck), table.s.encounter_discard] == [discards - 1, []]


def test_an_encounter_deck_that_ran_out_in_combat_is_made_anew_when_the_quest_phase_begins(table: Tabletop) -> None:
    table.s.encounter_discard, table.s.encounter_deck = table.s.encounter_deck, []
    table.step("quest")
    assert table.s.encounter_deck
    assert table.s.encounter_discard == []


def test_players_travel_to_one_location_at_a_time(table: Tabletop) -> None:
    road = table.stage("old-forest-road")
    gate = table.stage("forest-gate")
    table.step("travel", road)
    assert table.s.active == [road]
    table.step("travel")
    assert table.s.active == [road]
    assert gate in table.s.staging


def test_a_snared_enemy_and_a_fresh_one_are_different_in_an_engagement_check(table: Tabletop) -> None:
    """Copies of one card are the same only if the same lies on them (p. 16)."""
    snared, fresh, _ = (table.stage("forest-spider") for _ in range(3))
    table.player(0).threat = 25
    assert next_to_engage(table.s, 0) == [snared]
    table.attach(snared, "forest-snare")
    assert next_to_engage(table.s, 0) == [snared, fresh]


def test_optional_engagement_ignores_engagement_cost(table: Tabletop) -> None:
    spawn = table.stage("ungoliants-spawn")
    table.step("encounter")
    table.until("check", spawn)
    assert table.player(0).engaged == [spawn]


def test_sentinel_may_defend_for_another_player() -> None:
    """Only when the attacked player declares no defender (p. 24)."""
    table = Tabletop(["gimli"], ["aragorn", "legolas"])
    aragorn = table.player(1).heroes[0]
    spider = table.engaged(0, "forest-spider")
    table.s.attacks.append(Attack(spider, 0))
    table.run(declare_defenders(table.s), "undefended", aragorn)
    assert table.decisions[-1].options == [("defend", aragorn), ("undefended",)]
    table.run(enemy_damage(table.s))
    assert table[aragorn].damage == 0
    assert table[aragorn].exhausted


@pytest.mark.card("silverlode-archer", "horseback-archer")
@pytest.mark.parametrize("id", ["silverlode-archer", "horseback-archer"])
def test_archers_can_attack_another_players_enemy(two: Tabletop, id: str) -> None:
    archer, guard = two.ally(0, id), two.ally(0, "guard-of-the-citadel")
    spider = two.engaged(1, "forest-spider")
    assert [targets(two.s, 0, archer), targets(two.s, 0, guard)] == [[spider], []]


def test_ranged_joins_the_attack_of_another_player() -> None:
    table = Tabletop(["gimli"], ["legolas", "aragorn"])
    legolas, aragorn = table.player(1).heroes
    gimli = table.player(0).heroes[0]
    king = table.engaged(0, "king-spider")
    table.s.phase, table.s.queue = "combat", [0, 1]
    table.step("player-attack", king)
    table.step("declare-attackers", legolas)
    assert table.s.attacks[-1].attackers == [gimli, legolas]
    table.until("player-attack", "respond")
    assert king in table.s.encounter_discard
    assert not table[aragorn].exhausted


def test_ranged_attacks_another_players_enemy_in_its_own_turn() -> None:
    table = Tabletop(["gimli"], ["legolas", "aragorn"])
    patrol = table.engaged(0, "east-bight-patrol")
    table.s.phase, table.s.queue = "combat", [1]
    table.step("player-attack", patrol)
    table.until("player-attack", "respond")
    assert patrol in table.s.encounter_discard


def test_each_enemy_is_attacked_once_a_round_by_each_player(table: Tabletop) -> None:
    spawn = table.engaged(0, "ungoliants-spawn")
    aragorn, gimli, _ = table.player(0).heroes
    table.s.phase, table.s.queue = "combat", [0]
    table.step("player-attack", spawn)
    table.until("end-combat", aragorn, "done")
    assert not table[gimli].exhausted
    table.step("end-combat")
    assert table[spawn].attacked_by == 0


def test_undefended_damage_goes_to_one_hero_whatever_his_defense(table: Tabletop) -> None:
    gimli = table.player(0).heroes[1]
    table.ally(0, "guard-of-the-citadel")
    spider = table.engaged(0, "king-spider")
    table.s.attacks.append(Attack(spider, 0))
    table.run(enemy_damage(table.s), gimli)
    assert table[gimli].damage == 3
    assert [option[1] for option in table.decisions[-1].options] == table.player(0).heroes


def test_an_attack_whose_defender_left_is_undefended(table: Tabletop) -> None:
    guard = table.ally(0, "guard-of-the-citadel")
    eowyn = table.player(0).heroes[2]
    spider = table.engaged(0, "forest-spider")
    table.s.attacks.append(Attack(spider, 0, defenders=[guard]))
    table.hurt(guard, 2)
    table.run(enemy_damage(table.s), eowyn)
    assert table[eowyn].damage == 2


def test_shadow_cards_fall_away_with_their_enemy_and_with_the_phase(table: Tabletop) -> None:
    spider, patrol = table.engaged(0, "forest-spider"), table.engaged(0, "east-bight-patrol")
    first, second = table.on_top("king-spider", "hummerhorns")
    table.step("combat")
    table.hurt(spider, 4)
    assert first in table.s.encounter_discard
    table.step("end-combat")
    assert table[patrol].shadows == []
    assert second in table.s.encounter_discard


def test_restricted_allows_two_and_the_third_costs_one(table: Tabletop) -> None:
    """A third Restricted attachment forces one of them off (p. 24)."""
    aragorn = table.player(0).heroes[0]
    blade = table.attach(aragorn, "blade-of-gondolin")
    table.attach(aragorn, "celebrians-stone")
    plate = table.free("citadel-plate")
    table.run(attach(table.s, 0, plate, aragorn), blade)
    assert table.kinds(table[aragorn].attachments) == ["celebrians-stone", "citadel-plate"]
    assert blade in table.player(0).discard


def test_guarded_objectives_are_guarded_by_the_next_card() -> None:
    """A second guarded objective goes beside the first, and both get a guard (p. 24)."""
    table = Tabletop(scenario="escape-from-dol-guldur")
    key, spider, web = table.on_top("shadow-key", "forest-spider", "great-forest-web")
    torch = table.reveal("dungeon-torch")
    assert table[spider].guards == torch
    assert table[web].guards == key
    assert table.s.staging == [torch, key, spider, web]


def test_doomed_and_surge_count_only_in_the_staging_step() -> None:
    """The rulebook ties both keywords to the staging step of the quest phase (p. 24)."""
    table = Tabletop(scenario="escape-from-dol-guldur")
    mountains = table.stage("mountains-of-mirkwood")
    table.on_top("endless-caverns", "great-forest-web")
    table.travel(mountains)
    assert table.kinds(table.s.staging) == ["endless-caverns"]
    assert table.player(0).threat == 20


def test_lasting_effects_add_up_and_stop_at_zero(table: Tabletop) -> None:
    gimli = table.player(0).heroes[1]
    table[gimli].effects += [Effect("willpower", -3, "phase"), Effect("willpower", 2, "phase")]
    assert willpower_strength(table.s, gimli) == 1
    table[gimli].effects.append(Effect("willpower", -4, "phase"))
    assert willpower_strength(table.s, gimli) == 0
    table[gimli].effects.append(Effect("willpower", 4, "phase"))
    assert willpower_strength(table.s, gimli) == 1


def test_attachments_go_with_control_and_return_to_their_owners(two: Tabletop) -> None:
    """Control of an ally carries its attachments; leaving play, each card goes to its owner (p. 25)."""
    took = two.ally(0, "wandering-took")
    skill = two.attach(took, "self-preservation", seat=1)
    assert OWNER[skill] == 1
    give_control(two.s, took, 1)
    assert two[skill].seat == 1
    two.hurt(took, 2)
    assert took in two.player(0).discard
    assert skill in two.player(1).discard


def test_refresh_readies_raises_threat_and_passes_the_marker(two: Tabletop) -> None:
    for card in two.s.cards:
        two[card].exhausted = True
    two.step("refresh")
    assert not any(state.exhausted for state in two.s.cards.values())
    assert [two.player(seat).threat for seat in (0, 1)] == [21, 21]
    assert two.s.first_player == 1


def test_a_player_at_threat_50_is_eliminated(two: Tabletop) -> None:
    """Cards to their owners' discards, enemies back to the staging area with their damage (p. 22)."""
    spider = two.engaged(0, "forest-spider")
    two[spider].damage = 2
    hand = two.give(0, "feint")
    took = two.ally(0, "wandering-took")
    borrowed = two.free("guard-of-the-citadel", 1)
    two.s.cards[borrowed] = type(two[took])(seat=0)
    two.player(0).allies.append(borrowed)
    deck = list(two.player(0).deck)
    raise_threat(two.s, 0, 40)
    assert two.player(0).eliminated
    assert two.player(0).threat == 50
    assert two.s.staging == [spider]
    assert two[spider].damage == 2
    assert {hand, took, *deck} <= set(two.player(0).discard)
    assert borrowed in two.player(1).discard
    assert two.s.first_player == 1
    assert two.s.outcome is None


def test_a_player_without_heroes_is_eliminated_and_the_last_one_loses() -> None:
    table = Tabletop(["gimli"], ["legolas"])
    table.hurt(table.player(1).heroes[0], 4)
    assert table.player(1).eliminated
    with pytest.raises(MatchEnded):
        table.hurt(table.player(0).heroes[0], 5)
    assert table.s.outcome is not None
    assert table.s.outcome.winners == []


def test_gandalfs_map_bearer_is_not_offered_for_combat() -> None:
    table = Tabletop(["gimli"], scenario="escape-from-dol-guldur")
    gimli = table.player(0).heroes[0]
    table.attach(gimli, "gandalfs-map")
    assert not may_fight(table.s, gimli)
    spider = table.engaged(0, "forest-spider")
    table.s.attacks.append(Attack(spider, 0))
    table.run(declare_defenders(table.s))
    assert not table.decisions
    assert attack_strength(table.s, gimli) == 2


@pytest.mark.parametrize(("effect", "en", "pl"), [
    (("willpower", -1), "Gimli: willpower -1", "Gimli: siła woli -1"),
    (("attack", 5), "Gimli: attack +5", "Gimli: atak +5"),
    (("defense", 1), "Gimli: defense +1", "Gimli: obrona +1"),
    (("threat", 1), "Gimli: threat +1", "Gimli: siła zagrożenia +1"),
    (("cannot-attack", 0), "Gimli: does not attack Player 1 this phase", "Gimli: w tej fazie nie atakuje: Gracz 1"),
    (("no-threat", 0), "Gimli: adds no threat this phase", "Gimli: w tej fazie nie dodaje zagrożenia"),
    (("to-hand", 0), "Gimli: returns to hand when the phase ends", "Gimli: po tej fazie wraca na rękę"),
    (("into-deck", 0), "Gimli: is shuffled into its deck when the phase ends", "Gimli: po tej fazie wraca do talii"),
])  # fmt: skip
def test_lasting_effects_are_told_in_words(table: Tabletop, effect: tuple[str, int], en: str, pl: str) -> None:
    gimli = table.player(0).heroes[1]
    boost(table.s, gimli, *effect)
    assert table.s.run.events is not None
    event = table.s.run.events[-1]
    assert [narrate(table.s, event, "en"), narrate(table.s, event, "pl")] == [en, pl]
