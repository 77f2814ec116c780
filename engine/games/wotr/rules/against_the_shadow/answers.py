"""How a bot answers what the rules and its cards ask it (AtS pp. 2-6).

It never does what is not useful; of several cards it takes the rightmost; what is unseen is taken at random.
"""

from collections.abc import Callable

from engine.core.chance import below
from engine.core.flow import Flow, Option, as_flow
from engine.games.wotr.cards.registry import ACCEPTED_BY_BOT
from engine.games.wotr.components.groups import ITEM
from engine.games.wotr.rules.against_the_shadow.placing import best_place
from engine.games.wotr.rules.against_the_shadow.winning import adds_icons, icons_are_useful, worth_winning
from engine.games.wotr.rules.asking import BotAnswer, ask_for_bot
from engine.games.wotr.state import GameState


def _random(s: GameState, bot: int, options: list[Option]) -> Option:
    return options[below(s, len(options), f"answer:{bot}")]


def _support(s: GameState, bot: int, options: list[Option]) -> Option:
    """Where several ways cancel as much, the rightmost characters are supported (AtS p. 3)."""
    order = [card for site in s.sites.values() for card in site.cards]
    return max(options, key=lambda option: sorted((order.index(character) for character in option[1:]), reverse=True))


def _loss(s: GameState, bot: int, options: list[Option]) -> Option:
    """The rightmost character or army; items fall with their wielders (AtS p. 3)."""
    return next(option for option in reversed(options) if option[1] not in ITEM)


def _combat(s: GameState, bot: int, options: list[Option]) -> Option:
    """The path, then the rightmost battleground (AtS p. 3)."""
    return options[0] if s.path else options[-1]


def _first(s: GameState, bot: int, options: list[Option]) -> Option:
    return options[0]


def _battleground(s: GameState, bot: int, options: list[Option]) -> Flow[Option]:
    """A person chooses a battleground for the bot, among those it could win (AtS p. 4)."""
    worth = worth_winning(s, [option[1] for option in options])
    useful = [option for option in options if option[1] in worth]
    choice: Option = yield from ask_for_bot(s, useful or options)
    return choice


def _may(s: GameState, bot: int, options: list[Option]) -> Option:
    """What a text offers is taken if its block says that it is worth its price."""
    yes, no = options
    return yes if ACCEPTED_BY_BOT[yes[1]](s, bot, yes[1]) else no


def _move(s: GameState, bot: int, options: list[Option]) -> Option:
    """Move at once where it is useful, rightmost first; the last option declines."""
    for option in reversed(options[:-1]):
        if icons_are_useful(s, option[2]) and adds_icons(s, option[1], option[2]):
            return option
    return options[-1]


def _play_drawn(s: GameState, bot: int, options: list[Option]) -> Option:
    """Play the card drawn last, where the list of priorities puts it."""
    card = options[-2][1]
    where = best_place(s, card, [option[2] for option in options[:-1] if option[1] == card])
    return "play", card, where


_RULES: dict[str, Callable[[GameState, int, list[Option]], Flow[Option] | Option]] = {
    "cycle": _random,
    "eliminate": _random,
    "loss": _loss,
    "support": _support,
    "combat": _combat,
    "path": _random,
    "battleground": _battleground,
    "take": _first,
    "may": _may,
    "move": _move,
    "play-drawn": _play_drawn,
}
ANSWERS: dict[str, BotAnswer] = {kind: as_flow(rule) for kind, rule in _RULES.items()}
"""For every kind of decision that a bot may meet."""
