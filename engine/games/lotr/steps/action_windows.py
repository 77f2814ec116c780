"""Action windows: each player who could do something is asked, from the first player on (p. 23, 30-31)."""

from engine.core.flow import Decision, Flow
from engine.core.state import checkpoint, disclose
from engine.games.lotr.rules.actions import actions, take_action
from engine.games.lotr.rules.in_play import player_order
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.victory import may_win


def open_window(s: GameState, next_step: str) -> None:
    """Let the players take actions, then go on with the next step."""
    s.step = "window"
    s.next_step = next_step


def window(s: GameState) -> None:
    """Find the player who acts next. One who passed is asked again only if something new has become possible."""
    s.offered_responses = []
    seat = _next_to_act(s)
    if seat >= 0:
        s.acting_seat = seat
        s.step = "act"
    else:
        s.passes = {}
        s.step = s.next_step


def _next_to_act(s: GameState) -> int:
    """The seat of the next player who could do something new, or -1."""
    for seat in player_order(s):
        player = s.players[seat]
        if player.resting:
            continue
        if player.hand:  # being asked, or not, tells of the hand
            disclose(s)
            checkpoint(s)
        if any(actions(s, seat, s.passes.get(seat, ()))):
            return seat
    return -1


@may_win
def ask_for_action(s: GameState) -> Flow[None]:
    """Ask one player for an action; he may take none in this window, or none for the rest of the phase."""
    seat = s.acting_seat
    s.step = "window"
    options = list(actions(s, seat))
    choice = yield Decision(seat, "action", [*options, ("pass",), ("pass phase",)])
    if choice[0] == "pass":
        s.passes[seat] = [option[1] for option in options]
    elif choice[0] == "pass phase":
        s.players[seat].resting = True
    else:
        yield from take_action(s, seat, choice)
