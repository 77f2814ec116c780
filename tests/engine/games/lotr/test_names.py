"""Names that programs read: all are in kebab-case."""

import random
import re
from typing import get_args

import pytest

from engine.games.lotr.cards.effects import ForcedBy, Stat, Trigger
from engine.games.lotr.components.box import DISTINCT_ENTRIES
from engine.games.lotr.components.decks import STARTER_DECKS
from engine.games.lotr.game import GAME
from engine.games.lotr.scenarios import SCENARIO_KINDS
from engine.games.lotr.words.events import EVENTS
from engine.games.lotr.words.names import EFFECTS
from engine.games.lotr.words.options import CAUSES, OPTIONS, PROMPTS

KEBAB_CASE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

SETTING = GAME.setting("campaign", 4)
NAMES = {
    "cards": [name for kind in DISTINCT_ENTRIES for name in (kind.id, kind.type, kind.set, *kind.effects)],
    "decks": [*STARTER_DECKS],
    "scenarios": [scenario.id for scenario in GAME.scenarios]
    + [id for one in SCENARIO_KINDS.values() for id in one.sets],
    "roles": [name for role in SETTING.roles for name in (role.id, role.side)],
    "options of a setting": [*SETTING.options],
    "steps": [*GAME.steps],
    "what cards answer and change": [*get_args(Trigger), *get_args(ForcedBy), *get_args(Stat), *EFFECTS],
    "what is asked, answered and told": [*PROMPTS, *OPTIONS, *EVENTS, *CAUSES, *GAME.reasons],
}


@pytest.mark.parametrize("what", NAMES)
def test_names_are_kebab_case(what: str) -> None:
    assert [name for name in NAMES[what] if not KEBAB_CASE.fullmatch(name)] == []


@pytest.mark.parametrize("scenario", [scenario.id for scenario in GAME.scenarios])
def test_whatever_comes_up_in_play_is_kebab_case(scenario: str) -> None:
    """Parts of options and events, phases, lasting effects and streams of chance, in matches at random."""
    rng = random.Random(5)
    names: set[str] = set()
    for seed in range(4):
        match = GAME.new_match(scenario, 2, seed)
        while match.pending:
            decision = match.pending[0]
            names |= {part for option in decision.options for part in option if isinstance(part, str)}
            names |= {decision.kind, match.state.phase}
            names |= {effect.stat for state in match.state.cards.values() for effect in state.effects}
            events = match.choose(decision.seat, rng.randrange(len(decision.options)))
            names |= {part for event in events for part in (event.kind, *event.data) if isinstance(part, str)}
        names |= {part for stream in match.state.streams for part in stream.split(":")}
    assert [name for name in sorted(names) if not KEBAB_CASE.fullmatch(name)] == []
