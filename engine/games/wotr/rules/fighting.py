"""Resolve the combat at a path or battleground (pp. 14-17)."""

from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.games.wotr.cards.registry import AFTER_COMBAT
from engine.games.wotr.components.entries import BATTLEGROUNDS, FREE, SHADOW, SIDE
from engine.games.wotr.rules.asking import ask
from engine.games.wotr.rules.cycling import cycle_in_play
from engine.games.wotr.rules.eliminating import BATTLE, PATH_COMBAT, eliminate_in_play
from engine.games.wotr.rules.icons import attack_at, defence_of, location_defence, path_icons
from engine.games.wotr.rules.places import owner
from engine.games.wotr.rules.tokens import corrupt
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState


def path_combat(s: GameState, path: int) -> Flow[None]:
    """Combat on a path: the Shadow attacks, the Free Peoples defend (p. 14)."""
    site = s.sites[path]
    shadow = [card for card in site.cards if SIDE[card] == SHADOW]
    icons = {card: path_icons(s, card, path) for card in site.cards if SIDE[card] == FREE}
    attack = site.attack + sum(path_icons(s, card, path) for card in shadow)
    defence = location_defence(s, path)
    losses, left = yield from _losses(s, icons, attack - defence, FREE)
    tell(s, "combat", (path, attack, defence + sum(icons.values()), max(left, 0)))
    for card in losses:
        eliminate_in_play(s, card, PATH_COMBAT)
    for card in icons:
        if card not in losses:
            cycle_in_play(s, card)
    for card in shadow:
        eliminate_in_play(s, card, PATH_COMBAT)
    _score_path(s, path, left, defence + sum(icons.values()) > attack)


def _score_path(s: GameState, path: int, left: int, outnumbered: bool) -> None:
    """What follows a path combat: the path to the Free Peoples, or corruption for the Shadow (pp. 14, 21)."""
    s.path.clear()
    del s.sites[path]
    if left > 0:
        s.scored[SHADOW].append(path)
        tell(s, "scored", (SHADOW, path))
        corrupt(s, left)
    elif outnumbered or not VARIANTS[s.variant].outnumber_paths:
        s.scored[FREE].append(path)
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
    attack = site.attack + attack_at(s, ground, attackers)
    left = attack - location_defence(s, ground)
    icons = yield from _supported(s, ground, defenders, side, left)
    losses, left = yield from _losses(s, icons, left, side)
    tell(s, "combat", (ground, attack, location_defence(s, ground) + sum(icons.values()), max(left, 0)))
    losses += attackers
    for card in list(site.cards):
        if card in AFTER_COMBAT:
            saved = yield from AFTER_COMBAT[card](s, owner(s, card), card, losses)
            losses = [lost for lost in losses if lost not in saved]
    for card in losses:
        eliminate_in_play(s, card, BATTLE)
    for card in defenders:
        if card in site.cards:
            cycle_in_play(s, card)
    winner = side if left <= 0 else FREE if side == SHADOW else SHADOW
    s.battlegrounds.remove(ground)
    del s.sites[ground]
    s.scored[winner].append(ground)
    tell(s, "scored", (winner, ground))


def _supported(s: GameState, ground: int, defenders: list[int], side: str, left: int) -> Flow[dict[int, int]]:
    """The defence of each defender; when it matters, their side chooses which characters are supported (p. 16)."""
    ways = defence_of(s, ground, defenders, left)
    if len(ways) == 1 or not 0 < left < sum(next(iter(ways.values())).values()):
        return next(iter(ways.values()))
    seat = _speaker(s, defenders, side)
    chosen: Option = yield from ask(s, seat, "support", [("support", *led) for led in ways])
    return ways[chosen[1:]]


def _losses(s: GameState, icons: dict[int, int], left: int, side: str) -> Flow[tuple[list[int], int]]:
    """Defenders give up cards until the attack is cancelled as far as possible; the cards, and what is left (p. 14)."""
    able = {card: n for card, n in icons.items() if n > 0}
    lost: list[int] = []
    while left > 0 and able:
        if sum(able.values()) <= left:
            lost += able
            return lost, left - sum(able.values())
        seat = _speaker(s, list(able), side)
        chosen: Option = yield from ask(s, seat, "loss", [("lose", card) for card in able])
        left -= able.pop(chosen[1])
        lost.append(chosen[1])
    return lost, left


def _speaker(s: GameState, cards: list[int], side: str) -> int:
    """Who decides for a side: of those with cards in the combat, the first in turn order."""
    variant = VARIANTS[s.variant]
    owners = {owner(s, card) for card in cards}
    for step in range(len(variant.order)):
        seat = variant.order[(s.first + step) % len(variant.order)]
        if seat in owners and variant.sides[seat] == side:
            return seat
    raise AssertionError("a combat decision without a card of that side")
