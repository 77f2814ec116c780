"""What holds at every moment of every match, and that judgement beats chance."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bots import make_bot, play_out
from engine.core.match import Match
from engine.games.lotr.components.box import ENTRIES, OWNER
from engine.games.lotr.game import GAME
from engine.games.lotr.rules.in_play import is_character
from engine.games.lotr.rules.stats import health
from engine.games.lotr.state import GameState

SCENARIOS = [scenario.id for scenario in GAME.scenarios]


def check(s: GameState) -> None:
    """The table makes sense."""
    for seat, player in enumerate(s.players):
        assert 0 <= player.threat <= 50
        assert player.eliminated == (not player.heroes)
        assert len({ENTRIES[hero].id for hero in player.heroes}) == len(player.heroes) <= 3
        for card in player.heroes + player.allies + player.engaged:
            assert s.cards[card].seat == seat
        for card in player.hand + player.deck + player.discard:
            assert OWNER[card] == seat
    unique = [ENTRIES[card].name for card in s.cards if ENTRIES[card].unique]
    assert len(set(unique)) == len(unique)
    for card, state in s.cards.items():
        check_card(s, card)
        assert state.damage >= 0
        assert state.resources >= 0
    assert len(s.active) <= 1
    assert len(s.quest) <= 1


def check_card(s: GameState, card: int) -> None:
    """A card in play is alive, and what is attached to it knows."""
    state, kind = s.cards[card], ENTRIES[card]
    if is_character(card) or kind.type == "enemy":
        assert health(s, card) > 0
    if kind.type == "location":
        assert state.progress < kind.quest_points
    assert sum(ENTRIES[one].restricted for one in state.attachments) <= 3
    for one in state.attachments:
        assert s.cards[one].host == card


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(SCENARIOS), st.integers(1, 4), st.booleans())
def test_the_table_makes_sense_at_every_decision(seed: int, scenario: str, seats: int, easy: bool) -> None:
    match = GAME.new_match(scenario, seats, seed, easy=easy)
    match.quiet = True
    rng = random.Random(seed)
    while match.pending:
        check(match.state)
        decision = match.pending[0]
        match.choose(decision.seat, rng.randrange(len(decision.options)))


def played(bot: str, seed: int) -> Match:
    match = GAME.new_match("passage-through-mirkwood", 1, seed, decks=["leadership"])
    match.quiet = True
    return play_out(match, [make_bot(bot, seed)])


def reached(match: Match) -> int:
    """How far the players came: stages, then progress."""
    if match.state.outcome.winners:
        return 100
    return 20 * ENTRIES[match.state.quest[0]].stage + match.state.progress


def test_greedy_comes_farther_than_random() -> None:
    far = {bot: sum(reached(played(bot, seed)) for seed in range(6)) for bot in ("greedy", "random")}
    assert far["greedy"] > far["random"]
