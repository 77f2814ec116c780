"""Count combat icons: of cards, items, tokens and texts (pp. 14-17)."""

from engine.games.wotr.cards.registry import BATTLE_ICONS, DEFENDERS_IN_RESERVE, PATH_DEFENCE, PATH_ICONS
from engine.games.wotr.components.box import BATTLEGROUNDS, FIRST_PATH, FREE, PATHS, SIDE
from engine.games.wotr.rules.places import in_reserve
from engine.games.wotr.rules.support import support
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState

ATTACK = 0
DEFENCE = 1
ANY_ATTACK = 1_000
"""More attack than there can be."""


def location_defence(s: GameState, location: int) -> int:
    """Defence icons of the location itself, with tokens and items that strengthen it (pp. 14, 16)."""
    site = s.sites[location]
    if location < FIRST_PATH:
        return site.defence + (0 if site.own_defence_ignored else BATTLEGROUNDS[location].defence)
    items = sum(PATH_DEFENCE.get(item, 0) for card in site.cards for item in s.items.get(card, ()))
    return site.defence + PATHS[location].defence + items


def path_icons(s: GameState, card: int, path: int) -> int:
    """Path icons of a character with its items and tokens."""
    printed = VARIANTS[s.variant].printed
    icons = printed[card].path + s.sites[path].card_tokens.get(card, 0)
    if card in PATH_ICONS:
        icons += PATH_ICONS[card](s, card, path)
    for item in s.items.get(card, ()):
        icons += printed[item].path
        if item in PATH_ICONS:
            icons += PATH_ICONS[item](s, card, path)
    return icons + _from_reserve(s, card) if card in DEFENDERS_IN_RESERVE else icons


def _from_reserve(s: GameState, card: int) -> int:
    """Defence that cards in reserve give a character."""
    return sum(in_reserve(s, other) for other in DEFENDERS_IN_RESERVE[card])


def battle_icons(s: GameState, card: int, ground: int, which: int) -> int:
    """Attack or defence of a card with its items at a battleground, without leadership."""
    printed = VARIANTS[s.variant].printed
    icons = printed[card].defence if which else printed[card].attack
    if card in BATTLE_ICONS:
        icons += BATTLE_ICONS[card](s, card, ground)[which]
    for item in s.items.get(card, ()):
        icons += printed[item].defence if which else printed[item].attack
    return icons + _from_reserve(s, card) if which and card in DEFENDERS_IN_RESERVE else icons


def attack_at(s: GameState, ground: int, attackers: list[int]) -> int:
    """The attack of all attackers with the best support; attackers gain nothing by less."""
    if not attackers:
        return 0
    plain = sum([battle_icons(s, card, ground, ATTACK) for card in attackers])
    return plain + max(sum(bonus.values()) for bonus in support(s, attackers, ATTACK).values())


def totals_at(s: GameState, location: int) -> tuple[int, int]:
    """Attack and defence at a location as a combat would count them now, with the best support (pp. 14, 16)."""
    site, own = s.sites[location], location_defence(s, location)
    side = FREE if location >= FIRST_PATH else BATTLEGROUNDS[location].side
    attackers = [card for card in site.cards if SIDE[card] != side]
    defenders = [card for card in site.cards if SIDE[card] == side]
    if location >= FIRST_PATH:
        attack, defence = (sum(path_icons(s, card, location) for card in cards) for cards in (attackers, defenders))
    else:
        attack = attack_at(s, location, attackers)
        defence = sum(next(iter(defence_of(s, location, defenders).values())).values())
    return site.attack + attack, own + defence


def defence_of(
    s: GameState, ground: int, defenders: list[int], attack: int = ANY_ATTACK
) -> dict[tuple[int, ...], dict[int, int]]:
    """The defence of each defender, for every choice of who is supported that cancels as much of an attack as can be.

    Fewer icons in all may be the better choice: they can stand on cards that are sooner given up.
    """
    plain = {card: battle_icons(s, card, ground, DEFENCE) for card in defenders}
    supports = support(s, defenders, DEFENCE)
    if len(supports) == 1:
        return {(): plain}
    ways = sorted(supports.items(), key=lambda way: -sum(way[1].values()))
    needed = min(attack, sum(plain.values()) + sum(ways[0][1].values()))
    sensible: dict[tuple[int, ...], dict[int, int]] = {}
    for supported, bonus in ways:
        icons = {card: n + bonus.get(card, 0) for card, n in plain.items()}
        no_better = any(all(n <= other[card] for card, n in icons.items()) for other in sensible.values())
        if sum(icons.values()) >= needed and not no_better:
            sensible[supported] = icons
    return sensible
