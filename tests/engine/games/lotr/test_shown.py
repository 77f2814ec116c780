"""Hidden cards that become public: from there on nothing can be undone."""

from engine.games.lotr.cards.effects import EVENTS, REVEALED
from engine.games.lotr.rules.elimination import eliminate
from engine.games.lotr.rules.removal import discard_from_play
from engine.games.lotr.state import InPlay
from tests.engine.games.lotr.tabletop import Tabletop


def test_an_eliminated_players_hand_and_deck_are_seen(two: Tabletop) -> None:
    before = two.s.disclosed
    eliminate(two.s, 1)
    assert two.s.disclosed > before


def test_an_eliminated_player_without_cards_shows_nothing(two: Tabletop) -> None:
    two.player(1).deck.clear()
    before = two.s.disclosed
    eliminate(two.s, 1)
    assert two.s.disclosed == before


def test_the_card_under_an_orc_guard_is_seen_when_the_guard_falls() -> None:
    table = Tabletop(scenario="escape-from-dol-guldur")
    guard = table.s.orc_guards.pop()
    table.s.cards[guard] = InPlay(seat=0, under=[table.player(0).deck.pop()])
    table.player(0).engaged.append(guard)
    before = table.s.disclosed
    discard_from_play(table.s, guard)
    assert table.s.disclosed > before


def test_a_shadow_card_still_face_down_is_seen_when_its_enemy_falls(table: Tabletop) -> None:
    spider = table.engaged(0, "forest-spider")
    table[spider].shadows.append(table.free("king-spider"))
    before = table.s.disclosed
    table.hurt(spider, 4)
    assert table.s.disclosed > before


def test_shadow_cards_still_face_down_are_seen_when_combat_ends(table: Tabletop) -> None:
    spider = table.engaged(0, "forest-spider")
    table.step("end-combat")
    assert table.s.disclosed == 0
    table[spider].shadows.append(table.free("king-spider"))
    table.step("end-combat")
    assert table.s.disclosed == 1


def test_the_search_for_spiders_shows_the_deck(two: Tabletop) -> None:
    before = two.s.disclosed
    two.at_stage("dont-leave-the-path")
    stage = two.s.quest[0]
    two.run(REVEALED[stage](two.s, stage), "forest-spider", "forest-spider")
    assert two.s.disclosed > before


def test_that_sneak_attack_asks_which_ally_tells_of_the_hand(table: Tabletop) -> None:
    sneak = table.give(0, "sneak-attack")
    table.give(0, "faramir")
    table.give(0, "gandalf")
    action = EVENTS[sneak]
    before = table.s.disclosed
    decision = next(action.do(table.s, 0, sneak))
    assert len(decision.options) == 2
    assert table.s.disclosed > before


def test_a_card_found_in_another_players_deck_is_seen_by_its_owner(two: Tabletop) -> None:
    search = two.give(0, "gandalfs-search")
    two.rich(two.hero(0, "beravor"))
    action = EVENTS[search]
    flow = action.do(two.s, 0, search)
    decision = next(flow)
    for answer in (("player", 1), ("pay-x", 3)):
        assert answer in decision.options
        decision = flow.send(answer)
    while decision.kind != "take-card":
        decision = flow.send(decision.options[0])
    before = two.s.disclosed
    flow.send(decision.options[0])
    assert two.s.disclosed > before
