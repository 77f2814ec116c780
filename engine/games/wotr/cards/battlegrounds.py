"""The battlegrounds: what happens when one is activated."""

from engine.core.cards import says
from engine.core.flow import Flow
from engine.core.words import Words
from engine.games.wotr.cards.location_parts import (
    EachDraws,
    PlayerDraws,
    PlayerDrawsAndCycles,
    PlayerDrawsFiveAndPlays,
    PlayerMayForsakeToDraw,
    Target,
)
from engine.games.wotr.cards.named import NAZGUL, SARUMAN
from engine.games.wotr.cards.phrases import Group
from engine.games.wotr.cards.registry import Card, activated
from engine.games.wotr.components.box import FREE, SHADOW, number
from engine.games.wotr.components.groups import ARMY, CHARACTER
from engine.games.wotr.rules.activating import activate_battleground, inactive_battlegrounds
from engine.games.wotr.rules.drawing import recycle
from engine.games.wotr.rules.players import player_of
from engine.games.wotr.rules.playing import IN_RESERVE
from engine.games.wotr.rules.taking import in_cycle_pile, in_deck, may_take
from engine.games.wotr.state import GameState

_HELMS_DEEP = number("helms-deep")


class CallsAnother(Card):
    """Another battleground is activated or reactivated too, unless it is active already."""

    other: str

    @activated
    @says(
        "Activate or reactivate {other:name}, a {other:side} battleground, too.",
        "Aktywuj lub reaktywuj też {other:name}, pole bitwy {other:side}.",
    )
    def activate_the_other(self, s: GameState, seat: int, location: int) -> Flow[None]:
        for ground in inactive_battlegrounds(s, frozenset({number(self.other)})):
            yield from activate_battleground(s, seat, ground)


# -- of the Free Peoples


class DolAmroth(PlayerMayForsakeToDraw, id="dol-amroth"):
    """The Dúnedain player may forsake 1 card to draw 1."""

    faction = "Dúnedain"
    draws = 1


class Edoras(Card, id="edoras"):
    """Helm's Deep is activated too if it is in its deck."""

    @activated
    def activate_helms_deep(self, s: GameState, seat: int, location: int) -> Flow[None]:
        if _HELMS_DEEP in s.battleground_decks[FREE]:
            yield from activate_battleground(s, seat, _HELMS_DEEP)


class HelmsDeep(PlayerDrawsFiveAndPlays, id="helms-deep"):
    """The Rohan player draws 5 cards, plays up to 1 army or character of them here and cycles the rest."""

    faction = "Rohan"
    plays = Group(ARMY | CHARACTER, "army or character", "armię lub postać")
    only_to = Target((_HELMS_DEEP,), Words(" to Helm's Deep", " na Helmowy Jar"))


class Lorien(CallsAnother, id="lorien"):
    """Dol Guldur is activated or reactivated too."""

    other = "dol-guldur"


class MinasTirith(PlayerMayForsakeToDraw, id="minas-tirith"):
    """The Dúnedain player may forsake 1 card to draw 3."""

    faction = "Dúnedain"
    draws = 3


class Pelargir(PlayerMayForsakeToDraw, id="pelargir"):
    """The Dúnedain player may forsake 1 card to draw 1."""

    faction = "Dúnedain"
    draws = 1


class Rivendell(PlayerDrawsAndCycles, id="rivendell"):
    """The Elf player draws 1 card, then cycles 1 from hand."""

    faction = "Elf"


# -- of the Shadow


class DolGuldur(CallsAnother, id="dol-guldur"):
    """Lórien is activated or reactivated too."""

    other = "lorien"


class Harad(EachDraws, id="harad"):
    """Every Shadow player draws 1 card."""

    side = SHADOW
    draws = 1


class MinasMorgul(PlayerDrawsFiveAndPlays, id="minas-morgul"):
    """The Mordor player draws 5 cards, plays up to 1 Nazgûl of them to reserve and cycles the rest."""

    faction = "Mordor"
    plays = Group(NAZGUL, "Nazgûl character", "postać Nazgûla")
    only_to = Target((IN_RESERVE,), Words(" to reserve", " do rezerwy"))


class Morannon(PlayerDrawsFiveAndPlays, id="morannon"):
    """The Mordor player draws 5 cards, plays up to 1 army of them and cycles the rest."""

    faction = "Mordor"
    plays = Group(ARMY, "army", "armię")


class Moria(PlayerDraws, id="moria"):
    """The Monstrous player draws 2 cards."""

    faction = "Monstrous"
    draws = 2


class Orthanc(Card, id="orthanc"):
    """The Isengard player may take Saruman from deck or cycle pile, then recycles the pile."""

    @activated
    def may_take_saruman(self, s: GameState, seat: int, location: int) -> Flow[None]:
        player = player_of(s, "Isengard")
        yield from may_take(s, player, in_deck(s, player, [SARUMAN]) or in_cycle_pile(s, player, [SARUMAN]))
        recycle(s, player)


class Umbar(EachDraws, id="umbar"):
    """Every Shadow player draws 1 card."""

    side = SHADOW
    draws = 1
