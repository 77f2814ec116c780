"""Which characters armies support, and the icons that gives (p. 16)."""

from engine.games.wotr.cards.hooks import SUPPORTERS
from engine.games.wotr.components.entries import CARDS, SIDE, number
from engine.games.wotr.components.groups import ARAGORN, ARMY, CHARACTER, STRIDER, characters
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState

_DEAD_MEN = number("dead-men-of-dunharrow")
HEIRS = (STRIDER, ARAGORN)
THREE_HUNTERS = "the-three-hunters"
HUNTERS = characters("Legolas", "Gimli", "Strider", "Aragorn")


def support(s: GameState, cards: list[int], which: int) -> dict[tuple[int, ...], dict[int, int]]:
    """Every way armies may support characters: who is led, and the icons that gives to which card (p. 16).

    An army supports one character. The Dead Men gain icons of their own by supporting Strider or Aragorn.
    """
    armies = [card for card in cards if card in ARMY]
    dead = _DEAD_MEN in armies
    leads = {card: _leadership(s, card, which) for card in cards if card in CHARACTER}
    leaders = [card for card, icons in leads.items() if icons or (dead and card in HEIRS)]
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
            if army == _DEAD_MEN and leader in HEIRS:
                gained[army] = 2
            assign(rest + 1, [other for other in free if other != army], (*led, leader), gained)

    assign(0, armies, (), {})
    return ways


def _leadership(s: GameState, card: int, which: int) -> int:
    entry = VARIANTS[s.variant].cards[card]
    return entry.lead_defence if which else entry.lead_attack


def _supports(s: GameState, army: int, leader: int) -> bool:
    """Whether an army may support a character: same faction, or a text allows it (p. 16)."""
    faction = CARDS[army].faction
    if faction in (CARDS[leader].faction, SUPPORTERS.get(leader)):
        return True
    return leader in HUNTERS and THREE_HUNTERS in s.permits and SIDE[army] == SIDE[leader]
