"""Who sees what (p. 9), and the words for options, questions and events."""

import random
from typing import Any

import pytest

from engine.core.words import Lang
from engine.games.wotr import view
from engine.games.wotr.cards import hooks
from engine.games.wotr.game import GAME
from engine.games.wotr.judge import evaluate
from engine.testing.walk import Variant, variants_of, walk
from tests.engine.games.wotr.table import Table, number

# -- sight


def _seen(table: Table, by: str, whose: str) -> dict[str, Any]:
    area: dict[str, Any] = table.match.observation(table.seats.index(by))["players"][table.seats.index(whose)]
    return area


def test_a_hand_is_seen_by_its_owner_and_counted_by_others(table: Table) -> None:
    table.give("gimli", "sting")
    assert _seen(table, "frodo", "frodo")["hand"] == [number("gimli"), number("sting")]
    for other in ("aragorn", "saruman"):
        assert _seen(table, other, "frodo")["hand"] == []
        assert _seen(table, other, "frodo")["hand_count"] == 2


def test_a_card_taken_by_name_is_seen_until_the_hand_changes_in_secret(table: Table) -> None:
    table.play("legolas", to="reserve")
    table.choose("take bow-of-the-galadhrim")
    assert _seen(table, "saruman", "aragorn")["hand"] == [number("bow-of-the-galadhrim")]
    table.turn("aragorn")
    table.choose("ring")
    assert _seen(table, "saruman", "aragorn")["hand"] == [number("bow-of-the-galadhrim")]
    table.act("aragorn", f"cycle {table.hand('aragorn')[1]}")
    assert _seen(table, "saruman", "aragorn")["hand"] == []


def test_what_leaves_play_is_seen_by_all(table: Table) -> None:
    table.lay("weathertop")
    table.stand("weathertop", "sam-gamgee", "the-hunter")
    table.fight("weathertop")
    assert _seen(table, "saruman", "frodo")["eliminated"] == [number("sam-gamgee")]
    assert _seen(table, "saruman", "witch-king")["eliminated"] == [number("the-hunter")]


def test_a_card_removed_from_the_game_is_seen_to_be_gone(table: Table) -> None:
    """Strider was eliminated face down; when Aragorn is played, everybody is told."""
    table.lose("strider")
    assert _seen(table, "saruman", "aragorn")["eliminated"] == []
    table.play("aragorn", to="reserve")
    assert _seen(table, "saruman", "aragorn")["eliminated"] == [number("strider")]


def test_a_location_shows_its_defence_with_everything_that_adds_to_it(table: Table) -> None:
    table.lay("weathertop", "harad")
    table.stand("weathertop", "sam-gamgee")
    table.wield("sam-gamgee", "phial-of-galadriel")
    seen = table.match.observation(None)
    assert seen["path"][0]["defence"] == 2
    assert [(ground["location"], ground["defence"]) for ground in seen["battlegrounds"]] == [(number("harad"), 1)]


def test_only_hidden_cards_may_be_dealt_anew(table: Table) -> None:
    table.give("gimli", "mordor-orcs")
    table.reserve("arwen")
    frodo, witch_king, aragorn, _ = view.unseen(table.state, table.seats.index("frodo"))
    assert number("gimli") not in frodo
    assert len(frodo) == 29
    assert number("mordor-orcs") in witch_king
    assert number("arwen") not in aragorn
    assert len(view.unseen(table.state, None)[0]) == 30


def test_the_undying_never_lie_among_the_eliminated(table: Table) -> None:
    for pile, never in view.barred(table.state):
        assert pile == []
        assert never == {number("frodo-baggins"), number("bilbo-baggins")}


# -- words


@pytest.mark.parametrize(
    ("option", "en", "pl"),
    [
        (("pass",), "Pass", "Spasuj"),
        (("play", "eowyn", "helm-s-deep"), "Play Éowyn to Helm's Deep", "Zagraj Éowyn: Helmowy Jar"),
        (("play", "eowyn", "=reserve"), "Play Éowyn to reserve", "Zagraj Éowyn: rezerwa"),
        (
            ("play", "the-red-arrow", "=event"),
            "Play the event The Red Arrow",
            None,
        ),
        (("play", "sting", "sam-gamgee"), "Give Sting to Sam Gamgee", None),
        (("support", "eomer", "eowyn"), "Support Éomer and Éowyn", None),
        (("support",), "Support nobody", "Nikogo nie wspieraj"),
        (("heal", "ioreth", "strider"), "Cycle Ioreth and Strider instead", None),
        (("activate", "bag-end"), "Activate Bag End", "Aktywuj Bag End"),
    ],
)
def test_options_in_words(table: Table, option: tuple[str, ...], en: str, pl: str | None) -> None:
    verb, *parts = option
    said = (verb, *(part[1:] if part.startswith("=") else number(part) for part in parts))
    assert table.match.describe(said, "en") == en
    assert pl is None or table.match.describe(said, "pl") == pl
    assert table.match.describe(said, "pl") != ""


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize("variant", variants_of(GAME), ids=str)
def test_everything_that_happens_can_be_told(variant: Variant, lang: Lang) -> None:
    match = variant.new_match(GAME, 3)
    for seat, index in walk(match, random.Random(3)):
        decision = match.decision(seat)
        assert decision is not None
        told = [match.prompt(decision, lang), match.describe(decision.options[index], lang)]
        for event in match.events:
            for viewer in (seat, None):
                seen = event.seen_by(viewer)
                if seen is not None:
                    told.append(match.narrate(seen, lang))
        for sentence in told:
            assert sentence
            assert "{" not in sentence


def test_a_drawn_card_is_named_to_its_owner_only(table: Table) -> None:
    table.top("gimli", "sting")
    table.act("frodo", "ring")
    (drew,) = [event for event in table.log if event.kind == "drew"]
    own, others = drew.seen_by(table.seats.index("frodo")), drew.seen_by(table.seats.index("saruman"))
    assert own is not None
    assert others is not None
    assert table.match.narrate(own) == "Frodo drew Gimli, Sting"
    assert table.match.narrate(others) == "Frodo drew 2 cards"


# -- the rest of the contract


def test_the_side_that_leads_likes_the_position_better(table: Table) -> None:
    even = [evaluate(table.state, seat) for seat in range(4)]
    table.edit().corruption = 5
    ahead = [evaluate(table.state, seat) for seat in range(4)]
    frodo, witch_king = table.seats.index("frodo"), table.seats.index("witch-king")
    assert ahead[frodo] < even[frodo]
    assert ahead[witch_king] > even[witch_king]


def test_a_card_with_text_but_no_behaviour_refuses_to_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "_with_behaviour", hooks._with_behaviour - {"boromir"})
    with pytest.raises(LookupError, match="boromir"):
        hooks.check_complete()
