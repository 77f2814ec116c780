"""The four promotional cards, in play with the option `promos`."""

from engine.core.flow import Flow, Option
from engine.games.wotr.cards.named import ROHAN
from engine.games.wotr.cards.parts import DrawsWhenPlayed, Replaces
from engine.games.wotr.cards.phrases import Group
from engine.games.wotr.cards.registry import Card, Opening, after_combat
from engine.games.wotr.components.box import CARDS, FREE, SIDE, number
from engine.games.wotr.components.groups import CHARACTER
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.cycling import cycle_in_play
from engine.games.wotr.rules.eliminating import eliminate_in_play
from engine.games.wotr.state import GameState

_CURABLE = frozenset(n for n in CHARACTER if SIDE[n] == FREE and CARDS[n].faction != "Wizard")


class Ioreth(Card, id="ioreth"):
    """After combat at her battleground: you may cycle her and 1 other Free Peoples character lost there, no Wizard.

    Their items are eliminated.
    """

    @after_combat
    def may_heal(self, s: GameState, seat: int, card: int, losses: list[int]) -> Flow[list[int]]:
        patients = [one for one in losses if one != card and one in _CURABLE]
        options: list[Option] = [("heal", card, one) for one in patients]
        if card in losses:
            options.append(("heal", card))
        if not options:
            return []
        choice: Option = yield from ask(s, seat, "heal", [*options, ("decline",)])
        survivors = [one for one in choice[1:] if one in losses]
        for one in survivors:
            for item in list(s.items.get(one, ())):
                eliminate_in_play(s, item)
            cycle_in_play(s, one)
        return survivors


class GhanBuriGhan(Card, id="ghan-buri-ghan"):
    """In reserve: Minas Tirith is open to Rohan cards."""

    opens_in_reserve = Opening(ROHAN, Group({number("minas-tirith")}, "Minas Tirith", "pole bitwy Minas Tirith"))


class WhipOfManyThongs(DrawsWhenPlayed, id="whip-of-many-thongs"):
    """When played: draw 1 card."""


class Gothmog(Replaces, id="gothmog"):
    """When played: the Witch-king is removed from the game. In reserve: draw 1 more."""

    replaces = "the-witch-king"
    extra_draw = 1
