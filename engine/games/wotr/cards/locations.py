"""The activation texts of battlegrounds and paths."""

from engine.core.flow import Flow, Option
from engine.games.wotr.cards.hooks import on_activated
from engine.games.wotr.components.entries import FREE, SHADOW, number
from engine.games.wotr.components.groups import ARMY, CHARACTER, NAZGUL
from engine.games.wotr.rules.activating import activate_battleground
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.drawing import draw, recycle
from engine.games.wotr.rules.each_player import each_cycles, each_draws, each_forsakes
from engine.games.wotr.rules.forsaking import can_forsake, forsake
from engine.games.wotr.rules.hand import cycle_from_hand
from engine.games.wotr.rules.playing import IN_RESERVE, draw_and_play
from engine.games.wotr.rules.taking import may_take
from engine.games.wotr.rules.tokens import strengthen
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState

_SARUMAN = number("saruman")
_LORIEN = number("lorien")
_DOL_GULDUR = number("dol-guldur")
_HELMS_DEEP = number("helm-s-deep")


def _player(s: GameState, faction: str) -> int:
    return VARIANTS[s.variant].player_of[faction]


def draws(faction: str, n: int, *locations: str) -> None:
    """The faction's player draws cards."""

    @on_activated(*locations)
    def text(s: GameState, seat: int, location: int) -> None:
        draw(s, _player(s, faction), n)


def draws_then_cycles(faction: str, *locations: str) -> None:
    """The faction's player draws a card, then cycles one from hand."""

    @on_activated(*locations)
    def text(s: GameState, seat: int, location: int) -> Flow[None]:
        draw(s, _player(s, faction))
        yield from cycle_from_hand(s, _player(s, faction))


def may_forsake_to_draw(faction: str, n: int, *locations: str) -> None:
    """The faction's player may forsake a card to draw some."""

    @on_activated(*locations)
    def text(s: GameState, seat: int, location: int) -> Flow[None]:
        player = _player(s, faction)
        paid = yield from _may_forsake(s, player, location)
        if paid:
            draw(s, player, n)


def _may_forsake(s: GameState, seat: int, location: int) -> Flow[bool]:
    """A voluntary price; who cannot pay it gets nothing (p. 13)."""
    if not can_forsake(s, seat):
        return False
    chosen: Option = yield from ask(s, seat, "may", [("yes", location), ("no", location)])
    if chosen[0] == "no":
        return False
    yield from forsake(s, seat)
    return True


def each_side_draws(side: str, n: int, *locations: str) -> None:
    """Each player of a side draws cards."""

    @on_activated(*locations)
    def text(s: GameState, seat: int, location: int) -> None:
        each_draws(s, side, n)


def each_free_forsakes(*locations: str) -> None:
    """Each Free Peoples player forsakes a card."""

    @on_activated(*locations)
    def text(s: GameState, seat: int, location: int) -> Flow[None]:
        yield from each_forsakes(s)


def draws_and_plays(faction: str, cards: frozenset[int], *locations: str, only: tuple[int | str, ...] = ()) -> None:
    """The faction's player draws five cards, may play one of a kind and cycles the rest."""

    @on_activated(*locations)
    def text(s: GameState, seat: int, location: int) -> Flow[None]:
        yield from draw_and_play(s, _player(s, faction), 5, cards, only)


may_forsake_to_draw("Dúnedain", 1, "dol-amroth", "pelargir")
may_forsake_to_draw("Dúnedain", 3, "minas-tirith")
draws_and_plays("Rohan", ARMY | CHARACTER, "helm-s-deep", only=(_HELMS_DEEP,))
draws_then_cycles("Elf", "rivendell")
each_side_draws(SHADOW, 1, "harad", "umbar")
draws_and_plays("Mordor", NAZGUL, "minas-morgul", only=(IN_RESERVE,))
draws_and_plays("Mordor", ARMY, "morannon")
draws("Monstrous", 2, "moria")


@on_activated("edoras")
def edoras(s: GameState, seat: int, location: int) -> Flow[None]:
    if _HELMS_DEEP in s.battleground_decks[FREE]:
        yield from activate_battleground(s, seat, _HELMS_DEEP)


def _calls(ground: str, other: int) -> None:
    """Another battleground must be activated or reactivated too, unless it is active already."""

    @on_activated(ground)
    def text(s: GameState, seat: int, location: int) -> Flow[None]:
        areas = (*s.battleground_decks.values(), *s.scored.values())
        if any(other in area for area in areas):
            yield from activate_battleground(s, seat, other)


_calls("lorien", _DOL_GULDUR)
_calls("dol-guldur", _LORIEN)


@on_activated("orthanc")
def orthanc(s: GameState, seat: int, location: int) -> Flow[None]:
    isengard = _player(s, "Isengard")
    player = s.players[isengard]
    yield from may_take(s, isengard, [_SARUMAN] if _SARUMAN in (*player.deck, *player.cycled) else [])
    recycle(s, isengard)


draws("Hobbit", 2, "bag-end")
draws_then_cycles("Elf", "gildor-s-encampment", "lothlorien")
each_side_draws(SHADOW, 2, "inn-of-the-prancing-pony")
each_free_forsakes("the-old-forest", "caradhras", "emyn-muil")
draws("Mordor", 2, "weathertop", "orodruin")
draws("Elf", 2, "imladris")
each_side_draws(FREE, 1, "the-council-of-elrond", "the-cross-roads")
draws("Monstrous", 2, "khazad-dum", "dead-marshes", "shelob-s-lair", "crack-of-doom")
draws_then_cycles("Mordor", "amon-hen")
draws("Dúnedain", 1, "henneth-annun")
may_forsake_to_draw("Dúnedain", 3, "osgiliath")
draws_and_plays("Mordor", ARMY, "cirith-ungol")
draws_and_plays("Mordor", NAZGUL, "morgul-vale")


@on_activated("bucklebury-ferry")
def bucklebury_ferry(s: GameState, seat: int, location: int) -> None:
    draw(s, _player(s, "Mordor"))
    draw(s, _player(s, "Hobbit"))


@on_activated("fords-of-bruinen")
def fords_of_bruinen(s: GameState, seat: int, location: int) -> Flow[None]:
    for player in VARIANTS[s.variant].each(FREE):
        yield from forsake(s, player)
        draw(s, player, 3)


@on_activated("the-doors-of-durin")
def the_doors_of_durin(s: GameState, seat: int, location: int) -> Flow[None]:
    paid = yield from _may_forsake(s, _player(s, "Monstrous"), location)
    if paid:
        strengthen(s, location, attack=1)


@on_activated("dimrill-dale")
def dimrill_dale(s: GameState, seat: int, location: int) -> Flow[None]:
    yield from each_cycles(s, SHADOW, 2)


@on_activated("egladil")
def egladil(s: GameState, seat: int, location: int) -> Flow[None]:
    for player in VARIANTS[s.variant].each(FREE):
        draw(s, player, 2)
        yield from cycle_from_hand(s, player)


@on_activated("morgai")
def morgai(s: GameState, seat: int, location: int) -> None:
    strengthen(s, location, attack=1)
