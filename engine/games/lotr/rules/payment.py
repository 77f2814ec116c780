"""Paying with resources of heroes whose icon matches the card (p. 12)."""

from collections.abc import Iterator

from engine.core.flow import Decision, Flow, Option
from engine.core.state import because
from engine.games.lotr.cards.effects import VALUES
from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.rules.constant_effects import has_icon
from engine.games.lotr.rules.in_play import heroes
from engine.games.lotr.state import GameState


def payers(s: GameState, seat: int, sphere: str) -> list[int]:
    """The player's heroes whose resources match the sphere; exhausted heroes pay too (p. 12)."""
    return [hero for hero in heroes(s, seat) if has_icon(s, hero, sphere)]


def purse(s: GameState, seat: int, sphere: str) -> int:
    """The resources a player can spend on cards of a sphere, or -1 without a matching hero (p. 12)."""
    play, pools = s.cards, list[int]()
    for hero in heroes(s, seat):
        state = play[hero]
        if ENTRIES[hero].sphere == sphere or (state.attachments and has_icon(s, hero, sphere)) or sphere == "neutral":
            pools.append(state.resources)
    return sum(pools) if pools else -1


def can_pay(s: GameState, seat: int, card: int) -> bool:
    """Whether the player can pay for a card; even a cost of zero needs a matching hero (p. 12)."""
    entry = ENTRIES[card]
    return purse(s, seat, entry.sphere) >= entry.cost and can_split(s, seat, card)


def can_split(s: GameState, seat: int, card: int) -> bool:
    """Whether the cost of a card, which the player has, can come from different heroes where its text asks for that."""
    return not VALUES[card].paid_by_different_heroes or any(_ways_to_pay(s, seat, card, ENTRIES[card].cost))


def pay(s: GameState, seat: int, card: int, cost: int) -> Flow[None]:
    """Spend resources of heroes that match a card; the player chooses whose (p. 12)."""
    if cost == 0:
        return
    with because(s, "pay", card):
        choice = yield Decision(seat, "pay", list(_ways_to_pay(s, seat, card, cost)))
    for at in range(1, len(choice), 2):
        s.cards[choice[at]].resources -= choice[at + 1]


def _ways_to_pay(s: GameState, seat: int, card: int, cost: int) -> Iterator[Option]:
    """Every split of the cost over matching heroes, as ("pay", hero, amount, hero, amount ...)."""
    one_each = VALUES[card].paid_by_different_heroes
    pools = [(hero, s.cards[hero].resources) for hero in payers(s, seat, ENTRIES[card].sphere)]
    for split in _splits([pool for pool in pools if pool[1]], cost):
        if not one_each or len(split) == 2 * cost:
            yield ("pay", *split)


def _splits(pools: list[tuple[int, int]], cost: int) -> Iterator[Option]:
    """Every way to take a cost from (hero, resources) pools, the most from the first of them to begin with."""
    if cost == 0:
        yield ()
        return
    if not pools or sum(amount for _, amount in pools) < cost:
        return
    (hero, most), rest = pools[0], pools[1:]
    for amount in range(min(most, cost), -1, -1):
        for split in _splits(rest, cost - amount):
            yield (hero, amount, *split) if amount else split
