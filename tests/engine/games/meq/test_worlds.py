"""What the worlds that a seat imagines are made of: no field of their state tells what the seat cannot see (p. 21)."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from engine.core.match import Match
from engine.games.meq.game import GAME
from engine.games.meq.layout import zones
from engine.games.meq.rules.hand import leave_hand
from engine.games.meq.rules.knowledge import known_to, look_at_tokens
from engine.games.meq.rules.plots import plot_places
from engine.games.meq.rules.pools import restore
from engine.games.meq.state import GameState
from engine.games.meq.view import unseen
from engine.testing.walk import Variant, points, random_record, viewers
from tests.engine.games.meq.tabletop import Tabletop

NUMBERS = {
    "commanded_tokens",
    "favor",
    "heroes.from_hand",
    "heroes.levels",
    "characters",
    "influence",
    "minion_damage",
    "minions",
    "plot_places",
    "plot_viewers",
    "story",
    "token_places",
    "token_viewers",
    "tracks",
    "turn.trades",
}
"""Lists of amounts, places and masks, which name no component."""
LAY_OPEN = {"heroes.known_skills", "heroes.reshuffled", "returned_tokens"}
"""Lists of components that everybody has seen lie open, wherever they are now."""


def lists_of(value: object, path: str = "") -> Iterator[tuple[str, list[int]]]:
    """Every list of whole numbers in a state, with the names of the fields that lead to it."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from lists_of(getattr(value, name), f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        if all(isinstance(one, int) for one in value):
            yield path, value
        for one in value:
            yield from lists_of(one, path)


def named_outside_zones(s: GameState) -> Iterator[tuple[str, int]]:
    """Every component that a state names outside its zones, but for those that lay open."""
    inside = {id(zone) for zone in zones(s)}
    for path, cards in lists_of(s):
        if id(cards) not in inside and path not in NUMBERS | LAY_OPEN:
            yield from ((path, card) for card in cards)
    if s.combat.face_up >= 0:
        yield "combat.face_up", s.combat.face_up


def leaks(match: Match, viewer: int | None, rng: random.Random) -> list[tuple[str, int]]:
    """What a world dealt for a viewer names although the viewer cannot place it."""
    hidden = {card for pool in unseen(match.state, viewer) for card in pool}
    return [(path, card) for path, card in named_outside_zones(match.deal_world(viewer, rng).state) if card in hidden]


@pytest.mark.parametrize("seed", range(12))
def test_worlds_name_nothing_that_their_viewer_cannot_see(seed: int) -> None:
    """Also what another seat has looked at: a world says where that lies, not what it is."""
    rng = random.Random(seed)
    variant = Variant("quest", 4, {"heroes": "random"})
    for match, _, _ in points(random_record(GAME, variant, seed), rng, 40):
        for viewer in viewers(match):
            found = leaks(match, viewer, rng)
            assert not found, f"seat {viewer} is told {found} at choice {len(match.choices)}"


def test_a_list_of_a_new_kind_must_be_said_to_name_components_or_not() -> None:
    """What is neither a zone nor declared above counts as naming components."""
    s = random_match_state()
    inside = {id(zone) for zone in zones(s)}
    outside = {path for path, cards in lists_of(s) if id(cards) not in inside}
    assert outside - NUMBERS - LAY_OPEN == {
        "combat.enemy_cancelled",
        "heroes.new_corruption",
        "known_cards",
        "revealed_missions",
    }


def random_match_state() -> GameState:
    """A state with heroes and a board."""
    return GAME.new_match("quest", 4, 1, heroes="random").state


def test_a_world_keeps_which_tokens_another_seat_has_looked_at() -> None:
    """Everybody saw where the scout looked; in a world for another hero he knows whatever lies there (p. 20)."""
    match = GAME.new_match("quest", 3, 3, heroes="random")
    s = match.state
    while not s.tokens or s.step != "travel":
        decision = match.pending[0]
        summons = [i for i, option in enumerate(decision.options) if option[0] in ("summon", "act")]
        match.choose(decision.seat, summons[-1] if summons else 0)
        s = match.state
    look_at_tokens(s, 0, s.token_places)
    world = GAME.decode(msgspec.msgpack.encode(s))
    for pool in unseen(s, 2):
        moved = dict(zip(pool, reversed(pool), strict=True))
        for zone in zones(world):
            zone[:] = [moved.get(card, card) for card in zone]
    assert s.tokens[0] not in known_to(world, 1) | known_to(world, 2)
    assert {*world.tokens} <= known_to(world, 1)


@pytest.mark.parametrize("newest", [True, False])
def test_others_cannot_tell_how_long_a_discarded_card_was_held(newest: bool) -> None:
    """A card held since before the rest pool was reshuffled, or one drawn since: the same is noted (p. 21)."""
    tabletop = Tabletop("beravor")
    hero = tabletop.hero
    old, open_card = hero.life.pop(), hero.life.pop()
    hero.hand, hero.rest = [old], [open_card]
    restore(tabletop.s, 0)
    new = next(card for card in hero.life if card != open_card)
    hero.life.remove(new)
    hero.hand.append(new)
    leave_hand(tabletop.s, hero, new if newest else old)
    assert hero.hand_before == 0


def test_a_world_keeps_that_sauron_was_not_asked_for_a_plot() -> None:
    """He holds all plots that he cannot play (p. 13): a deal of another hand would have him asked."""
    s = Tabletop("beravor").s
    s.pool, s.round, s.step = 12, 2, "plot"
    s.plot_hand = [card for card in s.plot_deck if not plot_places(s, card)]
    s.plot_deck = [card for card in s.plot_deck if card not in s.plot_hand]
    assert len(s.plot_hand) > 1
    assert len(s.plot_deck) > 1
    match = Match(GAME, GAME.setting(seats=2))
    match._start(s, [])
    assert match.pending[0].kind != "plot"
    for seed in range(10):
        match.deal_world(1, random.Random(seed))
