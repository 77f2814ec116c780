"""What the scenarios change: decks, order, draws, Ring tokens, path points, "each player" (pp. 20-22)."""

import pytest

from engine.core.flow import Flow
from engine.games.wotr.components import CARDS, FREE, SHADOW
from engine.games.wotr.scenarios import WARS
from engine.games.wotr.state import WarState
from engine.games.wotr.steps import scoring, setup
from tests.engine.games.wotr.table import Combat, Table, number, word


def _set_up(s: WarState) -> Flow[None]:
    yield from setup.setup(s)
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
    table = Table(scenario)
    assert [len(player.deck) for player in table.edit().players] == decks
    table.direct(_set_up)
    assert [len(player.hand) for player in table.state.players] == drawn
    while table.asked[1] == "cycle":
        table.choose(table.options[0])
    assert [len(player.hand) for player in table.state.players] == kept
    assert [len(player.cycled) for player in table.state.players] == [
        before - after for before, after in zip(drawn, kept, strict=True)
    ]


@pytest.mark.parametrize(
    ("scenario", "draws"),
    [("trilogy", [3, 4, 3, 4]), ("duel", [4, 6]), ("duel3", [6, 4, 4]), ("fellowship", [4, 3])],
)
def test_the_draw_phase(scenario: str, draws: list[int]) -> None:
    table = Table(scenario)
    table.direct(scoring.draw_phase)
    assert [len(player.hand) for player in table.state.players] == draws


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
    table = Table(scenario)
    table.give(*(word(card) for player in table.edit().players for card in player.deck[:3]))
    turns = []
    for _ in order:
        turns.append(table.asked[0])
        table.choose(next(option for option in table.options if option.startswith("cycle")))
    assert turns == order


def test_every_scenario_has_a_seat_for_each_faction_it_names() -> None:
    """The trilogy's four decks, all cards of a side in the Duel, thirty a side in the Fellowship."""
    trilogy = WARS["trilogy"]
    assert [sorted({CARDS[card].faction for card in seat.cards}) for seat in trilogy.seats] == [
        ["Dwarf", "Hobbit", "Rohan", "Wizard"],
        ["Mordor"],
        ["Dúnedain", "Elf"],
        ["Isengard", "Monstrous", "Southron"],
    ]
    assert WARS["duel"].player_of["Rohan"] == WARS["duel"].player_of["Elf"] == 0
    assert WARS["fellowship"].player_of["Mordor"] == WARS["fellowship"].player_of["Isengard"] == 0
    assert "Rohan" not in WARS["fellowship"].player_of


# -- Ring tokens


def test_ring_token_once_a_game_draws_two(table: Table) -> None:
    table.top("gimli", "sting")
    table.act("frodo", "ring")
    assert table.hand("frodo") == ["gimli", "sting"]
    assert not table.can("frodo", "ring")
    table.direct(scoring.draw_phase)
    assert not table.can("frodo", "ring")


def test_ring_token_once_a_round_draws_three_for_two(duel: Table) -> None:
    duel.top("gimli", "sting", "arwen")
    duel.act("gandalf", "ring")
    assert duel.hand("gandalf") == ["gimli", "sting", "arwen"]
    duel.choose("eliminate sting", "cycle gimli")
    assert duel.hand("gandalf") == ["arwen"]
    assert (duel.where("sting"), duel.where("gimli")) == ("eliminated", "cycled")
    assert not duel.can("gandalf", "ring")
    duel.direct(scoring.draw_phase)
    assert duel.can("gandalf", "ring")


def test_ring_tokens_of_the_three_player_duel_differ() -> None:
    table = Table("duel3")
    table.act("witch-king", "ring")
    assert len(table.hand("witch-king")) == 2
    table.act("gandalf", "ring")
    assert len(table.hand("gandalf")) == 3
    table.choose(f"eliminate {table.hand('gandalf')[0]}")
    table.choose(f"cycle {table.hand('gandalf')[0]}")
    assert len(table.hand("gandalf")) == 1


def test_no_ring_tokens_in_the_fellowship() -> None:
    table = Table("fellowship")
    table.give("grishnakh", "sting", "gimli")
    assert not table.can("balrog", "ring")
    assert not table.can("gandalf", "ring")


# -- path points


@pytest.mark.parametrize(
    ("scenario", "scored"), [("trilogy", FREE), ("duel", "box"), ("duel3", "box"), ("fellowship", FREE)]
)
def test_a_path_cancelled_exactly(scenario: str, scored: str) -> None:
    """One icon each: in the Duels nobody scores the path (p. 21)."""
    table = Table(scenario, path="inn-of-the-prancing-pony")
    table.give("grishnakh", "sting", "gimli", "mordor-orcs")
    table.stand("inn-of-the-prancing-pony", "the-hunter")
    assert table.fight("inn-of-the-prancing-pony") == Combat(attack=1, defence=1, left=0)
    assert table.where("inn-of-the-prancing-pony") == scored
    assert table.corruption == 0


@pytest.mark.parametrize("scenario", ["duel", "duel3"])
def test_a_path_outnumbered_is_the_free_peoples(scenario: str) -> None:
    table = Table(scenario, path="inn-of-the-prancing-pony")
    table.stand("inn-of-the-prancing-pony", "the-hunter", "sam-gamgee")
    assert table.fight("inn-of-the-prancing-pony") == Combat(attack=1, defence=2, left=0)
    assert table.where("inn-of-the-prancing-pony") == FREE


@pytest.mark.parametrize("scenario", ["duel", "duel3"])
def test_an_empty_path_without_walls_is_nobodys_in_the_duels(scenario: str) -> None:
    table = Table(scenario, path="weathertop")
    table.fight("weathertop")
    assert table.where("weathertop") == "box"


def test_an_empty_path_without_walls_is_the_free_peoples_in_the_trilogy() -> None:
    table = Table(path="weathertop")
    table.fight("weathertop")
    assert table.where("weathertop") == FREE


def test_a_lost_path_brings_corruption_in_the_duel() -> None:
    table = Table("duel", path="weathertop")
    table.stand("weathertop", "the-witch-king")
    table.fight("weathertop")
    assert (table.where("weathertop"), table.corruption) == (SHADOW, 2)


# -- "each player"


def test_each_player_does_it_twice_in_the_duel(duel: Table) -> None:
    duel.top("wolf-riders", "mordor-orcs", "ugluk")
    duel.activate("harad")
    assert duel.hand("witch-king") == ["wolf-riders", "mordor-orcs"]
    duel.top("gimli", "sting", "arwen")
    duel.activate("the-council-of-elrond")
    assert duel.hand("gandalf") == ["gimli", "sting"]


def test_in_the_three_player_duel_only_the_single_player_does_it_twice() -> None:
    table = Table("duel3")
    table.activate("harad")
    assert [len(player.hand) for player in table.state.players] == [0, 1, 1]
    table.activate("the-council-of-elrond")
    assert [len(player.hand) for player in table.state.players] == [2, 1, 1]


def test_each_player_does_the_whole_of_it_and_then_again(duel: Table) -> None:
    duel.top("gimli", "sting", "arwen", "elrond", "legolas", "boromir", "faramir", "halbarad")
    duel.activate("fords-of-bruinen")
    assert duel.where("gimli") == "eliminated"
    assert duel.hand("gandalf") == ["sting", "arwen", "elrond"]
    duel.choose("forsake sting")
    assert duel.hand("gandalf") == ["arwen", "elrond", "legolas", "boromir", "faramir"]


def test_a_named_player_does_it_once_in_the_duel(duel: Table) -> None:
    duel.activate("bag-end")
    assert len(duel.hand("gandalf")) == 2


def test_in_the_fellowship_each_player_does_it_once() -> None:
    table = Table("fellowship")
    table.give("grishnakh", "mordor-orcs", "gimli", "sting")
    table.top("arwen", "elrond")
    table.activate("the-old-forest")
    assert table.asked == ("gandalf", "forsake")
    table.choose("forsake top")
    assert table.eliminated("gandalf") == ["arwen"]


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
    table = Table("fellowship")
    table.give("grishnakh", "ugluk", "boromir", "sting", "gimli")
    table.clear_path()
    table.edit().round = round - 1
    table.edit().path_number = 0
    table.begin("battleground")
    while table.asked[1] != "action":
        table.choose(table.options[-1])
    assert [word(ground) for ground in table.state.battlegrounds] == grounds


def test_the_fellowship_uses_only_its_own_paths_and_ends_after_the_sixth() -> None:
    table = Table("fellowship", path="amon-hen")
    assert len(table.war.paths) == 13
    table.give("grishnakh", "ugluk", "boromir", "sting", "gimli")
    table.stand("amon-hen", "strider")
    assert not table.can("gandalf", "use strider")
    table.score(FREE, "lothlorien")
    table.begin("victory")
    assert table.match.is_over
    assert table.match.outcome is not None
    assert table.match.outcome.reason == "last path"
    assert number("amon-hen") in table.state.path
