"""The Dúnedain, of Aragorn's deck."""

from engine.core.flow import Flow, Option
from engine.core.state import disclose
from engine.games.wotr.cards.named import ARAGORN, ROHAN, STRIDER, STRIDER_OR_ARAGORN
from engine.games.wotr.cards.parts import DrawsWhenPlayed, HurriesOn, Replaces
from engine.games.wotr.cards.phrases import Group
from engine.games.wotr.cards.registry import (
    At,
    Card,
    Following,
    Inspired,
    Opening,
    action,
    entered,
    may_not_enter,
    played,
)
from engine.games.wotr.components.box import BATTLEGROUNDS, FREE, SIDE, number
from engine.games.wotr.components.groups import ARMY, battlegrounds_of, characters, is_path, is_shadow_battleground
from engine.games.wotr.rules.activating import choose_battleground, choose_path, inactive_battlegrounds, other_paths
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.cycling import cycle_in_play
from engine.games.wotr.rules.drawing import draw
from engine.games.wotr.rules.eliminating import FORSAKEN_TOP
from engine.games.wotr.rules.forsaking import forsake
from engine.games.wotr.rules.hand import cycle_from_hand
from engine.games.wotr.rules.moving import must_move_now
from engine.games.wotr.rules.places import in_reserve, wielder
from engine.games.wotr.rules.taking import choose_and_take, in_deck, take
from engine.games.wotr.state import GameState

_DUNEDAIN_GROUNDS = battlegrounds_of("Dúnedain")
_KNIGHTS = number("knights-of-dol-amroth")
_SONS = (number("boromir"), number("faramir"))
_CHIEFTAIN = (STRIDER, ARAGORN)
_HUNTERS = Group(
    characters("Legolas", "Gimli", "Strider", "Aragorn"),
    "Legolas, Gimli and Strider or Aragorn",
    "Legolasa, Gimliego oraz Obieżyświata lub Aragorna",
)
_FREE_ARMIES = Group(
    (army for army in ARMY if SIDE[army] == FREE), "every Free Peoples army", "każda armia Wolnych Ludów"
)


# -- armies


class DeadMenOfDunharrow(Card, id="dead-men-of-dunharrow"):
    """+2 attack and defence while it supports Strider or Aragorn."""

    icons_for_supporting = Inspired(STRIDER_OR_ARAGORN, 2)


class KnightsOfDolAmroth(Card, id="knights-of-dol-amroth"):
    """+1 defence at Dol Amroth."""

    battle_icons_at = At("dol-amroth", defence=1)


class GuardsOfTheCitadel(Card, id="guards-of-the-citadel"):
    """+1 defence at Minas Tirith."""

    battle_icons_at = At("minas-tirith", defence=1)


class TheGreatGate(Card, id="the-great-gate"):
    """+3 defence at Minas Tirith. May not enter a Shadow battleground."""

    battle_icons_at = At("minas-tirith", defence=3)

    @may_not_enter
    def stays_at_home(self, s: GameState, location: int) -> bool:
        return is_shadow_battleground(location)


# -- characters


class Aragorn(Replaces, id="aragorn"):
    """When played: Strider is removed. In reserve: draw 1 more. Forsaken from the top of the deck: cycled instead."""

    replaces = "strider"
    extra_draw = 1
    cycled_instead = (FORSAKEN_TOP,)


class Boromir(DrawsWhenPlayed, id="boromir"):
    """When played: draw 1 card. When played or moved to a path: forsake 1 card."""

    @entered
    def forsake_on_a_path(self, s: GameState, seat: int, card: int, location: int) -> Flow[None]:
        if is_path(location):
            yield from forsake(s, seat)


class Denethor(Card, id="denethor"):
    """Action, from reserve: forsake 1 card; take Boromir or Faramir from the deck."""

    @action("reserve", ready=lambda s, seat, card: bool(in_deck(s, seat, _SONS)))
    def call_a_son(self, s: GameState, seat: int, card: int) -> Flow[None]:
        disclose(s)  # that a son is in the deck
        yield from forsake(s, seat)
        yield from choose_and_take(s, seat, in_deck(s, seat, _SONS))


class Faramir(Card, id="faramir"):
    """When played or moved to a path 7: you may activate another path 7."""

    @entered
    def may_turn_aside(self, s: GameState, seat: int, card: int, location: int) -> Flow[None]:
        if is_path(location) and s.path_number == 7 and (paths := other_paths(s)):
            choice: Option = yield from ask(s, seat, "may", [("yes", card), ("no", card)])
            if choice[0] == "yes":
                yield from choose_path(s, seat, paths)


class Halbarad(Card, id="halbarad"):
    """Action, from reserve: cycle him; take Strider or Aragorn from the deck."""

    @action("reserve", ready=lambda s, seat, card: bool(in_deck(s, seat, _CHIEFTAIN)))
    def find_the_chieftain(self, s: GameState, seat: int, card: int) -> Flow[None]:
        cycle_in_play(s, card)
        yield from choose_and_take(s, seat, in_deck(s, seat, _CHIEFTAIN))


class PrinceImrahil(Card, id="prince-imrahil"):
    """When played: you may cycle 1 card from hand to take Knights of Dol Amroth from the deck."""

    @played
    def may_call_the_knights(self, s: GameState, seat: int, card: int) -> Flow[None]:
        disclose(s)  # whether the knights are in the deck
        if in_deck(s, seat, [_KNIGHTS]) and s.players[seat].hand:
            choice: Option = yield from ask(s, seat, "may", [("yes", card), ("no", card)])
            if choice[0] == "yes":
                yield from cycle_from_hand(s, seat)
                take(s, seat, _KNIGHTS)


class Strider(HurriesOn, id="strider"):
    """Action, on a path: activate a path numbered one higher. Eliminated when Aragorn is played."""

    replaced_by = "aragorn"


# -- items


class Anduril(Card, id="anduril"):
    """Action, from reserve: activate or reactivate a Dúnedain battleground; the wielder must move there."""

    @action("reserve", ready=lambda s, seat, card: bool(inactive_battlegrounds(s, _DUNEDAIN_GROUNDS)))
    def lead_to_battle(self, s: GameState, seat: int, card: int) -> Flow[None]:
        ground = yield from choose_battleground(s, seat, inactive_battlegrounds(s, _DUNEDAIN_GROUNDS))
        bearer = wielder(s, card)
        if bearer is not None:
            yield from must_move_now(s, seat, bearer, ground)


# -- events


class PathsOfTheDead(Card, id="paths-of-the-dead"):
    """Forsake 2 cards, then draw 4, or 5 with Strider or Aragorn in reserve."""

    @played
    def forsake_and_draw(self, s: GameState, seat: int, card: int) -> Flow[None]:
        yield from forsake(s, seat, 2)
        draw(s, seat, 5 if in_reserve(s, STRIDER) or in_reserve(s, ARAGORN) else 4)


class TheRedArrow(Card, id="the-red-arrow"):
    """This round Dúnedain battlegrounds are open to Rohan cards."""

    opens_this_round = Opening(ROHAN, Group(_DUNEDAIN_GROUNDS, "Dúnedain battlegrounds", "pola bitew Dúnedainów"))


class TheThreeHunters(Card, id="the-three-hunters"):
    """This round Legolas, Gimli, Strider and Aragorn may enter every battleground, supported by any Free army."""

    opens_this_round = Opening(_HUNTERS, Group(BATTLEGROUNDS, "every battleground", "każde pole bitwy"))
    supports_this_round = Following(_FREE_ARMIES, _HUNTERS)
