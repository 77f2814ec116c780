"""Chapter IX: recruitment tokens, goblins and their passes, regrouping."""

import pytest

from engine.games.bofa.components.box import PILES
from tests.engine.games.bofa.tabletop import FREE, SHADOW, Tabletop


def test_another_unit_of_the_group_when_figures_are_out(tabletop: Tabletop) -> None:
    """All five Dwarf Warriors are in play: Lake-men or Dwarf Veterans come instead (p. 24)."""
    tabletop.army("front-gate", dwarf_warriors=5)
    tabletop.token("ruins-of-dale", "dwarf-warriors")
    tabletop.action(FREE, "muster").choose("recruit", "ruins-of-dale")
    assert tabletop.kind == "instead"
    units = {tabletop.p.units[unit].id for _, unit in tabletop.options("instead")}
    assert units == {"lake-town-men", "dwarf-veterans"}
    tabletop.choose("instead", "dwarf-veterans")
    assert tabletop.units("ruins-of-dale") == {"dwarf-veterans": 1}


def test_no_other_unit_has_to_come_when_figures_are_out(tabletop: Tabletop) -> None:
    """The player may choose another unit of the group, or none (p. 24)."""
    tabletop.army("front-gate", dwarf_warriors=5)
    token = tabletop.token("ruins-of-dale", "dwarf-warriors")
    tabletop.action(FREE, "muster").choose("recruit", "ruins-of-dale")
    told = [tabletop.match.narrate(event, "en") for event in tabletop.match.events]
    assert "No figure of Dwarf Warriors is left" in told
    tabletop.choose("none")
    assert tabletop.units("ruins-of-dale") == {}
    assert token in tabletop.s.spent_tokens


def test_a_token_is_turned_in_two_regions_and_leaves_the_game(tabletop: Tabletop) -> None:
    """One token in each of two different regions (p. 13, 24)."""
    first = tabletop.token("warg-heath", "orcs", "orcs")
    second = tabletop.token("north-host", "great-orcs")
    tabletop.token("warg-heath", "wargs")
    tabletop.s.tokens[tabletop.at("warg-heath")].reverse()
    tabletop.action(SHADOW, "muster").choose("recruit", "warg-heath")
    assert tabletop.options("recruit") == [("recruit", tabletop.at("north-host"))]
    tabletop.choose("recruit", "north-host")
    assert tabletop.units("warg-heath") == {"orcs": 2}
    assert tabletop.units("north-host") == {"great-orcs": 1}
    assert {first, second} <= set(tabletop.s.spent_tokens)


def test_of_two_kinds_of_tokens_the_player_turns_one_by_its_back(tabletop: Tabletop) -> None:
    """Backs tell Dwarves and Men from Elves (p. 24)."""
    tabletop.token("camp", "dwarf-warriors")
    tabletop.token("camp", "elf-archers")
    tabletop.action(FREE, "muster").choose("recruit", "camp")
    assert [tabletop.match.describe(option, "en") for option in tabletop.options()] == [
        "A token of Dwarves and Men",
        "A token of Elves",
    ]
    tabletop.choose("pile", PILES.index("dwarf-men"))
    assert tabletop.units("camp") == {"dwarf-warriors": 1}


@pytest.mark.parametrize("card", ["host-of-the-elvenking", "reinforcements", "refugees-of-esgaroth"])
def test_a_card_turns_only_what_it_has_laid(tabletop: Tabletop, card: str) -> None:
    """With empty piles nothing is laid, and the token that lay there stays face down (p. 24)."""
    old = tabletop.token("camp", "dwarf-warriors")
    for pile in tabletop.s.piles[:2]:
        tabletop.s.spent_tokens += pile
        pile.clear()
    tabletop.give(FREE, card)
    tabletop.action(FREE, "event").choose("card", card).choose("pick", "camp")
    assert tabletop.units("camp") == {}
    assert tabletop.s.tokens[tabletop.at("camp")] == [old]


def test_one_of_two_tokens_laid_by_a_card_is_turned(tabletop: Tabletop) -> None:
    """Host of the Elvenking, where a token of Dwarves and Men lies already (p. 24)."""
    old = tabletop.token("camp", "dwarf-warriors")
    tabletop.give(FREE, "host-of-the-elvenking")
    tabletop.action(FREE, "event").choose("card", "host-of-the-elvenking").choose("pick", "camp")
    assert len(tabletop.s.armies[tabletop.at("camp")]) == 1
    assert len(tabletop.s.tokens[tabletop.at("camp")]) == 2
    assert old in tabletop.s.tokens[tabletop.at("camp")]


def test_recruits_beyond_five_units_are_removed_but_not_in_mustering_regions(tabletop: Tabletop) -> None:
    """The player chooses which unit goes; mustering regions have no limit (p. 25)."""
    tabletop.army("camp", elf_spearmen=5)
    tabletop.token("camp", "lake-town-men")
    tabletop.action(FREE, "muster").choose("recruit", "camp")
    assert tabletop.kind == "over-limit"
    tabletop.choose("remove", "lake-town-men")
    assert tabletop.units("camp") == {"elf-spearmen": 5}
    tabletop.army("warg-heath", orcs=7)
    tabletop.token("warg-heath", "wargs")
    tabletop.action(SHADOW, "muster").choose("recruit", "warg-heath")
    assert tabletop.units("warg-heath") == {"orcs": 7, "wargs": 1}


def test_no_tokens_where_the_enemy_is_or_has_been(tabletop: Tabletop) -> None:
    """Not with an enemy army or under an enemy marker (p. 24)."""
    tabletop.army("camp", orcs=1)
    tabletop.s.shadow_settlements = [tabletop.at("camp"), tabletop.at("ruins-of-dale")]
    tabletop.army("east-fields", orcs=1)
    tabletop.give(FREE, "call-to-arms")
    tabletop.action(FREE, "event").choose("card", "call-to-arms")
    places = {place for _, place in tabletop.options("pick")}
    assert tabletop.at("camp") not in places
    assert tabletop.at("ruins-of-dale") not in places
    assert tabletop.at("front-gate") in places


def test_an_empty_pile_gives_no_more_tokens(tabletop: Tabletop) -> None:
    """A group that is used up cannot be laid any more (p. 24)."""
    tabletop.s.spent_tokens += tabletop.s.piles[1]
    tabletop.s.piles[1] = []
    tabletop.give(FREE, "host-of-the-elvenking")
    tabletop.action(FREE, "muster").choose("card", "host-of-the-elvenking").choose("pick", "camp")
    assert tabletop.s.tokens[tabletop.at("camp")] == []


def test_five_goblins_open_the_pass_for_good(tabletop: Tabletop) -> None:
    """The pass stays closed with four and open ever after (p. 25)."""
    tabletop.army("northern-goblins", goblins=4)
    tabletop.army("western-goblins", goblins=1)
    tabletop.action(SHADOW, "eye", "eye", "eye")
    assert tabletop.options("march") == []
    tabletop.choose("goblins").choose("draw").choose("march", "northern-goblins", "northern-goblins-pass")
    assert tabletop.s.pass_closed == [False, True]
    for _ in range(4):
        tabletop.choose("leave", "goblins")
    tabletop.choose("halt")
    assert tabletop.units("northern-goblins") == {"goblins": 4}
    assert tabletop.units("northern-goblins-pass") == {"goblins": 1}
    assert tabletop.s.pass_closed == [False, True]


def test_a_pass_leads_out_and_never_back(tabletop: Tabletop) -> None:
    """From the pass to its region; nobody enters or attacks the pass (p. 25)."""
    tabletop.army("northern-goblins-pass", goblins=3)
    tabletop.army("spur-ridge", dwarf_warriors=1)
    tabletop.action(SHADOW, "eye")
    ridge, gap = tabletop.at("spur-ridge"), tabletop.at("northern-goblins-pass")
    assert tabletop.options("attack") == [("attack", gap, ridge)]
    assert gap not in tabletop.p.layout.neighbours[ridge]
    assert (gap, ridge) not in tabletop.p.layout.hard_attacks


def test_an_army_on_a_pass_cannot_join_a_combined_attack(tabletop: Tabletop) -> None:
    """Only armies of normal regions do (p. 25)."""
    tabletop.army("northern-goblins-pass", goblins=3)
    tabletop.army("spur-ridge", dwarf_warriors=1)
    tabletop.army("gate-terrace", orcs=2)
    tabletop.action(SHADOW, "army")
    assert tabletop.options("combined") == []
    tabletop.army("eastern-spur", orcs=2)
    tabletop.action(SHADOW, "army").choose("combined", "spur-ridge")
    assert tabletop.s.battle is not None
    assert sorted(tabletop.s.battle.sources) == sorted([tabletop.at("gate-terrace"), tabletop.at("eastern-spur")])


def test_regrouping_rolls_a_die_per_unit_and_leaders_roll_again(tabletop: Tabletop) -> None:
    """Each 5 or 6 removes one damage; failures are rolled again up to the leadership (p. 25)."""
    tabletop.army("camp", "dain", dwarf_warriors=3, damage=3)
    tabletop.action(FREE, "muster")
    tabletop.next_rolls(5, 1, 2, 6, 3)
    tabletop.choose("regroup", "camp")
    assert tabletop.damage("camp") == 1
    assert tabletop.kind == "casualties"
    tabletop.choose("lose", "dwarf-warriors")
    assert tabletop.damage("camp") == 0
    assert tabletop.units("camp") == {"dwarf-warriors": 2}


@pytest.mark.parametrize("rolls", [(5, 5, 5), (5, 1, 2, 6, 3), (1, 1, 1)])
def test_how_many_dice_failed_at_first_leaves_no_trace(tabletop: Tabletop, rolls: tuple[int, ...]) -> None:
    """Only successes are told, so chance is asked for as many dice whatever they show."""
    tabletop.army("camp", "dain", dwarf_warriors=3, damage=3)
    tabletop.action(FREE, "muster")
    tabletop.next_rolls(*rolls)
    tabletop.choose("regroup", "camp")
    assert tabletop.match.state.streams["dice:regroup:0"] == 3 + 2


def test_goblins_are_limited_by_their_figures(tabletop: Tabletop) -> None:
    """There are twelve (p. 5, 10); where the last one comes is for the player to say (p. 24)."""
    tabletop.army("northern-goblins", goblins=11)
    tabletop.action(SHADOW, "eye").choose("goblins")
    tabletop.choose("at", "western-goblins")
    assert tabletop.units("northern-goblins") == {"goblins": 11}
    assert tabletop.units("western-goblins") == {"goblins": 1}


def test_an_army_on_a_pass_uses_cards_of_attack(tabletop: Tabletop) -> None:
    """It attacks what stands before the pass (p. 25), by a die or by a card."""
    tabletop.army("northern-goblins-pass", goblins=2)
    tabletop.army("spur-ridge", dwarf_warriors=1)
    tabletop.give(SHADOW, "old-grudge")
    tabletop.action(SHADOW, "event").choose("card", "old-grudge")
    tabletop.choose("pick", "northern-goblins-pass").choose("attack", "northern-goblins-pass", "spur-ridge")
    assert tabletop.kind == "manoeuvre"


def test_an_army_before_a_pass_has_nothing_beside_it(tabletop: Tabletop) -> None:
    """The way is open in one direction: nobody reaches the pass from the field (p. 25)."""
    tabletop.army("northern-goblins-pass", goblins=2)
    tabletop.army("spur-ridge", dwarf_warriors=1)
    tabletop.army("river-meadow", orcs=1)
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.give(FREE, "on-the-flank")
    tabletop.action(FREE, "event").choose("card", "on-the-flank")
    assert tabletop.damage("northern-goblins-pass") == 0
    assert tabletop.damage("river-meadow") == 1


def test_the_way_out_of_a_pass_does_not_stop_a_fast_move(tabletop: Tabletop) -> None:
    """A pass is not adjacent for fast moves (p. 25)."""
    tabletop.army("northern-goblins", goblins=2, leaders=1)
    tabletop.army("gate-terrace", dwarf_warriors=1)
    tabletop.army("front-gate", dwarf_warriors=1)
    tabletop.s.pass_closed = [False, False]
    tabletop.action(SHADOW, "character").choose("march", "northern-goblins", "northern-goblins-pass").choose("go")
    assert tabletop.options("on") == [("on", tabletop.at("spur-ridge"))]


def test_hardened_veterans_regroup_before_they_gain_a_leader(tabletop: Tabletop) -> None:
    """The new token rolls nothing again."""
    tabletop.army("camp", dwarf_warriors=1, damage=1)
    tabletop.give(FREE, "hardened-veterans")
    tabletop.action(FREE, "event").choose("card", "hardened-veterans")
    tabletop.next_rolls(1, 6)
    tabletop.choose("pick", "camp").choose("enough")
    assert (tabletop.damage("camp"), tabletop.s.leaders[tabletop.at("camp")]) == (1, 1)


def test_who_removes_an_enemy_token_chooses_by_its_back(tabletop: Tabletop) -> None:
    """Of Dwarves and Men and of Elves one goes back to its pile; fronts stay unseen (p. 24)."""
    tabletop.token("camp", "dwarf-warriors")
    tabletop.token("camp", "elf-archers")
    tabletop.army("river-meadow", orcs=2)
    tabletop.give(SHADOW, "sundered-ranks", "burn-the-stores")
    tabletop.action(SHADOW, "event", "event", others=()).choose("card", "burn-the-stores")
    assert tabletop.kind == "drop-token"
    tabletop.choose("pile", PILES.index("elf"))
    laid = [tabletop.p.recruitment_tokens[token].pile for token in tabletop.s.tokens[tabletop.at("camp")]]
    assert laid == [PILES.index("dwarf-men")]
    assert len(tabletop.s.piles[PILES.index("elf")]) == 20


def test_what_a_card_does_not_leave_open_is_done(tabletop: Tabletop) -> None:
    """Effects are applied unless the card says may: Reinforcements turns a second token (p. 15)."""
    tabletop.token("camp", "dwarf-warriors")
    tabletop.give(FREE, "reinforcements")
    tabletop.action(FREE, "event", others=("event", "event")).choose("card", "reinforcements")
    tabletop.choose("pick", "ravenhill").choose("pile", PILES.index("elf"))
    assert tabletop.units("camp") == {"dwarf-warriors": 1}
