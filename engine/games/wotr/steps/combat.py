"""The combat phase: paths and battlegrounds (pp. 14-17)."""

from engine.core.events import tell
from engine.core.flow import Flow, Option
from engine.games.wotr.cards.hooks import AFTER_COMBAT
from engine.games.wotr.components import BATTLEGROUNDS, FREE, PATHS, SHADOW, SIDE
from engine.games.wotr.scenarios import WARS
from engine.games.wotr.state import WarState
from engine.games.wotr.steps.asking import ask
from engine.games.wotr.steps.icons import attack_at, defence_of, location_defence, path_icons
from engine.games.wotr.steps.terms import BATTLE, PATH_COMBAT, cycle_in_play, eliminate_in_play, owner


def combat_phase(s: WarState) -> Flow[None]:
    """The first player chooses which combat is resolved next, until none is left (p. 14)."""
    war = WARS[s.war]
    waiting = [*s.path, *s.battlegrounds]
    if not waiting:
        s.step = "victory"
        return
    chosen: Option = yield from ask(s, war.order[s.first], "combat", [("fight", location) for location in waiting])
    if chosen[1] in PATHS:
        yield from path_combat(s, chosen[1])
    else:
        yield from battleground_combat(s, chosen[1])


def path_combat(s: WarState, path: int) -> Flow[None]:
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


def _score_path(s: WarState, path: int, left: int, outnumbered: bool) -> None:
    """What follows a path combat: the path to the Free Peoples, or corruption for the Shadow (pp. 14, 21)."""
    s.path.clear()
    del s.sites[path]
    if left > 0:
        s.scored[SHADOW].append(path)
        tell(s, "scored", (SHADOW, path))
        corrupt(s, left)
    elif outnumbered or not WARS[s.war].outnumber_paths:
        s.scored[FREE].append(path)
        tell(s, "scored", (FREE, path))
    else:
        s.aside.append(path)
        tell(s, "unscored", (path,))


def battleground_combat(s: WarState, ground: int) -> Flow[None]:
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


def _supported(s: WarState, ground: int, defenders: list[int], side: str, left: int) -> Flow[dict[int, int]]:
    """The defence of each defender; when it matters, their side chooses which characters are supported (p. 16)."""
    ways = defence_of(s, ground, defenders, left)
    if len(ways) == 1 or not 0 < left < sum(next(iter(ways.values())).values()):
        return next(iter(ways.values()))
    seat = _speaker(s, defenders, side)
    chosen: Option = yield from ask(s, seat, "support", [("support", *led) for led in ways])
    return ways[chosen[1:]]


def _losses(s: WarState, icons: dict[int, int], left: int, side: str) -> Flow[tuple[list[int], int]]:
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


def _speaker(s: WarState, cards: list[int], side: str) -> int:
    """Who decides for a side: of those with cards in the combat, the first in turn order."""
    war = WARS[s.war]
    owners = {owner(s, card) for card in cards}
    for step in range(len(war.order)):
        seat = war.order[(s.first + step) % len(war.order)]
        if seat in owners and war.sides[seat] == side:
            return seat
    raise AssertionError("a combat decision without a card of that side")


def strengthen(s: WarState, location: int, attack: int = 0, defence: int = 0) -> None:
    """Put combat tokens on a location (p. 14)."""
    site = s.sites[location]
    site.attack += attack
    site.defence += defence
    tell(s, "strengthened", (location, attack, defence))


def corrupt(s: WarState, n: int = 1) -> None:
    """Add corruption to the Shadow's scoring area (p. 18)."""
    s.corruption += n
    tell(s, "corruption", (n, s.corruption))


def heal(s: WarState, n: int) -> None:
    """Remove corruption, as far as there is any (p. 18)."""
    n = min(n, s.corruption)
    if n:
        s.corruption -= n
        tell(s, "corruption", (-n, s.corruption))
