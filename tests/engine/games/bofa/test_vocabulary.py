"""Words of the vocabulary that the shipped pack does not need: each is written into a copy of it and played."""

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from engine.games.bofa.board import draw_board
from engine.games.bofa.cards.vocabulary import combat, lasting, orders
from engine.games.bofa.cards.vocabulary.conditions import InCombat, When, Where
from engine.games.bofa.components.box import CHARACTERS
from engine.games.bofa.components.checks import check
from engine.games.bofa.components.library import SHIPPED, load, load_pack
from engine.games.bofa.game import GAME
from engine.games.bofa.rules import hand
from engine.games.bofa.view import BofaView
from engine.testing import (
    Variant,
    check_conservation,
    check_frontends,
    check_no_trace,
    check_random_play,
    check_undo,
    check_views,
    check_words,
    check_worlds,
)
from tests.engine.games.bofa.tabletop import FREE, SHADOW, Tabletop

Maker = Callable[..., Tabletop]


@pytest.fixture
def with_card(tmp_path: Path) -> Maker:
    """A tabletop whose Council of War, a character card, is written anew."""

    def make(
        order: str = '[{ op = "draw", deck = "event" }]', combat: str = '[{ op = "void" }]', more: str = ""
    ) -> Tabletop:
        folder = Path(shutil.copytree(SHIPPED / "reconstruction", tmp_path / "mine"))
        text = (folder / "events.toml").read_text(encoding="utf-8")
        start = text.index('id = "council-of-war"')
        end = text.index("[[card]]", start)
        card = (
            'id = "council-of-war"\nname = "Test"\nname_pl = "Test"\ntype = "character"\n'
            f'text = "t"\ntext_pl = "t"\norder = {order}\ncombat_name = "c"\ncombat_name_pl = "c"\n'
            f'combat_text = "c"\ncombat_text_pl = "c"\ncombat = {combat}\n{more}\n\n'
        )
        (folder / "events.toml").write_text(text[:start] + card + text[end:], encoding="utf-8")
        assert [str(fault) for fault in check(folder)] == []
        return Tabletop(str(folder))

    return make


def play(tabletop: Tabletop, seat: int = FREE) -> None:
    """Play the card with a Character result while the other side still has dice."""
    tabletop.give(seat, "council-of-war")
    tabletop.action(seat, "character", others=("event", "event", "event")).choose("card", "council-of-war")


def test_if_and_otherwise(with_card: Maker) -> None:
    branches = 'do = [{ op = "fate", by = -1 }], otherwise = [{ op = "fate", by = 2 }]'
    order = f'[{{ op = "if", when = {{ fate_least = 3 }}, {branches} }}]'
    tabletop = with_card(order)
    tabletop.army("camp", dwarf_warriors=1)
    play(tabletop)
    assert tabletop.s.fate == 2
    tabletop.s.fate = 3
    play(tabletop)
    assert tabletop.s.fate == 2


def test_fate_card(with_card: Maker) -> None:
    tabletop = with_card('[{ op = "fate-card" }, { op = "fate", by = 1 }]')
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.put(tabletop.card("enormous-size"), tabletop.s.fate_deck)
    play(tabletop)
    assert (tabletop.s.wrath, tabletop.s.fate) == (2, 1)


def test_discard_of_one_s_own_is_a_choice(with_card: Maker) -> None:
    tabletop = with_card('[{ op = "discard", whose = "friend" }]')
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.give(FREE, "feint", "sappers")
    play(tabletop)
    assert tabletop.kind == "discard"
    tabletop.choose("discard", "feint")
    assert tabletop.s.face_down[FREE] == [tabletop.card("feint")]


def test_beside_it_and_room(with_card: Maker) -> None:
    tabletop = with_card(
        '[{ op = "army" }, { op = "army", where = { beside_it = true, room = true } }, { op = "leader" }]'
    )
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("gate-terrace", elf_spearmen=5)
    tabletop.army("spur-foot", elf_spearmen=1)
    play(tabletop)
    tabletop.choose("pick", "camp")
    assert tabletop.s.leaders[tabletop.at("spur-foot")] == 1


def test_an_optional_pick_may_be_declined_and_the_rest_goes_on(with_card: Maker) -> None:
    tabletop = with_card('[{ op = "army", optional = true }, { op = "leader" }, { op = "fate", by = 1 }]')
    tabletop.army("camp", dwarf_warriors=1)
    play(tabletop)
    tabletop.choose("none")
    assert (tabletop.s.leaders[tabletop.at("camp")], tabletop.s.fate) == (0, 1)


def test_two_battles_of_one_card(with_card: Maker) -> None:
    """A card pauses for a battle and goes on after it."""
    tabletop = with_card('[{ op = "armies", up_to = 2, do = [{ op = "attack" }] }, { op = "fate", by = 1 }]')
    tabletop.army("ruins-of-dale", dwarf_warriors=1)
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("east-fields", orcs=1)
    tabletop.army("spur-foot", orcs=1)
    play(tabletop)
    for place, target in (("ruins-of-dale", "east-fields"), ("camp", "spur-foot")):
        tabletop.choose("pick", place).choose("attack", place, target)
        tabletop.next_rolls(1, 1)
        tabletop.choose("regroup", seat=FREE).choose("regroup", seat=SHADOW).choose("cease")
    assert tabletop.s.fate == 1
    assert tabletop.s.battle is None
    assert tabletop.s.frames == []


def test_pursuit_hurts_those_who_leave(with_card: Maker) -> None:
    tabletop = with_card(combat='[{ op = "pursue", count = 1 }]')
    tabletop.army("north-fields", elf_spearmen=3)
    tabletop.army("east-fields", orcs=3)
    tabletop.give(SHADOW, "council-of-war")
    tabletop.action(SHADOW, "army").choose("attack", "east-fields", "north-fields")
    tabletop.next_rolls(*[1] * 6)
    tabletop.choose("regroup", seat=FREE).choose("event", "council-of-war", seat=SHADOW)
    tabletop.choose("press").choose("retreat", "old-orchards")
    assert tabletop.damage("old-orchards") == 1


def test_a_card_lies_on_the_table_while_its_condition_holds(with_card: Maker) -> None:
    more = 'table = { until = "never", while = { in_play = ["thorin"] }, effects = [{ op = "regroup", amount = 2 }] }'
    tabletop = with_card('[{ op = "draw", deck = "event" }]', more=more)
    tabletop.army("camp", "thorin", dwarf_warriors=2, damage=2)
    play(tabletop)
    assert tabletop.s.lasting_cards[FREE] == [tabletop.card("council-of-war")]
    tabletop.action(FREE, "muster", others=("event", "event"))
    tabletop.next_rolls(3, 3)
    tabletop.choose("regroup", "camp")
    assert tabletop.damage("camp") == 0
    tabletop.s.characters[5] = -2
    tabletop.begin("turn-over")
    assert tabletop.s.lasting_cards[FREE] == []


def test_a_card_on_the_table_until_the_first_battle(with_card: Maker) -> None:
    effects = '[{ op = "battle", effects = [{ op = "add", amount = 1, to = "roll" }] }]'
    tabletop = with_card(
        '[{ op = "draw", deck = "event" }]', more=f'table = {{ until = "first-battle", effects = {effects} }}'
    )
    tabletop.army("ruins-of-dale", dwarf_warriors=1)
    tabletop.army("east-fields", orcs=2)
    play(tabletop)
    tabletop.action(FREE, "army-muster", others=("event", "event")).choose("attack", "ruins-of-dale", "east-fields")
    tabletop.next_rolls(4, 1, 1)
    tabletop.choose("regroup", seat=FREE).choose("regroup", seat=SHADOW)
    assert tabletop.damage("east-fields") == 1
    tabletop.choose("enough").choose("cease")
    assert tabletop.s.lasting_cards[FREE] == []
    assert tabletop.card("council-of-war") in tabletop.s.event_discard


def test_a_condition_on_the_army_just_picked(with_card: Maker) -> None:
    whole = '{ op = "if", when = { it = { damaged = true } }, do = [{ op = "heal" }], otherwise = [{ op = "leader" }] }'
    tabletop = with_card(f'[{{ op = "army" }}, {whole}]')
    tabletop.army("camp", dwarf_warriors=2, damage=1)
    tabletop.army("gate-terrace", elf_spearmen=1)
    play(tabletop)
    tabletop.choose("pick", "camp")
    assert (tabletop.damage("camp"), tabletop.s.leaders[tabletop.at("camp")]) == (0, 0)
    play(tabletop)
    tabletop.choose("pick", "gate-terrace")
    assert tabletop.s.leaders[tabletop.at("gate-terrace")] == 1


def test_a_condition_on_a_picked_region_without_an_army(with_card: Maker) -> None:
    fate = 'do = [{ op = "fate", by = 1 }]'
    tabletop = with_card(
        '[{ op = "region", where = { regions = ["watchtower"] } }, '
        f'{{ op = "if", when = {{ it = {{ damaged = false }} }}, {fate} }}, '
        f'{{ op = "if", when = {{ it = {{ settlement = false }} }}, {fate} }}]'
    )
    tabletop.army("camp", dwarf_warriors=1)
    play(tabletop)
    assert tabletop.s.fate == 1, "nothing is said of an army that is not there"


def test_it_needs_a_place(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SHIPPED / "reconstruction", tmp_path / "mine"))
    events = folder / "events.toml"
    text = events.read_text(encoding="utf-8").replace(
        'order = [{ op = "armies", up_to = 2',
        'when = { it = { damaged = true } }\norder = [{ op = "armies", up_to = 2',
        1,
    )
    events.write_text(text, encoding="utf-8")
    assert ["no place yet that `it` could be" in fault.message for fault in check(folder)] == [True]


def test_the_owner_chooses_which_unit_is_eliminated(with_card: Maker) -> None:
    tabletop = with_card('[{ op = "army", whose = "enemy" }, { op = "eliminate", units = ["orcs", "goblins"] }]')
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("east-fields", "bolg", orcs=1, goblins=1, wargs=1, damage=3)
    tabletop.s.bodyguards = 0
    play(tabletop)
    assert tabletop.match.pending[0].seat == SHADOW
    assert tabletop.options() == [
        ("lose", tabletop.p.unit_numbers["goblins"]),
        ("lose", tabletop.p.unit_numbers["orcs"]),
    ]
    tabletop.choose("lose", "orcs")
    assert tabletop.units("east-fields") == {"goblins": 1, "wargs": 1}
    assert (tabletop.damage("east-fields"), tabletop.kind) == (3, "casualties"), "more damage than units are left"
    tabletop.choose("lose", "goblins")
    assert (tabletop.units("east-fields"), tabletop.damage("east-fields")) == ({"wargs": 1}, 1)


def test_eliminating_nobody(with_card: Maker) -> None:
    tabletop = with_card(
        '[{ op = "army" }, { op = "eliminate", units = ["wargs"] }, '
        '{ op = "region", where = { regions = ["watchtower"] } }, { op = "eliminate", count = 3 }]'
    )
    tabletop.army("camp", dwarf_warriors=1)
    play(tabletop)
    assert tabletop.units("camp") == {"dwarf-warriors": 1}


def test_units_of_one_kind_move(with_card: Maker) -> None:
    tabletop = with_card('[{ op = "army" }, { op = "move", regions = 2, units = ["elf-archers"] }, { op = "leader" }]')
    tabletop.army("camp", "bard", elf_archers=2, dwarf_warriors=2, damage=2)
    play(tabletop)
    tabletop.choose("march", "camp", "river-meadow")
    assert tabletop.options("leave") == [("leave", tabletop.p.unit_numbers["elf-archers"])]
    tabletop.choose("leave-behind", "bard").choose("go").choose("damage", 1)
    tabletop.choose("halt")
    assert (tabletop.units("camp"), tabletop.damage("camp")) == ({"dwarf-warriors": 2}, 1)
    assert (tabletop.units("river-meadow"), tabletop.damage("river-meadow")) == ({"elf-archers": 2}, 1)
    assert tabletop.s.leaders[tabletop.at("river-meadow")] == 1


def test_no_unit_of_that_kind_nothing_moves(with_card: Maker) -> None:
    tabletop = with_card('[{ op = "army" }, { op = "move", units = ["elf-archers"] }, { op = "leader" }]')
    tabletop.army("camp", dwarf_warriors=2)
    play(tabletop)
    assert tabletop.s.leaders[tabletop.at("camp")] == 1


def test_several_characters_are_placed(with_card: Maker) -> None:
    tabletop = with_card(
        '[{ op = "army" }, { op = "place", characters = ["bard", "dain", "thorin"] }, '
        '{ op = "if", when = { it = { together = ["bard", "dain"] } }, do = [{ op = "fate", by = 1 }] }]'
    )
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.character("bard", "watchtower")
    tabletop.character("dain", "gate-terrace")
    play(tabletop)
    camp = tabletop.at("camp")
    assert [tabletop.s.characters[CHARACTERS.index(name)] for name in ("bard", "dain", "thorin")] == [camp, camp, -1]
    assert tabletop.s.fate == 1


def test_beorn_is_never_placed_with_units_and_frees_a_settlement(with_card: Maker) -> None:
    """As wherever he comes (p. 33)."""
    tabletop = with_card(
        '[{ op = "region", where = { regions = ["camp"] } }, { op = "place", characters = ["beorn"] }, '
        '{ op = "region", where = { regions = ["ruins-of-dale"] } }, { op = "place", characters = ["beorn"] }]'
    )
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("ruins-of-dale", orcs=1)
    tabletop.character("beorn", "watchtower")
    tabletop.s.wrath = 8
    play(tabletop)
    assert tabletop.s.characters[CHARACTERS.index("beorn")] == tabletop.at("watchtower")
    tabletop.army("ruins-of-dale")
    tabletop.s.shadow_settlements = [tabletop.at("ruins-of-dale")]
    play(tabletop)
    assert tabletop.s.characters[CHARACTERS.index("beorn")] == tabletop.at("ruins-of-dale")
    assert tabletop.s.shadow_settlements == []


def test_so_many_of_several_characters_are_placed(with_card: Maker) -> None:
    tabletop = with_card(
        '[{ op = "army" }, { op = "place", characters = ["bard", "dain", "gandalf"], choose = 2 }, '
        '{ op = "if", when = { it = { together = ["bard", "dain"] } }, do = [{ op = "fate", by = 1 }] }]'
    )
    tabletop.army("camp", dwarf_warriors=1)
    for name in ("bard", "dain", "gandalf"):
        tabletop.character(name, "watchtower")
    play(tabletop)
    tabletop.choose("place", "gandalf").choose("place", "bard")
    places = [tabletop.s.characters[CHARACTERS.index(name)] for name in ("bard", "dain", "gandalf")]
    assert places == [tabletop.at("camp"), tabletop.at("watchtower"), tabletop.at("camp")]
    assert tabletop.s.fate == 0


def test_the_enemy_takes_the_branch(with_card: Maker) -> None:
    branches = '{ name = "Bad", do = [{ op = "fate", by = 1 }] }, { name = "Worse", do = [{ op = "fate", by = 3 }] }'
    tabletop = with_card(f'[{{ op = "choose", by = "enemy", options = [{branches}] }}]')
    tabletop.army("camp", dwarf_warriors=1)
    play(tabletop)
    assert (tabletop.kind, tabletop.match.pending[0].seat) == ("branch", SHADOW)
    labels = [tabletop.match.describe(option, "pl") for option in tabletop.options()]
    assert labels == ["Bad", "Worse"]
    tabletop.choose("branch", 0)
    assert tabletop.s.fate == 1


def test_the_enemy_picks_the_army(with_card: Maker) -> None:
    tabletop = with_card('[{ op = "army", whose = "enemy", by = "enemy" }, { op = "damage" }]')
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("east-fields", orcs=2)
    tabletop.army("watchtower", wargs=2)
    play(tabletop)
    assert (tabletop.kind, tabletop.match.pending[0].seat) == ("pick", SHADOW)
    tabletop.choose("pick", "watchtower")
    assert (tabletop.damage("watchtower"), tabletop.damage("east-fields")) == (1, 0)


def known(tabletop: Tabletop, seat: int | None, whose: int) -> list[str]:
    """The cards of a hand that somebody is shown."""
    view: BofaView = tabletop.match.observation(seat)
    return view.players[whose].hand


def known_in_deck(tabletop: Tabletop, seat: int) -> list[tuple[int, str]]:
    """The cards of the Event deck that a seat is shown, with how many lie above."""
    view: BofaView = tabletop.match.observation(seat)
    return [(one.cards_above, one.card) for one in view.event_deck_known]


def test_who_looks_at_a_hand_knows_it_until_cards_are_laid_down(with_card: Maker) -> None:
    tabletop = with_card('[{ op = "look", at = "hand" }]')
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("east-fields", orcs=1)
    tabletop.give(SHADOW, "feint", "sappers", "great-goblin")
    play(tabletop)
    feint, sappers, goblin = (tabletop.card(name) for name in ("feint", "sappers", "great-goblin"))
    assert known(tabletop, FREE, SHADOW) == ["feint", "sappers", "great-goblin"]
    assert known(tabletop, SHADOW, FREE) == []
    assert known(tabletop, None, SHADOW) == []
    assert "   known of the hand: Feint" in draw_board(tabletop.match.observation(FREE), "en")
    looked = next(event for event in tabletop.match.events if event.kind == "looked")
    for seat, text in (
        (FREE, "Free Peoples looks at the enemy's hand: Feint"),
        (SHADOW, "the enemy's hand"),
        (None, ""),
    ):
        seen = looked.seen_by(seat)
        assert seen is not None
        assert text in tabletop.match.narrate(seen, "en")
        assert ("Feint" in tabletop.match.narrate(seen, "en")) == (seat == FREE)
    for seed in range(20):
        assert tabletop.match.deal_world(FREE, random.Random(seed)).state.hands[SHADOW] == [feint, sappers, goblin]
    hand.discard(tabletop.s, SHADOW, feint)
    assert tabletop.s.known_cards[FREE] == [goblin], "one Event card has gone: it could be either"


def test_who_looks_at_a_deck_knows_its_top(with_card: Maker) -> None:
    tabletop = with_card('[{ op = "look", at = "event", count = 2 }]')
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("east-fields", orcs=1)
    for name in ("sappers", "feint"):
        tabletop.put(tabletop.card(name), tabletop.s.event_deck)
    play(tabletop)
    feint, sappers = tabletop.card("feint"), tabletop.card("sappers")
    assert known_in_deck(tabletop, FREE) == [(0, "feint"), (1, "sappers")]
    worlds = [tabletop.match.deal_world(FREE, random.Random(seed)).state.event_deck for seed in range(20)]
    assert {(deck[-1], deck[-2]) for deck in worlds} == {(feint, sappers)}
    others = [tabletop.match.deal_world(SHADOW, random.Random(seed)).state for seed in range(20)]
    assert len({world.event_deck[-1] for world in others}) > 5
    seen = [world.known_cards[FREE] == [world.event_deck[-1], world.event_deck[-2]] for world in others]
    assert all(seen), "in every world the enemy has looked at the cards of that world"
    hand.draw_event(tabletop.s, SHADOW, 1)
    assert known(tabletop, FREE, SHADOW) == ["feint"], "the card that was on top is now in the enemy's hand"


def test_what_a_new_deck_is_made_of_nobody_knows(with_card: Maker) -> None:
    tabletop = with_card('[{ op = "look", at = "event", count = 20 }]')
    tabletop.army("camp", dwarf_warriors=1)
    play(tabletop)
    assert len(tabletop.s.known_cards[FREE]) == 20
    tabletop.s.event_discard += tabletop.s.event_deck
    tabletop.s.event_deck = []
    hand.form_event_deck(tabletop.s)
    assert tabletop.s.known_cards[FREE] == []


def test_a_card_of_the_deck_is_taken_unseen_by_the_enemy(with_card: Maker) -> None:
    tabletop = with_card('[{ op = "take", out_of = "event", of = 2 }]')
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("east-fields", orcs=1)
    for name in ("sappers", "feint"):
        tabletop.put(tabletop.card(name), tabletop.s.event_deck)
    play(tabletop)
    feint, sappers = tabletop.card("feint"), tabletop.card("sappers")
    assert tabletop.options() == [("take", feint), ("take", sappers)]
    assert tabletop.match.deal_world(FREE, random.Random(1)).options(FREE) == tabletop.options()
    hands = [tabletop.match.deal_world(SHADOW, random.Random(seed)).options(FREE) for seed in range(9)]
    assert len(set(map(tuple, hands))) > 1
    tabletop.choose("take", "sappers")
    assert tabletop.s.hands[FREE] == [sappers]
    assert known_in_deck(tabletop, FREE) == [(0, "feint")]
    assert known_in_deck(tabletop, SHADOW) == []
    assert known(tabletop, SHADOW, FREE) == []


@pytest.mark.parametrize(("of", "depths"), [(2, [(1, "rear-guard")]), (1, [(0, "sappers"), (1, "rear-guard")])])
def test_who_knows_a_deck_does_not_see_which_of_its_cards_is_taken(
    with_card: Maker, of: int, depths: list[tuple[int, str]]
) -> None:
    tabletop = with_card(f'[{{ op = "take", out_of = "event", of = {of} }}]')
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("east-fields", orcs=1)
    top = [tabletop.card(name) for name in ("feint", "sappers", "rear-guard")]
    for card in reversed(top):
        tabletop.put(card, tabletop.s.event_deck)
    tabletop.s.known_cards[SHADOW] = list(top)
    play(tabletop)
    if of > 1:
        tabletop.choose("take", "feint")
    assert tabletop.s.hands[FREE] == [top[0]]
    assert known(tabletop, SHADOW, FREE) == ([] if of > 1 else ["feint"])
    assert known_in_deck(tabletop, SHADOW) == depths


@pytest.mark.parametrize("taken", ["feint", "sappers"])
def test_no_world_tells_which_card_of_a_known_deck_is_taken(with_card: Maker, taken: str) -> None:
    """While the card that took it goes on: the Shadow knew only the Feint, and either may be in hand now."""
    tabletop = with_card('[{ op = "take", out_of = "event", of = 2 }, { op = "army", optional = true }]')
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("east-fields", orcs=1)
    for name in ("sappers", "feint"):
        tabletop.put(tabletop.card(name), tabletop.s.event_deck)
    feint = tabletop.card("feint")
    tabletop.s.known_cards[SHADOW] = [feint]
    play(tabletop)
    tabletop.choose("take", taken)
    assert tabletop.kind == "pick"
    worlds = [tabletop.match.deal_world(SHADOW, random.Random(seed)).state for seed in range(20)]
    assert {feint in world.hands[FREE] for world in worlds} == {True, False}


def test_a_card_of_the_enemy_is_taken_and_its_owner_knows(with_card: Maker) -> None:
    tabletop = with_card('[{ op = "take", out_of = "hand" }]')
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("east-fields", orcs=1)
    tabletop.give(SHADOW, "feint", "sappers", "great-goblin")
    play(tabletop)
    assert len(tabletop.options("take")) == 2, "Story cards belong to their side"
    tabletop.choose("take", "feint")
    assert tabletop.s.hands[FREE] == [tabletop.card("feint")]
    assert known(tabletop, SHADOW, FREE) == ["feint"]
    took = next(event for event in tabletop.match.events if event.kind == "took")
    told = [tabletop.match.narrate(seen, "en") for seat in (FREE, SHADOW, None) if (seen := took.seen_by(seat))]
    assert told == ["Free Peoples takes: Feint"] * 2 + ["Free Peoples takes: an Event card"]
    for seed in range(20):
        world = tabletop.match.deal_world(SHADOW, random.Random(seed))
        assert world.state.hands[FREE] == [tabletop.card("feint")]


def test_a_card_of_the_discard_pile_is_taken_but_never_the_one_played(with_card: Maker) -> None:
    tabletop = with_card('[{ op = "take", out_of = "discard", count = 2 }]')
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("east-fields", orcs=1)
    tabletop.put(tabletop.card("feint"), tabletop.s.event_discard)
    play(tabletop)
    assert tabletop.s.hands[FREE] == [tabletop.card("feint")]
    assert known(tabletop, SHADOW, FREE) == ["feint"]
    assert tabletop.s.event_discard == [tabletop.card("council-of-war")]


def test_every_new_word_keeps_to_the_kit(tmp_path: Path) -> None:
    """Cards that look, take, eliminate and ask the enemy are dealt often, and no world tells a secret."""
    order = """[
        { op = "look", at = "hand" },
        { op = "look", at = "story", count = 2 },
        { op = "take", out_of = "event", of = 3 },
        { op = "take", out_of = "hand" },
        { op = "take", out_of = "discard" },
        { op = "army", whose = "enemy", by = "enemy" },
        { op = "eliminate" },
        { op = "choose", by = "enemy", options = [
            { name = "Nothing", do = [] },
            { name = "A card", do = [{ op = "draw", deck = "event" }] },
        ] },
        { op = "army" },
        { op = "move", units = ["orcs", "elf-archers"] },
    ]"""
    folder = Path(shutil.copytree(SHIPPED / "reconstruction", tmp_path / "mine"))
    text = (folder / "events.toml").read_text(encoding="utf-8")
    changed = re.sub(r"^order = (\[\n.*?^\]|.*?$)", f"order = {order}", text, flags=re.MULTILINE | re.DOTALL)
    (folder / "events.toml").write_text(changed, encoding="utf-8")
    variant = Variant("battle", 2, {"pack": load(load_pack(folder)).key})  # not by its path: the same play every time
    kit = (check_random_play, check_conservation, check_words, check_views, check_worlds, check_no_trace, check_undo)
    for check_it in (*kit, check_frontends):
        check_it(GAME, variant)


def test_the_docs_name_every_word() -> None:
    page = (Path(__file__).parents[4] / "docs/games/bofa.md").read_text(encoding="utf-8")
    words = [*get_args(orders.Operation), *get_args(combat.Effect), *get_args(lasting.Effect)]
    names = [word.__struct_config__.tag for word in words]
    names += [field.encode_name for word in (*words, Where, When, InCombat) for field in msgspec.structs.fields(word)]
    assert [name for name in dict.fromkeys(names) if f"`{name}`" not in page] == []
