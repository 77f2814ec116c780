"""Phase 2, planning: the only one in which allies and attachments are played (p. 12)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import because, checkpoint, disclose, find_ahead, find_once
from engine.games.lotr.cards.effects import VALUES, Cue
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.components.schema import CardEntry
from engine.games.lotr.rules.actions import actions, possibilities, take_action
from engine.games.lotr.rules.attachments import attach
from engine.games.lotr.rules.choosing import choose_card
from engine.games.lotr.rules.entering import may_enter, put_into_play
from engine.games.lotr.rules.hand import take_from_hand
from engine.games.lotr.rules.in_play import all_characters, engaged_enemies, heroes, player_order, staged_locations
from engine.games.lotr.rules.payment import can_pay, pay
from engine.games.lotr.rules.responses import respond
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.action_windows import ask_for_actions, open_window


def planning(s: GameState) -> None:
    """Begin the phase with an action window; then the players take turns (p. 30)."""
    s.phase = "planning"
    s.queue = player_order(s)
    open_window(s, "plan")


def plan(s: GameState) -> None:
    """Go on with a player's turn as long as he can play an ally or attachment (p. 12)."""
    seat = s.queue[0]
    disclose(s)  # going on, or not, tells of the hand
    checkpoint(s)
    if not s.players[seat].eliminated and find_ahead(s, playable, seat):
        s.step = "play"
    else:
        _end_turn(s, player_order(s))


def play(s: GameState) -> Flow[None]:
    """Ask the player whose turn it is for a card to play, for an action, or for the end of his turn (p. 12).

    What he plays may make an action possible that pays for more: then he is asked again, whatever else he can play.
    """
    seat = s.queue[0]
    options: list[Option] = [("play", card) for card in find_once(s, playable, seat)]
    able = find_once(s, actions, seat)
    if not s.players[seat].resting:
        options += able
    choice = yield Decision(seat, "plan", [*options, ("done",)])
    if choice[0] == "done":
        _end_turn(s, [other for other in player_order(s) if other != seat])
        return
    s.step = "plan"
    before = possibilities(s, [seat])[seat]
    if choice[0] == "play" and ENTRIES[choice[1]].type != "event":
        yield from play_card(s, seat, int(choice[1]))
    else:
        yield from take_action(s, seat, choice)
    disclose(s)  # whether he is asked again, and by which step, tells of the hand
    if possibilities(s, [seat])[seat] - before:
        s.step = "play"


def _end_turn(s: GameState, to_ask: list[int]) -> None:
    """Let players take actions after a player's turn; then the next has his."""
    s.queue.pop(0)
    ask_for_actions(s, to_ask, "plan" if s.queue else "end-phase")


def playable(s: GameState, seat: int) -> list[int]:
    """Allies and attachments the player can play now, one of each kind (p. 12)."""
    cards: dict[str, int] = {}
    for card in s.players[seat].hand:
        entry = ENTRIES[card]
        if entry.type == "event" or entry.id in cards or not can_pay(s, seat, card):
            continue
        if may_enter(s, card) and (_ally_allowed(s) if entry.type == "ally" else bool(hosts(s, entry))):
            cards[entry.id] = card
    return list(cards.values())


def _ally_allowed(s: GameState) -> bool:
    """Whether the group may play another ally this round; some stages allow only one."""
    return not s.allies_played or not s.quest or not VALUES[s.quest[0]].one_ally_each_round


def hosts(s: GameState, entry: CardEntry) -> list[int]:
    """What an attachment may be attached to (p. 9, 25)."""
    match entry.attach_to:
        case "hero":
            return [hero for seat in player_order(s) for hero in heroes(s, seat)]
        case "character":
            return all_characters(s)
        case "location":
            return staged_locations(s) + s.active
        case _:
            return [enemy for enemy in engaged_enemies(s) if not VALUES[enemy].bears_no_attachments]


def play_card(s: GameState, seat: int, card: int) -> Flow[None]:
    """Pay for an ally or attachment and put it into play (p. 12)."""
    entry = ENTRIES[card]
    tell(s, "played", (seat, card))
    take_from_hand(s, seat, card)
    s.resolving.append(card)
    yield from pay(s, seat, card, entry.cost)
    s.resolving.remove(card)
    if entry.type == "ally":
        s.allies_played += 1
        yield from put_into_play(s, seat, card)
        yield from respond(s, "played", Cue(card, seat))
        return
    s.resolving.append(card)
    with because(s, "play", card):
        host = yield from choose_card(s, seat, "attach", hosts(s, entry))
    s.resolving.remove(card)
    yield from attach(s, seat, card, host)
