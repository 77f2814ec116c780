"""Whether a pack has all cards of the box, and each of them something to do and a place to do it (p. 3, 15)."""

from collections.abc import Sequence

from engine.games.bofa.cards.vocabulary import orders
from engine.games.bofa.cards.vocabulary.conditions import When
from engine.games.bofa.components.box import DECKS
from engine.games.bofa.components.lines import KeyPath
from engine.games.bofa.components.reader import Source, Sources
from engine.games.bofa.components.schema import Contents

NO_CONDITION = When()


def check_decks(pack: Contents, sources: Sources) -> None:
    """The four decks (p. 3), each card with something to do."""
    for deck, in_box in DECKS.items():
        cards = getattr(pack, deck).card
        if len(cards) != in_box:
            sources[deck].blame((), f"the deck has {len(cards)} cards; the box holds {in_box}")
        for index, card in enumerate(cards):
            if not card.order and card.lasting is None:
                sources[deck].blame(("card", index), f"the card {card.id} does nothing: it needs `order` or `table`")


def check_places(pack: Contents, sources: Sources) -> None:
    """Every operation and condition on a place of a card, or of a character, has a place to act on (p. 15)."""
    for deck in DECKS:
        for index, card in enumerate(getattr(pack, deck).card):
            _check_order(sources[deck], card.order, ("card", index, "order"))
            _check_when(sources[deck], getattr(card, "when", NO_CONDITION), ("card", index, "when"))
            if card.lasting is not None:
                _check_when(sources[deck], card.lasting.while_, ("card", index, "table", "while"))
    source = sources["characters"]
    for index, row in enumerate(pack.characters.character):
        _check_order(source, row.arrives, ("character", index, "arrives"))
        if row.ability is not None:
            _check_order(source, row.ability.order, ("character", index, "ability", "order"))
            _check_when(source, row.ability.when, ("character", index, "ability", "when"))


def _check_order(source: Source, order: Sequence[orders.Operation], path: KeyPath, has_place: bool = False) -> None:
    """An operation on a place needs an `army` or `region` before it."""
    for index, op in enumerate(order):
        here = (*path, index)
        match op:
            case orders.Army() | orders.Region():
                has_place = True
            case orders.Armies(do=do):
                _check_order(source, do, (*here, "do"), has_place=True)
            case orders.Choose(options=options):
                for at, branch in enumerate(options):
                    _check_when(source, branch.when, (*here, "options", at, "when"), has_place)
                    _check_order(source, branch.do, (*here, "options", at, "do"), has_place)
            case orders.If(when=when, do=do, otherwise=otherwise):
                _check_when(source, when, (*here, "when"), has_place)
                _check_order(source, do, (*here, "do"), has_place)
                _check_order(source, otherwise, (*here, "otherwise"), has_place)
            case orders.OnPlace() if not has_place:
                name = type(op).__struct_config__.tag
                source.blame(here, f"{name} has no place to act on: pick an `army` or a `region` before it")


def _check_when(source: Source, when: When, path: KeyPath, has_place: bool = False) -> None:
    """A condition on the place picked before needs one."""
    if when.it is not None and not has_place:
        source.blame((*path, "it"), "there is no place yet that `it` could be: an order picks one first")
