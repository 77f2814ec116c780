"""The Wizards, Ents and others at their side, of Frodo's deck."""

from engine.core.flow import Flow, Option
from engine.games.wotr.cards.named import GANDALF, HOBBITS
from engine.games.wotr.cards.parts import HurriesOn, Replaces
from engine.games.wotr.cards.registry import At, Card, action, battle_icons, entered
from engine.games.wotr.components.box import SHADOW
from engine.games.wotr.components.groups import ARMY, CHARACTER, armies, of_faction
from engine.games.wotr.rules.activating import choose_path, higher_paths
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.cycling import cycle_in_play
from engine.games.wotr.rules.eliminating import FORSAKEN_TOP, PATH_COMBAT, eliminate_in_play
from engine.games.wotr.rules.players import each_cycles, player_of
from engine.games.wotr.rules.taking import choose_and_take, in_cycle_pile, may_take
from engine.games.wotr.rules.tokens import corrupt
from engine.games.wotr.state import GameState

_ISENGARD_ARMIES = armies("Isengard")
_ISENGARD_FIGHTERS = of_faction("Isengard") & (ARMY | CHARACTER)


# -- characters


class GandalfTheGrey(HurriesOn, id="gandalf-the-grey"):
    """Action, on a path: activate a path numbered one higher. Eliminated when Gandalf the White is played."""

    replaced_by = "gandalf-the-white"


class GandalfTheWhite(Replaces, id="gandalf-the-white"):
    """When played: Gandalf the Grey is removed. In reserve: draw 1 more. Forsaken from the top: cycled instead."""

    replaces = "gandalf-the-grey"
    extra_draw = 1
    cycled_instead = (FORSAKEN_TOP,)


class Gwaihir(Card, id="gwaihir-the-windlord"):
    """Action, from reserve: cycle him; take either Gandalf from the cycle pile."""

    @action("reserve", ready=lambda s, seat, card: bool(in_cycle_pile(s, seat, GANDALF)))
    def bear_gandalf(self, s: GameState, seat: int, card: int) -> Flow[None]:
        cycle_in_play(s, card)
        yield from choose_and_take(s, seat, in_cycle_pile(s, seat, GANDALF))


class Quickbeam(Card, id="quickbeam"):
    """+1 attack and defence for each pair of Isengard characters and armies at his battleground."""

    @battle_icons
    def grow_angry(self, s: GameState, card: int, ground: int) -> tuple[int, int]:
        pairs = sum(card in _ISENGARD_FIGHTERS for card in s.sites[ground].cards) // 2
        return pairs, pairs


class Smeagol(Card, id="smeagol"):
    """Action, on a path: add 1 corruption; activate a path numbered one higher. Eliminated in path combat: cycled."""

    cycled_instead = (PATH_COMBAT,)

    @action("path", ready=lambda s, seat, card: bool(higher_paths(s)))
    def guide(self, s: GameState, seat: int, card: int) -> Flow[None]:
        corrupt(s)
        yield from choose_path(s, seat, higher_paths(s))


class Treebeard(Card, id="treebeard"):
    """+1 attack at Orthanc. When played or moved to a battleground: the Isengard player eliminates an army there."""

    battle_icons_at = At("orthanc", attack=1)

    @entered
    def break_an_army(self, s: GameState, seat: int, card: int, location: int) -> Flow[None]:
        foes = [foe for foe in s.sites[location].cards if foe in _ISENGARD_ARMIES]
        if foes:
            choice: Option = yield from ask(s, player_of(s, "Isengard"), "loss", [("lose", foe) for foe in foes])
            eliminate_in_play(s, choice[1])


# -- items


class EntDraught(Card, id="ent-draught"):
    """Action, in play: eliminate it; the Hobbit player may take up to 2 Hobbit characters from the cycle pile."""

    @action("play", ready=lambda s, seat, card: bool(in_cycle_pile(s, player_of(s, "Hobbit"), HOBBITS)))
    def drink(self, s: GameState, seat: int, card: int) -> Flow[None]:
        eliminate_in_play(s, card)
        hobbit_player = player_of(s, "Hobbit")
        for _ in range(2):
            if not (yield from may_take(s, hobbit_player, in_cycle_pile(s, hobbit_player, HOBBITS))):
                return


class GandalfsStaff(Card, id="gandalfs-staff"):
    """In play: the carryover limit is 1 higher."""

    carryover_in_play = 1


class Narya(Card, id="narya-ring-of-fire"):
    """Action, from reserve: cycle it; every Shadow player cycles 1 card from hand."""

    @action("reserve")
    def kindle_hearts(self, s: GameState, seat: int, card: int) -> Flow[None]:
        cycle_in_play(s, card)
        yield from each_cycles(s, SHADOW)
