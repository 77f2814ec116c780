"""Texts that several battlegrounds and paths share: blocks that their blocks are made from."""

from typing import NamedTuple

from engine.core.cards import says
from engine.core.flow import Flow, Option
from engine.core.words import Words
from engine.games.wotr.cards.phrases import Group
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
    @says("{faction:of} player: draw {draws}.", "Gracz {faction:of} dobiera {draws:cards}.")
    def draw_cards(self, s: GameState, seat: int, location: int) -> None:
        draw(s, player_of(s, self.faction), self.draws)


class PlayerDrawsAndCycles(Card):
    """The player of a faction draws 1 card, then cycles 1 from hand."""

    faction: str

    @activated
    @says(
        "{faction:of} player: draw 1, then cycle 1 from hand.",
        "Gracz {faction:of} dobiera 1 kartę, potem zrzuca 1 z ręki.",
    )
    def draw_and_cycle(self, s: GameState, seat: int, location: int) -> Flow[None]:
        player = player_of(s, self.faction)
        draw(s, player)
        yield from cycle_from_hand(s, player)


class PlayerMayForsakeToDraw(Card):
    """The player of a faction may forsake 1 card to draw some."""

    faction: str
    draws: int

    @activated
    @says(
        "The {faction:of} player may forsake 1 card; if so, that player draws {draws}.",
        "Gracz {faction:of} może poświęcić 1 kartę, aby dobrać {draws}.",
    )
    def may_draw(self, s: GameState, seat: int, location: int) -> Flow[None]:
        player = player_of(s, self.faction)
        if (yield from may_forsake(s, player, location)):
            draw(s, player, self.draws)


class Target(NamedTuple):
    """The only places to which a text lets a card be played, and its words for them."""

    places: tuple[int | str, ...]
    words: Words


ANYWHERE = Target((), Words(""))


class PlayerDrawsFiveAndPlays(Card):
    """The player of a faction draws 5 cards, plays up to 1 of a kind and cycles the rest."""

    faction: str
    plays: Group
    only_to: Target = ANYWHERE

    @activated
    @says(
        "The {faction:of} player draws 5 cards, may play 1 {plays.words} among them{only_to.words} "
        "and cycles what is left.",
        "Gracz {faction:of} dobiera 5 kart, może zagrać spośród nich 1 {plays.words}{only_to.words}, pozostałe zrzuca.",
    )
    def draw_and_play(self, s: GameState, seat: int, location: int) -> Flow[None]:
        yield from draw_and_play(s, player_of(s, self.faction), 5, self.plays, self.only_to.places)


class EachDraws(Card):
    """Every player of a side draws cards."""

    side: str
    draws: int

    @activated
    @says("All {side:of} players: draw {draws}.", "Każdy gracz {side:of} dobiera {draws:cards}.")
    def all_draw(self, s: GameState, seat: int, location: int) -> None:
        each_draws(s, self.side, self.draws)


class EachFreeForsakes(Card):
    """Every Free Peoples player forsakes 1 card."""

    @activated
    @says("All Free Peoples players: forsake 1.", "Każdy gracz Wolnych Ludów poświęca 1 kartę.")
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
