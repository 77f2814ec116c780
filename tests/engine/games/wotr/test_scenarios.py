"""What the scenarios change: decks, order, draws, Ring tokens, path points, "each player" (pp. 20-22)."""

import pytest

from engine.core.flow import Flow
from engine.games.wotr.components.box import CARDS, FREE, SHADOW
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState
from engine.games.wotr.steps import draw, setup
from tests.engine.games.wotr.tabletop import Combat, Tabletop, number, word


def _set_up(s: GameState) -> Flow[None]:
    setup.setup(s)
    yield from setup.discard(s)


@pytest.mark.parametrize(
    ("scenario", "decks", "drawn", "kept"),
    [
        ("trilogy", [30, 30, 30, 30], [7, 7, 7, 7], [5, 5, 5, 5]),
        ("duel", [60, 60], [4, 6], [4, 6]),
        ("duel3", [60, 30, 30], [6, 7, 7], [6, 5, 5]),
        ("fellowship", [30, 30], [7, 7], [5, 5]),
    ],
)
def test_decks_and_opening_hands(scenario: str, decks: list[int], drawn: list[int], kept: list[int]) -> None:
    tabletop = Tabletop(scenario)
    assert [len(player.deck) for player in tabletop.edit().players] == decks
    tabletop.direct(_set_up)
    assert [len(player.hand) for player in tabletop.state.players] == drawn
    while tabletop.awaits[1] == "cycle":
        tabletop.choose(tabletop.options[0])
    assert [len(player.hand) for player in tabletop.state.players] == kept
    assert [len(player.cycle_pile) for player in tabletop.state.players] == [
        before - after for before, after in zip(drawn, kept, strict=True)
    ]


@pytest.mark.parametrize(
    ("scenario", "draws"),
    [("trilogy", [3, 4, 3, 4]), ("duel", [4, 6]), ("duel3", [6, 4, 4]), ("fellowship", [4, 3])],
)
def test_the_draw_phase(scenario: str, draws: list[int]) -> None:
    tabletop = Tabletop(scenario)
    tabletop.direct(draw.draw_phase)
    assert [len(player.hand) for player in tabletop.state.players] == draws


@pytest.mark.parametrize(
    ("scenario", "order"),
    [
        ("trilogy", ["frodo", "witch-king", "aragorn", "saruman"]),
        ("duel", ["gandalf", "witch-king"]),
        ("duel3", ["gandalf", "witch-king", "gandalf", "saruman"]),
        ("fellowship", ["balrog", "gandalf"]),
    ],
)
def test_turn_order(scenario: str, order: list[str]) -> None:
    tabletop = Tabletop(scenario)
    tabletop.give(*(word(card) for player in tabletop.edit().players for card in player.deck[:3]))
    turns = []
    for _ in order:
        turns.append(tabletop.awaits[0])
        tabletop.choose(next(option for option in tabletop.options if option.startswith("cycle")))
    assert turns == order


def test_every_scenario_has_a_seat_for_each_faction_it_names() -> None:
    """The trilogy's four decks, all cards of a side in the Duel, thirty a side in the Fellowship."""
    trilogy = VARIANTS["trilogy"]
    assert [sorted({CARDS[card].faction for card in seat.cards}) for seat in trilogy.players] == [
        ["Dwarf", "Hobbit", "Rohan", "Wizard"],
        ["Mordor"],
        ["Dúnedain", "Elf"],
        ["Isengard", "Monstrous", "Southron"],
    ]
    assert VARIANTS["duel"].player_of["Rohan"] == VARIANTS["duel"].player_of["Elf"] == 0
    assert VARIANTS["fellowship"].player_of["Mordor"] == VARIANTS["fellowship"].player_of["Isengard"] == 0
    assert "Rohan" not in VARIANTS["fellowship"].player_of


# -- Ring tokens


def test_ring_token_once_a_game_draws_two(tabletop: Tabletop) -> None:
    tabletop.top("gimli", "sting")
    tabletop.act("frodo", "ring")
    assert tabletop.hand("frodo") == ["gimli", "sting"]
    assert not tabletop.can("frodo", "ring")
    tabletop.direct(draw.draw_phase)
    assert not tabletop.can("frodo", "ring")


def test_ring_token_once_a_round_draws_three_for_two(duel: Tabletop) -> None:
    duel.top("gimli", "sting", "arwen")
    duel.act("gandalf", "ring")
    assert duel.hand("gandalf") == ["gimli", "sting", "arwen"]
    duel.choose("eliminate sting", "cycle gimli")
    assert duel.hand("gandalf") == ["arwen"]
    assert (duel.where("sting"), duel.where("gimli")) == ("eliminated", "cycled")
    assert not duel.can("gandalf", "ring")
    duel.direct(draw.draw_phase)
    assert duel.can("gandalf", "ring")


def test_ring_tokens_of_the_three_player_duel_differ() -> None:
    tabletop = Tabletop("duel3")
    tabletop.act("witch-king", "ring")
    assert len(tabletop.hand("witch-king")) == 2
    tabletop.act("gandalf", "ring")
    assert len(tabletop.hand("gandalf")) == 3
    tabletop.choose(f"eliminate {tabletop.hand('gandalf')[0]}")
    tabletop.choose(f"cycle {tabletop.hand('gandalf')[0]}")
    assert len(tabletop.hand("gandalf")) == 1


def test_no_ring_tokens_in_the_fellowship() -> None:
    tabletop = Tabletop("fellowship")
    tabletop.give("grishnakh", "sting", "gimli")
    assert not tabletop.can("balrog", "ring")
    assert not tabletop.can("gandalf", "ring")


# -- path points


@pytest.mark.parametrize(
    ("scenario", "scored"), [("trilogy", FREE), ("duel", "box"), ("duel3", "box"), ("fellowship", FREE)]
)
def test_a_path_cancelled_exactly(scenario: str, scored: str) -> None:
    """One icon each: in the Duels nobody scores the path (p. 21)."""
    tabletop = Tabletop(scenario, path="inn-of-the-prancing-pony")
    tabletop.give("grishnakh", "sting", "gimli", "mordor-orcs")
    tabletop.stand("inn-of-the-prancing-pony", "the-hunter")
    assert tabletop.fight("inn-of-the-prancing-pony") == Combat(attack=1, defence=1, left=0)
    assert tabletop.where("inn-of-the-prancing-pony") == scored
    assert tabletop.corruption == 0


@pytest.mark.parametrize("scenario", ["duel", "duel3"])
def test_a_path_outnumbered_is_the_free_peoples(scenario: str) -> None:
    tabletop = Tabletop(scenario, path="inn-of-the-prancing-pony")
    tabletop.stand("inn-of-the-prancing-pony", "the-hunter", "sam-gamgee")
    assert tabletop.fight("inn-of-the-prancing-pony") == Combat(attack=1, defence=2, left=0)
    assert tabletop.where("inn-of-the-prancing-pony") == FREE


@pytest.mark.parametrize("scenario", ["duel", "duel3"])
def test_an_empty_path_without_walls_is_nobodys_in_the_duels(scenario: str) -> None:
    tabletop = Tabletop(scenario, path="weathertop")
    tabletop.fight("weathertop")
    assert tabletop.where("weathertop") == "box"


def test_an_empty_path_without_walls_is_the_free_peoples_in_the_trilogy() -> None:
    tabletop = Tabletop(path="weathertop")
    tabletop.fight("weathertop")
    assert tabletop.where("weathertop") == FREE


def test_a_lost_path_brings_corruption_in_the_duel() -> None:
    tabletop = Tabletop("duel", path="weathertop")
    tabletop.stand("weathertop", "the-witch-king")
    tabletop.fight("weathertop")
    assert (tabletop.where("weathertop"), tabletop.corruption) == (SHADOW, 2)


# -- "each player"


def test_each_player_does_it_twice_in_the_duel(duel: Tabletop) -> None:
    duel.top("wolf-riders", "mordor-orcs", "ugluk")
    duel.activate("harad")
    assert duel.hand("witch-king") == ["wolf-riders", "mordor-orcs"]
    duel.top("gimli", "sting", "arwen")
    duel.activate("the-council-of-elrond")
    assert duel.hand("gandalf") == ["gimli", "sting"]


def test_in_the_three_player_duel_only_the_single_player_does_it_twice() -> None:
    tabletop = Tabletop("duel3")
    tabletop.activate("harad")
    assert [len(player.hand) for player in tabletop.state.players] == [0, 1, 1]
    tabletop.activate("the-council-of-elrond")
    assert [len(player.hand) for player in tabletop.state.players] == [2, 1, 1]


def test_each_player_does_the_whole_of_it_and_then_again(duel: Tabletop) -> None:
    duel.top("gimli", "sting", "arwen", "elrond", "legolas", "boromir", "faramir", "halbarad")
    duel.activate("fords-of-bruinen")
    assert duel.where("gimli") == "eliminated"
    assert duel.hand("gandalf") == ["sting", "arwen", "elrond"]
    duel.choose("forsake sting")
    assert duel.hand("gandalf") == ["arwen", "elrond", "legolas", "boromir", "faramir"]


def test_a_named_player_does_it_once_in_the_duel(duel: Tabletop) -> None:
    duel.activate("bag-end")
    assert len(duel.hand("gandalf")) == 2


def test_in_the_fellowship_each_player_does_it_once() -> None:
    tabletop = Tabletop("fellowship")
    tabletop.give("grishnakh", "mordor-orcs", "gimli", "sting")
    tabletop.top("arwen", "elrond")
    tabletop.activate("the-old-forest")
    assert tabletop.awaits == ("gandalf", "forsake")
    tabletop.choose("forsake-top")
    assert tabletop.eliminated_pile("gandalf") == ["arwen"]


# -- the Fellowship of the Ring


@pytest.mark.parametrize(
    ("round", "grounds"),
    [
        (1, ["minas-morgul"]),
        (2, ["rivendell"]),
        (3, ["moria"]),
        (4, ["lorien", "dol-guldur"]),
        (5, ["orthanc"]),
        (6, ["morannon"]),
    ],
)
def test_the_fellowships_battlegrounds_come_by_round(round: int, grounds: list[str]) -> None:
    tabletop = Tabletop("fellowship")
    tabletop.give("grishnakh", "ugluk", "boromir", "sting", "gimli")
    tabletop.clear_path()
    tabletop.edit().round = round - 1
    tabletop.edit().path_number = 0
    tabletop.begin("battleground")
    while tabletop.awaits[1] != "action":
        tabletop.choose(tabletop.options[-1])
    assert [word(ground) for ground in tabletop.state.battlegrounds] == grounds


def test_the_fellowship_uses_only_its_own_paths_and_ends_after_the_sixth() -> None:
    tabletop = Tabletop("fellowship", path="amon-hen")
    assert len(tabletop.variant.paths) == 13
    tabletop.give("grishnakh", "ugluk", "boromir", "sting", "gimli")
    tabletop.stand("amon-hen", "strider")
    assert not tabletop.can("gandalf", "use strider")
    tabletop.score(FREE, "lothlorien")
    tabletop.begin("victory")
    assert tabletop.match.is_over
    assert tabletop.match.outcome is not None
    assert tabletop.match.outcome.reason == "last-path"
    assert number("amon-hen") in tabletop.state.path
