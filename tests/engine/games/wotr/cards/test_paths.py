"""The activation texts of the paths."""

import pytest

from tests.engine.games.wotr.table import Combat, Table

TOPS = {
    "frodo": ["gimli", "treebeard", "glamdring", "quickbeam"],
    "aragorn": ["arwen", "boromir", "faramir", "halbarad"],
    "witch-king": ["olog-hai", "grishnakh", "fell-beast", "black-uruks"],
    "saruman": ["ugluk", "gollum", "shelob", "wolf-riders"],
}


@pytest.fixture(autouse=True)
def _known_decks(table: Table) -> None:
    for cards in TOPS.values():
        table.top(*cards)


def _drawn(table: Table) -> dict[str, int]:
    """How many cards from the top of the deck each seat has in hand."""
    counts = {seat: len(table.hand(seat)) for seat in table.seats if table.hand(seat)}
    for seat, count in counts.items():
        assert table.hand(seat) == TOPS[seat][:count]
    return counts


DRAWS = [
    ("bag-end", {"frodo": 2}),
    ("bucklebury-ferry", {"frodo": 1, "witch-king": 1}),
    ("inn-of-the-prancing-pony", {"witch-king": 2, "saruman": 2}),
    ("weathertop", {"witch-king": 2}),
    ("imladris", {"aragorn": 2}),
    ("the-council-of-elrond", {"frodo": 1, "aragorn": 1}),
    ("khazad-dum", {"saruman": 2}),
    ("dead-marshes", {"saruman": 2}),
    ("henneth-annun", {"aragorn": 1}),
    ("the-cross-roads", {"frodo": 1, "aragorn": 1}),
    ("shelob-s-lair", {"saruman": 2}),
    ("crack-of-doom", {"saruman": 2}),
    ("orodruin", {"witch-king": 2}),
]


@pytest.mark.card(*(path for path, _ in DRAWS))
@pytest.mark.parametrize(("path", "drawn"), DRAWS)
def test_paths_that_let_players_draw(table: Table, path: str, drawn: dict[str, int]) -> None:
    table.activate(path)
    assert _drawn(table) == drawn
    assert table.path == path


@pytest.mark.card("gildor-s-encampment", "lothlorien", "amon-hen")
@pytest.mark.parametrize(
    ("path", "seat", "held"),
    [
        ("gildor-s-encampment", "aragorn", "elrond"),
        ("lothlorien", "aragorn", "elrond"),
        ("amon-hen", "witch-king", "mordor-orcs"),
    ],
)
def test_paths_where_a_player_draws_then_cycles(table: Table, path: str, seat: str, held: str) -> None:
    table.give(held)
    table.activate(path)
    assert table.asked == (seat, "cycle")
    table.choose(f"cycle {held}")
    assert table.hand(seat) == TOPS[seat][:1]
    assert table.cycled(seat) == [held]


@pytest.mark.card("the-old-forest", "caradhras", "emyn-muil")
@pytest.mark.parametrize("path", ["the-old-forest", "caradhras", "emyn-muil"])
def test_paths_where_each_free_peoples_player_forsakes(table: Table, path: str) -> None:
    table.give("sting")
    table.activate(path)
    assert table.asked == ("frodo", "forsake")
    table.choose("forsake sting")
    assert table.eliminated("frodo") == ["sting"]
    assert table.eliminated("aragorn") == ["arwen"]
    assert table.eliminated("witch-king") == table.eliminated("saruman") == []


@pytest.mark.card("fords-of-bruinen")
def test_the_fords_cost_a_card_and_bring_three(table: Table) -> None:
    table.activate("fords-of-bruinen")
    assert table.eliminated("frodo") == ["gimli"]
    assert table.hand("frodo") == ["treebeard", "glamdring", "quickbeam"]
    assert table.eliminated("aragorn") == ["arwen"]
    assert table.hand("aragorn") == ["boromir", "faramir", "halbarad"]


@pytest.mark.card("the-doors-of-durin")
@pytest.mark.parametrize(("choice", "attack"), [("yes", 1), ("no", 0)])
def test_the_doors_of_durin_may_be_watched(table: Table, choice: str, attack: int) -> None:
    table.activate("the-doors-of-durin")
    assert table.asked == ("saruman", "may")
    table.choose(choice)
    assert table.eliminated("saruman") == ["ugluk"][:attack]
    assert table.fight("the-doors-of-durin") == Combat(attack=attack, defence=1, left=0)


@pytest.mark.card("the-doors-of-durin")
def test_the_doors_of_durin_are_not_watched_for_nothing(table: Table) -> None:
    table.only("saruman")
    table.activate("the-doors-of-durin")
    assert table.asked[1] == "action"
    assert table.fight("the-doors-of-durin").attack == 0


@pytest.mark.card("dimrill-dale")
def test_dimrill_dale_costs_each_shadow_player_two_cards(table: Table) -> None:
    table.give("mordor-orcs", "mordor-orcs/2", "mordor-orcs/3", "cave-troll")
    table.activate("dimrill-dale")
    table.choose("cycle mordor-orcs", "cycle mordor-orcs/2")
    assert table.hand("witch-king") == ["mordor-orcs/3"]
    assert table.cycled("saruman") == ["cave-troll"]
    assert table.eliminated("saruman") == ["ugluk"]  # the second card, with an empty hand


@pytest.mark.card("egladil")
def test_egladil_lets_each_free_peoples_player_choose_of_two(table: Table) -> None:
    table.activate("egladil")
    table.choose("cycle gimli", "cycle boromir")
    assert (table.hand("frodo"), table.hand("aragorn")) == (["treebeard"], ["arwen"])


@pytest.mark.card("osgiliath")
@pytest.mark.parametrize(("choice", "drawn"), [("yes", 3), ("no", 0)])
def test_osgiliath_may_cost_a_card_for_three(table: Table, choice: str, drawn: int) -> None:
    table.activate("osgiliath")
    assert table.asked == ("aragorn", "may")
    table.choose(choice)
    assert table.hand("aragorn") == ["boromir", "faramir", "halbarad"][:drawn]
    assert len(table.eliminated("aragorn")) == (choice == "yes")


@pytest.mark.card("cirith-ungol")
@pytest.mark.parametrize(("choice", "place"), [("play olog-hai reserve", "reserve"), ("done", "cycled")])
def test_cirith_ungol_may_send_an_army(table: Table, choice: str, place: str) -> None:
    table.lay("morannon")
    table.top("the-hunter", "olog-hai", "the-reaver", "grishnakh", "fell-beast")
    table.activate("cirith-ungol")
    assert table.asked == ("witch-king", "play drawn")
    assert table.options == ["play olog-hai morannon", "play olog-hai reserve", "done"]
    table.choose(choice)
    assert table.where("olog-hai") == place
    assert table.where("the-hunter") == "cycled"


@pytest.mark.card("morgul-vale")
@pytest.mark.parametrize(("choice", "place"), [("play the-hunter morgul-vale", "morgul-vale"), ("done", "cycled")])
def test_morgul_vale_may_send_a_nazgul(table: Table, choice: str, place: str) -> None:
    table.top("the-hunter", "olog-hai", "grishnakh", "fell-beast", "black-uruks")
    table.activate("morgul-vale")
    assert table.options == ["play the-hunter morgul-vale", "play the-hunter reserve", "done"]
    table.choose(choice)
    assert table.where("the-hunter") == place
    assert table.where("olog-hai") == "cycled"


@pytest.mark.card("morgai")
def test_the_morgai_attacks_by_itself(table: Table) -> None:
    table.activate("morgai")
    assert table.fight("morgai") == Combat(attack=1, defence=0, left=1)
