"""Counting combat icons: cards, items, tokens, leadership and conditional icons (pp. 14-17)."""

from engine.games.wotr.cards.hooks import BATTLE_ICONS, PATH_DEFENCE, PATH_ICONS, SUPPORTERS
from engine.games.wotr.components import (
    ARAGORN,
    ARMY,
    BATTLEGROUNDS,
    CARDS,
    CHARACTER,
    FIRST_PATH,
    PATHS,
    SIDE,
    STRIDER,
    characters,
    number,
)
from engine.games.wotr.scenarios import WARS
from engine.games.wotr.state import WarState
from engine.games.wotr.steps.terms import RESERVE, place

ATTACK = 0
DEFENCE = 1
FULL = 1_000
"""More attack than there can be."""

_ARWEN = number("arwen")
_DEAD_MEN = number("dead-men-of-dunharrow")
_HEIRS = (STRIDER, ARAGORN)
THREE_HUNTERS = "the-three-hunters"
HUNTERS = characters("Legolas", "Gimli", "Strider", "Aragorn")


def location_defence(s: WarState, location: int) -> int:
    """Defence icons of the location itself, with tokens and items that strengthen it (pp. 14, 16)."""
    site = s.sites[location]
    if location < FIRST_PATH:
        return site.defence + (0 if site.breached else BATTLEGROUNDS[location].defence)
    items = sum(PATH_DEFENCE.get(item, 0) for card in site.cards for item in s.items.get(card, ()))
    return site.defence + PATHS[location].defence + items


def path_icons(s: WarState, card: int, path: int) -> int:
    """Path icons of a character with its items and tokens."""
    cards = WARS[s.war].cards
    icons = cards[card].path + s.sites[path].extra.get(card, 0)
    if card in PATH_ICONS:
        icons += PATH_ICONS[card](s, card, path)
    for item in s.items.get(card, ()):
        icons += cards[item].path
        if item in PATH_ICONS:
            icons += PATH_ICONS[item](s, card, path)
    return icons + _grace(s, card)


def _grace(s: WarState, card: int) -> int:
    """Arwen in reserve strengthens the defence of Strider and Aragorn."""
    return int(card in _HEIRS and place(s, _ARWEN) == RESERVE)


def battle_icons(s: WarState, card: int, ground: int, which: int) -> int:
    """Attack or defence of a card at a battleground without leadership."""
    cards = WARS[s.war].cards
    icons = cards[card].defence if which else cards[card].attack
    if card in BATTLE_ICONS:
        icons += BATTLE_ICONS[card](s, card, ground)[which]
    for item in s.items.get(card, ()):
        icons += cards[item].defence if which else cards[item].attack
    return icons + (_grace(s, card) if which else 0)


def attack_at(s: WarState, ground: int, attackers: list[int]) -> int:
    """The attack of all attackers with the best support; attackers gain nothing by less."""
    plain = sum(battle_icons(s, card, ground, ATTACK) for card in attackers)
    return plain + max(sum(bonus.values()) for bonus in _support(s, attackers, ATTACK).values())


def defence_of(
    s: WarState, ground: int, defenders: list[int], attack: int = FULL
) -> dict[tuple[int, ...], dict[int, int]]:
    """The defence of each defender, for every choice of who is supported that cancels as much of an attack as can be.

    Fewer icons in all may be the better choice: they can stand on cards that are sooner given up.
    """
    plain = {card: battle_icons(s, card, ground, DEFENCE) for card in defenders}
    supports = _support(s, defenders, DEFENCE)
    if len(supports) == 1:
        return {(): plain}
    ways = sorted(supports.items(), key=lambda way: -sum(way[1].values()))
    needed = min(attack, sum(plain.values()) + sum(ways[0][1].values()))
    chosen: dict[tuple[int, ...], dict[int, int]] = {}
    for led, bonus in ways:
        icons = {card: n + bonus.get(card, 0) for card, n in plain.items()}
        beaten = any(all(n <= other[card] for card, n in icons.items()) for other in chosen.values())
        if sum(icons.values()) >= needed and not beaten:
            chosen[led] = icons
    return chosen


def _support(s: WarState, cards: list[int], which: int) -> dict[tuple[int, ...], dict[int, int]]:
    """Every way armies may support characters: who is led, and the icons that gives to which card (p. 16).

    An army supports one character. The Dead Men gain icons of their own by supporting Strider or Aragorn.
    """
    armies = [card for card in cards if card in ARMY]
    dead = _DEAD_MEN in armies
    leads = {card: _leadership(s, card, which) for card in cards if card in CHARACTER}
    leaders = [card for card, icons in leads.items() if icons or (dead and card in _HEIRS)]
    if not leaders or not armies:
        return {(): {}}
    ways: dict[tuple[int, ...], dict[int, int]] = {}

    def assign(rest: int, free: list[int], led: tuple[int, ...], bonus: dict[int, int]) -> None:
        if rest == len(leaders):
            if led not in ways or sum(bonus.values()) > sum(ways[led].values()):
                ways[led] = bonus
            return
        leader = leaders[rest]
        assign(rest + 1, free, led, bonus)
        tried = set()
        for army in free:
            alike = (CARDS[army].faction, army == _DEAD_MEN)
            if alike in tried or not _supports(s, army, leader):
                continue
            tried.add(alike)
            gained = {**bonus, leader: leads[leader]}
            if army == _DEAD_MEN and leader in _HEIRS:
                gained[army] = 2
            assign(rest + 1, [other for other in free if other != army], (*led, leader), gained)

    assign(0, armies, (), {})
    return ways


def _leadership(s: WarState, card: int, which: int) -> int:
    entry = WARS[s.war].cards[card]
    return entry.lead_defence if which else entry.lead_attack


def _supports(s: WarState, army: int, leader: int) -> bool:
    """Whether an army may support a character: same faction, or a text allows it (p. 16)."""
    faction = CARDS[army].faction
    if faction in (CARDS[leader].faction, SUPPORTERS.get(leader)):
        return True
    return leader in HUNTERS and THREE_HUNTERS in s.permits and SIDE[army] == SIDE[leader]
