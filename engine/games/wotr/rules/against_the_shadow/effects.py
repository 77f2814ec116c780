"""The vocabulary of bot cards' actions, and when each is useful (AtS pp. 4-6)."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from engine.core.chance import below
from engine.core.flow import Decision, Flow, Option, as_flow
from engine.core.state import disclose
from engine.games.wotr.cards.moves import other_paths
from engine.games.wotr.components.bot_versions import BOT_CARDS, BotAction
from engine.games.wotr.components.entries import BATTLEGROUNDS, FREE, SHADOW, number
from engine.games.wotr.components.groups import battlegrounds_of, characters
from engine.games.wotr.rules.activating import activate_battleground, activate_path, scored_battlegrounds
from engine.games.wotr.rules.against_the_shadow.sight import NOBODY, could_win_if_active, might_be_in, wanted, winning
from engine.games.wotr.rules.cycling import cycle_in_play, cycle_one_drawn
from engine.games.wotr.rules.drawing import draw, draw_apart
from engine.games.wotr.rules.each_player import each_cycles, each_draws, each_forsakes
from engine.games.wotr.rules.eliminating import eliminate_drawn, eliminate_in_play
from engine.games.wotr.rules.places import in_play, wielder
from engine.games.wotr.rules.taking import take
from engine.games.wotr.rules.tokens import corrupt, strengthen
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState

_SARUMAN = number("saruman")
_ROHIRRIM = sorted(characters("Rohan"))


class Deed(NamedTuple):
    """An effect of the vocabulary: when it is useful to a bot, and what it does."""

    useful: Callable[[GameState, int, int, BotAction], bool]
    do: Callable[[GameState, int, int, BotAction], Flow[None]]


Do: TypeAlias = Callable[[GameState, int, int, BotAction], Flow[None] | None]
DEEDS: dict[str, Deed] = {}


def _always(s: GameState, bot: int, card: int, act: BotAction) -> bool:
    return True


def deed(name: str, useful: Callable[[GameState, int, int, BotAction], bool] = _always) -> Callable[[Do], Do]:
    """Enter an effect into the vocabulary."""

    def enter(do: Do) -> Do:
        DEEDS[name] = Deed(useful, as_flow(do))
        return do

    return enter


def speaker(s: GameState) -> int:
    """The person who chooses on behalf of a bot: the first in turn order (AtS p. 4)."""
    variant = VARIANTS[s.variant]
    turns = variant.order[s.first :] + variant.order[: s.first]
    return next(player for player in turns if player not in variant.bots)


def spent(s: GameState, card: int, act: BotAction) -> int:
    """The card that using a text takes off the table."""
    if act.cost == "cycle-wielder":
        bearer = wielder(s, card)
        return NOBODY if bearer is None else bearer
    return NOBODY if act.cost == "none" else card


def pay(s: GameState, card: int, act: BotAction) -> None:
    """What using the card costs."""
    if act.cost == "eliminate":
        eliminate_in_play(s, card)
    elif act.cost != "none":
        cycle_in_play(s, spent(s, card, act))


@deed("free-forsake")
def free_forsake(s: GameState, bot: int, card: int, act: BotAction) -> Flow[None]:
    yield from each_forsakes(s, FREE, act.n)


@deed("free-cycle")
def free_cycle(s: GameState, bot: int, card: int, act: BotAction) -> Flow[None]:
    yield from each_cycles(s, FREE, act.n)


@deed("shadow-draw")
def shadow_draw(s: GameState, bot: int, card: int, act: BotAction) -> None:
    each_draws(s, SHADOW, act.n)


@deed("draw")
def bot_draws(s: GameState, bot: int, card: int, act: BotAction) -> None:
    draw(s, bot, act.n)


@deed("corruption")
def corruption(s: GameState, bot: int, card: int, act: BotAction) -> None:
    corrupt(s, act.n)


def _token_grounds(s: GameState, card: int, act: BotAction, side: str) -> list[int]:
    """The battlegrounds of a side where tokens would be useful; the Shadow attacks those of the Free Peoples."""
    gone = spent(s, card, act)
    return [n for n in s.battlegrounds if BATTLEGROUNDS[n].side == side and wanted(s, n, tokens=act.n, without=gone)]


@deed("attack-token", useful=lambda s, bot, card, act: bool(_token_grounds(s, card, act, FREE)))
def attack_token(s: GameState, bot: int, card: int, act: BotAction) -> None:
    for ground in _token_grounds(s, card, act, FREE)[-1:]:
        strengthen(s, ground, attack=act.n)


@deed("defence-token", useful=lambda s, bot, card, act: bool(_token_grounds(s, card, act, SHADOW)))
def defence_token(s: GameState, bot: int, card: int, act: BotAction) -> None:
    for ground in _token_grounds(s, card, act, SHADOW)[-1:]:
        strengthen(s, ground, defence=act.n)


def _helps_on_path(s: GameState, bot: int, card: int, act: BotAction) -> bool:
    return bool(s.path) and wanted(s, s.path[0], tokens=act.n, without=spent(s, card, act))


@deed("path-token", useful=_helps_on_path)
def path_token(s: GameState, bot: int, card: int, act: BotAction) -> None:
    strengthen(s, s.path[0], attack=act.n)


def _path_is_won(s: GameState, bot: int, card: int, act: BotAction) -> bool:
    """Activating a path is useful only if the Shadow wins the combat that brings about (AtS p. 5)."""
    return bool(s.path) and winning(s, s.path[0]) and bool(other_paths(s))


@deed("other-path", useful=_path_is_won)
def other_path(s: GameState, bot: int, card: int, act: BotAction) -> Flow[None]:
    paths = other_paths(s)
    yield from activate_path(s, bot, paths[below(s, len(paths))])


def _worth_activating(s: GameState, bot: int, card: int, act: BotAction) -> bool:
    ground = number(act.of)
    waits = any(ground in deck for deck in s.battleground_decks.values())
    return waits and could_win_if_active(s, ground, spent(s, card, act))


@deed("activate", useful=_worth_activating)
def activate(s: GameState, bot: int, card: int, act: BotAction) -> Flow[None]:
    yield from activate_battleground(s, bot, number(act.of))


def worth_winning(s: GameState, grounds: list[int], without: int = NOBODY) -> list[int]:
    """Of some battlegrounds that are not active, those the Shadow could win."""
    return [ground for ground in grounds if could_win_if_active(s, ground, without)]


def _worth_reactivating(s: GameState, card: int, act: BotAction) -> list[int]:
    return worth_winning(s, scored_battlegrounds(s, battlegrounds_of(act.of)), spent(s, card, act))


@deed("reactivate", useful=lambda s, bot, card, act: bool(_worth_reactivating(s, card, act)))
def reactivate(s: GameState, bot: int, card: int, act: BotAction) -> Flow[None]:
    grounds = _worth_reactivating(s, card, act)
    chosen: Option = yield Decision(speaker(s), "for the bot", [("activate", ground) for ground in grounds])
    yield from activate_battleground(s, bot, chosen[1])


@deed(
    "recall",
    useful=lambda s, bot, card, act: might_be_in(s, s.players[bot].cycled, sorted(characters(act.of) - {card})),
)
def recall(s: GameState, bot: int, card: int, act: BotAction) -> None:
    pile = s.players[bot].cycled
    wanted_cards = sorted(one for one in pile if one in characters(act.of) and one != card)
    if wanted_cards:
        take(s, bot, wanted_cards[below(s, len(wanted_cards))])


def _intrigues(s: GameState, bot: int) -> list[Option]:
    """What Gríma may do for the bot: all of it possible and useful (AtS p. 6)."""
    options: list[Option] = [("slay", foe) for foe in _ROHIRRIM if in_play(s, foe)]
    if might_be_in(s, s.players[bot].deck, [_SARUMAN]):
        options.insert(0, ("seek", _SARUMAN))
    return [*options, ("draw two",)]


@deed("intrigue")
def intrigue(s: GameState, bot: int, card: int, act: BotAction) -> Flow[None]:
    chosen: Option = yield Decision(speaker(s), "for the bot", _intrigues(s, bot))
    if chosen[0] == "slay":
        eliminate_in_play(s, chosen[1])
    elif chosen[0] == "draw two":
        draw(s, bot, 2)
    else:
        disclose(s)  # whether he is in the deck
        if _SARUMAN in s.players[bot].deck:
            take(s, bot, _SARUMAN)


@deed("foresight", useful=lambda s, bot, card, act: bool(s.players[bot].deck or s.players[bot].cycled))
def foresight(s: GameState, bot: int, card: int, act: BotAction) -> Flow[None]:
    player = s.players[bot]
    draw_apart(s, bot, 3)
    yield from eliminate_drawn(s, bot)
    if player.drawn:
        cycle_one_drawn(s, bot, player.drawn[below(s, len(player.drawn))])
    player.hand += player.drawn
    player.drawn = []


def check_vocabulary() -> None:
    """Refuse to load a bot card whose action is not in the vocabulary."""
    for entry in BOT_CARDS.values():
        if entry.action is not None and entry.action.effect not in DEEDS:
            known = ", ".join(DEEDS)
            raise LookupError(f"{entry.id} has the unknown effect {entry.action.effect!r}; there are: {known}")
