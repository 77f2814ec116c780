"""What always holds: cards are conserved, points add up, hands keep to the limit, replay equals play."""

import random
import re

import msgspec
from hypothesis import given
from hypothesis import settings as example_settings
from hypothesis import strategies as st

from engine.core.flow import Option
from engine.core.match import Match
from engine.games.wotr.components.box import BATTLEGROUNDS, ENTRIES, FREE, PATHS, SHADOW
from engine.games.wotr.game import GAME
from engine.games.wotr.rules.against_the_shadow.winning import is_winning
from engine.games.wotr.rules.carryover import carryover
from engine.games.wotr.rules.fighting import battleground_combat, path_combat
from engine.games.wotr.state import GameState
from engine.games.wotr.steps.victory import points
from engine.testing import variants_of

matches = st.builds(
    lambda variant, seed: variant.new_match(GAME, seed), st.sampled_from(variants_of(GAME)), st.integers(0, 2**32)
)
choosers = st.integers(0, 2**32).map(random.Random)
WORTH = {n: ground.points for n, ground in BATTLEGROUNDS.items()} | {n: path.points for n, path in PATHS.items()}
few = example_settings(max_examples=8, deadline=None)


def _choose(match: Match, chooser: random.Random) -> None:
    (decision,) = match.pending
    match.choose(decision.seat, chooser.randrange(len(decision.options)))


@few
@given(matches, choosers)
def test_every_component_is_in_exactly_one_place(match: Match, chooser: random.Random) -> None:
    everything = list(range(len(ENTRIES)))
    while not match.is_over:
        _choose(match, chooser)
        assert sorted(card for zone in GAME.zones(match.state) for card in zone) == everything


@few
@given(matches, choosers)
def test_points_are_the_scored_locations_and_the_corruption(match: Match, chooser: random.Random) -> None:
    """Corruption and every point come from somewhere: they change only when a location or a token does."""
    while not match.is_over:
        _choose(match, chooser)
        s = match.state
        assert points(s, FREE) == sum(WORTH[n] for n in s.scoring_areas[FREE])
        assert points(s, SHADOW) == s.corruption + sum(WORTH[n] for n in s.scoring_areas[SHADOW] if n in BATTLEGROUNDS)
        assert s.corruption >= 0
        assert not set(s.scoring_areas[FREE]) & set(s.scoring_areas[SHADOW])


@few
@given(matches, choosers)
def test_nobody_keeps_more_than_the_carryover_limit(match: Match, chooser: random.Random) -> None:
    while not match.is_over:
        before = match.state.step
        _choose(match, chooser)
        if before == "action" and match.state.step == "combat" and match.pending[0].kind == "combat":
            for seat, player in enumerate(match.state.players):
                assert len(player.hand) <= carryover(match.state, seat)


@few
@given(matches, choosers)
def test_replay_equals_play(match: Match, chooser: random.Random) -> None:
    digests = [match.digest()]
    while not match.is_over:
        _choose(match, chooser)
        digests.append(match.digest())
    again = match.record.replay(until=0)
    for (seat, index), digest in zip(match.choices, digests[1:], strict=True):
        again.choose(seat, index)
        assert again.digest() == digest
    assert match.record.verify().outcome == match.outcome


@few
@given(matches, choosers, st.integers(0, 200))
def test_a_copy_taken_anywhere_plays_on_alike(match: Match, chooser: random.Random, moves: int) -> None:
    for _ in range(moves):
        if not match.is_over:
            _choose(match, chooser)
    copy = match.clone()
    state = chooser.getstate()
    while not match.is_over:
        _choose(match, chooser)
    chooser.setstate(state)
    while not copy.is_over:
        _choose(copy, chooser)
    assert copy.digest() == match.digest()


@few
@given(matches, choosers)
def test_the_table_stays_in_order(match: Match, chooser: random.Random) -> None:
    """One path at most, no path twice, items only with wielders in play, sites only for active locations."""
    activated: list[int] = []
    while not match.is_over:
        _choose(match, chooser)
        s = match.state
        if s.path and s.path[-1] not in activated:
            activated.append(s.path[-1])
        assert len(s.path) <= 1
        assert not set(activated) & set(s.path_deck)
        assert sorted(s.sites) == sorted([*s.path, *s.battlegrounds])
        standing = {card for site in s.sites.values() for card in site.cards}
        assert set(s.items) <= standing | {card for player in s.players for card in player.reserve}
        numbers = [PATHS[path].path for path in activated]
        assert numbers == sorted(numbers)


def _resolve(s: GameState, location: int, chooser: random.Random) -> None:
    """Resolve the combat at a location with any answers to what it asks."""
    flow = (battleground_combat if location in BATTLEGROUNDS else path_combat)(s, location)
    answer: Option | None = None
    try:
        while True:
            answer = chooser.choice(flow.send(answer).options)
    except StopIteration:
        return


@few
@given(matches, choosers)
def test_the_shadow_wins_a_combat_if_it_is_said_to_be_winning(match: Match, chooser: random.Random) -> None:
    """AtS p. 5: "if it were resolved now", whatever is chosen in it."""
    while not match.is_over:
        for location in (*match.state.path, *match.state.battlegrounds) if match.pending[0].kind == "action" else ():
            s = GAME.decode(msgspec.msgpack.encode(match.state))
            _resolve(s, location, chooser)
            assert (location in s.scoring_areas[SHADOW]) == is_winning(match.state, location)
        _choose(match, chooser)


def _names(match: Match) -> set[str]:
    """What a match names where it stands: its step, kinds, verbs and their arguments, streams, and how it ended."""
    told = [word for event in match.events for word in (event.kind, *event.data)]
    asked = [word for decision in match.pending for option in decision.options for word in (decision.kind, *option)]
    streams = [part for stream in match.state.streams for part in stream.split(":")]
    end = [match.outcome.reason, match.outcome.side, *match.outcome.scores] if match.outcome else []
    return {
        word for word in (match.state.step, match.state.variant, *told, *asked, *streams, *end) if isinstance(word, str)
    }


@few
@given(matches, choosers)
def test_names_are_kebab_case(match: Match, chooser: random.Random) -> None:
    names = _names(match)
    while not match.is_over:
        _choose(match, chooser)
        names |= _names(match)
    assert not [name for name in names if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)]
