"""The Elves, of Aragorn's deck."""

from engine.core.flow import Flow, Option
from engine.games.wotr.cards.named import HOBBITS, STRIDER_OR_ARAGORN
from engine.games.wotr.cards.parts import DrawsWhenPlayed
from engine.games.wotr.cards.registry import Card, action, after_draw, played
from engine.games.wotr.components.box import FREE, number
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.cycling import cycle_in_play
from engine.games.wotr.rules.eliminating import PATH_COMBAT, eliminate_in_play
from engine.games.wotr.rules.hand import cycle_from_hand
from engine.games.wotr.rules.players import each_draws
from engine.games.wotr.rules.taking import in_deck, may_take
from engine.games.wotr.rules.tokens import heal, strengthen
from engine.games.wotr.state import GameState

_BOW = number("bow-of-the-galadhrim")


# -- characters


class Arwen(DrawsWhenPlayed, id="arwen"):
    """When played: draw 1 card. In reserve: Strider or Aragorn has +1 defence and +1 path defence."""

    defends_in_reserve = STRIDER_OR_ARAGORN


class Elrond(DrawsWhenPlayed, id="elrond"):
    """When played: draw 1 card. In reserve: the carryover limit is 1 higher."""

    carryover_in_reserve = 1


class Galadriel(DrawsWhenPlayed, id="galadriel"):
    """When played: draw 1 card. In reserve: in the draw phase draw 1 more, then cycle 1 from hand."""

    extra_draw = 1

    @after_draw
    def cycle_a_card(self, s: GameState, seat: int, card: int) -> Flow[None]:
        yield from cycle_from_hand(s, seat)


class Legolas(Card, id="legolas"):
    """When played: you may take Bow of the Galadhrim from the deck."""

    @played
    def may_take_his_bow(self, s: GameState, seat: int, card: int) -> Flow[None]:
        yield from may_take(s, seat, in_deck(s, seat, [_BOW]))


# -- items


class BowOfTheGaladhrim(Card, id="bow-of-the-galadhrim"):
    """The only weapon of its wielder."""

    only_weapon = True


class ElvenCloak(Card, id="elven-cloak"):
    """When path combat would eliminate the wielder, the wielder is cycled with all items."""

    saves_wielder = (PATH_COMBAT,)


class Lembas(Card, id="lembas"):
    """Action of the Hobbit player, on a path: eliminate it; remove 1 corruption per Hobbit character on the path."""

    @action("path", faction="Hobbit")
    def eat(self, s: GameState, seat: int, card: int) -> None:
        eliminate_in_play(s, card)
        heal(s, sum(walker in HOBBITS for walker in s.sites[s.path[0]].cards))


class MirrorOfGaladriel(Card, id="mirror-of-galadriel"):
    """In play: its owner always knows the top card of the draw deck."""

    shows_top = True


class Nenya(Card, id="nenya-ring-of-adamant"):
    """Action, from reserve: cycle it; the active path or an active battleground gets +1 defence."""

    @action("reserve", ready=lambda s, seat, card: bool(s.sites))
    def defend(self, s: GameState, seat: int, card: int) -> Flow[None]:
        cycle_in_play(s, card)
        places = (*s.path, *s.battlegrounds)
        choice: Option = yield from ask(s, seat, "strengthen", [("defend", place) for place in places])
        strengthen(s, choice[1], defence=1)


class PhialOfGaladriel(Card, id="phial-of-galadriel"):
    """On a path: the path itself has +2 path defence."""

    path_defence = 2


class Vilya(Card, id="vilya-ring-of-air"):
    """Action, from reserve: cycle it; every Free Peoples player draws 1 card."""

    @action("reserve")
    def give_counsel(self, s: GameState, seat: int, card: int) -> None:
        cycle_in_play(s, card)
        each_draws(s, FREE)
