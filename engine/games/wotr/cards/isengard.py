"""Isengard, of Saruman's deck."""

from engine.core.flow import Flow, Option
from engine.core.state import disclose
from engine.games.wotr.cards.named import SARUMAN
from engine.games.wotr.cards.parts import CallsALeader, TurnsAside
from engine.games.wotr.cards.registry import Card, action, bot_effect
from engine.games.wotr.components.groups import characters
from engine.games.wotr.components.schema import BotAction
from engine.games.wotr.rules.against_the_shadow.winning import might_be_in
from engine.games.wotr.rules.asking import ask, ask_for_bot
from engine.games.wotr.rules.cycling import cycle_one_drawn
from engine.games.wotr.rules.drawing import can_draw, draw, draw_apart
from engine.games.wotr.rules.eliminating import (
    BATTLE,
    FORSAKEN_TOP,
    PATH_COMBAT,
    eliminate_drawn,
    eliminate_in_play,
)
from engine.games.wotr.rules.places import in_play
from engine.games.wotr.rules.taking import in_deck, take
from engine.games.wotr.state import GameState

_ROHIRRIM = sorted(characters("Rohan"))


# -- characters


class GrimaWormtongue(Card, id="grima-wormtongue"):
    """Action, from reserve: eliminate him; take Saruman from the deck, or eliminate a Rohan character in play.

    For a bot a person chooses among these, as far as they may succeed, and drawing 2 cards (AtS p. 6).
    """

    @action("reserve", ready=lambda s, seat, card: bool(_plots(s, bool(in_deck(s, seat, [SARUMAN])))))
    def plot(self, s: GameState, seat: int, card: int) -> Flow[None]:
        plots = _plots(s, bool(in_deck(s, seat, [SARUMAN])))
        disclose(s)  # that there is something to choose
        eliminate_in_play(s, card)
        choice: Option = yield from ask(s, seat, "intrigue", plots)
        if choice[0] == "slay":
            eliminate_in_play(s, choice[1])
        else:
            take(s, seat, SARUMAN)

    @bot_effect("intrigue", useful=lambda s, bot, card, act: bool(_plots_of_bot(s, bot)))
    def plot_for_bot(self, s: GameState, bot: int, card: int, act: BotAction) -> Flow[None]:
        choice: Option = yield from ask_for_bot(s, _plots_of_bot(s, bot))
        if choice[0] == "slay":
            eliminate_in_play(s, choice[1])
        elif choice[0] == "draw-two":
            draw(s, bot, 2)
        else:
            disclose(s)  # whether he is in the deck
            if in_deck(s, bot, [SARUMAN]):
                take(s, bot, SARUMAN)


def _plots_of_bot(s: GameState, bot: int) -> list[Option]:
    """What Gríma may do for a bot, as far as it can be done."""
    plots = _plots(s, might_be_in(s, s.players[bot].deck, [SARUMAN]))
    return [*plots, ("draw-two",)] if can_draw(s, bot) else plots


def _plots(s: GameState, seeks_saruman: bool) -> list[Option]:
    """What Gríma may do: seek Saruman, eliminate one of Rohan."""
    foes: list[Option] = [("slay", foe) for foe in _ROHIRRIM if in_play(s, foe)]
    return [("seek", SARUMAN), *foes] if seeks_saruman else foes


class Saruman(Card, id="saruman"):
    """In reserve: draw 1 more. Forsaken from the top of the deck: cycled instead."""

    extra_draw = 1
    cycled_instead = (FORSAKEN_TOP,)


class Ugluk(TurnsAside, id="ugluk"):
    """Action, on a path: activate another path with the same number."""


# -- items


class PalantirOfOrthanc(Card, id="palantir-of-orthanc"):
    """Action, from reserve, once a round: of the top 3 cards eliminate one, cycle one and take the last into hand."""

    @action("reserve", ready=lambda s, seat, card: card not in s.used_this_round and can_draw(s, seat))
    def look(self, s: GameState, seat: int, card: int) -> Flow[None]:
        s.used_this_round.append(card)
        yield from self._sort_three(s, seat)

    @bot_effect("foresight", useful=lambda s, bot, card, act: can_draw(s, bot))
    def look_for_bot(self, s: GameState, bot: int, card: int, act: BotAction) -> Flow[None]:
        yield from self._sort_three(s, bot)

    def _sort_three(self, s: GameState, seat: int) -> Flow[None]:
        player = s.players[seat]
        draw_apart(s, seat, 3)
        yield from eliminate_drawn(s, seat)
        if player.drawn_apart:
            choice: Option = yield from ask(s, seat, "cycle", [("cycle", one) for one in player.drawn_apart])
            cycle_one_drawn(s, seat, choice[1])
        player.hand += player.drawn_apart
        player.drawn_apart = []


class SarumansStaff(Card, id="sarumans-staff"):
    """In play: the carryover limit is 1 higher."""

    carryover_in_play = 1


class WovenOfAllColours(Card, id="woven-of-all-colours"):
    """When combat would eliminate the wielder, the wielder is cycled with all items."""

    saves_wielder = (PATH_COMBAT, BATTLE)


# -- events


class ThreatsAndPromises(CallsALeader, id="threats-and-promises"):
    """With Saruman in reserve: activate or reactivate an Isengard battleground; Saruman may then move there."""

    leader = "saruman"
    faction = "Isengard"
