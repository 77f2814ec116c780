"""The bot's turn, as the flowchart on the last page draws it (AtS p. 8)."""

from engine.core.chance import pick
from engine.core.events import tell
from engine.core.flow import Flow
from engine.core.state import because
from engine.games.wotr.cards.registry import BOT_EFFECTS
from engine.games.wotr.components.bot_versions import BOT_CARDS
from engine.games.wotr.components.groups import EVENT, ITEM
from engine.games.wotr.components.schema import BotAction
from engine.games.wotr.rules.against_the_shadow.effects import pay
from engine.games.wotr.rules.against_the_shadow.placing import useful_move, where_to_play
from engine.games.wotr.rules.against_the_shadow.winning import is_winning
from engine.games.wotr.rules.carryover import carryover, may_pass
from engine.games.wotr.rules.cycling import cycle_face_up
from engine.games.wotr.rules.drawing import draw
from engine.games.wotr.rules.moving import move
from engine.games.wotr.rules.places import owner
from engine.games.wotr.rules.playing import put_down, resolve_text
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState


def bot_turn(s: GameState, bot: int) -> Flow[bool]:
    """Use an action, pass, move or play: the first that the flowchart allows. False if the bot passes."""
    action = useful_action(s, bot)
    if action is not None:
        yield from _use(s, bot, *action)
        return True
    if may_pass(s, bot) and _passes(s, bot):
        return False
    card_and_location = useful_move(s, bot)
    if card_and_location is not None:
        yield from move(s, bot, *card_and_location)
        return True
    if not s.players[bot].hand:
        return False
    yield from _play_random(s, bot)
    return True


def useful_action(s: GameState, bot: int) -> tuple[int, BotAction] | None:
    """The card whose action is used: on the path, then at battlegrounds, then in reserve; rightmost first."""
    for where, places in (
        ("path", [s.sites[path].cards for path in s.path]),
        ("battleground", [s.sites[ground].cards for ground in reversed(s.battlegrounds)]),
        ("reserve", [s.players[bot].reserve]),
    ):
        for cards in places:
            for card in reversed(cards):
                for one in (card, *reversed(s.items.get(card, ()))):
                    entry = BOT_CARDS.get(one)
                    act = entry.action if entry is not None and owner(s, one) == bot else None
                    if act is not None and _may_use(s, bot, one, act, where):
                        return one, act
    return None


def _may_use(s: GameState, bot: int, card: int, act: BotAction, where: str) -> bool:
    """Whether the card is where its action says, the action is left this round, and it is useful."""
    is_there = act.where in (where, "play") or (act.where == "location" and where != "reserve")
    return (
        is_there and not (act.once and card in s.used_this_round) and BOT_EFFECTS[act.effect].useful(s, bot, card, act)
    )


def _use(s: GameState, bot: int, card: int, act: BotAction) -> Flow[None]:
    """Use the action of a card."""
    tell(s, "used", (bot, card))
    if act.once:
        s.used_this_round.append(card)
    pay(s, card, act)
    with because(s, "text", card):
        yield from BOT_EFFECTS[act.effect].carry_out(s, bot, card, act)


def _passes(s: GameState, bot: int) -> bool:
    """Whether a bot that may pass does: another holds too many cards, or it wins everything before the last path."""
    variant = VARIANTS[s.variant]
    if any(len(other.hand) > carryover(s, n) for n, other in enumerate(s.players) if n != bot):
        return True
    active = (*s.path, *s.battlegrounds)
    return s.path_number < variant.last_path and all(is_winning(s, location) for location in active)


def _play_random(s: GameState, bot: int) -> Flow[None]:
    """Play a random card from hand by the list of priorities, without cycling another (AtS pp. 4, 8)."""
    hand = s.players[bot].hand
    card = pick(s, hand, f"hand:{bot}")
    where = where_to_play(s, card)
    if where is None:
        _cycle_unplayed(s, bot, card)
        return
    if card in EVENT:
        s.played_this_round.append(card)
    hand.remove(card)
    put_down(s, bot, card, where)
    yield from resolve_text(s, bot, card, where)


def _cycle_unplayed(s: GameState, bot: int, card: int) -> None:
    """Cycle a card that was turned up and is not played; for an item without a wielder, once a round, draw."""
    cycle_face_up(s, bot, card)
    if card in ITEM and card not in (*s.played_this_round, *s.unplayable_this_round):
        s.unplayable_this_round.append(card)
        draw(s, bot, BOT_CARDS[card].unplayable)
