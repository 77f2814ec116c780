"""One match under every invariant that is cheap enough for thousands of them, in a single walk."""

import random
from typing import Any

from engine.core.game import Game
from engine.core.match import Match
from engine.core.words import LANGS
from engine.testing.contract import (
    check_decision,
    check_ending,
    check_given_up,
    check_plain,
    check_scored,
    check_text,
    check_whole,
    components_of,
)
from engine.testing.names import misspelt, names_met
from engine.testing.secrets import check_json, check_world
from engine.testing.sights import check_next_sight
from engine.testing.walk import MOST_DECISIONS, Variant, bytes_of, expect, viewers, walk, world_for

_BETWEEN_LOOKS = 30
"""Decisions between two looks at what is costly, on average."""


def check_match(game: Game[Any], variant: Variant, seed: int = 0, most: int = MOST_DECISIONS) -> None:
    """A random match ends lawfully and scored, with well-formed decisions, all components in place throughout, and its
    record leads to the same end.

    At the first decision and some others all else is looked at that can be seen of one position: plain state, names,
    words, one seat's view, what the choice made there changes in its sight, a world that is dealt for it, and the
    scores if the match ended there.
    """
    rng = variant.rng(game, seed)
    looks = random.Random(f"looks {game.id} {variant} {seed}")
    match = variant.new_match(game, seed)
    whole = components_of(match)
    for number, (seat, index) in enumerate(walk(match, rng, most)):
        for decision in match.pending:
            check_decision(match, decision)
        check_whole(match, whole)
        if number == 0 or looks.randrange(_BETWEEN_LOOKS) == 0:
            _look_at(match, seat, index, looks)
    check_whole(match, whole)
    check_ending(match)
    check_scored(match)
    expect(match.record.replay().digest() == match.digest(), match, "the record leads to another end")


def _look_at(match: Match, seat: int, index: int, rng: random.Random) -> None:
    """What is checked of a position: nothing of it may change the match."""
    before = bytes_of(match)
    check_plain(match, match.state, {})
    wrong = misspelt({*names_met(match)})
    expect(not wrong, match, f"not in kebab-case: {', '.join(wrong)}")
    _check_worded(match)
    viewer = rng.choice(viewers(match))
    check_json(match, viewer)
    check_next_sight(match, seat, index, viewer)
    check_world(match, world_for(match, viewer, rng), viewer)
    check_given_up(match, seat)
    expect(bytes_of(match) == before, match, "looking at the match changed it")


def _check_worded(match: Match) -> None:
    """Every open decision, each of its options and what happened last have words."""
    for lang in LANGS:
        for decision in match.pending:
            check_text(match, match.prompt(decision, lang), f"decision {decision.kind}")
            for option in decision.options:
                check_text(match, match.describe(option, lang), f"option {option}")
        for event in match.events:
            check_text(match, match.narrate(event, lang), f"event {event}")
