"""Who sees what: token faces, hands, pools, missions, and what can be told from what lay open (p. 19, p. 21, p. 33)."""

import random
from typing import Any

import msgspec
import pytest

from engine.games.meq.components.box import ENTRIES, MISSIONS, REFERENCES
from engine.games.meq.game import GAME
from engine.games.meq.layout import LOC
from engine.games.meq.rules.damage import take_damage
from engine.games.meq.rules.hand import draw
from engine.games.meq.rules.plots import draw_and_keep_plots
from engine.games.meq.rules.pools import restore
from engine.games.meq.rules.tokens import draw_token, put_token
from engine.games.meq.rules.training import train
from engine.games.meq.state import Turn
from engine.games.meq.steps.explore import explore
from engine.games.meq.view import barred, observe, sight, unseen
from engine.games.meq.view.types import MissionsView
from tests.engine.games.meq.tabletop import Tabletop


def hidden(tabletop: Tabletop, viewer: int | None) -> set[int]:
    """Every component a seat cannot place."""
    return {card for pool in unseen(tabletop.s, viewer) for card in pool}


def _faces(tabletop: Tabletop, place: str) -> list[str | None]:
    """The face of the first monster token at a location, as Sauron, two heroes and a spectator see it."""
    return [observe(tabletop.s, viewer).places[place].monster_tokens[0].token for viewer in (0, 1, 2, None)]


def test_only_sauron_sees_token_faces() -> None:
    tabletop = Tabletop("argalad", "beravor").at("bree")
    token = tabletop.token("orc", "weathertop")
    assert _faces(tabletop, "weathertop") == [REFERENCES[token], None, None, None]
    tabletop.run(explore(tabletop.s, 0, ("scout", "weathertop")))
    assert _faces(tabletop, "weathertop") == [REFERENCES[token], REFERENCES[token], None, None]
    assert token not in hidden(tabletop, 1)
    assert token in hidden(tabletop, 2)


def test_hands_are_counted_by_others() -> None:
    tabletop = Tabletop("argalad", "beravor")
    draw(tabletop.s, 0, 3)
    heroes = [observe(tabletop.s, viewer).heroes[0] for viewer in (0, 1, 2)]
    assert [hero.hand for hero in heroes] == [[], [REFERENCES[card] for card in tabletop.hero.hand], []]
    assert [hero.hand_count for hero in heroes] == [3, 3, 3]
    tabletop.s.shadow_hand = [tabletop.s.shadow_deck.pop()]
    areas = [observe(tabletop.s, viewer).sauron for viewer in (0, 1)]
    assert [area.shadow_hand for area in areas] == [[REFERENCES[tabletop.s.shadow_hand[0]]], []]
    assert [area.shadow_hand_count for area in areas] == [1, 1]


def test_a_hero_knows_the_damage_from_his_hand() -> None:
    tabletop = Tabletop("beravor")
    draw(tabletop.s, 0, 1)
    card = tabletop.hero.hand[0]
    tabletop.run(take_damage(tabletop.s, 0, 2), ("lose", card), ("life",))
    assert [observe(tabletop.s, viewer).heroes[0].damage_pool for viewer in (1, 0)] == [[REFERENCES[card]], []]
    assert observe(tabletop.s, 0).heroes[0].damage_pool_count == 2
    assert card not in hidden(tabletop, 1)
    assert tabletop.hero.damage[1] in hidden(tabletop, 1)
    assert set(tabletop.hero.damage) <= hidden(tabletop, 0)


def test_a_skill_in_hand_could_be_any_other() -> None:
    tabletop = Tabletop("beravor", "thalin")
    tabletop.run(train(tabletop.s, 0))
    skill = tabletop.hero.hand[0]
    pool = next(pool for pool in unseen(tabletop.s, 2) if skill in pool)
    assert set(pool) == {skill, *tabletop.s.skill_deck}
    assert skill not in hidden(tabletop, 1)


def test_open_cards_cannot_be_in_a_hand_held_since_before() -> None:
    tabletop = Tabletop("beravor")
    hero = tabletop.hero
    draw(tabletop.s, 0, 3)
    hero.rest = [hero.life.pop() for _ in range(6)]
    worn = set(hero.rest)
    restore(tabletop.s, 0)
    assert barred(tabletop.s) == [(hero.hand, worn)]
    draw(tabletop.s, 0, 2)
    assert barred(tabletop.s) == [(hero.hand[:3], worn)]


def test_sauron_knows_what_he_put_under_the_plot_deck() -> None:
    tabletop = Tabletop("beravor")
    tabletop.run(draw_and_keep_plots(tabletop.s, 3, 1))
    under = set(tabletop.s.plot_deck[:2])
    assert not under & hidden(tabletop, 0)
    assert under <= hidden(tabletop, 1)
    assert observe(tabletop.s, 0).piles.plot_deck_bottom == [REFERENCES[card] for card in tabletop.s.plot_deck[:2]]
    assert observe(tabletop.s, 1).piles.plot_deck_bottom == []


def test_a_side_knows_its_own_mission_until_the_finale() -> None:
    tabletop = Tabletop("beravor", "thalin")
    ours, theirs = tabletop.s.hero_mission, tabletop.s.sauron_mission
    our_name, their_name = REFERENCES[ours[0]], REFERENCES[theirs[0]]
    assert [observe(tabletop.s, viewer).missions for viewer in (0, 1, 2, None)] == [
        MissionsView(None, their_name),
        MissionsView(our_name, None),
        MissionsView(our_name, None),
        MissionsView(None, None),
    ]
    assert hidden(tabletop, 0) & set(MISSIONS) == {card for card in MISSIONS if MISSIONS[card].side == "heroes"}
    tabletop.s.revealed_missions = [*ours]
    assert observe(tabletop.s, 0).missions == MissionsView(our_name, their_name)
    assert observe(tabletop.s, None).missions == MissionsView(our_name, None)
    assert not hidden(tabletop, 0) & {*ours}
    assert hidden(tabletop, 1) & {*theirs}, "the other mission is still face down"


def test_discarded_tokens_that_went_back_are_not_the_older_ones() -> None:
    tabletop = Tabletop("beravor")
    from_bag = tabletop.token("orc", "the-bight")
    pool = next(n for n, bag in enumerate(tabletop.s.token_pools) if len(bag) == 9)
    tabletop.s.token_discards[pool], tabletop.s.token_pools[pool] = tabletop.s.token_pools[pool], []
    put_token(tabletop.s, draw_token(tabletop.s, pool), LOC["bree"])
    assert from_bag not in hidden(tabletop, 1), "the only token that did not lie open"
    assert tabletop.s.tokens[1] in hidden(tabletop, 1)


def test_imagined_worlds_keep_what_the_seat_knows() -> None:
    match = GAME.new_match(seats=3, seed=5)
    rng = random.Random(5)
    for _ in range(120):
        decision = match.pending[0]
        match.choose(decision.seat, rng.randrange(len(decision.options)))
    for viewer in range(3):
        for _ in range(5):
            world = match.deal_world(viewer, rng)
            assert world.observation(viewer) == match.observation(viewer)
            if viewer:
                assert world.state.heroes[viewer - 1].hand == match.state.heroes[viewer - 1].hand
            else:
                assert world.state.tokens == match.state.tokens
    assert len(ENTRIES) == 509


@pytest.mark.parametrize(
    "unshown",
    [
        {"skip_ambush": True},
        {"onward": "rest"},
        {"dark_path": True},
        {"scouted": True},
        {"deed_rewarded": True},
        {"trades": [[0, 1]]},
        {"explored_start": True},
    ],
    ids=lambda fields: next(iter(fields)),
)
@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_positions_that_are_shown_alike_look_alike(viewer: int | None, unshown: dict[str, Any]) -> None:
    """What no view tells of a turn is not compared, such as a dark path whose favor and corruption came to nothing."""
    tabletop = Tabletop("argalad", "beravor")
    before = observe(tabletop.s, viewer), sight(tabletop.s, viewer)
    tabletop.s.turn = msgspec.structs.replace(tabletop.s.turn, **unshown)
    assert (observe(tabletop.s, viewer), sight(tabletop.s, viewer)) == before


def test_a_limit_of_moves_is_seen_where_exploring_the_start_counts() -> None:
    """Hopeless allows three travel steps, of which exploring the start is one (p. 24)."""
    tabletop = Tabletop("argalad")
    tabletop.corrupt("hopeless")
    tabletop.s.turn = Turn(hero=0)
    before = observe(tabletop.s, 0), sight(tabletop.s, 0)
    tabletop.s.turn = Turn(hero=0, explored_start=True)
    after = observe(tabletop.s, 0), sight(tabletop.s, 0)
    assert [one.turn.most_moves for one, _ in (before, after)] == [3, 2]
    assert before[1] != after[1]
