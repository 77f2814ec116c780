"""The Nazgûl and what they wield, of the Witch-king's deck."""

from engine.core.flow import Flow, Option
from engine.games.wotr.cards.named import NAZGUL
from engine.games.wotr.cards.parts import DrawsWhenPlayed
from engine.games.wotr.cards.registry import At, Card, action, played
from engine.games.wotr.components.box import FREE, SHADOW
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.cycling import cycle_in_play
from engine.games.wotr.rules.eliminating import BATTLE, FORSAKEN_TOP, PATH_COMBAT, eliminate_in_play
from engine.games.wotr.rules.moving import may_move_now
from engine.games.wotr.rules.places import wielder
from engine.games.wotr.rules.players import each_cycles, each_draws, each_forsakes
from engine.games.wotr.rules.taking import choose_and_take, in_cycle_pile
from engine.games.wotr.rules.tokens import corrupt, strengthen
from engine.games.wotr.state import GameState

# -- characters


class TheBeguiler(Card, id="the-beguiler"):
    """Action, from reserve: cycle him; every Free Peoples player cycles 1 card from hand."""

    @action("reserve")
    def beguile(self, s: GameState, seat: int, card: int) -> Flow[None]:
        cycle_in_play(s, card)
        yield from each_cycles(s, FREE)


class TheBlackEasterling(DrawsWhenPlayed, id="the-black-easterling"):
    """+1 defence at Dol Guldur. When played: draw 1 card."""

    battle_icons_at = At("dol-guldur", defence=1)


class TheCommander(Card, id="the-commander"):
    """Action, from reserve: cycle him; every Shadow player draws 1 card."""

    @action("reserve")
    def command(self, s: GameState, seat: int, card: int) -> None:
        cycle_in_play(s, card)
        each_draws(s, SHADOW)


class TheDestroyer(Card, id="the-destroyer"):
    """Action, from reserve: cycle him; an active battleground gets +1 attack."""

    @action("reserve", ready=lambda s, seat, card: bool(s.battlegrounds))
    def destroy(self, s: GameState, seat: int, card: int) -> Flow[None]:
        cycle_in_play(s, card)
        choice: Option = yield from ask(s, seat, "strengthen", [("attack", ground) for ground in s.battlegrounds])
        strengthen(s, choice[1], attack=1)


class TheHunter(Card, id="the-hunter"):
    """Action, from reserve: cycle him; the active path gets +1 path attack."""

    @action("reserve", ready=lambda s, seat, card: bool(s.path))
    def hunt(self, s: GameState, seat: int, card: int) -> None:
        cycle_in_play(s, card)
        strengthen(s, s.path[0], attack=1)


class TheMessenger(Card, id="the-messenger"):
    """Action, from reserve: cycle him; take another Nazgûl character from the cycle pile."""

    @action("reserve", ready=lambda s, seat, card: bool(in_cycle_pile(s, seat, NAZGUL)))
    def summon(self, s: GameState, seat: int, card: int) -> Flow[None]:
        others = in_cycle_pile(s, seat, NAZGUL)
        cycle_in_play(s, card)
        yield from choose_and_take(s, seat, others)


class TheReaver(Card, id="the-reaver"):
    """Action, from reserve: cycle him; every Free Peoples player forsakes 1 card."""

    @action("reserve")
    def reave(self, s: GameState, seat: int, card: int) -> Flow[None]:
        cycle_in_play(s, card)
        yield from each_forsakes(s)


class TheWarrior(Card, id="the-warrior"):
    """Action, from reserve: cycle him; an active battleground gets +1 defence."""

    @action("reserve", ready=lambda s, seat, card: bool(s.battlegrounds))
    def defend(self, s: GameState, seat: int, card: int) -> Flow[None]:
        cycle_in_play(s, card)
        choice: Option = yield from ask(s, seat, "strengthen", [("defend", ground) for ground in s.battlegrounds])
        strengthen(s, choice[1], defence=1)


class TheWitchKing(Card, id="the-witch-king"):
    """In reserve: draw 1 more. Forsaken from the top of the deck: cycled instead."""

    extra_draw = 1
    cycled_instead = (FORSAKEN_TOP,)


# -- items


class BlackBreath(Card, id="black-breath"):
    """Action, at a location: cycle the wielder with all items; add 1 corruption."""

    @action("location")
    def breathe(self, s: GameState, seat: int, card: int) -> None:
        rider = wielder(s, card)
        assert rider is not None
        cycle_in_play(s, rider)
        corrupt(s)


class BlackRidersMount(Card, id="black-riders-mount"):
    """Played on a wielder in reserve: the wielder may move to a path at once."""

    @played
    def may_ride(self, s: GameState, seat: int, card: int) -> Flow[None]:
        yield from _may_ride(s, seat, card, s.path)


class FellBeast(Card, id="fell-beast"):
    """Played on a wielder in reserve: the wielder may move to a battleground at once."""

    @played
    def may_fly(self, s: GameState, seat: int, card: int) -> Flow[None]:
        yield from _may_ride(s, seat, card, s.battlegrounds)


def _may_ride(s: GameState, seat: int, mount: int, locations: list[int]) -> Flow[None]:
    rider = wielder(s, mount)
    if rider is not None:
        yield from may_move_now(s, seat, rider, locations)


class MorgulBlade(Card, id="morgul-blade"):
    """Action, on a path: eliminate it; add 1 corruption."""

    @action("path")
    def wound(self, s: GameState, seat: int, card: int) -> None:
        eliminate_in_play(s, card)
        corrupt(s)


class NazgulsMantle(Card, id="nazguls-mantle"):
    """When combat would eliminate the wielder, the wielder is cycled with all items."""

    saves_wielder = (PATH_COMBAT, BATTLE)
