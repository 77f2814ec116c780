"""Action windows: players are asked from the first on, until all have passed in a row (p. 23, 30-31)."""

from operator import attrgetter

from engine.core.flow import Decision, Flow, Option
from engine.core.state import checkpoint, disclose, find_once, found_ahead
from engine.games.lotr.rules.actions import actions, chances, possibilities, take_action, unspent
from engine.games.lotr.rules.in_play import player_order
from engine.games.lotr.state import GameState

_shown_to_hold = attrgetter("shown_to_hold")


def open_window(s: GameState, next_step: str) -> None:
    """Let the players take actions, then go on with the next step."""
    ask_for_actions(s, player_order(s), next_step)


def ask_for_actions(s: GameState, seats: list[int], next_step: str) -> None:
    """Let some players, in their order, take actions, then go on with the next step."""
    s.next_step = next_step
    s.to_ask = seats
    window(s)


def window(s: GameState) -> None:
    """Find the next player who could do something; without one, the window closes."""
    players, seats = s.players, s.to_ask
    for player in filter(_shown_to_hold, players):
        player.shown_to_hold = []
    awake = [seat for seat in seats if not (players[seat].resting or players[seat].eliminated)]
    if awake:
        checkpoint(s)
        cards = unspent(s)
        for seat in awake:
            disclose(s)  # being asked, or not, tells of the hand
            if options := list(chances(s, seat, cards)):
                found_ahead(s, options, actions, seat)
                s.to_ask, s.step = seats[seats.index(seat) :], "act"
                return
    s.to_ask, s.step = [], s.next_step


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
    window(s)


def _act(s: GameState, seat: int, choice: Option) -> Flow[None]:
    """Take an action; those who had passed are asked again if it makes something new possible for them (p. 23)."""
    passed = possibilities(s, [other for other in player_order(s) if other not in s.to_ask])
    yield from take_action(s, seat, choice)
    s.to_ask = player_order(s)
    if passed:
        disclose(s)  # who is asked again tells of hands
        now = possibilities(s, [one for one in s.to_ask if one in passed])
        s.to_ask = [one for one in s.to_ask if one not in passed or now[one] - passed[one]]
