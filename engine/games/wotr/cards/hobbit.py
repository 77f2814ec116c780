"""The Hobbits and the Dwarves, of Frodo's deck."""

from engine.core.flow import Flow
from engine.games.wotr.cards.hooks import action, cycled_instead, on_played, path_icons, welcome
from engine.games.wotr.cards.moves import other_paths
from engine.games.wotr.components.entries import number
from engine.games.wotr.components.groups import characters
from engine.games.wotr.rules.activating import choose_path
from engine.games.wotr.rules.cycling import cycle_in_play
from engine.games.wotr.rules.drawing import draw
from engine.games.wotr.rules.eliminating import FORSAKEN_RESERVE, PATH_COMBAT, eliminate_in_play
from engine.games.wotr.rules.taking import choose_and_take, may_take
from engine.games.wotr.rules.tokens import strengthen
from engine.games.wotr.state import GameState

_HOBBITS = characters("Hobbit")
_MONSTERS = characters("Monstrous")
_AXE = number("dwarven-axe")


@on_played("gimli")
def gimli(s: GameState, seat: int, card: int) -> Flow[None]:
    yield from may_take(s, seat, [_AXE] if _AXE in s.players[seat].cycled else [])


cycled_instead("bilbo-baggins")


@action("reserve", "bilbo-baggins")
def bilbo(s: GameState, seat: int, card: int) -> None:
    cycle_in_play(s, card)
    draw(s, seat, 2)


cycled_instead("fatty-bolger", of=(FORSAKEN_RESERVE,))


@action("reserve", "fatty-bolger")
def fatty(s: GameState, seat: int, card: int) -> None:
    eliminate_in_play(s, card)
    draw(s, seat, 3)


cycled_instead("frodo-baggins", items=False)
cycled_instead("merry-brandybuck", "pippin-took", of=(PATH_COMBAT,))
welcome("merry-brandybuck", "Rohan")
welcome("pippin-took", "Dúnedain")


@action("reserve", "sam-gamgee", ready=lambda s, seat, card: bool(s.path))
def sam(s: GameState, seat: int, card: int) -> None:
    cycle_in_play(s, card)
    strengthen(s, s.path[0], defence=1)


def hobbits_cycled(s: GameState, seat: int) -> list[int]:
    """The Hobbit characters in a seat's cycle pile."""
    return sorted(card for card in s.players[seat].cycled if card in _HOBBITS)


@action("play", "herbs-and-stewed-rabbit", ready=lambda s, seat, card: bool(hobbits_cycled(s, seat)))
def herbs_and_stewed_rabbit(s: GameState, seat: int, card: int) -> Flow[None]:
    eliminate_in_play(s, card)
    yield from choose_and_take(s, seat, hobbits_cycled(s, seat))
    draw(s, seat)


@path_icons("sting")
def sting(s: GameState, bearer: int, path: int) -> int:
    return int(any(card in _MONSTERS for card in s.sites[path].cards))


@on_played("there-is-another-way")
def there_is_another_way(s: GameState, seat: int, card: int) -> Flow[None]:
    paths = other_paths(s)
    if paths:
        path = yield from choose_path(s, seat, paths)
        if path in s.sites:
            strengthen(s, path, defence=1)
