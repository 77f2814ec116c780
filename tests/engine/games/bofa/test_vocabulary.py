"""Words of the vocabulary that the shipped pack does not need: each is written into a copy of it and played."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.games.bofa.components.checks import check
from engine.games.bofa.components.library import SHIPPED
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
