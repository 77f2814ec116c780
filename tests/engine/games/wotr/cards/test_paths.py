"""The activation texts of the paths."""

import pytest

from tests.engine.games.wotr.tabletop import Combat, Tabletop

TOPS = {
    "frodo": ["gimli", "treebeard", "glamdring", "quickbeam"],
    "aragorn": ["arwen", "boromir", "faramir", "halbarad"],
    "witch-king": ["olog-hai", "grishnakh", "fell-beast", "black-uruks"],
    "saruman": ["ugluk", "gollum", "shelob", "wolf-riders"],
}


@pytest.fixture(autouse=True)
def _known_decks(tabletop: Tabletop) -> None:
    for cards in TOPS.values():
        tabletop.top(*cards)


def _drawn(tabletop: Tabletop) -> dict[str, int]:
    """How many cards from the top of the deck each seat has in hand."""
    counts = {seat: len(tabletop.hand(seat)) for seat in tabletop.seats if tabletop.hand(seat)}
    for seat, count in counts.items():
        assert tabletop.hand(seat) == TOPS[seat][:count]
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
    ("shelobs-lair", {"saruman": 2}),
    ("crack-of-doom", {"saruman": 2}),
    ("orodruin", {"witch-king": 2}),
]


@pytest.mark.card(*(path for path, _ in DRAWS))
@pytest.mark.parametrize(("path", "drawn"), DRAWS)
def test_paths_that_let_players_draw(tabletop: Tabletop, path: str, drawn: dict[str, int]) -> None:
    tabletop.activate(path)
    assert _drawn(tabletop) == drawn
    assert tabletop.path == path


@pytest.mark.card("gildors-encampment", "lothlorien", "amon-hen")
@pytest.mark.parametrize(
    ("path", "seat", "held"),
    [
        ("gildors-encampment", "aragorn", "elrond"),
        ("lothlorien", "aragorn", "elrond"),
        ("amon-hen", "witch-king", "mordor-orcs"),
    ],
)
def test_paths_where_a_player_draws_then_cycles(tabletop: Tabletop, path: str, seat: str, held: str) -> None:
    tabletop.give(held)
    tabletop.activate(path)
    assert tabletop.awaits == (seat, "cycle")
    tabletop.choose(f"cycle {held}")
    assert tabletop.hand(seat) == TOPS[seat][:1]
    assert tabletop.cycle_pile(seat) == [held]


@pytest.mark.card("the-old-forest", "caradhras", "emyn-muil")
@pytest.mark.parametrize("path", ["the-old-forest", "caradhras", "emyn-muil"])
def test_paths_where_each_free_peoples_player_forsakes(tabletop: Tabletop, path: str) -> None:
    tabletop.give("sting")
    tabletop.activate(path)
    assert tabletop.awaits == ("frodo", "forsake")
    tabletop.choose("forsake sting")
    assert tabletop.eliminated_pile("frodo") == ["sting"]
    assert tabletop.eliminated_pile("aragorn") == ["arwen"]
    assert tabletop.eliminated_pile("witch-king") == tabletop.eliminated_pile("saruman") == []


@pytest.mark.card("fords-of-bruinen")
def test_the_fords_cost_a_card_and_bring_three(tabletop: Tabletop) -> None:
    tabletop.activate("fords-of-bruinen")
    assert tabletop.eliminated_pile("frodo") == ["gimli"]
    assert tabletop.hand("frodo") == ["treebeard", "glamdring", "quickbeam"]
    assert tabletop.eliminated_pile("aragorn") == ["arwen"]
    assert tabletop.hand("aragorn") == ["boromir", "faramir", "halbarad"]


@pytest.mark.card("the-doors-of-durin")
@pytest.mark.parametrize(("choice", "attack"), [("yes", 1), ("no", 0)])
def test_the_doors_of_durin_may_be_watched(tabletop: Tabletop, choice: str, attack: int) -> None:
    tabletop.activate("the-doors-of-durin")
    assert tabletop.awaits == ("saruman", "may")
    tabletop.choose(choice)
    assert tabletop.eliminated_pile("saruman") == ["ugluk"][:attack]
    assert tabletop.fight("the-doors-of-durin") == Combat(attack=attack, defence=1, left=0)


@pytest.mark.card("the-doors-of-durin")
def test_the_doors_of_durin_are_not_watched_for_nothing(tabletop: Tabletop) -> None:
    tabletop.only("saruman")
    tabletop.activate("the-doors-of-durin")
    assert tabletop.awaits[1] == "action"
    assert tabletop.fight("the-doors-of-durin").attack == 0


@pytest.mark.card("dimrill-dale")
def test_dimrill_dale_costs_each_shadow_player_two_cards(tabletop: Tabletop) -> None:
    tabletop.give("mordor-orcs", "mordor-orcs/2", "mordor-orcs/3", "cave-troll")
    tabletop.activate("dimrill-dale")
    tabletop.choose("cycle mordor-orcs", "cycle mordor-orcs/2")
    assert tabletop.hand("witch-king") == ["mordor-orcs/3"]
    assert tabletop.cycle_pile("saruman") == ["cave-troll"]
    assert tabletop.eliminated_pile("saruman") == ["ugluk"]  # the second card, with an empty hand


@pytest.mark.card("egladil")
def test_egladil_lets_each_free_peoples_player_choose_of_two(tabletop: Tabletop) -> None:
    tabletop.activate("egladil")
    tabletop.choose("cycle gimli", "cycle boromir")
    assert (tabletop.hand("frodo"), tabletop.hand("aragorn")) == (["treebeard"], ["arwen"])


@pytest.mark.card("osgiliath")
@pytest.mark.parametrize(("choice", "drawn"), [("yes", 3), ("no", 0)])
def test_osgiliath_may_cost_a_card_for_three(tabletop: Tabletop, choice: str, drawn: int) -> None:
    tabletop.activate("osgiliath")
    assert tabletop.awaits == ("aragorn", "may")
    tabletop.choose(choice)
    assert tabletop.hand("aragorn") == ["boromir", "faramir", "halbarad"][:drawn]
    assert len(tabletop.eliminated_pile("aragorn")) == (choice == "yes")


@pytest.mark.card("cirith-ungol")
@pytest.mark.parametrize(("choice", "place"), [("play olog-hai reserve", "reserve"), ("done", "cycled")])
def test_cirith_ungol_may_send_an_army(tabletop: Tabletop, choice: str, place: str) -> None:
    tabletop.lay("morannon")
    tabletop.top("the-hunter", "olog-hai", "the-reaver", "grishnakh", "fell-beast")
    tabletop.activate("cirith-ungol")
    assert tabletop.awaits == ("witch-king", "play-drawn")
    assert tabletop.options == ["play olog-hai morannon", "play olog-hai reserve", "done"]
    tabletop.choose(choice)
    assert tabletop.where("olog-hai") == place
    assert tabletop.where("the-hunter") == "cycled"


@pytest.mark.card("morgul-vale")
@pytest.mark.parametrize(("choice", "place"), [("play the-hunter morgul-vale", "morgul-vale"), ("done", "cycled")])
def test_morgul_vale_may_send_a_nazgul(tabletop: Tabletop, choice: str, place: str) -> None:
    tabletop.top("the-hunter", "olog-hai", "grishnakh", "fell-beast", "black-uruks")
    tabletop.activate("morgul-vale")
    assert tabletop.options == ["play the-hunter morgul-vale", "play the-hunter reserve", "done"]
    tabletop.choose(choice)
    assert tabletop.where("the-hunter") == place
    assert tabletop.where("olog-hai") == "cycled"


@pytest.mark.card("morgai")
def test_the_morgai_attacks_by_itself(tabletop: Tabletop) -> None:
    tabletop.activate("morgai")
    assert tabletop.fight("morgai") == Combat(attack=1, defence=0, left=1)
