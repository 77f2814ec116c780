"""The table drawn for a terminal: what a seat may see, in words, and nothing else."""

import pytest

from engine.core.words import Lang
from engine.games.meq.board import draw_board
from engine.games.meq.components.box import EVENTS, MINION, ids
from engine.games.meq.game import GAME
from engine.games.meq.layout import LOC
from engine.games.meq.rules.fights import engage, hero_strength
from engine.games.meq.rules.knowledge import count_types, look_at_plots, look_at_tokens
from engine.games.meq.state import SAURON, Turn
from engine.games.meq.view import observe
from engine.games.meq.words import captions
from engine.games.meq.words.names import CARD_NAMES
from tests.engine.games.meq.tabletop import Tabletop


def drawn(tabletop: Tabletop, seat: int | None, lang: Lang = "en") -> list[str]:
    """The lines of the board as a seat sees it."""
    return draw_board(observe(tabletop.s, seat), lang).splitlines()


@pytest.fixture
def busy() -> Tabletop:
    """Argalad and Beravor in the middle of a journey, with a bit of everything on the table."""
    tabletop = Tabletop("argalad", "beravor")
    s = tabletop.s
    s.round, s.story, s.pool, s.actions_left, s.tracks = 4, [8, 3, 10, 0], 5, 1, [0b011, 0, 0b001]
    s.plots, s.plot_places = [tabletop.take(s.box, "sauron-hunts-for-the-ring")], [LOC["the-shire"]]
    s.event = [next(i for i, event in EVENTS.items() if event.key == "gandalf-visits-frodo")]
    s.shadow_hand = [tabletop.take(s.shadow_deck, "winter-storm")]
    s.plot_hand = [tabletop.take(s.plot_deck, "orcs-in-the-mountains")]
    s.minions[MINION["black-serpent"]], s.minion_damage[MINION["black-serpent"]] = LOC["rhun"], 2
    s.characters[0] = LOC["bree"]
    s.favor[LOC["bree"]] = 2
    tabletop.influence(barad_dur=4, mount_doom=2, moria=1)
    tabletop.token("orc", "moria")
    tabletop.token("blank", "bree")
    tabletop.corrupt("weary")
    tabletop.hero.favor = 3
    tabletop.hero.items = [tabletop.take(s.items, "boat")]
    tabletop.draws(0, "aimed-shot", "parry")
    tabletop.draws(1, "parry")
    s.turn = Turn(hero=0)
    return tabletop


def test_the_story_track_shows_every_marker(busy: Tabletop) -> None:
    lines = drawn(busy, None)
    assert lines[0] == "Round 4, stage II. Argalad, Travel step. Sauron is dominant"
    assert "   heroes           8  .......|.O....|.....*" in lines
    assert "   Sauron, yellow   3  ...O...|...+..|.....*" in lines
    assert "   Sauron, red     10  .......|...O..|.....*" in lines
    assert "   Sauron, black    0  O......|...+..|.....*" in lines


def test_plots_stand_in_their_slots_beside_the_event(busy: Tabletop) -> None:
    lines = drawn(busy, 1)
    at = lines.index("Active plots")
    assert lines[at + 1 : at + 5] == [
        "   1  Sauron Hunts for the Ring in The Shire: the yellow marker +1, 3 favor to discard",
        "   2  -",
        "   3  -",
        "Event in play: Gandalf Visits Frodo in The Shire",
    ]


@pytest.mark.parametrize("seat", [SAURON, 1, None])
def test_what_an_action_has_left_is_shown(busy: Tabletop, seat: int | None) -> None:
    """Everybody sees how many tokens Sauron still holds, and how many of them may go to the pool (p. 15)."""
    assert not any("left of the action" in line for line in drawn(busy, seat))
    busy.s.influence_left, busy.s.pool_left = 5, 1
    assert "   left of the action: influence 5, of that to the pool at most 1" in drawn(busy, seat)
    busy.s.influence_left, busy.s.commands_left = 0, 2
    assert "   left of the action: commands 2" in drawn(busy, seat)


def test_a_grievous_loss_is_shown_until_the_story_step(busy: Tabletop) -> None:
    busy.s.hero_delay = 1
    assert "   the heroes' marker falls 1 short in the next Story step" in drawn(busy, 1)


def test_the_board_tells_who_and_what_is_where(busy: Tabletop) -> None:
    lines = drawn(busy, 1)
    assert "   Mordor: Barad-dûr 4, Mount Doom 2" in lines
    assert "   Moria: monster token" in lines
    assert "   Bree: Aragorn, monster token" in lines
    assert "   Rhûn: The Black Serpent (damage 2 of 11)" in lines
    assert "   Fornost: Beravor" in lines
    assert "   Favor to be found: Bree 2" in lines


def test_only_sauron_and_a_scout_see_a_monster(busy: Tabletop) -> None:
    assert "   Moria: monster token (Orc)" in drawn(busy, SAURON)
    assert "   Bree: Aragorn, monster token (blank token)" in drawn(busy, SAURON)
    look_at_tokens(busy.s, 0, (LOC["moria"],))
    assert "   Moria: monster token (Orc)" in drawn(busy, 1)
    assert "   Moria: monster token" in drawn(busy, 2)


def test_sauron_sees_his_cards_and_the_others_their_number(busy: Tabletop) -> None:
    head = "Sauron: Shadow Pool 5 of 8, actions 1, Shadow cards 1, Plot cards 1"
    tracks = "   influence [6] [5] 4, cards 2 2 1, commands [3] 2 1 (action markers in brackets)"
    for seat in (SAURON, 1, None):
        assert {head, tracks} <= set(drawn(busy, seat))
    assert "   Shadow cards in hand: Winter Storm [pool 10]" in drawn(busy, SAURON)
    assert "   Plot cards in hand: Orcs in the Mountains [pool 0, the red marker +2]" in drawn(busy, SAURON)
    for seat in (1, 2, None):
        assert not any("Winter Storm" in line or "Orcs in" in line for line in drawn(busy, seat))
    look_at_plots(busy.s, 1)
    assert "   Plot cards in hand: Orcs in the Mountains [pool 0, the red marker +2]" in drawn(busy, 2)
    assert not any("Orcs in" in line for line in drawn(busy, 1))


def test_a_hero_with_pools_traits_and_play_area(busy: Tabletop) -> None:
    keys = ("they-have-become-queer-and-wild", "the-forest-must-provide-no-refuge")
    busy.hero.quests = [card for key in keys for card in ids("quest", key)] + ids("encounter", "greenleaf")
    lines = drawn(busy, 1)
    at = lines.index("Argalad in Woodland Realm: favor 3, fortitude 4, strength 5, agility 3, wisdom 2")
    assert lines[at + 1] == "   life pool 23, hand 2, rest pool 0, damage pool 0"
    assert lines[at + 2] == "   hand: Aimed Shot [Ranged 3/0, cost 3, mountain] · Parry [Melee 1/1, cost 1, hill]"
    assert "   corruption: Weary (2 favor)" in lines
    assert "   items: Boat" in lines
    assert lines[at + 5] == (
        "   quests: They Have Become Queer and Wild (explore Fangorn) · "
        "The Forest Must Provide No Refuge (fight in South Eaves: Orc) · Greenleaf (explore Woodland Realm)"
    )


def test_a_hand_is_drawn_for_its_own_seat_only(busy: Tabletop) -> None:
    for other in (SAURON, 2, None):
        assert not any("Aimed Shot" in line for line in drawn(busy, other))
        assert "   life pool 23, hand 2, rest pool 0, damage pool 0" in drawn(busy, other)


def test_a_side_reads_its_own_mission(busy: Tabletop) -> None:
    ours = CARD_NAMES[busy.s.hero_mission[0]].en
    assert any(line.startswith(f"Mission of the heroes: {ours} (") for line in drawn(busy, 2))
    assert not any(ours in line for line in drawn(busy, SAURON))
    busy.s.revealed_missions = [*busy.s.hero_mission]
    assert any(ours in line for line in drawn(busy, SAURON))


def test_a_fight(busy: Tabletop) -> None:
    s = busy.s
    engage(s, 0, "orc", "travel")
    c = s.combat
    c.hand = [busy.take(s.combat_decks[0], "quick-shot"), busy.take(s.combat_decks[0], "strategize")]
    assert "   Argalad: preparing" in drawn(busy, 1)
    s.step, c.strength_bonus, c.damage, c.enemy_exhausted = "clash", 7 - hero_strength(s), 1, True
    busy.draws(0, "volley")
    c.hero_stack, c.hero_next = [busy.hero.hand.pop()], "volley"
    lines = drawn(busy, SAURON)
    at = lines.index("Fight: Argalad against Orc")
    assert lines[at + 1 : at + 7] == [
        "   Orc: damage 1 of 3, strength 4, cards in hand 2",
        "      exhausted",
        "      hand: Quick Shot [Ranged 1/0, cost 0] · Strategize [Ranged 1/2, cost 2]",
        "   Argalad: strength 7",
        "      combat stack: Volley [Ranged 2/2, cost 2, plains]",
        "      from the last round: next round +2 attack if you play a Ranged card",
    ]
    assert not any("Strategize" in line for line in drawn(busy, 1))
    c.hero_knows_types, c.face_up, c.afraid = True, c.hand[0], True
    count_types(busy.s)
    lines = drawn(busy, 1)
    assert "   Ranged cards in the other hand 2" in lines
    assert "   laid face up: Quick Shot [Ranged 1/0, cost 0]" in lines
    assert "   the hero plays at random" in lines


def test_polish(busy: Tabletop) -> None:
    lines = drawn(busy, 1, "pl")
    assert lines[0] == "Runda 4, etap II. Argalad, krok Podróży. Dominuje Sauron"
    assert "   Rhûn: Czarny Wąż (rany 2 z 11)" in lines
    assert "Argalad, Leśne Królestwo: przysługi 3, męstwo 4, siła 5, zręczność 3, wiedza 2" in lines
    assert "   ręka: Celny Strzał [Wsparcie 3/0, koszt 3, góra] · Parowanie [Bijatyka 1/1, koszt 1, wzgórze]" in lines


def test_every_step_has_a_name() -> None:
    assert {*captions.STEPS, *captions.COMMON_STEPS} == set(GAME.steps)


def test_setup_is_nobodys_turn() -> None:
    match = GAME.new_match("quest", 3, seed=5)
    lines = draw_board(match.observation(1), "en").splitlines()
    assert lines[0] == "Round 1, stage I. Setup. Nobody is dominant"
    assert lines[-2:] == ["", "Hero 2: not yet chosen"]
