"""The Rohirrim, of Frodo's deck."""

from engine.core.flow import Flow, Option
from engine.games.wotr.cards.named import GANDALF, NAZGUL, ROHAN
from engine.games.wotr.cards.registry import Card, action, battle_icons, played
from engine.games.wotr.components.box import BATTLEGROUNDS, number
from engine.games.wotr.components.groups import armies, of_faction
from engine.games.wotr.rules.activating import choose_battleground, inactive_battlegrounds
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.eliminating import eliminate_in_play
from engine.games.wotr.rules.moving import must_move_now
from engine.games.wotr.rules.places import RESERVE, in_play, owner, place, wielder
from engine.games.wotr.rules.players import player_of
from engine.games.wotr.rules.playing import draw_and_play
from engine.games.wotr.rules.taking import in_cycle_pile, may_take
from engine.games.wotr.state import GameState

_ALL_GROUNDS = frozenset(BATTLEGROUNDS)
_ROHAN_ARMIES = armies("Rohan")
_MORDOR = of_faction("Mordor")
_MERRY_OR_PIPPIN = (number("merry-brandybuck"), number("pippin-took"))


# -- characters


class Eomer(Card, id="eomer"):
    """When played: draw 5 cards, play up to 1 Rohan army of them, cycle the rest."""

    @played
    def muster(self, s: GameState, seat: int, card: int) -> Flow[None]:
        yield from draw_and_play(s, seat, 5, _ROHAN_ARMIES)


class Eowyn(Card, id="eowyn"):
    """Played to a battleground: you may eliminate a Nazgûl there. Played to reserve: you may take back a halfling."""

    @played
    def slay_or_befriend(self, s: GameState, seat: int, card: int) -> Flow[None]:
        here = place(s, card)
        if here == RESERVE:
            yield from may_take(s, seat, in_cycle_pile(s, seat, _MERRY_OR_PIPPIN))
        elif here is not None:
            yield from self._may_slay(s, seat, here)

    def _may_slay(self, s: GameState, seat: int, ground: int) -> Flow[None]:
        foes = [foe for foe in s.sites[ground].cards if foe in NAZGUL]
        if foes:
            choice: Option = yield from ask(s, seat, "slay", [*(("slay", foe) for foe in foes), ("decline",)])
            if choice[0] == "slay":
                eliminate_in_play(s, choice[1])


class Theoden(Card, id="theoden"):
    """+1 attack and defence while Gandalf is in play. When played: draw 5, play up to 1 of Rohan, cycle the rest."""

    @battle_icons
    def take_heart(self, s: GameState, card: int, ground: int) -> tuple[int, int]:
        return (1, 1) if any(in_play(s, wizard) for wizard in GANDALF) else (0, 0)

    @played
    def muster(self, s: GameState, seat: int, card: int) -> Flow[None]:
        yield from draw_and_play(s, seat, 5, ROHAN)


# -- items


class Shadowfax(Card, id="shadowfax"):
    """Action, from reserve: activate or reactivate any battleground; the wielder must move there."""

    @action("reserve", ready=lambda s, seat, card: bool(inactive_battlegrounds(s, _ALL_GROUNDS)))
    def bear_to_battle(self, s: GameState, seat: int, card: int) -> Flow[None]:
        ground = yield from choose_battleground(s, seat, inactive_battlegrounds(s, _ALL_GROUNDS))
        rider = wielder(s, card)
        if rider is not None:
            yield from must_move_now(s, owner(s, rider), rider, ground)


# -- events


class DeathRide(Card, id="death-ride-ride-to-ruin"):
    """Eliminate any number of Rohan cards from reserve; the Mordor player eliminates as many from battlegrounds."""

    @played
    def ride(self, s: GameState, seat: int, card: int) -> Flow[None]:
        reserve = s.players[seat].reserve
        fallen = 0
        while riders := [one for rider in reserve for one in (rider, *s.items.get(rider, ())) if one in ROHAN]:
            choice: Option = yield from ask(s, seat, "sacrifice", [*(("sacrifice", one) for one in riders), ("done",)])
            if choice[0] == "done":
                break
            eliminate_in_play(s, choice[1])
            fallen += 1
        yield from self._mordor_loses(s, fallen)

    def _mordor_loses(self, s: GameState, n: int) -> Flow[None]:
        for _ in range(n):
            fighting = [card for ground in s.battlegrounds for card in s.sites[ground].cards]
            foes = [one for card in fighting for one in (card, *s.items.get(card, ())) if one in _MORDOR]
            if not foes:
                return
            choice: Option = yield from ask(s, player_of(s, "Mordor"), "loss", [("lose", one) for one in foes])
            eliminate_in_play(s, choice[1])
