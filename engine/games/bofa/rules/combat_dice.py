"""The dice of a round of combat: how many are rolled, rolled again, and what hits (p. 27-28)."""

from engine.games.bofa.cards.combat_rolls import extra_dice, extra_rerolls, result_shift, storms
from engine.games.bofa.cards.lasting_effects import beorn_bonus, beorn_dice
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.armies import leadership_of
from engine.games.bofa.rules.combat import front_of, is_beorn
from engine.games.bofa.state import Battle, GameState

MOST_DICE = 5
"""Dice a side may roll (p. 26)."""


def count_black_dice(s: GameState, b: Battle, seat: int) -> int:
    """How many dice are black: one per unit of the type whose card a side shows (p. 27)."""
    card = b.cards[seat]
    return s.armies[front_of(b, seat)].count(card.id) if card.kind == "unit" else 0


def dice_count(s: GameState, p: Pack, b: Battle, seat: int) -> int:
    """How many dice a side rolls: the strength of its army, at most five (p. 27); Beorn has his own (p. 33)."""
    if is_beorn(b, seat):
        dice = beorn_dice(s, p)
    else:
        strength = p.strength
        dice = min(MOST_DICE, sum([strength[unit] for unit in s.armies[front_of(b, seat)]]))
    return max(0, min(MOST_DICE, dice + extra_dice(s, p, b, seat)))


def target_number(s: GameState, p: Pack, b: Battle, seat: int, which: str) -> int:
    """What a die must show to hit, in the combat `roll` or the leader `reroll` (p. 27-28)."""
    target = 5
    if seat == b.attacker and not storms(s, p, b, seat):
        walled = p.layout.defence[b.target] and not b.walls_broken
        if walled or (b.front in b.yet_to_fight and (b.front, b.target) in p.layout.hard_attacks):
            target = 6
    if is_beorn(b, seat):
        target -= beorn_bonus(s, p)
    target -= result_shift(s, p, b, seat, which)
    return max(2, min(6, target))


def reroll_limit(s: GameState, p: Pack, b: Battle, seat: int) -> int:
    """How many missed dice a side may roll again: its leadership (p. 28), for Beorn as many as he rolled (p. 33)."""
    own = len(b.dice[seat]) if is_beorn(b, seat) else leadership_of(s, p, front_of(b, seat))
    return max(0, own + extra_rerolls(s, p, b, seat))
