"""What lasting effects do: those of the cards in play, summed up for the rules that look for them (p. 15, 17)."""

from engine.games.bofa.cards.vocabulary import lasting
from engine.games.bofa.components.box import BOLG, FREE, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import GameState

NOTHING = lasting.Lasting()


def table_of(p: Pack, card: int) -> lasting.Lasting:
    """What a card does while it lies on the table."""
    return p.cards[card].table or NOTHING


def lasting_effects(s: GameState, p: Pack, seat: int) -> list[lasting.Effect]:
    """What the cards in play do for a side: its own on the table, and Fate cards for the Free Peoples (p. 15, 17)."""
    cards = s.tables[seat] + s.fate_played if seat == FREE and s.fate_played else s.tables[seat]
    return [effect for card in cards for effect in table_of(p, card).effects] if cards else []


def inspired(s: GameState, p: Pack, who: int) -> int:
    """What cards in play add to a character's leadership."""
    more = 0
    for effect in lasting_effects(s, p, SHADOW if who == BOLG else FREE):
        if type(effect) is lasting.Inspire and effect.character == p.people[who].id:
            more += effect.amount
    return more


BEORN_DICE = 4


def beorn_dice(s: GameState, p: Pack) -> int:
    """How many dice Beorn rolls, with his Fate cards (p. 17, 33)."""
    cards = [effect.dice for effect in lasting_effects(s, p, FREE) if type(effect) is lasting.BeornDice]
    return max([BEORN_DICE, *cards])


def beorn_bonus(s: GameState, p: Pack) -> int:
    """What Fate cards add to Beorn's results."""
    return sum([effect.amount for effect in lasting_effects(s, p, FREE) if type(effect) is lasting.BeornAdd])


def regroup_bonus(s: GameState, p: Pack, seat: int) -> int:
    """What cards on the table add to a side's regrouping dice."""
    return sum([effect.amount for effect in lasting_effects(s, p, seat) if type(effect) is lasting.Regroup])
