"""Phase 7, refresh, and the ends of phases and rounds (p. 22)."""

from operator import attrgetter

from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.core.state import because
from engine.games.lotr.cards.effects import ACTIONS, FORCED, VALUES, Cue
from engine.games.lotr.rules.in_play import each_player, stays_in_play
from engine.games.lotr.rules.leaving import return_character_to_hand, shuffle_character_into_deck
from engine.games.lotr.rules.responses import force
from engine.games.lotr.rules.threat import raise_threat
from engine.games.lotr.state import GameState, InPlay
from engine.games.lotr.steps.action_windows import open_window

NEXT_PHASE = {
    "resource": "planning",
    "planning": "quest",
    "quest": "travel",
    "travel": "encounter",
    "encounter": "combat",
    "combat": "refresh",
    "refresh": "end-round",
}
"""The phase after each (p. 12)."""
LEAVING = {"to-hand": return_character_to_hand, "into-deck": shuffle_character_into_deck}
"""Lasting effects that take a card out of play when they end."""
_effects, _uses = attrgetter("effects"), attrgetter("uses")


def refresh(s: GameState) -> Flow[None]:
    """Ready everything, raise every player's threat by 1 and pass the first player marker to the left (p. 22)."""
    s.phase = "refresh"
    holder = s.first_player
    for seat in each_player(s):
        yield from _ready_all(s, seat)
    rise = 1 + sum(VALUES[card].refresh_threat for card in s.active)
    for seat in each_player(s):
        raise_threat(s, seat, rise)
    n = len(s.players)
    s.first_player = next(one % n for one in range(holder + 1, holder + n + 1) if not s.players[one % n].eliminated)
    tell(s, "first-player", (s.first_player,))
    open_window(s, "end-phase")


def _ready_all(s: GameState, seat: int) -> Flow[None]:
    """Ready a player's cards; some heroes ready only if their player pays for it (p. 22)."""
    for card, state in s.cards.items():
        if state.seat != seat or not state.exhausted:
            continue
        webs = [one for one in state.attachments if VALUES[one].cost_to_ready]
        if webs:
            cost = sum(VALUES[one].cost_to_ready for one in webs)
            if state.resources < cost:
                continue
            with because(s, "effect", webs[0]):
                choice = yield Decision(seat, "break-free", [("free", card, cost), ("stay-exhausted", card)])
            if choice[0] != "free":
                continue
            state.resources -= cost
        state.exhausted = False


def end_phase(s: GameState) -> Flow[None]:
    """End what lasts for the phase; then the next one begins (p. 25)."""
    leaving = list[tuple[int, InPlay, list[str]]]()
    if any(map(_effects, s.cards.values())):
        leaving = [(card, state, ways) for card, state in s.cards.items() if (ways := _ways_out(state))]
    _leave_quest(s)
    _expire(s, "phase")
    for card, state, ways in leaving:
        if stays_in_play(s, card, state):
            choice = yield Decision(s.first_player, "leaves-play", [(way, card) for way in ways])
            yield from LEAVING[choice[0]](s, card)
    for player in s.players:
        player.resting = player.several_defenders = False
    s.staging_threat_a_player = s.extra_location_threat = 0
    s.step = NEXT_PHASE[s.phase]


def _ways_out(state: InPlay) -> list[str]:
    """What would take a card out of play when the phase ends; of several the first player chooses (FAQ 1.02)."""
    return [effect.stat for effect in state.effects if effect.stat in LEAVING]


def _leave_quest(s: GameState) -> None:
    """Characters leave the quest with the phase in which they are committed to it (p. 14)."""
    if s.phase == "quest":
        for state in s.cards.values():
            state.committed = False


def _expire(s: GameState, until: str) -> None:
    """End the lasting effects and limits of a phase or round."""
    for state in filter(_effects, s.cards.values()):
        state.effects = [effect for effect in state.effects if effect.until != until]
    if any(map(_uses, s.cards.values())):
        for card, state in s.cards.items():
            if state.uses and (until == "round" or ACTIONS[card].limit_per == "phase"):
                state.uses = 0


def end_round(s: GameState) -> Flow[None]:
    """Carry out what happens when the round ends; then a new one begins (p. 22).

    In the staging area lie only objectives that nobody has claimed, and those do nothing.
    """
    ending = {card: state for card, state in s.cards.items() if card in FORCED["round-ends"] and card not in s.staging}
    for card, state in ending.items():
        if stays_in_play(s, card, state):
            yield from force(s, "round-ends", card, Cue(card, state.seat))
    _expire(s, "round")
    s.allies_played = 0
    s.step = "resource"
