"""Words of the vocabulary that the shipped pack does not need: each is written into a copy of it and played."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.games.bofa.components.checks import check
from engine.games.bofa.components.library import SHIPPED
from tests.engine.games.bofa.table import FREE, SHADOW, Table

Maker = Callable[..., Table]


@pytest.fixture
def with_card(tmp_path: Path) -> Maker:
    """A table whose Council of War, a character card, is written anew."""

    def make(
        order: str = '[{ op = "draw", deck = "event" }]', combat: str = '[{ op = "void" }]', more: str = ""
    ) -> Table:
        folder = Path(shutil.copytree(SHIPPED / "reconstruction", tmp_path / "mine"))
        text = (folder / "events.toml").read_text(encoding="utf-8")
        start = text.index('id = "council_of_war"')
        end = text.index("[[card]]", start)
        card = (
            'id = "council_of_war"\nname = "Test"\nname_pl = "Test"\ntype = "character"\n'
            f'text = "t"\ntext_pl = "t"\norder = {order}\ncombat_name = "c"\ncombat_name_pl = "c"\n'
            f'combat_text = "c"\ncombat_text_pl = "c"\ncombat = {combat}\n{more}\n\n'
        )
        (folder / "events.toml").write_text(text[:start] + card + text[end:], encoding="utf-8")
        assert [str(fault) for fault in check(folder)] == []
        return Table(str(folder))

    return make


def play(table: Table, seat: int = FREE) -> None:
    """Play the card with a Character result while the other side still has dice."""
    table.give(seat, "council_of_war")
    table.action(seat, "character", others=("event", "event", "event")).choose("card", "council_of_war")


def test_if_and_otherwise(with_card: Maker) -> None:
    branches = 'do = [{ op = "fate", by = -1 }], otherwise = [{ op = "fate", by = 2 }]'
    order = f'[{{ op = "if", when = {{ fate_least = 3 }}, {branches} }}]'
    table = with_card(order)
    table.army("camp", dwarf_warriors=1)
    play(table)
    assert table.s.fate == 2
    table.s.fate = 3
    play(table)
    assert table.s.fate == 2


def test_fate_card(with_card: Maker) -> None:
    table = with_card('[{ op = "fate_card" }, { op = "fate", by = 1 }]')
    table.army("camp", dwarf_warriors=1)
    table.put(table.card("enormous_size"), table.s.fate_deck)
    play(table)
    assert (table.s.wrath, table.s.fate) == (2, 1)


def test_discard_of_one_s_own_is_a_choice(with_card: Maker) -> None:
    table = with_card('[{ op = "discard", whose = "friend" }]')
    table.army("camp", dwarf_warriors=1)
    table.give(FREE, "feint", "sappers")
    play(table)
    assert table.kind == "discard"
    table.choose("discard", "feint")
    assert table.s.face_down[FREE] == [table.card("feint")]


def test_beside_it_and_room(with_card: Maker) -> None:
    table = with_card(
        '[{ op = "army" }, { op = "army", where = { beside_it = true, room = true } }, { op = "leader" }]'
    )
    table.army("camp", dwarf_warriors=1)
    table.army("gate_terrace", elf_spearmen=5)
    table.army("spur_foot", elf_spearmen=1)
    play(table)
    table.choose("pick", "camp")
    assert table.s.leaders[table.at("spur_foot")] == 1


def test_an_optional_pick_may_be_declined_and_the_rest_goes_on(with_card: Maker) -> None:
    table = with_card('[{ op = "army", optional = true }, { op = "leader" }, { op = "fate", by = 1 }]')
    table.army("camp", dwarf_warriors=1)
    play(table)
    table.choose("none")
    assert (table.s.leaders[table.at("camp")], table.s.fate) == (0, 1)


def test_two_battles_of_one_card(with_card: Maker) -> None:
    """A card pauses for a battle and goes on after it."""
    table = with_card('[{ op = "armies", up_to = 2, do = [{ op = "attack" }] }, { op = "fate", by = 1 }]')
    table.army("ruins_of_dale", dwarf_warriors=1)
    table.army("camp", dwarf_warriors=1)
    table.army("east_fields", orcs=1)
    table.army("spur_foot", orcs=1)
    play(table)
    for place, target in (("ruins_of_dale", "east_fields"), ("camp", "spur_foot")):
        table.choose("pick", place).choose("attack", place, target)
        table.next_rolls(1, 1)
        table.choose("regroup", seat=FREE).choose("regroup", seat=SHADOW).choose("cease")
    assert table.s.fate == 1
    assert table.s.battle is None
    assert table.s.frames == []


def test_pursuit_hurts_those_who_leave(with_card: Maker) -> None:
    table = with_card(combat='[{ op = "pursue", count = 1 }]')
    table.army("north_fields", elf_spearmen=3)
    table.army("east_fields", orcs=3)
    table.give(SHADOW, "council_of_war")
    table.action(SHADOW, "army").choose("attack", "east_fields", "north_fields")
    table.next_rolls(*[1] * 6)
    table.choose("regroup", seat=FREE).choose("event", "council_of_war", seat=SHADOW)
    table.choose("press").choose("retreat", "old_orchards")
    assert table.damage("old_orchards") == 1


def test_a_card_lies_on_the_table_while_its_condition_holds(with_card: Maker) -> None:
    more = 'table = { until = "never", while = { in_play = ["thorin"] }, effects = [{ op = "regroup", amount = 2 }] }'
    table = with_card('[{ op = "draw", deck = "event" }]', more=more)
    table.army("camp", "thorin", dwarf_warriors=2, damage=2)
    play(table)
    assert table.s.tables[FREE] == [table.card("council_of_war")]
    table.action(FREE, "muster", others=("event", "event"))
    table.next_rolls(3, 3)
    table.choose("regroup", "camp")
    assert table.damage("camp") == 0
    table.s.people[5] = -2
    table.begin("turn_over")
    assert table.s.tables[FREE] == []


def test_a_card_on_the_table_until_the_first_battle(with_card: Maker) -> None:
    effects = '[{ op = "battle", effects = [{ op = "add", amount = 1, to = "roll" }] }]'
    table = with_card(
        '[{ op = "draw", deck = "event" }]', more=f'table = {{ until = "first_battle", effects = {effects} }}'
    )
    table.army("ruins_of_dale", dwarf_warriors=1)
    table.army("east_fields", orcs=2)
    play(table)
    table.action(FREE, "army_muster", others=("event", "event")).choose("attack", "ruins_of_dale", "east_fields")
    table.next_rolls(4, 1, 1)
    table.choose("regroup", seat=FREE).choose("regroup", seat=SHADOW)
    assert table.damage("east_fields") == 1
    table.choose("enough").choose("cease")
    assert table.s.tables[FREE] == []
    assert table.card("council_of_war") in table.s.event_discard
