"""Texts that several battlegrounds and paths share: blocks that their blocks are made from."""

from engine.core.flow import Flow, Option
from engine.games.wotr.cards.registry import Card, activated
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.drawing import draw
from engine.games.wotr.rules.forsaking import can_forsake, forsake
from engine.games.wotr.rules.hand import cycle_from_hand
from engine.games.wotr.rules.players import each_draws, each_forsakes, player_of
from engine.games.wotr.rules.playing import draw_and_play
from engine.games.wotr.state import GameState


class PlayerDraws(Card):
    """The player of a faction draws cards."""

    faction: str
    draws: int

    @activated
    def draw_cards(self, s: GameState, seat: int, location: int) -> None:
        draw(s, player_of(s, self.faction), self.draws)


class PlayerDrawsAndCycles(Card):
    """The player of a faction draws 1 card, then cycles 1 from hand."""

    faction: str

    @activated
    def draw_and_cycle(self, s: GameState, seat: int, location: int) -> Flow[None]:
        player = player_of(s, self.faction)
        draw(s, player)
        yield from cycle_from_hand(s, player)


class PlayerMayForsakeToDraw(Card):
    """The player of a faction may forsake 1 card to draw some."""

    faction: str
    draws: int

    @activated
    def may_draw(self, s: GameState, seat: int, location: int) -> Flow[None]:
        player = player_of(s, self.faction)
        if (yield from may_forsake(s, player, location)):
            draw(s, player, self.draws)


class PlayerDrawsFiveAndPlays(Card):
    """The player of a faction draws 5 cards, plays up to 1 of a kind and cycles the rest."""

    faction: str
    plays: frozenset[int]
    only_to: tuple[int | str, ...] = ()

    @activated
    def draw_and_play(self, s: GameState, seat: int, location: int) -> Flow[None]:
        yield from draw_and_play(s, player_of(s, self.faction), 5, self.plays, self.only_to)


class EachDraws(Card):
    """Every player of a side draws cards."""

    side: str
    draws: int

    @activated
    def all_draw(self, s: GameState, seat: int, location: int) -> None:
        each_draws(s, self.side, self.draws)


class EachFreeForsakes(Card):
    """Every Free Peoples player forsakes 1 card."""

    @activated
    def all_forsake(self, s: GameState, seat: int, location: int) -> Flow[None]:
        yield from each_forsakes(s)


def may_forsake(s: GameState, player: int, location: int) -> Flow[bool]:
    """A voluntary price: whether the player forsook a card; who has none gets nothing (p. 13)."""
    if not can_forsake(s, player):
        return False
    choice: Option = yield from ask(s, player, "may", [("yes", location), ("no", location)])
    if choice[0] == "no":
        return False
    yield from forsake(s, player)
    return True
