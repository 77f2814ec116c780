"""How good a position looks for a seat: points, combats as they stand, and the cards each side still has.

Used by bots on worlds they imagine; no rule depends on it.
"""

from engine.games.wotr.cards.registry import CARRYOVER_IN_RESERVE, EXTRA_DRAW
from engine.games.wotr.components.entries import BATTLEGROUNDS, CARDS, FREE, PATHS, SHADOW, SIDE
from engine.games.wotr.rules.icons import attack_at, defence_of, location_defence, path_icons
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState
from engine.games.wotr.steps.victory import points

LIVING = 0.2
"""A card that can still come into play."""
IN_HAND = 0.25
IN_RESERVE = 0.35
PASSIVE = 0.9
"""A card that helps from reserve every round."""
RING = 0.8
_HOLD = (0.25, 0.62, 0.78, 0.88, 0.94, 0.97)
"""How likely a lead of 0, 1, 2 ... icons lasts until the combat."""


def evaluate(s: GameState, seat: int) -> float:
    """The seat's side ahead of the other, in points."""
    lead = points(s, FREE) - points(s, SHADOW) + sum(_battle(s, ground) for ground in s.battlegrounds)
    lead += sum(_journey(s, path) for path in s.path)
    sides = VARIANTS[s.variant].sides
    for n, player in enumerate(s.players):
        worth = LIVING * (len(player.deck) + len(player.hand) + len(player.cycled) + len(player.drawn))
        worth += IN_HAND * len(player.hand) + RING * player.ring
        worth += sum(_in_reserve(s, card) for card in player.reserve)
        lead += worth if sides[n] == FREE else -worth
    return lead if sides[seat] == FREE else -lead


def _in_reserve(s: GameState, card: int) -> float:
    """A card waiting in reserve, with its items."""
    entry = CARDS[card]
    strength = max(entry.attack, entry.defence) + entry.path + len(s.items.get(card, ()))
    helps = card in EXTRA_DRAW or card in CARRYOVER_IN_RESERVE
    return LIVING + IN_RESERVE + 0.1 * strength + (PASSIVE if helps else 0.0)


def _holds(margin: int) -> float:
    """How likely a side wins a combat it now leads by `margin` icons; a lead of one is the least that wins."""
    if margin > 0:
        return _HOLD[min(margin, len(_HOLD) - 1)]
    return max(0.0, _HOLD[0] + 0.1 * margin)


def _battle(s: GameState, ground: int) -> float:
    """What a battleground promises the Free Peoples, and the defenders that would survive it."""
    site, entry = s.sites[ground], BATTLEGROUNDS[ground]
    attackers = [card for card in site.cards if SIDE[card] != entry.side]
    defenders = [card for card in site.cards if SIDE[card] == entry.side]
    attack = site.attack + attack_at(s, ground, attackers)
    shield = location_defence(s, ground)
    icons = next(iter(defence_of(s, ground, defenders).values()))
    won = _holds(attack - shield - sum(icons.values()))
    hurt = max(0, attack - shield)
    spared = max(0.0, len(defenders) - hurt) * LIVING
    value = entry.points * (1 - 2 * won) + spared
    return value if entry.side == FREE else -value


def _journey(s: GameState, path: int) -> float:
    """What the active path promises the Free Peoples."""
    site = s.sites[path]
    attack = site.attack + sum(path_icons(s, card, path) for card in site.cards if SIDE[card] == SHADOW)
    icons = [path_icons(s, card, path) for card in site.cards if SIDE[card] == FREE]
    shield = location_defence(s, path)
    margin = attack - shield - sum(icons)
    spared = max(0.0, len(icons) - max(0, attack - shield)) * LIVING
    if margin > 0:
        return -float(margin)
    needed = 1 if VARIANTS[s.variant].outnumber_paths else 0
    return PATHS[path].points * (0.85 if -margin > needed else 0.7 if -margin == needed else 0.2) + spared
