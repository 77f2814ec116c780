"""How good a position looks for a seat: points, combats as they stand, and the cards each side still has.

Used by bots on worlds they imagine; no rule depends on it.
"""

from functools import cache

from engine.games.wotr.cards.registry import CARRYOVER_IN_RESERVE, EXTRA_DRAW
from engine.games.wotr.components.box import BATTLEGROUNDS, CARDS, FREE, PATHS, SHADOW, SIDE
from engine.games.wotr.rules.icons import attack_at, defence_of, location_defence, path_icons
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState
from engine.games.wotr.steps.victory import points

LIVING_CARD = 0.2
"""The worth, in points, of a card that can still come into play."""
CARD_IN_HAND = 0.25
CARD_IN_RESERVE = 0.35
HELP_EVERY_ROUND = 0.9
"""A card in reserve that draws or keeps cards for its player every round."""
RING_TOKEN = 0.8
_WIN_CHANCE = (0.25, 0.62, 0.78, 0.88, 0.94, 0.97)
"""How likely a lead of 0, 1, 2 ... icons lasts until the combat."""


def evaluate(s: GameState, seat: int) -> float:
    """By how much the seat's side is ahead of the other, in points."""
    lead = float(points(s, FREE) - points(s, SHADOW))
    for ground in s.battlegrounds:
        lead += _battleground_value(s, ground)
    for path in s.path:
        lead += _path_value(s, path)
    sides = VARIANTS[s.variant].sides
    for n, player in enumerate(s.players):
        worth = LIVING_CARD * (len(player.deck) + len(player.hand) + len(player.cycle_pile) + len(player.drawn_apart))
        worth += CARD_IN_HAND * len(player.hand) + RING_TOKEN * player.ring
        worth += sum([_reserve_value(card, len(s.items.get(card, ()))) for card in player.reserve])
        lead += worth if sides[n] == FREE else -worth
    return lead if sides[seat] == FREE else -lead


@cache
def _reserve_value(card: int, items: int) -> float:
    """What a card in reserve is worth, with so many items."""
    entry = CARDS[card]
    strength = max(entry.attack, entry.defence) + entry.path + items
    helps = card in EXTRA_DRAW or card in CARRYOVER_IN_RESERVE
    return LIVING_CARD + CARD_IN_RESERVE + 0.1 * strength + (HELP_EVERY_ROUND if helps else 0.0)


def _win_chance(margin: int) -> float:
    """How likely a side wins a combat it now leads by `margin` icons; a lead of one is the least that wins."""
    if margin > 0:
        return _WIN_CHANCE[min(margin, len(_WIN_CHANCE) - 1)]
    return max(0.0, _WIN_CHANCE[0] + 0.1 * margin)


def _battleground_value(s: GameState, ground: int) -> float:
    """What a battleground promises the Free Peoples, with the defenders that would survive it."""
    site, entry = s.sites[ground], BATTLEGROUNDS[ground]
    attackers = [card for card in site.cards if SIDE[card] != entry.side]
    defenders = [card for card in site.cards if SIDE[card] == entry.side]
    attack = site.attack + attack_at(s, ground, attackers)
    own_defence = location_defence(s, ground)
    icons = next(iter(defence_of(s, ground, defenders).values()))
    margin = attack - own_defence - sum(icons.values())
    attackers_win = _win_chance(margin)
    survivors = 0.0 if margin > 0 else max(0.0, len(defenders) - max(0, attack - own_defence)) * LIVING_CARD
    value = entry.points * (1 - 2 * attackers_win) + survivors
    return value if entry.side == FREE else -value


def _path_value(s: GameState, path: int) -> float:
    """What the active path promises the Free Peoples, with the characters that would survive it."""
    site = s.sites[path]
    attack = site.attack + sum(path_icons(s, card, path) for card in site.cards if SIDE[card] == SHADOW)
    icons = [path_icons(s, card, path) for card in site.cards if SIDE[card] == FREE]
    own_defence = location_defence(s, path)
    margin = attack - own_defence - sum(icons)
    if margin > 0:
        return -float(margin)
    survivors = max(0.0, len(icons) - max(0, attack - own_defence)) * LIVING_CARD
    least = 1 if VARIANTS[s.variant].outnumber_paths else 0
    return PATHS[path].points * (0.85 if -margin > least else 0.7 if -margin == least else 0.2) + survivors
