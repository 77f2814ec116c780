"""Cards that lie on the table: every lasting effect works on every card, and no longer than its condition holds."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.games.bofa.cards.lasting_effects import beorn_bonus, beorn_dice
from engine.games.bofa.components.box import BEORN, THORIN
from engine.games.bofa.components.checks import check
from engine.games.bofa.components.library import SHIPPED
from engine.games.bofa.rules.armies import leadership_of
from engine.games.bofa.rules.characters import movement_of
from engine.games.bofa.state import GONE
from tests.engine.games.bofa.table import FREE, SHADOW, Table

Maker = Callable[[str, str, str], Table]
SPEARS = 'when = { attacking = false, army_has = ["elf_spearmen"] } }] }] }'
ON_THORIN = 'table = { effects = [{ op = "inspire", character = "thorin" }] }'


@pytest.fixture
def changed(tmp_path: Path) -> Maker:
    """A table with the shipped pack, one piece of which is written anew."""

    def make(file: str, old: str, new: str) -> Table:
        folder = Path(shutil.copytree(SHIPPED / "reconstruction", tmp_path / "mine"))
        text = (folder / file).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")
        assert [str(fault) for fault in check(folder)] == []
        return Table(str(folder))

    return make


def spears(changed: Maker, standing: str) -> Table:
    """Spears in the Sun lies on the table of the Free Peoples with another effect."""
    text = (SHIPPED / "reconstruction" / "story_free_peoples.toml").read_text(encoding="utf-8")
    old = next(line for line in text.splitlines() if line.startswith("table = ") and line.endswith(SPEARS))
    table = changed("story_free_peoples.toml", old, f"table = {standing}")
    table.put(table.card("spears_in_the_sun"), table.s.tables[FREE])
    return table


def test_leadership_of_a_story_card(changed: Maker) -> None:
    table = spears(changed, '{ effects = [{ op = "inspire", character = "thorin", amount = 2 }] }')
    table.army("camp", "thorin", dwarf_warriors=1)
    assert leadership_of(table.s, table.p, table.at("camp")) == 2 + 2


def test_movement_of_a_story_card(changed: Maker) -> None:
    table = spears(changed, '{ effects = [{ op = "swift", character = "thorin", amount = 2 }] }')
    assert movement_of(table.s, table.p, THORIN) == table.p.movement[THORIN] + 2


def test_beorn_is_helped_by_a_story_card(changed: Maker) -> None:
    table = spears(changed, '{ effects = [{ op = "beorn_dice", dice = 5 }, { op = "beorn_add", amount = 1 }] }')
    assert (beorn_dice(table.s, table.p), beorn_bonus(table.s, table.p)) == (5, 1)


def test_regrouping_is_helped_by_a_fate_card(changed: Maker) -> None:
    table = changed("fate.toml", ON_THORIN, 'table = { effects = [{ op = "regroup", amount = 2 }] }')
    table.put(table.card("king_under_the_mountain"), table.s.fate_played)
    table.army("camp", dwarf_warriors=2, damage=2)
    table.action(FREE, "muster")
    table.next_rolls(3, 3)
    table.choose("regroup", "camp")
    assert table.damage("camp") == 0


def test_a_card_whose_condition_is_gone_does_nothing_in_a_fight(changed: Maker) -> None:
    """It is discarded before the round begins (p. 15)."""
    effects = '[{ op = "battle", effects = [{ op = "prevent", count = 1 }] }]'
    table = spears(changed, f'{{ while = {{ in_play = ["thorin"] }}, effects = {effects} }}')
    table.s.people[THORIN] = GONE
    table.army("ruins_of_dale", lake_town_men=3)
    table.army("east_fields", orcs=3)
    table.action(SHADOW, "army").choose("attack", "east_fields", "ruins_of_dale")
    table.next_rolls(6, 1, 1, 1, 1, 1)
    table.choose("regroup", seat=FREE).choose("regroup", seat=SHADOW)
    assert table.damage("ruins_of_dale") == 1
    assert table.card("spears_in_the_sun") in table.s.story_gone


def test_a_fate_card_leaves_when_its_condition_is_gone(changed: Maker) -> None:
    standing = 'table = { while = { controls = ["camp"] }, effects = [{ op = "inspire", character = "thorin" }] }'
    table = changed("fate.toml", ON_THORIN, standing)
    table.put(table.card("king_under_the_mountain"), table.s.fate_played)
    table.s.dice = [["event"], ["event"]]
    table.begin("turn_over")
    assert table.s.fate_played == [table.card("king_under_the_mountain")]
    table.s.held = [table.at("camp")]
    table.begin("turn_over")
    assert (table.s.fate_played, table.s.fate_gone) == ([], [table.card("king_under_the_mountain")])


def test_a_fate_card_lasts_until_the_end_of_the_turn(changed: Maker) -> None:
    standing = 'table = { until = "end_of_turn", effects = [{ op = "inspire", character = "thorin" }] }'
    table = changed("fate.toml", ON_THORIN, standing)
    table.put(table.card("king_under_the_mountain"), table.s.fate_played)
    table.begin("end_of_turn")
    assert table.s.fate_gone == [table.card("king_under_the_mountain")]


def test_damage_for_those_who_have_not_hit(changed: Maker) -> None:
    """A combat effect may ask that no damage was dealt."""
    old = 'combat = [{ op = "hit", count = 1, when = { hit = true } }]'
    table = changed("events.toml", old, old.replace("hit = true", "hit = false"))
    table.army("ruins_of_dale", lake_town_men=3)
    table.army("east_fields", orcs=3)
    table.give(SHADOW, "bold_assault")
    table.action(SHADOW, "army").choose("attack", "east_fields", "ruins_of_dale")
    table.next_rolls(1, 1, 1, 1, 1, 1)
    table.choose("regroup", seat=FREE).choose("event", "bold_assault", seat=SHADOW)
    assert table.damage("ruins_of_dale") == 1


def test_an_eliminated_beorn_keeps_no_cards(changed: Maker) -> None:
    table = spears(changed, '{ while = { in_play = ["beorn"] }, effects = [{ op = "beorn_dice", dice = 5 }] }')
    table.person("beorn", "drowned_fields")
    table.s.wrath = 1
    table.army("east_fields", orcs=3)
    table.action(SHADOW, "army").choose("attack", "east_fields", "drowned_fields")
    table.next_rolls(6, *[1] * 12)
    table.choose("regroup")
    assert table.s.people[BEORN] == GONE
    table.choose("stay_back")
    assert table.s.tables[FREE] == []
