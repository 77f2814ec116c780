"""Action windows: players are asked from the first on, until all have passed in a row (p. 23, 30-31)."""

from engine.core.flow import Decision, Flow, Option
from engine.core.state import checkpoint, disclose, find_ahead, find_once
from engine.games.lotr.rules.actions import actions, possibilities, take_action
from engine.games.lotr.rules.in_play import player_order
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.victory import may_win


def open_window(s: GameState, next_step: str) -> None:
    """Let the players take actions, then go on with the next step."""
    s.step = "window"
    s.next_step = next_step
    s.to_ask = player_order(s)


def window(s: GameState) -> None:
    """Find the next player who could do something; without one, the window closes."""
    for player in s.players:
        player.shown_to_hold = []
    while s.to_ask:
        if _could_act(s, s.to_ask[0]):
            s.step = "act"
            return
        s.to_ask.pop(0)
    s.step = s.next_step


def _could_act(s: GameState, seat: int) -> bool:
    """Whether a player could do something and has not passed for the phase."""
    player = s.players[seat]
    if player.resting or player.eliminated:
        return False
    disclose(s)  # being asked, or not, tells of the hand
    checkpoint(s)
    return bool(find_ahead(s, actions, seat))


@may_win
def ask_for_action(s: GameState) -> Flow[None]:
    """Ask one player for an action; he may take none in this window, or none for the rest of the phase."""
    seat = s.to_ask[0]
    s.step = "window"
    choice = yield Decision(seat, "action", [*find_once(s, actions, seat), ("pass",), ("pass-phase",)])
    if choice[0] == "pass":
        s.to_ask.pop(0)
    elif choice[0] == "pass-phase":
        s.players[seat].resting = True
    else:
        yield from _act(s, seat, choice)


def _act(s: GameState, seat: int, choice: Option) -> Flow[None]:
    """Take an action; those who had passed are asked again if it makes something new possible for them (p. 23)."""
    passed = {other: possibilities(s, other) for other in player_order(s) if other not in s.to_ask}
    yield from take_action(s, seat, choice)
    if passed:  # who is asked again tells of hands
        disclose(s)
    s.to_ask = [one for one in player_order(s) if one not in passed or possibilities(s, one) - passed[one]]
