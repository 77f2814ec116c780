"""Phase 5, the action round: a player's turn, and everything a die can pay for (p. 12-13)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.core.state import because, disclose, find_once
from engine.games.bofa.cards.conditions import holds
from engine.games.bofa.components.box import BEORN, FREE, LORD, SHADOW
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import characters_with
from engine.games.bofa.rules.bats import bat_options, remove_bat
from engine.games.bofa.rules.beorn import beorn_options, beorn_sets_out
from engine.games.bofa.rules.cards_in_play import discard_lapsed_cards, put_on_discard_pile
from engine.games.bofa.rules.characters import character_move, movable_characters
from engine.games.bofa.rules.combat import attackers, begin_battle, combined_options
from engine.games.bofa.rules.counters import change_counter
from engine.games.bofa.rules.dice import available_results, forgo, roll_dice, spend
from engine.games.bofa.rules.eagles import eagles_attack, lord_ability, send_options
from engine.games.bofa.rules.entering import enter_play, may_enter_somewhere, ready_characters
from engine.games.bofa.rules.hand import draw_event, draw_story, keep_hand_limit
from engine.games.bofa.rules.movement import (
    army_options,
    column_payment,
    enter_place,
    form_column,
    join_armies,
    leave_part_behind,
    payment,
    set_out,
)
from engine.games.bofa.rules.recruitment import muster_goblins, recruit_action, recruit_options
from engine.games.bofa.rules.regrouping import regroup_action, regroup_options
from engine.games.bofa.state import Frame, GameState


def action_roll(s: GameState) -> None:
    """Phase 5 begins: both players roll their action dice; the Free Peoples act first (p. 11)."""
    roll_dice(s)
    s.active_seat = FREE
    s.step = "turn"


def turn(s: GameState) -> Flow[None]:
    """One player chooses what to do, then the die that pays for it (p. 12).

    A Character result may take Bilbo elsewhere before it works (p. 18), so what it needs is looked at once more.
    """
    p, seat = pack_of(s), s.active_seat
    options = find_once(s, turn_options, p, seat)
    if all(option[0] in ("card", "forgo") for option in options):
        disclose(s)  # being asked, or not, tells whether the hand holds a card for the dice
    choice = yield Decision(seat, "action", options)
    s.step = s.next_step = "turn-over"
    with because(s, *choice):
        match choice:
            case ("march", place, to):
                column = form_column(s, seat, place, to)
                s.die_in_use = yield from spend(s, seat, column_payment(s, p, column))
                column.characters = characters_with(s, seat, place)
                if s.die_in_use not in column_payment(s, p, column):
                    yield from join_armies(s, p, seat)
                    tell(s, "leaderless", (place,))
                    return
                yield from leave_part_behind(s, p, seat, column, {s.die_in_use})
                s.moves_left = 1
                enter_place(s, p, seat, column, to)
                s.step = "carry-on"
            case ("attack", place, target):
                begin_battle(s, p, seat, [place], target)
                s.die_in_use = yield from spend(s, seat, payment(s, p, place))
                if s.die_in_use not in payment(s, p, place):
                    s.battle, s.step = None, "turn-over"
                    tell(s, "leaderless", (place,))
            case ("combined", target):
                begin_battle(s, p, seat, attackers(s, p, seat, target), target)
                s.die_in_use = yield from spend(s, seat, ("army",))
            case ("card", card):
                s.plan = list(choice)
                yield from play_card(s, p, seat, card)
            case ("general", who):
                yield from use_general(s, p, who)
            case ("enter", who):
                die = p.characters[who].die
                assert die is not None
                s.plan = list(choice)
                yield from spend(s, seat, (die,))
                if who == LORD or may_enter_somewhere(s, p, who):
                    yield from enter_play(s, p, seat, who)
                s.plan = []
                if s.frames:
                    s.step = "effect"
            case _:
                s.plan = list(choice)
                yield from simple_action(s, p, seat, choice)


def simple_action(s: GameState, p: Pack, seat: int, choice: Option) -> Flow[None]:
    """Actions that begin and end within the turn."""
    match choice:
        case ("recruit", place):
            yield from spend(s, seat, ("muster",))
            yield from recruit_action(s, p, seat, place)
        case ("regroup", place):
            yield from spend(s, seat, ("muster",))
            yield from regroup_action(s, p, seat, place)
        case ("draw",):
            yield from spend(s, seat, ("event",))
            draw_event(s, seat, 1)
            draw_story(s, seat, 1)
            yield from keep_hand_limit(s, seat)
        case ("goblins",):
            yield from spend(s, seat, ("eye",))
            yield from muster_goblins(s, p, 1)
        case ("characters",):
            yield from spend(s, seat, ("character",))
            yield from character_move(s, p, seat)
        case ("send", territory):
            yield from spend(s, seat, ("muster",))
            yield from eagles_attack(s, p, territory)
        case ("bats", place, to):
            remove_bat(s, p.layout.territory[place])
            column = yield from set_out(s, p, seat, place, to, {"army"})
            yield from spend(s, seat, ("muster",))
            enter_place(s, p, seat, column, to)
            yield from join_armies(s, p, seat)
        case ("bear" | "bear-attack", _):
            result = yield from spend(s, seat, ("will", "character") if s.wrath > 1 else ("will",))
            if result == "character":
                change_counter(s, "wrath", -1)
            beorn_sets_out(s, p, choice)
        case ("forgo",):
            yield from forgo(s, seat)
        case ("pass",):
            tell(s, "passed", (seat,))


def turn_options(s: GameState, p: Pack, seat: int) -> list[Option]:
    """Everything the seat's unused dice can pay for, and what comes before or instead of a die (p. 12-13)."""
    results = available_results(s, seat)
    options: list[Option] = []
    if results & {"army", "character", "eye"}:
        options += army_options(s, p, seat, results)
    if "army" in results:
        options += combined_options(s, p, seat)
    if "muster" in results:
        options += recruit_options(s, p, seat)
        options += regroup_options(s, p, seat)
        options += bat_options(s, p) if seat == SHADOW else send_options(s, p, [])
    if "event" in results:
        options.append(("draw",))
    if "eye" in results:
        options.append(("goblins",))
    if "character" in results and movable_characters(s, p, seat):
        options.append(("characters",))
    options += card_options(s, p, seat, results)
    options += [("enter", who) for who in ready_characters(s, p, seat, results)]
    if seat == FREE:
        if s.characters[BEORN] >= 0 and ("will" in results or ("character" in results and s.wrath > 1)):
            options += beorn_options(s, p)
        if not s.general_used:
            options += general_options(s, p)
    options.append(("forgo",))
    if not s.general_used and len(s.dice[seat]) < len(s.dice[1 - seat]):
        options.append(("pass",))
    return options


def card_options(s: GameState, p: Pack, seat: int, results: set[str]) -> list[Option]:
    """Cards in hand that the dice and their own requirements allow (p. 15)."""
    options: list[Option] = []
    cards, any_card = p.cards, "event" in results
    for card in s.hands[seat]:
        info = cards[card]
        if (any_card or info.type in results) and holds(s, p, seat, info.when):
            options.append(("card", card))
    return options


def general_options(s: GameState, p: Pack) -> list[Option]:
    """Activated generals whose ability may be used before this die (p. 19)."""
    options: list[Option] = []
    for who in s.active_generals:
        ability = p.characters[who].ability
        if ability is None or holds(s, p, FREE, ability.when):
            options.append(("general", who))
    return options


def play_card(s: GameState, p: Pack, seat: int, card: int) -> Flow[None]:
    """A card is played for its order effect (p. 15)."""
    info = p.cards[card]
    yield from spend(s, seat, ("event", info.type))
    s.plan = []
    if not holds(s, p, seat, info.when):
        tell(s, "unplayable", (card,), only=(seat,))
        return
    s.hands[seat].remove(card)
    disclose(s)
    tell(s, "played", (seat, card))
    if info.stays_in_play:
        s.lasting_cards[seat].append(card)
    else:
        put_on_discard_pile(s, p, card)
    if info.program:
        s.die_in_use = ""
        s.frames.append(Frame("card", card, seat))
        s.step = "effect"


def use_general(s: GameState, p: Pack, who: int) -> Flow[None]:
    """A general gives up the activation token for an ability; the die is still to come (p. 19)."""
    s.active_generals.remove(who)
    s.general_used = True
    tell(s, "general", (who,))
    s.next_step = "turn"
    if who == LORD:
        s.plan = ["general", who]
        yield from lord_ability(s, p)
        s.plan, s.step = [], "turn"
    else:
        s.die_in_use = ""
        s.frames.append(Frame("general", who, FREE))
        s.step = "effect"


def turn_over(s: GameState) -> None:
    """The other player is next, if dice are left; when both have none the round ends (p. 12)."""
    s.general_used = False
    s.die_in_use, s.moves_left, s.plan = "", 0, []
    discard_lapsed_cards(s, pack_of(s))
    other = 1 - s.active_seat
    if s.dice[other]:
        s.active_seat = other
        s.step = "turn"
    elif s.dice[s.active_seat]:
        s.step = "turn"
    else:
        s.step = "end-of-turn"
