"""The Southrons, of Saruman's deck."""

from engine.core.flow import Flow
from engine.games.wotr.cards.hooks import action
from engine.games.wotr.cards.moves import on_ground
from engine.games.wotr.components.entries import number
from engine.games.wotr.components.groups import battlegrounds_of
from engine.games.wotr.rules.activating import activate_battleground, choose_battleground, scored_battlegrounds
from engine.games.wotr.rules.eliminating import eliminate_in_play
from engine.games.wotr.state import GameState

_SOUTHRON_GROUNDS = battlegrounds_of("Southron")
on_ground("coastal-raiders", "dol-amroth", attack=1)
on_ground("haradrim-cavalry", "minas-tirith", attack=1)
on_ground("the-black-fleet", "pelargir", attack=1)


def calls_to(army: str, ground: str) -> None:
    """In reserve: eliminate it to activate a battleground that is still in its deck."""
    there = number(ground)

    def waits(s: GameState, seat: int, card: int) -> bool:
        return any(there in deck for deck in s.battleground_decks.values())

    @action("reserve", army, ready=waits)
    def call(s: GameState, seat: int, card: int) -> Flow[None]:
        eliminate_in_play(s, card)
        yield from activate_battleground(s, seat, there)


calls_to("coastal-raiders", "dol-amroth")
calls_to("corsairs-of-umbar", "umbar")
calls_to("haradrim-regulars", "harad")
calls_to("haradrim-cavalry", "minas-tirith")
calls_to("the-black-fleet", "pelargir")


@action("reserve", "the-black-serpent", ready=lambda s, seat, card: bool(scored_battlegrounds(s, _SOUTHRON_GROUNDS)))
def the_black_serpent(s: GameState, seat: int, card: int) -> Flow[None]:
    eliminate_in_play(s, card)
    yield from choose_battleground(s, seat, scored_battlegrounds(s, _SOUTHRON_GROUNDS))
