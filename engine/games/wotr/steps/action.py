"""The action phase: one action a turn, or pass (pp. 10-12)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import because, checkpoint, disclose, find_once
from engine.games.wotr.rules.against_the_shadow.flowchart import bot_turn
from engine.games.wotr.rules.carryover import carryover, may_pass
from engine.games.wotr.rules.cycling import CYCLE, cycle_card
from engine.games.wotr.rules.drawing import draw
from engine.games.wotr.rules.hand import cycle_from_hand, eliminate_from_hand
from engine.games.wotr.rules.moving import move, moves
from engine.games.wotr.rules.playing import hand_options, play_from_hand
from engine.games.wotr.rules.using import has_conditional_text, usable, use
from engine.games.wotr.scenarios import ONCE_A_GAME, VARIANTS
from engine.games.wotr.state import GameState


def action_turn(s: GameState) -> Flow[None]:
    """One player's turn: an action, or pass; the phase ends when all have passed in a row (p. 10)."""
    variant = VARIANTS[s.variant]
    seat = variant.order[s.turn]
    passes, s.passes = s.passes, []
    has_acted = yield from (bot_turn if seat in variant.bots else _turn)(s, seat)
    if not has_acted:
        checkpoint(s)  # who has nothing but to pass is not asked, and that may lie in a deck only its owner can count
        tell(s, "passed", (seat,))
        s.passes = [*passes, seat]
    s.turn = (s.turn + 1) % len(variant.order)
    if len(set(s.passes)) == len(variant.players):
        s.passes = []
        yield from _cycle_to_carryover(s)
        s.step = "combat"


def _turn(s: GameState, seat: int) -> Flow[bool]:
    """A person's turn; whether it was an action."""
    options = find_once(s, turn_options, seat)
    if (
        not s.players[seat].hand
        and all(option[0] in ("pass", "use") for option in options)
        and has_conditional_text(s, seat)
    ):
        disclose(s)  # that the player is asked, or passed over, may tell what its deck and cycle pile hold
    choice: Option = yield Decision(seat, "action", options)
    if choice[0] == "pass":
        return False
    yield from _carry_out(s, seat, choice)
    return True


def _carry_out(s: GameState, seat: int, choice: Option) -> Flow[None]:
    """Carry out the action that was chosen (p. 10)."""
    match choice:
        case ("play", card, where):
            yield from play_from_hand(s, seat, card, where)
        case ("move", card, location):
            yield from move(s, seat, card, location)
        case ("use", card):
            yield from use(s, seat, card)
        case ("cycle", card):
            cycle_card(s, seat, card)
        case ("winnow",):
            with because(s, "winnow"):
                yield from eliminate_from_hand(s, seat, 2)
            draw(s, seat)
        case ("ring",):
            yield from _use_ring(s, seat)


def turn_options(s: GameState, seat: int) -> list[Option]:
    """Everything a player may do with a turn (p. 10)."""
    player = s.players[seat]
    options: list[Option] = []
    if may_pass(s, seat):
        options.append(("pass",))
    options += hand_options(s, player.hand)
    options += moves(s, player.reserve)
    options += usable(s, seat)
    options += map(CYCLE.__getitem__, player.hand)
    if len(player.hand) >= 2:
        options.append(("winnow",))
    if player.ring:
        options.append(("ring",))
    return options


def _cycle_to_carryover(s: GameState) -> Flow[None]:
    """Every player cycles down to the carryover limit: who passed with fewer cards than the opponents may be above."""
    for seat, player in enumerate(s.players):
        if (excess := len(player.hand) - carryover(s, seat)) > 0:
            with because(s, "carryover"):
                yield from cycle_from_hand(s, seat, excess)


def _use_ring(s: GameState, seat: int) -> Flow[None]:
    """Use the Ring token: two cards once a game, or three for two once a round (pp. 20-21)."""
    s.players[seat].ring = False
    tell(s, "ring", (seat,))
    if VARIANTS[s.variant].players[seat].ring == ONCE_A_GAME:
        draw(s, seat, 2)
    else:
        draw(s, seat, 3)
        with because(s, "ring"):
            yield from eliminate_from_hand(s, seat)
            yield from cycle_from_hand(s, seat)
