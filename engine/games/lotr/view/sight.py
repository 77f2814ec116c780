"""What a seat sees, not named: all that observations are made from, for searches, which compare very many worlds.

The lists of the state are not copied, for what is compared does not change in between.
"""

from typing import Any

import msgspec

from engine.games.lotr.cards.effects import UNDEFEATABLE
from engine.games.lotr.components.box import OWNER
from engine.games.lotr.rules.knowledge import known_to
from engine.games.lotr.rules.stats import added_staging_threat
from engine.games.lotr.scenarios import SEATS
from engine.games.lotr.state import GameState, InPlay, Player
from engine.games.lotr.view.observation import known_in


def sight(s: GameState, seat: int | None) -> tuple[Any, ...]:
    """What a seat, or a spectator, sees: equal for two states where their observations are."""
    known = known_to(s, seat)
    return (
        *(s.scenario, s.scenarios_left, s.scores, s.round, s.phase, s.first_player, s.to_ask, s.queue),
        s.next_step if s.step in ("window", "act") else "",
        *(s.quest, s.progress, len(s.quest_deck), added_staging_threat(s), s.extra_location_threat, s.to_reveal),
        *(s.staging, s.active, s.riders, s.attacks, len(s.encounter_deck), known_in(s.encounter_deck, known)),
        *(s.encounter_discard, s.victory, s.aside, s.resolving, s.allies_played, s.rescued),
        bool(s.quest and s.quest[0] in UNDEFEATABLE and UNDEFEATABLE[s.quest[0]](s)),
        [_player_sight(player, at == seat, known) for at, player in enumerate(s.players)],
        {card: _card_sight(state, known) for card, state in s.cards.items()},
    )


def _player_sight(player: Player, own: bool, known: set[int]) -> tuple[Any, ...]:
    """A player's area; of the hand of another, the cards that the viewer knows."""
    hand = player.hand
    return (
        *(player.threat, player.eliminated, player.heroes, player.allies, player.engaged),
        hand if own else (len(hand), [card for card in hand if card in known]),
        *(len(player.deck), known_in(player.deck, known), player.on_deck, player.discard),
        *(player.resting, player.several_defenders),
    )


def _card_sight(state: InPlay, known: set[int]) -> InPlay | tuple[Any, ...]:
    """A card in play; of what lies face down on it, what the viewer knows."""
    if not state.shadows and not state.under:
        return state
    face_down = [card if card in known else None for card in state.shadows]
    guard = [card if card in known else SEATS[OWNER[card]] for card in state.under]
    return face_down, guard, msgspec.structs.replace(state, shadows=[], under=[])
