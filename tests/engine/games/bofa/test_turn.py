"""Chapters II, IV, V and VI: setup, phases, dice and the hand of cards."""

import pytest

from engine.games.bofa.components.box import PILES
from engine.games.bofa.components.library import load
from engine.games.bofa.game import GAME
from engine.games.bofa.rules.dice import COUNTS_AS, FACES
from engine.games.bofa.rules.hand import draw_event, draw_story
from tests.engine.games.bofa.tabletop import FREE, SHADOW, Tabletop


def test_setup_places_the_fifteen_groups() -> None:
    """Units, characters and recruitment tokens of p. 7."""
    match = GAME.new_match(seed=3)
    s, p = match.state, load("reconstruction")
    on_board: dict[str, int] = {}
    for army in s.armies:
        for unit in army:
            on_board[p.units[unit].id] = on_board.get(p.units[unit].id, 0) + 1
    assert on_board == {
        "dwarf-veterans": 2,
        "dwarf-warriors": 1,
        "lake-town-men": 4,
        "elf-spearmen": 2,
        "elf-archers": 2,
        "goblins": 3,
        "orcs": 6,
        "great-orcs": 2,
        "wargs": 5,
    }
    laid = [PILES[p.recruitment_tokens[token].pile] for tokens in s.tokens for token in tokens]
    assert (laid.count("dwarf-men"), laid.count("elf"), laid.count("shadow")) == (3, 4, 12)
    assert s.characters[:4] == [
        p.layout.numbers["eastern-spur"],
        p.layout.numbers["camp"],
        p.layout.numbers["ravenhill"],
        p.layout.numbers["ravenhill"],
    ]
    assert s.pass_closed == [True, True]


def test_the_first_turn_draws_one_card_of_each_deck() -> None:
    """Two cards each (p. 11)."""
    match = GAME.new_match(seed=3)
    cards = load("reconstruction").cards
    for seat in (FREE, SHADOW):
        assert sorted(cards[card].deck for card in match.state.hands[seat]) == ["event", "story"]
    assert match.pending[0].kind == "activate"


def test_the_faces_of_the_dice() -> None:
    """Two Character faces for the Free Peoples, Army only together with Muster (p. 12)."""
    assert sorted(FACES[FREE]) == ["army-muster", "character", "character", "event", "muster", "will"]
    assert sorted(FACES[SHADOW]) == ["army", "army-muster", "character", "event", "eye", "muster"]
    assert set(COUNTS_AS["will"]) >= {"army", "character", "muster", "event"}


@pytest.mark.parametrize(
    ("face", "verbs"),
    [
        ("army", {"march", "attack", "combined", "card", "forgo"}),
        ("character", {"march", "attack", "characters", "card", "forgo"}),
        ("muster", {"recruit", "regroup", "bats", "card", "forgo"}),
        ("event", {"draw", "card", "forgo"}),
        ("army-muster", {"march", "attack", "combined", "recruit", "regroup", "bats", "card", "forgo"}),
        ("eye", {"march", "attack", "goblins", "forgo"}),
    ],
)
def test_what_a_shadow_die_can_do(tabletop: Tabletop, face: str, verbs: set[str]) -> None:
    """The action dice table (p. 13)."""
    tabletop.army("east-fields", "bolg", orcs=2, goblins=1, leaders=1, damage=1)
    tabletop.army("south-road", orcs=2)
    tabletop.army("ruins-of-dale", lake_town_men=2)
    tabletop.token("warg-heath", "orcs")
    tabletop.s.bats[tabletop.p.layout.territory_numbers["valley"]] = 1
    tabletop.give(SHADOW, "forced-march", "council-of-war", "call-to-arms")
    tabletop.action(SHADOW, face, others=())
    assert {option[0] for option in tabletop.options()} == verbs


def test_cards_need_their_own_symbol_or_an_event(tabletop: Tabletop) -> None:
    """An army card with Army, any card with Event (p. 15)."""
    tabletop.army("east-fields", orcs=2)
    tabletop.give(SHADOW, "forced-march", "council-of-war", "call-to-arms")
    playable = {
        face: [tabletop.p.cards[card].id for _, card in tabletop.action(SHADOW, face).options("card")]
        for face in ("army", "character", "muster", "event", "eye")
    }
    assert playable == {
        "army": ["forced-march"],
        "character": ["council-of-war"],
        "muster": ["call-to-arms"],
        "event": ["forced-march", "council-of-war", "call-to-arms"],
        "eye": [],
    }


@pytest.mark.parametrize(
    ("hand", "leader", "is_asked", "is_disclosed"),
    [
        ("call-to-arms", (), False, True),
        ("council-of-war", (), True, True),
        ("council-of-war", ("bolg",), True, False),
    ],
)
def test_who_is_asked_may_tell_what_is_in_a_hand(
    tabletop: Tabletop, hand: str, leader: tuple[str, ...], is_asked: bool, is_disclosed: bool
) -> None:
    """With a die that pays for nothing but a card, or for nothing, the die before it cannot be taken back."""
    tabletop.army("burnt-heath", *leader, orcs=2)
    tabletop.give(SHADOW, hand)
    tabletop.action(SHADOW, "character", "muster", others=())
    tabletop.choose("forgo")
    before = tabletop.match.state.disclosed
    tabletop.choose("spend", "muster", "nothing")
    assert bool(tabletop.match.state.dice[SHADOW] == ["character"]) == is_asked
    assert (tabletop.match.state.disclosed > before) == is_disclosed


def test_pass_only_with_fewer_dice(tabletop: Tabletop) -> None:
    """(p. 12)."""
    tabletop.army("camp", dwarf_warriors=1)
    assert tabletop.action(FREE, "event", others=("army", "army")).options("pass")
    assert not tabletop.action(FREE, "event", "muster", others=("army", "army")).options("pass")


def test_players_alternate_until_all_dice_are_used(tabletop: Tabletop) -> None:
    """Who has dice left acts on alone (p. 12)."""
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.army("burnt-heath", orcs=1)
    tabletop.action(FREE, "event", others=("event", "event"))
    tabletop.choose("forgo")
    assert tabletop.match.pending[0].seat == SHADOW
    tabletop.choose("forgo")
    assert tabletop.match.pending[0].seat == SHADOW
    assert tabletop.s.turn == 1
    tabletop.choose("forgo")
    assert tabletop.s.turn == 2


def test_hand_limit_of_six_is_kept_at_once_and_face_down(tabletop: Tabletop) -> None:
    """(p. 15)."""
    for name in ("forced-march", "feint", "loose-order", "last-stand", "reserves", "sappers"):
        tabletop.give(FREE, name)
    tabletop.army("camp", dwarf_warriors=1)
    tabletop.action(FREE, "event").choose("draw")
    assert tabletop.kind == "hand-limit"
    tabletop.choose("discard", "feint").choose("discard", "sappers")
    assert len(tabletop.s.hands[FREE]) == 6
    assert tabletop.s.face_down[FREE] == [tabletop.card("feint"), tabletop.card("sappers")]
    seen, own = (tabletop.match.observation(seat).players[FREE] for seat in (SHADOW, FREE))
    assert (seen.face_down_discard_count, seen.face_down_discard_event_count, seen.face_down_discard) == (2, 2, [])
    assert len(own.face_down_discard) == 2


def test_the_event_deck_is_formed_anew_the_moment_it_runs_out(tabletop: Tabletop) -> None:
    """Whoever draws its last card; cards used and cards discarded face down come back at once (p. 15)."""
    s = tabletop.s
    last = s.event_deck[-1]
    s.event_discard += s.event_deck[3:-1]
    s.face_down[FREE] += s.event_deck[:3]
    s.event_deck = [last]
    draw_event(s, FREE, 1)
    assert s.hands[FREE] == [last]
    assert (len(s.event_deck), s.event_discard, s.face_down) == (29, [], [[], []])


def test_a_card_being_played_is_not_shuffled_into_the_new_deck(tabletop: Tabletop) -> None:
    """It is discarded when its effects are done (p. 15); Council of War draws the last card, then a new one."""
    s = tabletop.s
    tabletop.give(FREE, "council-of-war")
    s.event_discard, s.event_deck = s.event_deck[:-1], s.event_deck[-1:]
    tabletop.action(FREE, "event").choose("card", "council-of-war")
    assert len(s.hands[FREE]) == 2
    assert (len(s.event_deck), s.event_discard) == (27, [tabletop.card("council-of-war")])


def test_the_story_deck_is_not_formed_anew(tabletop: Tabletop) -> None:
    """A Story card that was used never comes back (p. 15)."""
    s = tabletop.s
    s.story_discard += s.story_decks[FREE]
    s.story_decks[FREE] = []
    draw_story(s, FREE, 1)
    assert s.hands[FREE] == []


def test_the_free_peoples_roll_six_dice_with_thorin_or_beorn(tabletop: Tabletop) -> None:
    """And lose the die when neither is in play (p. 12)."""
    for name, dice in (("thorin", 6), ("beorn", 6), ("", 5)):
        tabletop.s.characters[5] = tabletop.s.characters[7] = -1
        if name:
            tabletop.character(name, "spur-end")
        tabletop.begin("reorganise")
        assert tabletop.s.dice_pool[FREE] == dice
