"""Every card of the shipped pack is played, and the quoted ones do what the rulebook says."""

from typing import Any

import msgspec
import pytest

from engine.games.bofa.cards.registry import OPERATIONS, check
from engine.games.bofa.cards.vocabulary import orders
from engine.games.bofa.components.library import load
from tests.engine.games.bofa.table import FREE, SHADOW, Table

PACK = load("reconstruction")
EVENTS = [card.id for card in PACK.cards.values() if card.deck == "event"]
STORIES = [(card.id, card.side) for card in PACK.cards.values() if card.deck == "story"]
FATE = [card.id for card in PACK.cards.values() if card.deck == "fate"]


def crowded(table: Table) -> None:
    """A battlefield where every card finds something to act on."""
    table.army("ruins_of_dale", "bard", "bilbo", lake_town_men=2, dwarf_warriors=1, damage=2, leaders=1)
    table.army("camp", "dain", "gandalf", dwarf_warriors=1, elf_archers=2, damage=2)
    table.army("front_gate", "thorin", dwarf_veterans=2, damage=1)
    table.army("eastern_spur", elf_spearmen=2, damage=1)
    table.army("raven_path", elf_archers=1, damage=1)
    table.army("east_fields", "bolg", orcs=2, goblins=1, damage=2, leaders=1)
    table.army("river_meadow", orcs=1, wargs=2, damage=1, leaders=1)
    table.army("spur_foot", great_orcs=1, wargs=1, damage=1)
    table.army("western_goblins", goblins=2)
    table.token("ruins_of_dale", "lake_town_men")
    table.token("camp", "dwarf_warriors")
    table.token("front_gate", "dwarf_veterans")
    table.token("warg_heath", "orcs")
    table.token("north_host", "wargs")
    table.token("gundabad_host", "orcs")
    table.s.walls[table.at("eastern_spur")] = 2
    table.s.walls[table.at("ravenhill")] = 2
    table.s.held = [table.at("ravenhill")]
    table.s.rings = 3
    table.s.fate = 4
    for seat in (FREE, SHADOW):
        table.give(seat, *(("rear_guard", "feint") if seat else ("forced_march", "last_stand")))


def marks(table: Table, *but: int) -> Any:
    """Everything a card can change, but for the cards and dice it is played with."""
    s = table.s
    return msgspec.to_builtins(
        [
            s.armies,
            s.damage,
            s.leaders,
            s.walls,
            s.people,
            s.eagles,
            s.eyrie,
            s.bats,
            s.closed,
            [s.rings, s.wrath, s.bodyguards, s.concentration],
            s.active_generals,
            s.fate,
            [[card for card in hand if card not in but] for hand in s.hands],
            s.ground,
            [len(pile) for pile in s.piles],
            s.fate_pool,
            s.held,
            [[card for card in cards if card not in but] for cards in s.tables],
            s.dice,
        ]
    )


def play_out_card(table: Table) -> None:
    """Answer what the card asks, preferring to act, until it is done or a battle begins."""
    idle = {"none", "halt", "decline", "done", "enough"}
    while table.match.pending and table.kind not in ("action", "manoeuvre"):
        options = table.options()
        acting = [option for option in options if option[0] not in idle] or options
        if table.kind == "card_move_on":
            acting = options
        go = [option for option in acting if option[0] == "go"]
        chosen = (go or acting)[0]
        table.match.choose(table.match.pending[0].seat, options.index(chosen))


@pytest.mark.parametrize("name", EVENTS)
@pytest.mark.parametrize("seat", [FREE, SHADOW])
def test_event_card_as_an_order(table: Table, name: str, seat: int) -> None:
    """The card leaves the hand, does something, and is discarded or lies on the table (p. 15)."""
    crowded(table)
    table.give(seat, name)
    table.action(seat, "event", "character", others=("event", "event", "event"))
    card = table.card(name)
    before = marks(table, card)
    table.next_rolls(*[6] * 12)
    table.choose("card", name)
    if table.kind == "die":
        table.choose("spend", "event", "event")
    before[-1][seat].remove("event")
    play_out_card(table)
    assert card not in table.s.hands[seat]
    assert card in (table.s.tables[seat] if PACK.cards[card].stays_in_play else table.s.event_discard)
    assert marks(table, card) != before or table.s.battle is not None


@pytest.mark.parametrize(("name", "seat"), STORIES)
def test_story_card(table: Table, name: str, seat: int) -> None:
    """Story cards never return once played (p. 15)."""
    crowded(table)
    table.give(seat, name)
    table.action(seat, "event", others=("event", "event", "event"))
    card = table.card(name)
    before = marks(table, card)
    table.next_rolls(*[6] * 12)
    table.choose("card", name)
    before[-1][seat].remove("event")
    play_out_card(table)
    assert card in (table.s.tables[seat] if PACK.cards[card].stays_in_play else table.s.story_gone)
    assert marks(table, card) != before or table.s.battle is not None


@pytest.mark.parametrize("name", FATE)
def test_fate_card(table: Table, name: str) -> None:
    """Played at once; it stays while it lasts (p. 17)."""
    symbol = table.fate_token(1, symbol=True)
    for number in list(table.s.fate_pool):
        if number != symbol:
            table.put(number, table.s.fate_used)
    card = table.card(name)
    table.put(card, table.s.fate_deck)
    before = (table.s.wrath, table.s.eyrie)
    table.begin("fate", dice=(1,))
    if not PACK.cards[card].stays_in_play:
        assert card in table.s.fate_gone
        assert (table.s.wrath, table.s.eyrie) != before
    else:
        assert card in table.s.fate_played


def fight_a_round(seat: int, name: str | None, attacking: bool) -> Any:
    """One round in the same position with the same dice, showing a card or just Regroup."""
    table = Table()
    us, them = ("lake_town_men", "orcs") if seat == FREE else ("orcs", "lake_town_men")
    table.army("ruins_of_dale", leaders=1, damage=1, **{them if attacking else us: 4})
    table.army("east_fields", leaders=1, damage=1, **{us if attacking else them: 3})
    mine = "east_fields" if attacking else "ruins_of_dale"
    table.s.armies[table.at(mine)].pop()
    if name is not None:
        table.give(seat, name)
    who = seat if attacking else 1 - seat
    table.action(who, "army" if who else "army_muster").choose("attack", "east_fields", "ruins_of_dale")
    table.s.battle.used = [["1"], ["6"]]  # type: ignore[union-attr]
    table.next_rolls(*[4, 5, 1, 1, 4, 1, 1, 5, 4, 6, 5] * 5)
    other = table.options("unit", 1 - seat)
    enemy = other[0] if other else ("regroup",)
    table.match.choose(1 - seat, table.match.options(1 - seat).index(enemy))
    table.choose(*(("event", name) if name else ("regroup",)), seat=seat)
    b = table.s.battle
    while table.kind == "reroll":
        table.match.choose(table.match.pending[0].seat, 0)
    assert b is not None
    return msgspec.to_builtins(
        [
            table.s.damage,
            table.s.leaders,
            b.dice,
            b.dealt,
            b.void,
            b.pinned,
            b.withdraw[seat] and name is not None,
            [len(hand) for hand in table.s.hands],
            table.kind == "sacrifice",
            table.s.rolled,
        ]
    )


NOT_HERE = {
    "through_the_fords": "works against fords, slopes and walls",
    "sappers": "works against fords, slopes and walls",
    "burn_the_stores": "works in the open",
}


@pytest.mark.parametrize("name", [name for name in EVENTS if name not in NOT_HERE])
def test_combat_effect_changes_a_round(name: str) -> None:
    """Attacking or defending, the combat effect makes a difference with the same dice (p. 27)."""
    differs = [
        fight_a_round(seat, name, attacking) != fight_a_round(seat, None, attacking)
        for seat in (FREE, SHADOW)
        for attacking in (True, False)
    ]
    assert any(differs)


@pytest.mark.parametrize("name", ["through_the_fords", "sappers"])
def test_storm_ignores_walls_and_slopes(table: Table, name: str) -> None:
    """The target number stays 5 this round."""
    table.army("eastern_spur", dwarf_veterans=3)
    table.army("spur_foot", orcs=3)
    table.give(SHADOW, name)
    table.action(SHADOW, "army").choose("attack", "spur_foot", "eastern_spur")
    table.next_rolls(5, 5, 1, *[1] * 8)
    table.choose("regroup", seat=FREE).choose("event", name, seat=SHADOW)
    assert table.s.walls[table.at("eastern_spur")] == (3 if name == "sappers" else 2)


def test_fire_burns_in_the_open(table: Table) -> None:
    """One damage on plains, none in ruins."""
    for place, hurt in (("south_road", 1), ("ruins_of_dale", 0)):
        table.army("east_fields", orcs=3)
        table.army(place, lake_town_men=3)
        table.give(SHADOW, "burn_the_stores")
        table.action(SHADOW, "army").choose("attack", "east_fields", place)
        table.next_rolls(*[1] * 8)
        table.choose("regroup", seat=FREE).choose("event", "burn_the_stores", seat=SHADOW)
        assert table.damage(place) == hurt
        table.army(place)
        table.s.battle = None


def test_sound_the_horns_regroups_two_armies_on_four(table: Table) -> None:
    """Choose up to two different friendly armies, success on 4+ (p. 14)."""
    table.army("camp", dwarf_warriors=2, damage=2)
    table.army("front_gate", dwarf_veterans=2, damage=2)
    table.give(FREE, "sound_the_horns")
    table.action(FREE, "muster", others=("event", "event")).choose("card", "sound_the_horns")
    table.next_rolls(4, 3, 4, 4)
    table.choose("pick", "camp").choose("enough").choose("pick", "front_gate")
    assert (table.damage("camp"), table.damage("front_gate")) == (1, 0)


def test_the_great_goblin_without_figures_still_does_the_rest(table: Table) -> None:
    """No Great Orc is left: the leadership token and the move remain (p. 15)."""
    table.army("warg_heath", great_orcs=6)
    table.army("spur_ridge", goblins=2)
    table.army("eastern_spur", elf_spearmen=1)
    table.give(SHADOW, "great_goblin")
    table.action(SHADOW, "character", others=("event", "event")).choose("card", "great_goblin")
    assert table.units("spur_ridge") == {"goblins": 2}
    assert table.s.leaders[table.at("spur_ridge")] == 1
    table.choose("march", "spur_ridge", "gate_terrace").choose("go")
    assert table.kind == "card_attack"
    table.choose("attack", "gate_terrace", "eastern_spur")
    assert table.s.battle is not None


def test_the_great_goblin_brings_a_great_orc(table: Table) -> None:
    """One Great Orcs unit joins the army with Goblins (p. 15)."""
    table.army("spur_ridge", goblins=2)
    table.give(SHADOW, "great_goblin")
    table.action(SHADOW, "character", others=("event", "event")).choose("card", "great_goblin").choose("halt")
    assert table.units("spur_ridge") == {"goblins": 2, "great_orcs": 1}


def test_the_lucky_number_needs_bilbo(table: Table) -> None:
    """The requirement must be met (p. 15)."""
    table.army("camp", "dain", dwarf_warriors=1)
    table.give(FREE, "lucky_number")
    assert table.action(FREE, "character").options("card") == []
    table.person("bilbo", "camp")
    assert table.action(FREE, "character").options("card") == [("card", table.card("lucky_number"))]


def test_special_fate_tokens_enter_by_their_cards(table: Table) -> None:
    """Arkenstone: blue; Shadow of the Necromancer: red (p. 16)."""
    table.army("camp", dwarf_warriors=1)
    table.army("burnt_heath", orcs=1)
    table.give(FREE, "arkenstone_of_thrain")
    table.give(SHADOW, "shadow_of_the_necromancer")
    table.action(FREE, "event", others=("event",)).choose("card", "arkenstone_of_thrain")
    table.choose("card", "shadow_of_the_necromancer")
    colours = [table.p.fates[token].colour for token in table.s.fate_pool]
    assert (colours.count("blue"), colours.count("red")) == (1, 1)
    assert table.s.fate_aside == []


def test_a_card_on_the_table_lasts_until_the_end_of_the_turn(table: Table) -> None:
    """It is not in the hand and goes when its time is over (p. 15)."""
    table.army("camp", elf_spearmen=1)
    table.give(FREE, "spears_in_the_sun")
    table.action(FREE, "event", others=("event",)).choose("card", "spears_in_the_sun").choose("none")
    card = table.card("spears_in_the_sun")
    assert table.s.tables[FREE] == [card]
    table.begin("end_of_turn")
    assert table.s.tables[FREE] == []
    assert card in table.s.story_gone


def test_enormous_size_lets_beorn_roll_five_dice(table: Table) -> None:
    """(p. 17)."""
    table.put(table.card("enormous_size"), table.s.fate_played)
    table.person("beorn", "drowned_fields")
    table.s.wrath = 10
    table.army("east_fields", orcs=3)
    table.action(SHADOW, "army").choose("attack", "east_fields", "drowned_fields").choose("regroup")
    assert table.s.battle is not None
    assert len(table.s.battle.dice[FREE]) == 5


def test_every_operation_of_the_vocabulary_is_carried_out() -> None:
    """Picks, branches and conditions are compiled away; all others have a rule."""
    compiled = {orders.Army, orders.Region, orders.Armies, orders.Choose, orders.If}
    assert set(OPERATIONS) == set(orders.Operation.__args__) - compiled  # type: ignore[attr-defined]


def test_a_word_without_behaviour_is_refused_at_load() -> None:
    words = [orders.Move, orders.Attack]
    check(words, [orders.Move], [orders.Attack])
    with pytest.raises(LookupError, match="Attack has no behaviour"):
        check(words, [orders.Move])
    with pytest.raises(LookupError, match="Heal is no word of the vocabulary"):
        check(words, words, [orders.Heal])
    with pytest.raises(LookupError, match="Move has 2 behaviours"):
        check(words, words, [orders.Move])
