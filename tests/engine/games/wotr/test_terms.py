"""The important terms: forsake, eliminate, remove, recycle, run out of cards (pp. 12-13)."""

import pytest

from tests.engine.games.wotr.tabletop import Tabletop

# -- forsake


def _reap(tabletop: Tabletop) -> None:
    """Each Free Peoples player must forsake a card; Aragorn's deck gives a card that does not matter."""
    tabletop.reserve("the-reaver")
    tabletop.only("aragorn", "soldiers-of-gondor")
    tabletop.use("the-reaver")


def test_forsake_from_hand_reserve_or_the_top_of_the_deck(tabletop: Tabletop) -> None:
    tabletop.give("gimli")
    tabletop.reserve("treebeard")
    tabletop.wield("treebeard", "ent-draught")
    _reap(tabletop)
    assert tabletop.options == ["forsake gimli", "forsake treebeard", "forsake ent-draught", "forsake-top"]


@pytest.mark.parametrize(
    ("choice", "gone"),
    [
        ("forsake gimli", ["gimli"]),
        ("forsake treebeard", ["ent-draught", "treebeard"]),
        ("forsake ent-draught", ["ent-draught"]),
        ("forsake-top", ["glamdring"]),
    ],
)
def test_what_is_forsaken_is_eliminated(tabletop: Tabletop, choice: str, gone: list[str]) -> None:
    tabletop.give("gimli")
    tabletop.reserve("treebeard")
    tabletop.wield("treebeard", "ent-draught")
    tabletop.top("glamdring")
    _reap(tabletop)
    tabletop.choose(choice)
    assert tabletop.eliminated_pile("frodo") == gone


def test_cards_at_a_location_cannot_be_forsaken(tabletop: Tabletop) -> None:
    tabletop.stand("bucklebury-ferry", "sam-gamgee")
    tabletop.wield("sam-gamgee", "sting")
    tabletop.top("gimli")
    _reap(tabletop)
    assert tabletop.eliminated_pile("frodo") == ["gimli"]


def test_the_top_is_not_seen_before_it_is_forsaken(tabletop: Tabletop) -> None:
    tabletop.give("gimli")
    tabletop.top("glamdring")
    _reap(tabletop)
    assert tabletop.match.observation(tabletop.seats.index("frodo")).players[0].deck_top is None
    assert "forsake glamdring" not in tabletop.options


def test_a_forsaken_top_answers_to_its_text(tabletop: Tabletop) -> None:
    """Gandalf the White is cycled when he is forsaken from the deck, not when he is forsaken from hand."""
    tabletop.top("gandalf-the-white")
    _reap(tabletop)
    assert tabletop.where("gandalf-the-white") == "cycled"


def test_a_forsaken_hand_card_does_not_answer_to_a_text_about_the_deck(tabletop: Tabletop) -> None:
    tabletop.give("gandalf-the-white")
    _reap(tabletop)
    tabletop.choose("forsake gandalf-the-white")
    assert tabletop.where("gandalf-the-white") == "eliminated"


def test_who_has_nothing_to_forsake_pays_nothing(tabletop: Tabletop) -> None:
    tabletop.only("frodo")
    _reap(tabletop)
    assert tabletop.awaits[1] == "action"
    assert tabletop.eliminated_pile("frodo") == []


def test_with_an_empty_deck_the_recycled_pile_gives_the_top(tabletop: Tabletop) -> None:
    tabletop.only("frodo")
    tabletop.discard("gimli")
    _reap(tabletop)
    assert tabletop.where("gimli") == "eliminated"


def test_with_an_empty_hand_a_forced_cycle_is_a_forsake(tabletop: Tabletop) -> None:
    tabletop.reserve("the-beguiler", "gimli")
    tabletop.give("arwen")
    tabletop.top("treebeard")
    tabletop.use("the-beguiler")
    assert tabletop.awaits == ("frodo", "forsake")
    tabletop.choose("forsake-top")
    assert tabletop.where("treebeard") == "eliminated"
    assert tabletop.where("arwen") == "cycled"


# -- eliminate and remove


def test_an_eliminated_card_of_hand_or_deck_is_seen_by_its_owner_only(tabletop: Tabletop) -> None:
    tabletop.give("gimli", "sting")
    tabletop.top("glamdring")
    tabletop.act("frodo", "winnow")
    tabletop.choose("eliminate gimli")
    others = tabletop.match.observation(tabletop.seats.index("saruman")).players[0]
    own = tabletop.match.observation(tabletop.seats.index("frodo")).players[0]
    assert (others.eliminated_pile, others.eliminated_pile_count) == ([], 2)
    assert len(own.eliminated_pile) == 2


def test_winnowed_frodo_is_cycled_instead(tabletop: Tabletop) -> None:
    tabletop.give("frodo-baggins", "sting")
    tabletop.top("glamdring")
    tabletop.act("frodo", "winnow")
    tabletop.choose("eliminate frodo-baggins")
    assert tabletop.where("frodo-baggins") == "cycled"
    assert tabletop.where("sting") == "eliminated"
    assert tabletop.hand("frodo") == ["glamdring"]


@pytest.mark.parametrize("place", ["deck", "hand", "cycled", "eliminated", "reserve", "weathertop"])
@pytest.mark.parametrize(("old", "new"), [("gandalf-the-grey", "gandalf-the-white"), ("strider", "aragorn")])
def test_removing_finds_the_card_wherever_it_is(tabletop: Tabletop, old: str, new: str, place: str) -> None:
    tabletop.lay("weathertop")
    match place:
        case "hand":
            tabletop.give(old)
        case "cycled":
            tabletop.discard(old)
        case "eliminated":
            tabletop.lose(old)
        case "reserve":
            tabletop.reserve(old)
        case "weathertop":
            tabletop.stand("weathertop", old)
    assert tabletop.where(old) == place
    tabletop.play(new, to="reserve", pay="sting" if new == "gandalf-the-white" else "arwen")
    assert tabletop.where(old) == "eliminated"
    assert tabletop.where(new) == "reserve"


def test_removing_takes_the_items_along(tabletop: Tabletop) -> None:
    tabletop.reserve("strider")
    tabletop.wield("strider", "anduril")
    tabletop.play("aragorn", to="reserve")
    assert tabletop.where("strider") == tabletop.where("anduril") == "eliminated"


def test_removing_ignores_what_saves_from_elimination_in_combat(promos: Tabletop) -> None:
    promos.reserve("the-witch-king")
    promos.wield("the-witch-king", "nazguls-mantle")
    promos.play("gothmog", to="reserve")
    assert promos.where("the-witch-king") == promos.where("nazguls-mantle") == "eliminated"


# -- recycle, run out


def test_the_cycle_pile_is_recycled_in_the_middle_of_a_draw(tabletop: Tabletop) -> None:
    tabletop.only("frodo", "gimli")
    tabletop.discard("treebeard", "glamdring")
    tabletop.act("frodo", "ring")
    assert len(tabletop.hand("frodo")) == 2
    assert tabletop.hand("frodo")[0] == "gimli"
    assert tabletop.hand("frodo")[1] in ("treebeard", "glamdring")
    assert tabletop.cycle_pile("frodo") == []
    assert len(tabletop.deck("frodo")) == 1


def test_recycling_shuffles(tabletop: Tabletop) -> None:
    pile = ["treebeard", "glamdring", "quickbeam", "smeagol", "eowyn", "theoden", "eomer", "sam-gamgee"]
    tabletop.only("frodo", "gimli", "sting")
    tabletop.discard(*pile)
    tabletop.act("frodo", "ring")
    assert sorted(tabletop.deck("frodo")) == sorted(pile)
    assert tabletop.deck("frodo") not in (pile, pile[::-1])


def test_a_deck_that_runs_out_is_recycled_at_once(tabletop: Tabletop) -> None:
    tabletop.only("frodo", "gimli", "sting")
    tabletop.discard("treebeard")
    tabletop.act("frodo", "ring")
    assert tabletop.hand("frodo") == ["gimli", "sting"]
    assert tabletop.deck("frodo") == ["treebeard"]


def test_a_deck_emptied_by_taking_a_card_is_recycled_at_once(tabletop: Tabletop) -> None:
    tabletop.only("aragorn", "bow-of-the-galadhrim")
    tabletop.discard("boromir")
    tabletop.play("legolas", to="reserve", pay="arwen")
    tabletop.choose("take bow-of-the-galadhrim")
    assert sorted(tabletop.deck("aragorn")) == ["arwen", "boromir"]
    assert tabletop.cycle_pile("aragorn") == []


def test_a_deck_emptied_by_removing_a_card_is_recycled_at_once(tabletop: Tabletop) -> None:
    tabletop.only("aragorn", "strider")
    tabletop.play("aragorn", to="reserve", pay="boromir")
    assert tabletop.where("strider") == "eliminated"
    assert tabletop.deck("aragorn") == ["boromir"]


def test_who_runs_out_draws_what_there_is(tabletop: Tabletop) -> None:
    tabletop.only("frodo", "gimli")
    tabletop.act("frodo", "ring")
    assert tabletop.hand("frodo") == ["gimli"]
    assert tabletop.deck("frodo") == tabletop.cycle_pile("frodo") == []
    assert tabletop.awaits == ("witch-king", "action")


def test_cards_drawn_apart_count_for_nothing_when_the_deck_is_recycled(tabletop: Tabletop) -> None:
    """Théoden draws two, then the recycled pile; what he drew is not shuffled in again."""
    tabletop.only("frodo", "gimli", "riders-of-rohan")
    tabletop.discard("treebeard", "quickbeam")
    tabletop.play("theoden", to="reserve", pay="sting")
    tabletop.choose("play riders-of-rohan reserve")
    assert sorted(tabletop.deck("frodo") + tabletop.cycle_pile("frodo")) == ["gimli", "quickbeam", "sting", "treebeard"]
