"""The paths: what happens when one is activated."""

from engine.core.flow import Flow
from engine.games.wotr.cards.location_parts import (
    EachDraws,
    EachFreeForsakes,
    PlayerDraws,
    PlayerDrawsAndCycles,
    PlayerDrawsFiveAndPlays,
    PlayerMayForsakeToDraw,
    may_forsake,
)
from engine.games.wotr.cards.named import NAZGUL
from engine.games.wotr.cards.phrases import Group
from engine.games.wotr.cards.registry import Card, accepted_by_bot, activated
from engine.games.wotr.components.box import FREE, SHADOW
from engine.games.wotr.components.groups import ARMY
from engine.games.wotr.rules.against_the_shadow.winning import NOBODY, icons_are_useful
from engine.games.wotr.rules.drawing import draw
from engine.games.wotr.rules.forsaking import forsake
from engine.games.wotr.rules.hand import cycle_from_hand
from engine.games.wotr.rules.players import each_cycles, player_of
from engine.games.wotr.rules.tokens import strengthen
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState

# -- path 1


class BagEnd(PlayerDraws, id="bag-end"):
    """The Hobbit player draws 2 cards."""

    faction = "Hobbit"
    draws = 2


class BuckleburyFerry(Card, id="bucklebury-ferry"):
    """The Mordor player and the Hobbit player draw 1 card each."""

    @activated
    def both_draw(self, s: GameState, seat: int, location: int) -> None:
        draw(s, player_of(s, "Mordor"))
        draw(s, player_of(s, "Hobbit"))


class GildorsEncampment(PlayerDrawsAndCycles, id="gildors-encampment"):
    """The Elf player draws 1 card, then cycles 1 from hand."""

    faction = "Elf"


# -- path 2


class InnOfThePrancingPony(EachDraws, id="inn-of-the-prancing-pony"):
    """Every Shadow player draws 2 cards."""

    side = SHADOW
    draws = 2


class TheOldForest(EachFreeForsakes, id="the-old-forest"):
    """Every Free Peoples player forsakes 1 card."""


class Weathertop(PlayerDraws, id="weathertop"):
    """The Mordor player draws 2 cards."""

    faction = "Mordor"
    draws = 2


# -- path 3


class FordsOfBruinen(Card, id="fords-of-bruinen"):
    """Every Free Peoples player forsakes 1 card, then draws 3."""

    @activated
    def forsake_and_draw(self, s: GameState, seat: int, location: int) -> Flow[None]:
        for player in VARIANTS[s.variant].each(FREE):
            yield from forsake(s, player)
            draw(s, player, 3)


class Imladris(PlayerDraws, id="imladris"):
    """The Elf player draws 2 cards."""

    faction = "Elf"
    draws = 2


class TheCouncilOfElrond(EachDraws, id="the-council-of-elrond"):
    """Every Free Peoples player draws 1 card."""

    side = FREE
    draws = 1


# -- path 4


class Caradhras(EachFreeForsakes, id="caradhras"):
    """Every Free Peoples player forsakes 1 card."""


class KhazadDum(PlayerDraws, id="khazad-dum"):
    """The Monstrous player draws 2 cards."""

    faction = "Monstrous"
    draws = 2


class TheDoorsOfDurin(Card, id="the-doors-of-durin"):
    """The Monstrous player may forsake 1 card; this path gets +1 path attack.

    A bot would pay with the rightmost card of its reserve, if there is one.
    """

    @activated
    def may_wake_the_watcher(self, s: GameState, seat: int, location: int) -> Flow[None]:
        if (yield from may_forsake(s, player_of(s, "Monstrous"), location)):
            strengthen(s, location, attack=1)

    @accepted_by_bot
    def is_the_attack_worth_it(self, s: GameState, bot: int, location: int) -> bool:
        reserve = s.players[bot].reserve
        return icons_are_useful(s, location, tokens=1, without=reserve[-1] if reserve else NOBODY)


# -- path 5


class DimrillDale(Card, id="dimrill-dale"):
    """Every Shadow player cycles 2 cards from hand."""

    @activated
    def shadow_cycles(self, s: GameState, seat: int, location: int) -> Flow[None]:
        yield from each_cycles(s, SHADOW, 2)


class Egladil(Card, id="egladil"):
    """Every Free Peoples player draws 2 cards, then cycles 1 from hand."""

    @activated
    def draw_and_cycle(self, s: GameState, seat: int, location: int) -> Flow[None]:
        for player in VARIANTS[s.variant].each(FREE):
            draw(s, player, 2)
            yield from cycle_from_hand(s, player)


class Lothlorien(PlayerDrawsAndCycles, id="lothlorien"):
    """The Elf player draws 1 card, then cycles 1 from hand."""

    faction = "Elf"


# -- path 6


class AmonHen(PlayerDrawsAndCycles, id="amon-hen"):
    """The Mordor player draws 1 card, then cycles 1 from hand."""

    faction = "Mordor"


class DeadMarshes(PlayerDraws, id="dead-marshes"):
    """The Monstrous player draws 2 cards."""

    faction = "Monstrous"
    draws = 2


class EmynMuil(EachFreeForsakes, id="emyn-muil"):
    """Every Free Peoples player forsakes 1 card."""


# -- path 7


class HennethAnnun(PlayerDraws, id="henneth-annun"):
    """The Dúnedain player draws 1 card."""

    faction = "Dúnedain"
    draws = 1


class Osgiliath(PlayerMayForsakeToDraw, id="osgiliath"):
    """The Dúnedain player may forsake 1 card to draw 3."""

    faction = "Dúnedain"
    draws = 3


class TheCrossRoads(EachDraws, id="the-cross-roads"):
    """Every Free Peoples player draws 1 card."""

    side = FREE
    draws = 1


# -- path 8


class CirithUngol(PlayerDrawsFiveAndPlays, id="cirith-ungol"):
    """The Mordor player draws 5 cards, plays up to 1 army of them and cycles the rest."""

    faction = "Mordor"
    plays = Group(ARMY, "army", "armię")


class MorgulVale(PlayerDrawsFiveAndPlays, id="morgul-vale"):
    """The Mordor player draws 5 cards, plays up to 1 Nazgûl character of them and cycles the rest."""

    faction = "Mordor"
    plays = Group(NAZGUL, "Nazgûl character", "postać Nazgûla")


class ShelobsLair(PlayerDraws, id="shelobs-lair"):
    """The Monstrous player draws 2 cards."""

    faction = "Monstrous"
    draws = 2


# -- path 9


class CrackOfDoom(PlayerDraws, id="crack-of-doom"):
    """The Monstrous player draws 2 cards."""

    faction = "Monstrous"
    draws = 2


class Morgai(Card, id="morgai"):
    """This path gets +1 path attack."""

    @activated
    def strengthen_the_attack(self, s: GameState, seat: int, location: int) -> None:
        strengthen(s, location, attack=1)


class Orodruin(PlayerDraws, id="orodruin"):
    """The Mordor player draws 2 cards."""

    faction = "Mordor"
    draws = 2
