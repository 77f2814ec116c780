"""Who sees what (p. 9), and the words for options, questions and events."""

import random

import pytest

from engine.core.words import Lang
from engine.games.wotr import view
from engine.games.wotr.components.box import REFERENCES
from engine.games.wotr.game import GAME
from engine.games.wotr.judge.evaluation import evaluate
from engine.games.wotr.view import LocationView, PlayerView, WotrView
from engine.testing.walk import Variant, variants_of, walk
from tests.engine.games.wotr.tabletop import Combat, Tabletop, number

# -- sight


def _seen(tabletop: Tabletop, by: str, whose: str) -> PlayerView:
    seen: WotrView = tabletop.match.observation(tabletop.seats.index(by))
    return seen.players[tabletop.seats.index(whose)]


def test_a_hand_is_seen_by_its_owner_and_counted_by_others(tabletop: Tabletop) -> None:
    tabletop.give("gimli", "sting")
    assert _seen(tabletop, "frodo", "frodo").hand == ["gimli", "sting"]
    for other in ("aragorn", "saruman"):
        assert _seen(tabletop, other, "frodo").hand == []
        assert _seen(tabletop, other, "frodo").hand_count == 2


def test_a_card_taken_by_name_is_seen_until_the_hand_changes_in_secret(tabletop: Tabletop) -> None:
    tabletop.play("legolas", to="reserve")
    tabletop.choose("take bow-of-the-galadhrim")
    assert _seen(tabletop, "saruman", "aragorn").hand == ["bow-of-the-galadhrim"]
    tabletop.turn("aragorn")
    tabletop.choose("ring")
    assert _seen(tabletop, "saruman", "aragorn").hand == ["bow-of-the-galadhrim"]
    tabletop.act("aragorn", f"cycle {tabletop.hand('aragorn')[1]}")
    assert _seen(tabletop, "saruman", "aragorn").hand == []


def test_what_leaves_play_is_seen_by_all(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop")
    tabletop.stand("weathertop", "sam-gamgee", "the-hunter")
    tabletop.fight("weathertop")
    assert _seen(tabletop, "saruman", "frodo").eliminated_pile == ["sam-gamgee"]
    assert _seen(tabletop, "saruman", "witch-king").eliminated_pile == ["the-hunter"]


def test_a_card_removed_from_the_game_is_seen_to_be_gone(tabletop: Tabletop) -> None:
    """Strider was eliminated face down; when Aragorn is played, everybody is told."""
    tabletop.lose("strider")
    assert _seen(tabletop, "saruman", "aragorn").eliminated_pile == []
    tabletop.play("aragorn", to="reserve")
    assert _seen(tabletop, "saruman", "aragorn").eliminated_pile == ["strider"]


def test_a_location_shows_its_defence_with_everything_that_adds_to_it(tabletop: Tabletop) -> None:
    tabletop.lay("weathertop", "harad")
    tabletop.stand("weathertop", "sam-gamgee")
    tabletop.wield("sam-gamgee", "phial-of-galadriel")
    seen = tabletop.match.observation(None)
    assert seen.path[0].defence == 2
    assert [(ground.location, ground.defence) for ground in seen.battlegrounds] == [("harad", 1)]


def test_a_location_shows_the_totals_that_its_combat_counts(tabletop: Tabletop) -> None:
    """Items on a path, leadership and what the Dead Men add at a battleground."""
    tabletop.lay("weathertop", "pelargir")
    tabletop.stand("weathertop", "frodo-baggins", "the-witch-king", "the-hunter")
    tabletop.wield("frodo-baggins", "mithril-coat", "sting")
    tabletop.stand("pelargir", "strider", "dead-men-of-dunharrow", "haradrim-mumakil", "corsairs-of-umbar")
    seen: WotrView = tabletop.match.observation(None)
    totals = [(one.attack_total, one.defence_total) for one in (*seen.path, *seen.battlegrounds)]
    assert totals == [(3, 4), (3, 4)]
    assert tabletop.fight("weathertop") == Combat(attack=3, defence=4, left=0)
    assert tabletop.fight("pelargir", "lose dead-men-of-dunharrow") == Combat(attack=3, defence=4, left=0)


@pytest.mark.parametrize("variant", variants_of(GAME), ids=str)
def test_totals_are_those_of_the_combats_that_follow(variant: Variant) -> None:
    """A side may choose to be supported by fewer icons, never by more."""
    shown: dict[str, LocationView] = {}
    told = 0
    match = variant.new_match(GAME, 4)
    for _ in walk(match, variant.rng(GAME, 4)):
        for event in match.events:
            if event.kind == "combat" and (view := shown.get(REFERENCES[event.data[0]])):
                assert (view.attack_total, view.defence_total >= event.data[2]) == (event.data[1], True)
                told += 1
        seen: WotrView = match.observation(None)
        shown = {one.location: one for one in (*seen.path, *seen.battlegrounds)} if seen.phase == "combat" else {}
    assert told > 3


def test_only_hidden_cards_may_be_dealt_anew(tabletop: Tabletop) -> None:
    tabletop.give("gimli", "mordor-orcs")
    tabletop.reserve("arwen")
    frodo, witch_king, aragorn, _ = view.unseen(tabletop.state, tabletop.seats.index("frodo"))
    assert number("gimli") not in frodo
    assert len(frodo) == 29
    assert number("mordor-orcs") in witch_king
    assert number("arwen") not in aragorn
    assert len(view.unseen(tabletop.state, None)[0]) == 30


def test_the_undying_never_lie_among_the_eliminated(tabletop: Tabletop) -> None:
    for pile, never in view.barred(tabletop.state):
        assert pile == []
        assert never == {number("frodo-baggins"), number("bilbo-baggins")}


# -- words


@pytest.mark.parametrize(
    ("option", "en", "pl"),
    [
        (("pass",), "Pass", "Spasuj"),
        (("play", "eowyn", "helms-deep"), "Play Éowyn to Helm's Deep", "Zagraj: Éowina → Helmowy Jar"),
        (("play", "eowyn", "=reserve"), "Play Éowyn to reserve", "Zagraj: Éowina → rezerwa"),
        (
            ("play", "the-red-arrow", "=event"),
            "Play the event The Red Arrow",
            None,
        ),
        (("play", "sting", "sam-gamgee"), "Give Sting to Sam Gamgee", None),
        (("support", "eomer", "eowyn"), "Support Éomer and Éowyn", None),
        (("support",), "Support nobody", "Nikogo nie wspieraj"),
        (("heal", "ioreth", "strider"), "Cycle Ioreth and Strider instead", None),
        (("activate", "bag-end"), "Activate Bag End", "Aktywuj: Bag End"),
    ],
)
def test_options_in_words(tabletop: Tabletop, option: tuple[str, ...], en: str, pl: str | None) -> None:
    verb, *parts = option
    said = (verb, *(part[1:] if part.startswith("=") else number(part) for part in parts))
    assert tabletop.match.describe(said, "en") == en
    assert pl is None or tabletop.match.describe(said, "pl") == pl
    assert tabletop.match.describe(said, "pl") != ""


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


def test_a_drawn_card_is_named_to_its_owner_only(tabletop: Tabletop) -> None:
    tabletop.top("gimli", "sting")
    tabletop.act("frodo", "ring")
    (drew,) = [event for event in tabletop.log if event.kind == "drew"]
    own, others = drew.seen_by(tabletop.seats.index("frodo")), drew.seen_by(tabletop.seats.index("saruman"))
    assert own is not None
    assert others is not None
    assert tabletop.match.narrate(own) == "Frodo drew Gimli, Sting"
    assert tabletop.match.narrate(others) == "Frodo drew 2 cards"


# -- the rest of the contract


def test_the_side_that_leads_likes_the_position_better(tabletop: Tabletop) -> None:
    even = [evaluate(tabletop.state, seat) for seat in range(4)]
    tabletop.edit().corruption = 5
    ahead = [evaluate(tabletop.state, seat) for seat in range(4)]
    frodo, witch_king = tabletop.seats.index("frodo"), tabletop.seats.index("witch-king")
    assert ahead[frodo] < even[frodo]
    assert ahead[witch_king] > even[witch_king]


# -- what frontends get


def test_options_say_what_they_touch_and_how_they_are_grouped(tabletop: Tabletop) -> None:
    tabletop.lay("helms-deep")
    tabletop.give("eowyn", "sting")
    tabletop.turn("frodo")
    seen: WotrView = tabletop.match.observation(tabletop.seats.index("frodo"))
    play = next(option for option in seen.options if option.arguments == {"card": "eowyn", "to": "helms-deep"})
    assert (play.verb, play.touches, play.group) == ("play", ["eowyn", "helms-deep"], "play")
    assert seen.viewer == "seat:frodo"
    assert seen.groups == [group for group in GAME.vocabulary.groups if group in seen.groups]  # type: ignore[union-attr]


def test_a_payment_says_what_it_pays_for(tabletop: Tabletop) -> None:
    tabletop.give("eomer", "eowyn", "sting")
    tabletop.turn("frodo")
    frodo = tabletop.seats.index("frodo")
    tabletop.choose("play eomer reserve")
    (decision,) = tabletop.match.pending
    assert tabletop.match.prompt(decision) == "Pay for Éomer: choose a card to cycle"
    assert tabletop.match.prompt(decision, "pl") == "Zapłata za kartę Éomer: wybierz kartę do zrzucenia"
    assert tabletop.match.observation(frodo).cause.touches == ["eomer"]
    assert tabletop.match.observation(None).cause is None
    assert tabletop.match.clone().cause(frodo) == ("pay", number("eomer"))


def test_an_outcome_tells_what_each_side_scored_for(tabletop: Tabletop) -> None:
    tabletop.score("free", "bag-end")
    tabletop.score("shadow", "orthanc")
    tabletop.edit().corruption = 3
    tabletop.match.concede(tabletop.seats.index("frodo"))
    assert tabletop.match.explain() == (
        "The Shadow won: the other side conceded at 5 to 1. "
        "The Free Peoples 1: paths 1 (Bag End 1). The Shadow 5: battlegrounds 2 (Orthanc 2), corruption 3."
    )


def test_bots_of_the_shadow_are_named_and_have_no_seat() -> None:
    setting = GAME.setting("trilogy", options={"mode": "against-the-shadow"})
    assert GAME.layout is not None
    seats = {seat.reference: seat.number for seat in GAME.layout(setting).seats}
    assert seats == {"seat:frodo": 0, "seat:aragorn": 1, "seat:witch-king": None, "seat:saruman": None}


def test_a_layout_has_what_is_printed_in_both_languages() -> None:
    assert GAME.layout is not None
    layout = GAME.layout(GAME.setting("duel"))
    gimli = next(one for one in layout.components if one.id == "gimli")
    assert (gimli.references, gimli.name.pl, gimli.kind) == (["gimli"], "Gimli", "character")
    printed = {one.id: (one.name.en, one.name.pl, one.value) for one in gimli.printed}
    assert printed["attack"] == ("attack", "atak", 1)
    assert printed["faction"] == ("faction", "frakcja", "Dwarf")
    tracks = {track.reference: (track.owner, track.position) for track in layout.tracks}
    assert tracks["points:shadow"] == ("shadow", "/points/shadow")
    assert tracks["phase"] == (None, "/phase")
