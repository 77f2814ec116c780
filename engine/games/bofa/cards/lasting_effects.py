"""What lasting effects do: those of the cards in play, as the rules look for them (p. 15, 17)."""

from engine.games.bofa.cards.vocabulary import combat, lasting
from engine.games.bofa.components.box import BOLG, FREE, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import GameState

BEORN_DICE = 4


def cards_for(s: GameState, seat: int) -> list[int]:
    """The cards in play for a side: its own, and Fate cards for the Free Peoples (p. 15, 17)."""
    return s.lasting_cards[seat] + s.fate_cards if seat == FREE and s.fate_cards else s.lasting_cards[seat]


def lasting_effects(s: GameState, p: Pack, seat: int) -> list[lasting.Effect]:
    """The effects of the cards in play for a side."""
    cards = cards_for(s, seat)
    return [effect for card in cards for effect in p.cards[card].lasting.effects] if cards else []


def battle_effects(s: GameState, p: Pack, seat: int) -> list[combat.Effect]:
    """Combat effects of cards in play for a side."""
    return [effect for card in cards_for(s, seat) for effect in battle_effects_of(p, card)]


def battle_effects_of(p: Pack, card: int) -> list[combat.Effect]:
    """Combat effects of a card in play."""
    lasts = p.cards[card].lasting.effects
    return [effect for one in lasts if type(one) is lasting.Battle for effect in one.effects]


def beorn_dice(s: GameState, p: Pack) -> int:
    """How many dice Beorn rolls, with his Fate cards (p. 17, 33)."""
    cards = [effect.dice for effect in lasting_effects(s, p, FREE) if type(effect) is lasting.BeornDice]
    return max([BEORN_DICE, *cards])


def beorn_bonus(s: GameState, p: Pack) -> int:
    """What Fate cards add to Beorn's results."""
    return sum([effect.amount for effect in lasting_effects(s, p, FREE) if type(effect) is lasting.BeornAdd])


def extra_movement(s: GameState, p: Pack, who: int) -> int:
    """What cards in play add to a character's movement."""
    return _added(lasting.Swift, s, p, who)


def extra_leadership(s: GameState, p: Pack, who: int) -> int:
    """What cards in play add to a character's leadership."""
    return _added(lasting.Inspire, s, p, who)


def _added(kind: type[lasting.Swift | lasting.Inspire], s: GameState, p: Pack, who: int) -> int:
    """What the effects of a kind add to a number of a character."""
    extra = 0
    for effect in lasting_effects(s, p, SHADOW if who == BOLG else FREE):
        if type(effect) is kind and effect.character == p.characters[who].id:
            extra += effect.amount
    return extra


def regroup_bonus(s: GameState, p: Pack, seat: int) -> int:
    """What cards in play add to a side's regrouping dice."""
    return sum([effect.amount for effect in lasting_effects(s, p, seat) if type(effect) is lasting.Regroup])
