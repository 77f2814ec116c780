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
from tests.engine.games.bofa.tabletop import FREE, SHADOW, Tabletop

Maker = Callable[[str, str, str], Tabletop]
SPEARS = 'when = { attacking = false, army_has = ["elf-spearmen"] } }] }] }'
ON_THORIN = 'table = { effects = [{ op = "inspire", character = "thorin" }] }'


@pytest.fixture
def changed(tmp_path: Path) -> Maker:
    """A tabletop with the shipped pack, one piece of which is written anew."""

    def make(file: str, old: str, new: str) -> Tabletop:
        folder = Path(shutil.copytree(SHIPPED / "reconstruction", tmp_path / "mine"))
        text = (folder / file).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")
        assert [str(fault) for fault in check(folder)] == []
        return Tabletop(str(folder))

    return make


def spears(changed: Maker, standing: str) -> Tabletop:
    """Spears in the Sun lies on the table of the Free Peoples with another effect."""
    text = (SHIPPED / "reconstruction" / "story_free_peoples.toml").read_text(encoding="utf-8")
    old = next(line for line in text.splitlines() if line.startswith("table = ") and line.endswith(SPEARS))
    tabletop = changed("story_free_peoples.toml", old, f"table = {standing}")
    tabletop.put(tabletop.card("spears-in-the-sun"), tabletop.s.lasting_cards[FREE])
    return tabletop


def test_leadership_of_a_story_card(changed: Maker) -> None:
    tabletop = spears(changed, '{ effects = [{ op = "inspire", character = "thorin", amount = 2 }] }')
    tabletop.army("camp", "thorin", dwarf_warriors=1)
    assert leadership_of(tabletop.s, tabletop.p, tabletop.at("camp")) == 2 + 2


def test_movement_of_a_story_card(changed: Maker) -> None:
    tabletop = spears(changed, '{ effects = [{ op = "swift", character = "thorin", amount = 2 }] }')
    assert movement_of(tabletop.s, tabletop.p, THORIN) == tabletop.p.movement[THORIN] + 2


def test_beorn_is_helped_by_a_story_card(changed: Maker) -> None:
    tabletop = spears(changed, '{ effects = [{ op = "beorn-dice", dice = 5 }, { op = "beorn-add", amount = 1 }] }')
    assert (beorn_dice(tabletop.s, tabletop.p), beorn_bonus(tabletop.s, tabletop.p)) == (5, 1)


def test_regrouping_is_helped_by_a_fate_card(changed: Maker) -> None:
    tabletop = changed("fate.toml", ON_THORIN, 'table = { effects = [{ op = "regroup", amount = 2 }] }')
    tabletop.put(tabletop.card("king-under-the-mountain"), tabletop.s.fate_cards)
    tabletop.army("camp", dwarf_warriors=2, damage=2)
    tabletop.action(FREE, "muster")
    tabletop.next_rolls(3, 3)
    tabletop.choose("regroup", "camp")
    assert tabletop.damage("camp") == 0


def test_a_card_whose_condition_is_gone_does_nothing_in_a_fight(changed: Maker) -> None:
    """It is discarded before the round begins (p. 15)."""
    effects = '[{ op = "battle", effects = [{ op = "prevent", count = 1 }] }]'
    tabletop = spears(changed, f'{{ while = {{ in_play = ["thorin"] }}, effects = {effects} }}')
    tabletop.s.characters[THORIN] = GONE
    tabletop.army("ruins-of-dale", lake_town_men=3)
    tabletop.army("east-fields", orcs=3)
    tabletop.action(SHADOW, "army").choose("attack", "east-fields", "ruins-of-dale")
    tabletop.next_rolls(6, 1, 1, 1, 1, 1)
    tabletop.choose("regroup", seat=FREE).choose("regroup", seat=SHADOW)
    assert tabletop.damage("ruins-of-dale") == 1
    assert tabletop.card("spears-in-the-sun") in tabletop.s.story_discard


def test_a_fate_card_leaves_when_its_condition_is_gone(changed: Maker) -> None:
    standing = 'table = { while = { controls = ["camp"] }, effects = [{ op = "inspire", character = "thorin" }] }'
    tabletop = changed("fate.toml", ON_THORIN, standing)
    tabletop.put(tabletop.card("king-under-the-mountain"), tabletop.s.fate_cards)
    tabletop.s.dice = [["event"], ["event"]]
    tabletop.begin("turn-over")
    assert tabletop.s.fate_cards == [tabletop.card("king-under-the-mountain")]
    tabletop.s.shadow_settlements = [tabletop.at("camp")]
    tabletop.begin("turn-over")
    assert (tabletop.s.fate_cards, tabletop.s.fate_discard) == ([], [tabletop.card("king-under-the-mountain")])


def test_a_fate_card_lasts_until_the_end_of_the_turn(changed: Maker) -> None:
    standing = 'table = { until = "end-of-turn", effects = [{ op = "inspire", character = "thorin" }] }'
    tabletop = changed("fate.toml", ON_THORIN, standing)
    tabletop.put(tabletop.card("king-under-the-mountain"), tabletop.s.fate_cards)
    tabletop.begin("end-of-turn")
    assert tabletop.s.fate_discard == [tabletop.card("king-under-the-mountain")]


def test_damage_for_those_who_have_not_hit(changed: Maker) -> None:
    """A combat effect may ask that no damage was dealt."""
    old = 'combat = [{ op = "hit", count = 1, when = { hit = true } }]'
    tabletop = changed("events.toml", old, old.replace("hit = true", "hit = false"))
    tabletop.army("ruins-of-dale", lake_town_men=3)
    tabletop.army("east-fields", orcs=3)
    tabletop.give(SHADOW, "bold-assault")
    tabletop.action(SHADOW, "army").choose("attack", "east-fields", "ruins-of-dale")
    tabletop.next_rolls(1, 1, 1, 1, 1, 1)
    tabletop.choose("regroup", seat=FREE).choose("event", "bold-assault", seat=SHADOW)
    assert tabletop.damage("ruins-of-dale") == 1


def test_an_eliminated_beorn_keeps_no_cards(changed: Maker) -> None:
    tabletop = spears(changed, '{ while = { in_play = ["beorn"] }, effects = [{ op = "beorn-dice", dice = 5 }] }')
    tabletop.character("beorn", "drowned-fields")
    tabletop.s.wrath = 1
    tabletop.army("east-fields", orcs=3)
    tabletop.action(SHADOW, "army").choose("attack", "east-fields", "drowned-fields")
    tabletop.next_rolls(6, *[1] * 12)
    tabletop.choose("regroup")
    assert tabletop.s.characters[BEORN] == GONE
    tabletop.choose("stay-back")
    assert tabletop.s.lasting_cards[FREE] == []
