"""The important terms: forsake, eliminate, remove, recycle, run out of cards (pp. 12-13)."""

import pytest

from tests.engine.games.wotr.table import Table

# -- forsake


def _reap(table: Table) -> None:
    """Each Free Peoples player must forsake a card; Aragorn's deck gives a card that does not matter."""
    table.reserve("the-reaver")
    table.only("aragorn", "soldiers-of-gondor")
    table.use("the-reaver")


def test_forsake_from_hand_reserve_or_the_top_of_the_deck(table: Table) -> None:
    table.give("gimli")
    table.reserve("treebeard")
    table.wield("treebeard", "ent-draught")
    _reap(table)
    assert table.options == ["forsake gimli", "forsake treebeard", "forsake ent-draught", "forsake top"]


@pytest.mark.parametrize(
    ("choice", "gone"),
    [
        ("forsake gimli", ["gimli"]),
        ("forsake treebeard", ["ent-draught", "treebeard"]),
        ("forsake ent-draught", ["ent-draught"]),
        ("forsake top", ["glamdring"]),
    ],
)
def test_what_is_forsaken_is_eliminated(table: Table, choice: str, gone: list[str]) -> None:
    table.give("gimli")
    table.reserve("treebeard")
    table.wield("treebeard", "ent-draught")
    table.top("glamdring")
    _reap(table)
    table.choose(choice)
    assert table.eliminated("frodo") == gone


def test_cards_at_a_location_cannot_be_forsaken(table: Table) -> None:
    table.stand("bucklebury-ferry", "sam-gamgee")
    table.wield("sam-gamgee", "sting")
    table.top("gimli")
    _reap(table)
    assert table.eliminated("frodo") == ["gimli"]


def test_the_top_is_not_seen_before_it_is_forsaken(table: Table) -> None:
    table.give("gimli")
    table.top("glamdring")
    _reap(table)
    assert table.match.observation(table.seats.index("frodo"))["players"][0]["top"] is None
    assert "forsake glamdring" not in table.options


def test_a_forsaken_top_answers_to_its_text(table: Table) -> None:
    """Gandalf the White is cycled when he is forsaken from the deck, not when he is forsaken from hand."""
    table.top("gandalf-the-white")
    _reap(table)
    assert table.where("gandalf-the-white") == "cycled"


def test_a_forsaken_hand_card_does_not_answer_to_a_text_about_the_deck(table: Table) -> None:
    table.give("gandalf-the-white")
    _reap(table)
    table.choose("forsake gandalf-the-white")
    assert table.where("gandalf-the-white") == "eliminated"


def test_who_has_nothing_to_forsake_pays_nothing(table: Table) -> None:
    table.only("frodo")
    _reap(table)
    assert table.asked[1] == "action"
    assert table.eliminated("frodo") == []


def test_with_an_empty_deck_the_recycled_pile_gives_the_top(table: Table) -> None:
    table.only("frodo")
    table.discard("gimli")
    _reap(table)
    assert table.where("gimli") == "eliminated"


def test_with_an_empty_hand_a_forced_cycle_is_a_forsake(table: Table) -> None:
    table.reserve("the-beguiler", "gimli")
    table.give("arwen")
    table.top("treebeard")
    table.use("the-beguiler")
    assert table.asked == ("frodo", "forsake")
    table.choose("forsake top")
    assert table.where("treebeard") == "eliminated"
    assert table.where("arwen") == "cycled"


# -- eliminate and remove


def test_an_eliminated_card_of_hand_or_deck_is_seen_by_its_owner_only(table: Table) -> None:
    table.give("gimli", "sting")
    table.top("glamdring")
    table.act("frodo", "winnow")
    table.choose("eliminate gimli")
    others = table.match.observation(table.seats.index("saruman"))["players"][0]
    own = table.match.observation(table.seats.index("frodo"))["players"][0]
    assert (others["eliminated"], others["eliminated_count"]) == ([], 2)
    assert len(own["eliminated"]) == 2


def test_winnowed_frodo_is_cycled_instead(table: Table) -> None:
    table.give("frodo-baggins", "sting")
    table.top("glamdring")
    table.act("frodo", "winnow")
    table.choose("eliminate frodo-baggins")
    assert table.where("frodo-baggins") == "cycled"
    assert table.where("sting") == "eliminated"
    assert table.hand("frodo") == ["glamdring"]


@pytest.mark.parametrize("place", ["deck", "hand", "cycled", "eliminated", "reserve", "weathertop"])
@pytest.mark.parametrize(("old", "new"), [("gandalf-the-grey", "gandalf-the-white"), ("strider", "aragorn")])
def test_removing_finds_the_card_wherever_it_is(table: Table, old: str, new: str, place: str) -> None:
    table.lay("weathertop")
    match place:
        case "hand":
            table.give(old)
        case "cycled":
            table.discard(old)
        case "eliminated":
            table.lose(old)
        case "reserve":
            table.reserve(old)
        case "weathertop":
            table.stand("weathertop", old)
    assert table.where(old) == place
    table.play(new, to="reserve", pay="sting" if new == "gandalf-the-white" else "arwen")
    assert table.where(old) == "eliminated"
    assert table.where(new) == "reserve"


def test_removing_takes_the_items_along(table: Table) -> None:
    table.reserve("strider")
    table.wield("strider", "anduril")
    table.play("aragorn", to="reserve")
    assert table.where("strider") == table.where("anduril") == "eliminated"


def test_removing_ignores_what_saves_from_elimination_in_combat(promos: Table) -> None:
    promos.reserve("the-witch-king")
    promos.wield("the-witch-king", "nazgul-s-mantle")
    promos.play("gothmog", to="reserve")
    assert promos.where("the-witch-king") == promos.where("nazgul-s-mantle") == "eliminated"


# -- recycle, run out


def test_the_cycle_pile_is_recycled_in_the_middle_of_a_draw(table: Table) -> None:
    table.only("frodo", "gimli")
    table.discard("treebeard", "glamdring")
    table.act("frodo", "ring")
    assert len(table.hand("frodo")) == 2
    assert table.hand("frodo")[0] == "gimli"
    assert table.hand("frodo")[1] in ("treebeard", "glamdring")
    assert table.cycled("frodo") == []
    assert len(table.deck("frodo")) == 1


def test_recycling_shuffles(table: Table) -> None:
    pile = ["treebeard", "glamdring", "quickbeam", "smeagol", "eowyn", "theoden", "eomer", "sam-gamgee"]
    table.only("frodo", "gimli", "sting")
    table.discard(*pile)
    table.act("frodo", "ring")
    assert sorted(table.deck("frodo")) == sorted(pile)
    assert table.deck("frodo") not in (pile, pile[::-1])


def test_a_deck_that_runs_out_is_recycled_at_once(table: Table) -> None:
    table.only("frodo", "gimli", "sting")
    table.discard("treebeard")
    table.act("frodo", "ring")
    assert table.hand("frodo") == ["gimli", "sting"]
    assert table.deck("frodo") == ["treebeard"]


def test_a_deck_emptied_by_taking_a_card_is_recycled_at_once(table: Table) -> None:
    table.only("aragorn", "bow-of-the-galadhrim")
    table.discard("boromir")
    table.play("legolas", to="reserve", pay="arwen")
    table.choose("take bow-of-the-galadhrim")
    assert sorted(table.deck("aragorn")) == ["arwen", "boromir"]
    assert table.cycled("aragorn") == []


def test_a_deck_emptied_by_removing_a_card_is_recycled_at_once(table: Table) -> None:
    table.only("aragorn", "strider")
    table.play("aragorn", to="reserve", pay="boromir")
    assert table.where("strider") == "eliminated"
    assert table.deck("aragorn") == ["boromir"]


def test_who_runs_out_draws_what_there_is(table: Table) -> None:
    table.only("frodo", "gimli")
    table.act("frodo", "ring")
    assert table.hand("frodo") == ["gimli"]
    assert table.deck("frodo") == table.cycled("frodo") == []
    assert table.asked == ("witch-king", "action")


def test_cards_drawn_apart_count_for_nothing_when_the_deck_is_recycled(table: Table) -> None:
    """Théoden draws two, then the recycled pile; what he drew is not shuffled in again."""
    table.only("frodo", "gimli", "riders-of-rohan")
    table.discard("treebeard", "quickbeam")
    table.play("theoden", to="reserve", pay="sting")
    table.choose("play riders-of-rohan reserve")
    assert sorted(table.deck("frodo") + table.cycled("frodo")) == ["gimli", "quickbeam", "sting", "treebeard"]
