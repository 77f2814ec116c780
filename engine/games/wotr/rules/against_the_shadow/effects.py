"""What the actions of bot cards do, word by word of against-the-shadow.toml, and when each is useful (AtS pp. 4-6)."""

from collections.abc import Callable
from typing import TypeAlias

from engine.core.chance import pick
from engine.core.flow import Flow, Option, as_flow
from engine.games.wotr.cards.registry import BOT_EFFECTS, BotEffect
from engine.games.wotr.components.bot_versions import BOT_CARDS
from engine.games.wotr.components.box import BATTLEGROUNDS, FREE, SHADOW, number
from engine.games.wotr.components.groups import battlegrounds_of, characters
from engine.games.wotr.components.schema import BotAction
from engine.games.wotr.rules.activating import (
    activate_battleground,
    activate_path,
    other_paths,
    scored_battlegrounds,
    waits_in_deck,
)
from engine.games.wotr.rules.against_the_shadow.winning import (
    NOBODY,
    attack_if_active,
    could_win_if_active,
    icons_are_useful,
    is_winning,
    might_be_in,
    worth_winning,
)
from engine.games.wotr.rules.asking import ask_for_bot
from engine.games.wotr.rules.cycling import cycle_in_play
from engine.games.wotr.rules.drawing import draw
from engine.games.wotr.rules.eliminating import eliminate_in_play
from engine.games.wotr.rules.places import wielder
from engine.games.wotr.rules.players import each_cycles, each_draws, each_forsakes
from engine.games.wotr.rules.taking import in_cycle_pile, take
from engine.games.wotr.rules.tokens import corrupt, strengthen
from engine.games.wotr.state import GameState

Rule: TypeAlias = Callable[[GameState, int, int, BotAction], Flow[None] | None]
"""Of the state, the bot, the card whose action it uses and the action."""
Useful: TypeAlias = Callable[[GameState, int, int, BotAction], bool]


def _always(s: GameState, bot: int, card: int, act: BotAction) -> bool:
    return True


def effect(word: str, useful: Useful = _always) -> Callable[[Rule], Rule]:
    """Enter an effect that many cards may have into the vocabulary."""

    def enter(rule: Rule) -> Rule:
        BOT_EFFECTS[word] = BotEffect(as_flow(rule), useful)
        return rule

    return enter


# -- costs


def cost_card(s: GameState, card: int, act: BotAction) -> int:
    """The card that leaves play when a bot uses the action of a card, or nobody."""
    if act.cost == "cycle-wielder":
        character = wielder(s, card)
        return NOBODY if character is None else character
    return NOBODY if act.cost == "none" else card


def pay(s: GameState, card: int, act: BotAction) -> None:
    """Pay what the action costs."""
    if act.cost == "eliminate":
        eliminate_in_play(s, card)
    elif act.cost != "none":
        cycle_in_play(s, cost_card(s, card, act))


# -- what players do


@effect("free-forsake")
def free_forsake(s: GameState, bot: int, card: int, act: BotAction) -> Flow[None]:
    """Each Free Peoples player forsakes cards."""
    yield from each_forsakes(s, FREE, act.n)


@effect("free-cycle")
def free_cycle(s: GameState, bot: int, card: int, act: BotAction) -> Flow[None]:
    """Each Free Peoples player cycles cards from hand."""
    yield from each_cycles(s, FREE, act.n)


@effect("shadow-draw")
def shadow_draw(s: GameState, bot: int, card: int, act: BotAction) -> None:
    """Each Shadow player draws cards."""
    each_draws(s, SHADOW, act.n)


@effect("draw")
def bot_draws(s: GameState, bot: int, card: int, act: BotAction) -> None:
    """The bot draws cards."""
    draw(s, bot, act.n)


@effect("corruption")
def corruption(s: GameState, bot: int, card: int, act: BotAction) -> None:
    """The Fellowship takes corruption."""
    corrupt(s, act.n)


# -- tokens; whether they are useful is judged without the card they cost, so it is the same once that is paid


def _token_grounds(s: GameState, card: int, act: BotAction, side: str) -> list[int]:
    """The battlegrounds of a side where tokens would be useful; the Shadow attacks those of the Free Peoples."""
    grounds = [ground for ground in s.battlegrounds if BATTLEGROUNDS[ground].side == side]
    without = cost_card(s, card, act)
    return [ground for ground in grounds if icons_are_useful(s, ground, tokens=act.n, without=without)]


@effect("attack-token", useful=lambda s, bot, card, act: bool(_token_grounds(s, card, act, FREE)))
def attack_token(s: GameState, bot: int, card: int, act: BotAction) -> None:
    """Put attack tokens on the last battleground where they are useful."""
    for ground in _token_grounds(s, card, act, FREE)[-1:]:
        strengthen(s, ground, attack=act.n)


@effect("defence-token", useful=lambda s, bot, card, act: bool(_token_grounds(s, card, act, SHADOW)))
def defence_token(s: GameState, bot: int, card: int, act: BotAction) -> None:
    """Put defence tokens on the last battleground where they are useful."""
    for ground in _token_grounds(s, card, act, SHADOW)[-1:]:
        strengthen(s, ground, defence=act.n)


def _helps_on_path(s: GameState, bot: int, card: int, act: BotAction) -> bool:
    return bool(s.path) and icons_are_useful(s, s.path[0], tokens=act.n, without=cost_card(s, card, act))


@effect("path-token", useful=_helps_on_path)
def path_token(s: GameState, bot: int, card: int, act: BotAction) -> None:
    """Put attack tokens on the active path."""
    strengthen(s, s.path[0], attack=act.n)


# -- locations


def _path_is_won(s: GameState, bot: int, card: int, act: BotAction) -> bool:
    """Activating a path is useful only if the Shadow wins the combat that brings about (AtS p. 5)."""
    return bool(s.path) and is_winning(s, s.path[0]) and bool(other_paths(s))


@effect("other-path", useful=_path_is_won)
def other_path(s: GameState, bot: int, card: int, act: BotAction) -> Flow[None]:
    """Activate a random path of the same number."""
    paths = other_paths(s)
    yield from activate_path(s, bot, pick(s, paths, "paths"))


def _worth_activating(s: GameState, bot: int, card: int, act: BotAction) -> bool:
    """Whether the Shadow could win it, or has as many further icons as the rulebook says (AtS p. 5)."""
    ground, without = number(act.of), cost_card(s, card, act)
    if not waits_in_deck(s, ground):
        return False
    if act.further:
        return attack_if_active(s, ground, without) >= act.further
    return could_win_if_active(s, ground, without)


@effect("activate", useful=_worth_activating)
def activate(s: GameState, bot: int, card: int, act: BotAction) -> Flow[None]:
    """Activate the battleground that the text names."""
    yield from activate_battleground(s, bot, number(act.of))


def _worth_reactivating(s: GameState, card: int, act: BotAction) -> list[int]:
    return worth_winning(s, scored_battlegrounds(s, battlegrounds_of(act.of)), cost_card(s, card, act))


@effect("reactivate", useful=lambda s, bot, card, act: bool(_worth_reactivating(s, card, act)))
def reactivate(s: GameState, bot: int, card: int, act: BotAction) -> Flow[None]:
    """Reactivate a scored battleground of the faction."""
    grounds = _worth_reactivating(s, card, act)
    choice: Option = yield from ask_for_bot(s, [("activate", ground) for ground in grounds])
    yield from activate_battleground(s, bot, choice[1])


# -- cards


def _might_recall(s: GameState, bot: int, card: int, act: BotAction) -> bool:
    return might_be_in(s, s.players[bot].cycle_pile, characters(act.of) - {card})


@effect("recall", useful=_might_recall)
def recall(s: GameState, bot: int, card: int, act: BotAction) -> None:
    """Take a random character from the cycle pile to hand."""
    others = in_cycle_pile(s, bot, characters(act.of) - {card})
    if others:
        take(s, bot, pick(s, others, f"recall:{bot}"))


def check_words() -> None:
    """Refuse to load a bot card whose action has no effect of that word."""
    for entry in BOT_CARDS.values():
        if entry.action is not None and entry.action.effect not in BOT_EFFECTS:
            known = ", ".join(BOT_EFFECTS)
            raise LookupError(f"{entry.id} has the unknown effect {entry.action.effect!r}; there are: {known}")
