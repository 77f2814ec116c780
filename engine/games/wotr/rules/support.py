"""Which characters armies support, and the icons that gives (p. 16)."""

from engine.games.wotr.cards.registry import ICONS_FOR_SUPPORTING, SUPPORTED_BY, SUPPORTS_THIS_ROUND
from engine.games.wotr.components.box import CARDS, number
from engine.games.wotr.components.groups import ARMY, CHARACTER
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState


def support(s: GameState, cards: list[int], which: int) -> dict[tuple[int, ...], dict[int, int]]:
    """Every way armies may support characters: the characters, and the icons that gives to which card (p. 16).

    An army supports one character. A text may give the army icons of its own for that.
    """
    armies = [card for card in cards if card in ARMY]
    if not armies:
        return {(): {}}
    gains = {army: ICONS_FOR_SUPPORTING[army] for army in armies if army in ICONS_FOR_SUPPORTING}
    leads = {card: _leadership(s, card, which) for card in cards if card in CHARACTER}
    leaders = [card for card, icons in leads.items() if icons or (gains and any(card in own for own in gains.values()))]
    if not leaders:
        return {(): {}}
    ways: dict[tuple[int, ...], dict[int, int]] = {}

    def assign(rest: int, free: list[int], supported: tuple[int, ...], bonus: dict[int, int]) -> None:
        if rest == len(leaders):
            if supported not in ways or sum(bonus.values()) > sum(ways[supported].values()):
                ways[supported] = bonus
            return
        leader = leaders[rest]
        assign(rest + 1, free, supported, bonus)
        tried = set()
        for army in free:
            alike = (CARDS[army].faction, army if army in gains else None)
            if alike in tried or not _supports(s, army, leader):
                continue
            tried.add(alike)
            more = {**bonus, leader: leads[leader]}
            if army in gains and leader in gains[army]:
                more[army] = gains[army][leader]
            assign(rest + 1, [other for other in free if other != army], (*supported, leader), more)

    assign(0, armies, (), {})
    return ways


def _leadership(s: GameState, card: int, which: int) -> int:
    entry = VARIANTS[s.variant].printed[card]
    return entry.lead_defence if which else entry.lead_attack


def _supports(s: GameState, army: int, leader: int) -> bool:
    """Whether an army may support a character: same faction, or a text allows it (p. 16)."""
    if CARDS[army].faction in (CARDS[leader].faction, SUPPORTED_BY.get(leader)):
        return True
    events = [SUPPORTS_THIS_ROUND[event] for event in map(number, s.events_this_round) if event in SUPPORTS_THIS_ROUND]
    return any(army in following.armies and leader in following.leaders for following in events)
