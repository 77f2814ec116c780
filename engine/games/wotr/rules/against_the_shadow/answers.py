"""How a bot answers what the rules and its cards ask it (AtS pp. 2-6).

It never does what is not useful; of several cards it takes the rightmost; what is unseen is taken at random.
"""

from collections.abc import Callable

from engine.core.chance import below
from engine.core.flow import Decision, Flow, Option, as_flow
from engine.games.wotr.cards.mordor import GORBAG, plunder
from engine.games.wotr.cards.moves import other_paths
from engine.games.wotr.components.entries import FIRST_PATH, number
from engine.games.wotr.components.groups import ITEM, battlegrounds_of
from engine.games.wotr.rules.activating import inactive_battlegrounds
from engine.games.wotr.rules.against_the_shadow.effects import speaker, worth_winning
from engine.games.wotr.rules.against_the_shadow.sight import NOBODY, adds, lead, wanted, winning
from engine.games.wotr.rules.asking import BOT_ANSWERS
from engine.games.wotr.rules.entering import may_enter
from engine.games.wotr.rules.places import RESERVE, in_reserve, place
from engine.games.wotr.rules.playing import IN_RESERVE
from engine.games.wotr.state import GameState

_CRUEL = number("caradhras-the-cruel")
_CARADHRAS = number("caradhras")
_LEADERS = {
    number("threats-and-promises"): (number("saruman"), battlegrounds_of("Isengard")),
    number("the-black-captain"): (number("the-witch-king"), battlegrounds_of("Mordor")),
}
"""Events that call a leader to a battleground."""


def useful_move(s: GameState, bot: int) -> tuple[int, int] | None:
    """The rightmost card in reserve that is useful on the path or at a battleground, and where (AtS p. 8)."""
    for location in (*s.path, *reversed(s.battlegrounds)):
        if wanted(s, location):
            for card in reversed(s.players[bot].reserve):
                if may_enter(s, card, location) and adds(s, card, location):
                    return card, location
    return None


def best_place(s: GameState, card: int, places: list[int | str]) -> int | str:
    """Where a card is played: an item on the rightmost wielder; else path, battleground, reserve (AtS p. 8)."""
    if card in ITEM:
        return max((one for one in places if isinstance(one, int)), key=lambda wielder: _rank(s, wielder))
    for location in (*s.path, *reversed(s.battlegrounds)):
        if location in places and _turns(s, card, location):
            return location
    return IN_RESERVE if IN_RESERVE in places else places[-1]


def _turns(s: GameState, card: int, location: int) -> bool:
    """Whether playing a card there is useful; Caradhras the Cruel must win Caradhras alone: it is fought at once."""
    if (card, location) == (_CRUEL, _CARADHRAS) and other_paths(s):
        return not winning(s, location) and lead(s, location, [card]) > 0
    return wanted(s, location, [card]) and adds(s, card, location)


def _rank(s: GameState, wielder: int) -> tuple[int, int, int]:
    """Wielders on the path before those at battlegrounds, those before reserve; rightmost first."""
    where = place(s, wielder)
    if where is None or where == RESERVE:
        reserve = next(player.reserve for player in s.players if wielder in player.reserve)
        return 0, 0, reserve.index(wielder)
    order = s.battlegrounds.index(where) if where < FIRST_PATH else 0
    return (2 if where >= FIRST_PATH else 1), order, s.sites[where].cards.index(wielder)


def is_useful_event(s: GameState, card: int) -> bool:
    """Events that call a leader need him in reserve and a battleground to win; the others draw cards (AtS p. 5)."""
    if card not in _LEADERS:
        return True
    leader, grounds = _LEADERS[card]
    return in_reserve(s, leader) and bool(worth_winning(s, inactive_battlegrounds(s, grounds)))


def _random(s: GameState, bot: int, options: list[Option]) -> Option:
    return options[below(s, len(options))]


def _support(s: GameState, bot: int, options: list[Option]) -> Option:
    """Where several ways cancel as much, the rightmost characters are supported (AtS p. 3)."""
    order = [card for site in s.sites.values() for card in site.cards]
    return max(options, key=lambda option: sorted((order.index(led) for led in option[1:]), reverse=True))


def _loss(s: GameState, bot: int, options: list[Option]) -> Option:
    """The rightmost character or army; items fall with their wielders (AtS p. 3)."""
    return next(option for option in reversed(options) if option[1] not in ITEM)


def _combat(s: GameState, bot: int, options: list[Option]) -> Option:
    """The path, then the rightmost battleground (AtS p. 3)."""
    return options[0] if s.path else options[-1]


def _first(s: GameState, bot: int, options: list[Option]) -> Option:
    return options[0]


def _by_a_person(s: GameState, bot: int, options: list[Option]) -> Flow[Option]:
    """A person chooses on behalf of the bot (AtS p. 4)."""
    chosen: Option = yield Decision(speaker(s), "for the bot", options)
    return chosen


def _battleground(s: GameState, bot: int, options: list[Option]) -> Flow[Option]:
    """A person chooses a battleground for the bot, among those it could win."""
    worth = worth_winning(s, [option[1] for option in options])
    useful = [option for option in options if option[1] in worth]
    chosen: Option = yield from _by_a_person(s, bot, useful or options)
    return chosen


def _may(s: GameState, bot: int, options: list[Option]) -> Option:
    """Both texts that offer a bot something for a price add icons to the path: taken if they are useful there.

    Gorbag & Shagrat cost a card of the hand, the Doors of Durin the rightmost card of the reserve if there is one.
    """
    path, reserve = s.path[0], s.players[bot].reserve
    if options[0][1] == GORBAG:
        useful = wanted(s, path, tokens=plunder(path))
    else:
        useful = wanted(s, path, tokens=1, without=reserve[-1] if reserve else NOBODY)
    return options[0] if useful else options[1]


def _move(s: GameState, bot: int, options: list[Option]) -> Option:
    """Move at once where it is useful, rightmost first; the last option declines."""
    for option in reversed(options[:-1]):
        if wanted(s, option[2]) and adds(s, option[1], option[2]):
            return option
    return options[-1]


def _play_drawn(s: GameState, bot: int, options: list[Option]) -> Option:
    """Play the card drawn last, where the list of priorities puts it."""
    card = options[-2][1]
    where = best_place(s, card, [option[2] for option in options[:-1] if option[1] == card])
    return "play", card, where


_ANSWERS: dict[str, Callable[[GameState, int, list[Option]], Flow[Option] | Option]] = {
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
    "play drawn": _play_drawn,
}
BOT_ANSWERS.update((kind, as_flow(answer)) for kind, answer in _ANSWERS.items())
