"""Resolve the combat at a path or battleground (pp. 14-17)."""

from itertools import combinations

from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.core.state import because
from engine.games.wotr.cards.registry import AFTER_COMBAT
from engine.games.wotr.components.box import BATTLEGROUNDS, FREE, OTHER_SIDE, SHADOW, SIDE
from engine.games.wotr.components.groups import is_path
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.cycling import cycle_in_play
from engine.games.wotr.rules.eliminating import BATTLE, PATH_COMBAT, eliminate_in_play
from engine.games.wotr.rules.icons import attack_at, defence_of, location_defence, path_icons
from engine.games.wotr.rules.places import owner
from engine.games.wotr.rules.tokens import corrupt
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState


def attack_on(s: GameState, location: int) -> int:
    """The attack on a path (p. 14) or battleground (p. 16), of the cards there and of tokens."""
    site = s.sites[location]
    if is_path(location):
        return site.attack + sum(path_icons(s, card, location) for card in site.cards if SIDE[card] == SHADOW)
    attackers = [card for card in site.cards if SIDE[card] != BATTLEGROUNDS[location].side]
    return site.attack + attack_at(s, location, attackers)


def path_combat(s: GameState, path: int) -> Flow[None]:
    """Combat on a path: the Shadow attacks, the Free Peoples defend (p. 14)."""
    site = s.sites[path]
    shadow = [card for card in site.cards if SIDE[card] == SHADOW]
    icons = {card: path_icons(s, card, path) for card in site.cards if SIDE[card] == FREE}
    attack = attack_on(s, path)
    defence = location_defence(s, path)
    with because(s, "combat", path):
        losses, left = yield from _give_up(s, icons, attack - defence, FREE)
    tell(s, "combat", (path, attack, defence + sum(icons.values()), max(left, 0)))
    for card in losses:
        eliminate_in_play(s, card, PATH_COMBAT)
    for card in icons:
        if card not in losses:
            cycle_in_play(s, card)
    for card in shadow:
        eliminate_in_play(s, card, PATH_COMBAT)
    _score_path(s, path, left, defence + sum(icons.values()) > attack)


def _score_path(s: GameState, path: int, left: int, outnumbers: bool) -> None:
    """Give the path to the side that won it; attack that was not cancelled is corruption (pp. 14, 21)."""
    s.path.clear()
    del s.sites[path]
    if left > 0:
        s.scoring_areas[SHADOW].append(path)
        tell(s, "scored", (SHADOW, path))
        corrupt(s, left)
    elif outnumbers or not VARIANTS[s.variant].outnumber_paths:
        s.scoring_areas[FREE].append(path)
        tell(s, "scored", (FREE, path))
    else:
        s.aside.append(path)
        tell(s, "unscored", (path,))


def battleground_combat(s: GameState, ground: int) -> Flow[None]:
    """Combat on a battleground: the side on the card defends, the other attacks (p. 16)."""
    site = s.sites[ground]
    side = BATTLEGROUNDS[ground].side
    attackers = [card for card in site.cards if SIDE[card] != side]
    defenders = [card for card in site.cards if SIDE[card] == side]
    attack = attack_on(s, ground)
    left = attack - location_defence(s, ground)
    with because(s, "combat", ground):
        icons = yield from _choose_support(s, ground, defenders, side, left)
        losses, left = yield from _give_up(s, icons, left, side)
    tell(s, "combat", (ground, attack, location_defence(s, ground) + sum(icons.values()), max(left, 0)))
    losses += attackers
    for card in list(site.cards):
        if card in AFTER_COMBAT:
            with because(s, "text", card):
                survivors = yield from AFTER_COMBAT[card](s, owner(s, card), card, losses)
            losses = [loss for loss in losses if loss not in survivors]
    for card in losses:
        eliminate_in_play(s, card, BATTLE)
    for card in defenders:
        if card in site.cards:
            cycle_in_play(s, card)
    winner = side if left <= 0 else OTHER_SIDE[side]
    s.battlegrounds.remove(ground)
    del s.sites[ground]
    s.scoring_areas[winner].append(ground)
    tell(s, "scored", (winner, ground))


def _choose_support(s: GameState, ground: int, defenders: list[int], side: str, left: int) -> Flow[dict[int, int]]:
    """The defence of each defender; their side chooses whom armies support if that changes who is lost (p. 16)."""
    ways = defence_of(s, ground, defenders, left)
    if len(ways) == 1 or left <= 0:
        return next(iter(ways.values()))
    by_losses: dict[frozenset[frozenset[int]], tuple[int, ...]] = {}
    for characters, icons in ways.items():
        by_losses.setdefault(_possible_losses(icons, left), characters)
    seat = _who_decides(s, defenders, side)
    options: list[Option] = [("support", *characters) for characters in by_losses.values()]
    choice: Option = yield from ask(s, seat, "support", options)
    return ways[choice[1:]]


def _possible_losses(icons: dict[int, int], left: int) -> frozenset[frozenset[int]]:
    """Every group of defenders that may be given up: just enough of them, or all if they are too few (p. 16)."""
    if sum(icons.values()) < left:
        return frozenset({frozenset(icons)})
    able = [card for card, n in icons.items() if n > 0]
    groups = (group for size in range(1, len(able) + 1) for group in combinations(able, size))
    sums = ((group, [icons[card] for card in group]) for group in groups)
    return frozenset(frozenset(group) for group, ns in sums if sum(ns) >= left > sum(ns) - max(ns))


def _give_up(s: GameState, icons: dict[int, int], left: int, side: str) -> Flow[tuple[list[int], int]]:
    """Defenders give up cards until the attack is cancelled or none is left; the cards, and what is left (p. 14).

    Their side chooses which. It is not asked for a card that would cancel nothing.
    """
    if left <= 0:
        return [], left
    if sum(icons.values()) < left:
        return list(icons), left - sum(icons.values())
    if side == SHADOW and VARIANTS[s.variant].bots:
        return _from_the_right(icons, left)
    able = {card: n for card, n in icons.items() if n > 0}
    losses: list[int] = []
    while 0 < left < sum(able.values()):
        seat = _who_decides(s, list(able), side)
        choice: Option = yield from ask(s, seat, "loss", [("lose", card) for card in able])
        left -= able.pop(choice[1])
        losses.append(choice[1])
    if left > 0:  # and all the rest is needed for it
        losses += able
        left = 0
    return losses, left


def _from_the_right(icons: dict[int, int], left: int) -> tuple[list[int], int]:
    """The cards a bot gives up: from the right until it is enough, even where fewer would do (AtS p. 3).

    Cards are given up to cancel: one without icons is none of those it chooses among, as for people (p. 14, 16).
    """
    losses = []
    for card in [one for one in reversed(icons) if icons[one] > 0]:
        losses.append(card)
        left -= icons[card]
        if left <= 0:
            break
    return losses, left


def _who_decides(s: GameState, cards: list[int], side: str) -> int:
    """Who decides for a side: of those with cards in the combat, the first in turn order."""
    variant = VARIANTS[s.variant]
    owners = {owner(s, card) for card in cards}
    for step in range(len(variant.order)):
        seat = variant.order[(s.first + step) % len(variant.order)]
        if seat in owners and variant.sides[seat] == side:
            return seat
    raise AssertionError("a combat decision without a card of that side")
