"""The four promotional cards, in play with the option `promos`."""

from engine.core.flow import Flow, Option
from engine.games.wotr.cards.hooks import AFTER_COMBAT, EXTRA_DRAW, PERMITS, has_behaviour, on_played, passive
from engine.games.wotr.components.entries import CARDS, FREE, SIDE, number
from engine.games.wotr.components.groups import CHARACTER, of_faction
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.cycling import cycle_in_play
from engine.games.wotr.rules.drawing import draw
from engine.games.wotr.rules.eliminating import eliminate_in_play, remove
from engine.games.wotr.rules.places import in_reserve
from engine.games.wotr.state import GameState

_GHAN = number("ghan-buri-ghan")
_MINAS_TIRITH = number("minas-tirith")
_ROHAN = of_faction("Rohan")


def ioreth(s: GameState, seat: int, card: int, losses: list[int]) -> Flow[list[int]]:
    """She and one other Free Peoples character of the combat, not a Wizard, are cycled; their items are not."""
    wounded = [
        one
        for one in losses
        if one != card and one in CHARACTER and SIDE[one] == FREE and CARDS[one].faction != "Wizard"
    ]
    options: list[Option] = [("heal", card, one) for one in wounded]
    if card in losses:
        options.append(("heal", card))
    if not options:
        return []
    chosen: Option = yield from ask(s, seat, "heal", [*options, ("decline",)])
    saved = [one for one in chosen[1:] if one in losses]
    for one in saved:
        for item in list(s.items.get(one, ())):
            eliminate_in_play(s, item)
        cycle_in_play(s, one)
    return saved


AFTER_COMBAT[number("ioreth")] = ioreth
has_behaviour("ioreth")


@PERMITS.append
def ghan_opens_minas_tirith(s: GameState, card: int, location: int) -> bool:
    return s.promos and location == _MINAS_TIRITH and card in _ROHAN and in_reserve(s, _GHAN)


has_behaviour("ghan-buri-ghan")


@on_played("whip-of-many-thongs")
def whip_of_many_thongs(s: GameState, seat: int, card: int) -> None:
    draw(s, seat)


passive(EXTRA_DRAW, "gothmog")


@on_played("gothmog")
def gothmog(s: GameState, seat: int, card: int) -> None:
    remove(s, number("the-witch-king"))
