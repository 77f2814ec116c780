"""Every card of the shipped pack is played, and the quoted ones do what the rulebook says."""

from typing import Any

import msgspec
import pytest

from engine.games.bofa.cards.registry import OPERATIONS, check
from engine.games.bofa.cards.vocabulary import orders
from engine.games.bofa.components.library import load
from tests.engine.games.bofa.tabletop import FREE, SHADOW, Tabletop

PACK = load("reconstruction")
EVENTS = [card.id for card in PACK.cards.values() if card.deck == "event"]
STORIES = [(card.id, card.side) for card in PACK.cards.values() if card.deck == "story"]
FATE = [card.id for card in PACK.cards.values() if card.deck == "fate"]


def crowded(tabletop: Tabletop) -> None:
    """A battlefield where every card finds something to act on."""
    tabletop.army("ruins-of-dale", "bard", "bilbo", lake_town_men=2, dwarf_warriors=1, damage=2, leaders=1)
    tabletop.army("camp", "dain", "gandalf", dwarf_warriors=1, elf_archers=2, damage=2)
    tabletop.army("front-gate", "thorin", dwarf_veterans=2, damage=1)
    tabletop.army("eastern-spur", elf_spearmen=2, damage=1)
    tabletop.army("raven-path", elf_archers=1, damage=1)
    tabletop.army("east-fields", "bolg", orcs=2, goblins=1, damage=2, leaders=1)
    tabletop.army("river-meadow", orcs=1, wargs=2, damage=1, leaders=1)
    tabletop.army("spur-foot", great_orcs=1, wargs=1, damage=1)
    tabletop.army("western-goblins", goblins=2)
    tabletop.token("ruins-of-dale", "lake-town-men")
    tabletop.token("camp", "dwarf-warriors")
    tabletop.token("front-gate", "dwarf-veterans")
    tabletop.token("warg-heath", "orcs")
    tabletop.token("north-host", "wargs")
    tabletop.token("gundabad-host", "orcs")
    tabletop.s.wall_damage[tabletop.at("eastern-spur")] = 2
    tabletop.s.wall_damage[tabletop.at("ravenhill")] = 2
    tabletop.s.shadow_settlements = [tabletop.at("ravenhill")]
    tabletop.s.rings = 3
    tabletop.s.fate = 4
    for seat in (FREE, SHADOW):
        tabletop.give(seat, *(("rear-guard", "feint") if seat else ("forced-march", "last-stand")))


def marks(tabletop: Tabletop, *but: int) -> Any:
    """Everything a card can change, but for the cards and dice it is played with."""
    s = tabletop.s
    return msgspec.to_builtins(
        [
            s.armies,
            s.damage,
            s.leaders,
            s.wall_damage,
            s.characters,
            s.eagles,
            s.eyrie,
            s.bats,
            s.pass_closed,
            [s.rings, s.wrath, s.bodyguards, s.concentration],
            s.active_generals,
            s.fate,
            [[card for card in hand if card not in but] for hand in s.hands],
            s.tokens,
            [len(pile) for pile in s.piles],
            s.fate_pool,
            s.shadow_settlements,
            [[card for card in cards if card not in but] for cards in s.lasting_cards],
            s.dice,
        ]
    )


def play_out_card(tabletop: Tabletop) -> None:
    """Answer what the card asks, preferring to act, until it is done or a battle begins."""
    idle = {"none", "halt", "decline", "done", "enough"}
    while tabletop.match.pending and tabletop.kind not in ("action", "manoeuvre"):
        options = tabletop.options()
        acting = [option for option in options if option[0] not in idle] or options
        if tabletop.kind == "card-move-on":
            acting = options
        go = [option for option in acting if option[0] == "go"]
        chosen = (go or acting)[0]
        tabletop.match.choose(tabletop.match.pending[0].seat, options.index(chosen))


@pytest.mark.parametrize("name", EVENTS)
@pytest.mark.parametrize("seat", [FREE, SHADOW])
def test_event_card_as_an_order(tabletop: Tabletop, name: str, seat: int) -> None:
    """The card leaves the hand, does something, and is discarded or lies on the table (p. 15)."""
    crowded(tabletop)
    tabletop.give(seat, name)
    tabletop.action(seat, "event", "character", others=("event", "event", "event"))
    card = tabletop.card(name)
    before = marks(tabletop, card)
    tabletop.next_rolls(*[6] * 12)
    tabletop.choose("card", name)
    if tabletop.kind == "die":
        tabletop.choose("spend", "event", "event")
    before[-1][seat].remove("event")
    play_out_card(tabletop)
    assert card not in tabletop.s.hands[seat]
    assert card in (tabletop.s.lasting_cards[seat] if PACK.cards[card].stays_in_play else tabletop.s.event_discard)
    assert marks(tabletop, card) != before or tabletop.s.battle is not None


@pytest.mark.parametrize(("name", "seat"), STORIES)
def test_story_card(tabletop: Tabletop, name: str, seat: int) -> None:
    """Story cards never return once played (p. 15)."""
    crowded(tabletop)
    tabletop.give(seat, name)
    tabletop.action(seat, "event", others=("event", "event", "event"))
    card = tabletop.card(name)
    before = marks(tabletop, card)
    tabletop.next_rolls(*[6] * 12)
    tabletop.choose("card", name)
    before[-1][seat].remove("event")
    play_out_card(tabletop)
    assert card in (tabletop.s.lasting_cards[seat] if PACK.cards[card].stays_in_play else tabletop.s.story_discard)
    assert marks(tabletop, card) != before or tabletop.s.battle is not None


@pytest.mark.parametrize("name", FATE)
def test_fate_card(tabletop: Tabletop, name: str) -> None:
    """CombatCard at once; it stays while it lasts (p. 17)."""
    symbol = tabletop.fate_token(1, symbol=True)
    for number in list(tabletop.s.fate_pool):
        if number != symbol:
            tabletop.put(number, tabletop.s.fate_tokens_used)
    card = tabletop.card(name)
    tabletop.put(card, tabletop.s.fate_deck)
    before = (tabletop.s.wrath, tabletop.s.eyrie)
    tabletop.begin("fate", dice=(1,))
    if not PACK.cards[card].stays_in_play:
        assert card in tabletop.s.fate_discard
        assert (tabletop.s.wrath, tabletop.s.eyrie) != before
    else:
        assert card in tabletop.s.fate_cards


def fight_a_round(seat: int, name: str | None, attacking: bool) -> Any:
    """One round in the same position with the same dice, showing a card or just Regroup."""
    tabletop = Tabletop()
    us, them = ("lake-town-men", "orcs") if seat == FREE else ("orcs", "lake-town-men")
    tabletop.army("ruins-of-dale", leaders=1, damage=1, **{them if attacking else us: 4})
    tabletop.army("east-fields", leaders=1, damage=1, **{us if attacking else them: 3})
    mine = "east-fields" if attacking else "ruins-of-dale"
    tabletop.s.armies[tabletop.at(mine)].pop()
    if name is not None:
        tabletop.give(seat, name)
    who = seat if attacking else 1 - seat
    tabletop.action(who, "army" if who else "army-muster").choose("attack", "east-fields", "ruins-of-dale")
    tabletop.s.battle.used_cards = [["1"], ["6"]]  # type: ignore[union-attr]
    tabletop.next_rolls(*[4, 5, 1, 1, 4, 1, 1, 5, 4, 6, 5] * 5)
    other = tabletop.options("unit", 1 - seat)
    enemy = other[0] if other else ("regroup",)
    tabletop.match.choose(1 - seat, tabletop.match.options(1 - seat).index(enemy))
    tabletop.choose(*(("event", name) if name else ("regroup",)), seat=seat)
    b = tabletop.s.battle
    while tabletop.kind in ("reroll", "use-manoeuvre"):
        tabletop.match.choose(tabletop.match.pending[0].seat, 0)
    assert b is not None
    return msgspec.to_builtins(
        [
            tabletop.s.damage,
            tabletop.s.leaders,
            b.dice,
            b.new_damage,
            b.void,
            b.may_not_leave,
            b.may_retreat[seat] and name is not None,
            [len(hand) for hand in tabletop.s.hands],
            tabletop.kind == "sacrifice",
            tabletop.s.streams,
        ]
    )


NOT_HERE = {
    "through-the-fords": "works against fords, slopes and walls",
    "sappers": "works against fords, slopes and walls",
    "burn-the-stores": "works in the open",
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


@pytest.mark.parametrize("name", ["through-the-fords", "sappers"])
def test_storm_ignores_walls_and_slopes(tabletop: Tabletop, name: str) -> None:
    """The target number stays 5 this round."""
    tabletop.army("eastern-spur", dwarf_veterans=3)
    tabletop.army("spur-foot", orcs=3)
    tabletop.give(SHADOW, name)
    tabletop.action(SHADOW, "army").choose("attack", "spur-foot", "eastern-spur")
    tabletop.next_rolls(5, 5, 1, *[1] * 8)
    tabletop.choose("regroup", seat=FREE).choose("event", name, seat=SHADOW)
    assert tabletop.s.wall_damage[tabletop.at("eastern-spur")] == (3 if name == "sappers" else 2)


def test_fire_burns_in_the_open(tabletop: Tabletop) -> None:
    """One damage on plains, none in ruins."""
    for place, hurt in (("south-road", 1), ("ruins-of-dale", 0)):
        tabletop.army("east-fields", orcs=3)
        tabletop.army(place, lake_town_men=3)
        tabletop.give(SHADOW, "burn-the-stores")
        tabletop.action(SHADOW, "army").choose("attack", "east-fields", place)
        tabletop.next_rolls(*[1] * 8)
        tabletop.choose("regroup", seat=FREE).choose("event", "burn-the-stores", seat=SHADOW)
        assert tabletop.damage(place) == hurt
        tabletop.army(place)
        tabletop.s.battle = None


def test_sound_the_horns_regroups_two_armies_on_four(tabletop: Tabletop) -> None:
    """Choose up to two different friendly armies, success on 4+ (p. 14)."""
    tabletop.army("camp", dwarf_warriors=2, damage=2)
    tabletop.army("front-gate", dwarf_veterans=2, damage=2)
    tabletop.give(FREE, "sound-the-horns")
    tabletop.action(FREE, "muster", others=("event", "event")).choose("card", "sound-the-horns")
    tabletop.next_rolls(4, 3, 4, 4)
    tabletop.choose("pick", "camp").choose("enough").choose("pick", "front-gate")
    assert (tabletop.damage("camp"), tabletop.damage("front-gate")) == (1, 0)


def test_the_great_goblin_without_figures_still_does_the_rest(tabletop: Tabletop) -> None:
    """No Great Orc is left: the leadership token and the move remain (p. 15)."""
    tabletop.army("warg-heath", great_orcs=6)
    tabletop.army("spur-ridge", goblins=2)
    tabletop.army("eastern-spur", elf_spearmen=1)
    tabletop.give(SHADOW, "great-goblin")
    tabletop.action(SHADOW, "character", others=("event", "event")).choose("card", "great-goblin")
    assert tabletop.units("spur-ridge") == {"goblins": 2}
    assert tabletop.s.leaders[tabletop.at("spur-ridge")] == 1
    tabletop.choose("march", "spur-ridge", "gate-terrace").choose("go")
    assert tabletop.kind == "card-attack"
    tabletop.choose("attack", "gate-terrace", "eastern-spur")
    assert tabletop.s.battle is not None


def test_the_great_goblin_brings_a_great_orc(tabletop: Tabletop) -> None:
    """One Great Orcs unit joins the army with Goblins (p. 15)."""
    tabletop.army("spur-ridge", goblins=2)
    tabletop.give(SHADOW, "great-goblin")
    tabletop.action(SHADOW, "character", others=("event", "event")).choose("card", "great-goblin").choose("halt")
    assert tabletop.units("spur-ridge") == {"goblins": 2, "great-orcs": 1}


def test_the_lucky_number_needs_bilbo(tabletop: Tabletop) -> None:
    """The requirement must be met (p. 15)."""
    tabletop.army("camp", "dain", dwarf_warriors=1)
    tabletop.give(FREE, "lucky-number")
    assert tabletop.action(FREE, "character").options("card") == []
    tabletop.character("bilbo", "camp")
    assert tabletop.action(FREE, "character").options("card") == [("card", tabletop.card("lucky-number"))]


def test_special_fate_tokens_enter_by_their_cards(tabletop: Tabletop) -> None:
    """Arkenstone: blue; Shadow of the Necromancer: red (p. 16)."""
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("burnt-heath", orcs=1)
    tabletop.give(FREE, "arkenstone-of-thrain")
    tabletop.give(SHADOW, "shadow-of-the-necromancer")
    tabletop.action(FREE, "event", others=("event",)).choose("card", "arkenstone-of-thrain")
    tabletop.choose("card", "shadow-of-the-necromancer")
    colours = [tabletop.p.fate_tokens[token].colour for token in tabletop.s.fate_pool]
    assert (colours.count("blue"), colours.count("red")) == (1, 1)
    assert tabletop.s.fate_tokens_aside == []


def test_a_card_on_the_table_lasts_until_the_end_of_the_turn(tabletop: Tabletop) -> None:
    """It is not in the hand and goes when its time is over (p. 15)."""
    tabletop.army("camp", elf_spearmen=1)
    tabletop.give(FREE, "spears-in-the-sun")
    tabletop.action(FREE, "event", others=("event",)).choose("card", "spears-in-the-sun").choose("none")
    card = tabletop.card("spears-in-the-sun")
    assert tabletop.s.lasting_cards[FREE] == [card]
    tabletop.begin("end-of-turn")
    assert tabletop.s.lasting_cards[FREE] == []
    assert card in tabletop.s.story_discard


def test_enormous_size_lets_beorn_roll_five_dice(tabletop: Tabletop) -> None:
    """(p. 17)."""
    tabletop.put(tabletop.card("enormous-size"), tabletop.s.fate_cards)
    tabletop.character("beorn", "drowned-fields")
    tabletop.s.wrath = 10
    tabletop.army("east-fields", orcs=3)
    tabletop.action(SHADOW, "army").choose("attack", "east-fields", "drowned-fields").choose("regroup")
    assert tabletop.s.battle is not None
    assert len(tabletop.s.battle.dice[FREE]) == 5


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
