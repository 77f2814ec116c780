"""Where a bot moves and plays its cards, and which it has no use for (AtS pp. 4-5, 8)."""

from engine.games.wotr.cards.registry import USEFUL_TO_BOT
from engine.games.wotr.components.box import FIRST_PATH
from engine.games.wotr.components.groups import EVENT, ITEM
from engine.games.wotr.rules.against_the_shadow.winning import adds_icons, icons_are_useful
from engine.games.wotr.rules.drawing import can_draw
from engine.games.wotr.rules.entering import may_enter
from engine.games.wotr.rules.places import RESERVE, owner, place
from engine.games.wotr.rules.playing import AS_EVENT, IN_RESERVE, play_options
from engine.games.wotr.state import GameState


def useful_move(s: GameState, bot: int) -> tuple[int, int] | None:
    """The rightmost card in reserve that is useful on the path or at a battleground, and where (AtS p. 8)."""
    for location in (*s.path, *reversed(s.battlegrounds)):
        if icons_are_useful(s, location):
            for card in reversed(s.players[bot].reserve):
                if may_enter(s, card, location) and adds_icons(s, card, location):
                    return card, location
    return None


def where_to_play(s: GameState, card: int) -> int | str | None:
    """Where a card is played; None if it is of no use, has no wielder or was played this round (AtS pp. 4-5)."""
    if card in s.played_this_round:
        return None
    if card in EVENT:
        return AS_EVENT if _is_useful_event(s, card) else None
    places = [way[2] for way in play_options(s, card)]
    return best_place(s, card, places) if places else None


def best_place(s: GameState, card: int, places: list[int | str]) -> int | str:
    """Where a card is played: an item on the rightmost wielder; else path, battleground, reserve (AtS p. 8)."""
    if card in ITEM:
        return max((one for one in places if isinstance(one, int)), key=lambda wielder: _rank(s, wielder))
    for location in (*s.path, *reversed(s.battlegrounds)):
        if location in places and _is_useful_at(s, card, location):
            return location
    return IN_RESERVE if IN_RESERVE in places else places[-1]


def helps_to_win(s: GameState, card: int, location: int) -> bool:
    """Whether a card would add icons to a combat in which they are useful (AtS p. 5)."""
    return icons_are_useful(s, location, [card]) and adds_icons(s, card, location)


def _is_useful_at(s: GameState, card: int, location: int) -> bool:
    """Whether playing a card there is useful: by what its block says, or by the icons it adds."""
    return (USEFUL_TO_BOT.get(card) or helps_to_win)(s, card, location)


def _is_useful_event(s: GameState, card: int) -> bool:
    """Whether an event is useful: by what its block says; the others draw cards, if there are any (AtS p. 5)."""
    if card in USEFUL_TO_BOT:
        return USEFUL_TO_BOT[card](s, card, AS_EVENT)
    return can_draw(s, owner(s, card))


def _rank(s: GameState, wielder: int) -> tuple[int, int, int]:
    """Wielders on the path before those at battlegrounds, those before reserve; rightmost first."""
    where = place(s, wielder)
    if where is None or where == RESERVE:
        reserve = next(player.reserve for player in s.players if wielder in player.reserve)
        return 0, 0, reserve.index(wielder)
    order = s.battlegrounds.index(where) if where < FIRST_PATH else 0
    return (2 if where >= FIRST_PATH else 1), order, s.sites[where].cards.index(wielder)
