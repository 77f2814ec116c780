"""Paying with resources of heroes whose icon matches the card (p. 12)."""

from collections.abc import Iterator

from engine.core.flow import Decision, Flow, Option
from engine.games.lotr.cards.registry import FLAGS
from engine.games.lotr.components.kinds import Kind
from engine.games.lotr.rules.constant_effects import has_icon
from engine.games.lotr.rules.in_play import heroes
from engine.games.lotr.state import GameState


def payers(s: GameState, seat: int, sphere: str) -> list[int]:
    """The player's heroes whose resources match the sphere; exhausted heroes pay too (p. 12)."""
    return [hero for hero in heroes(s, seat) if has_icon(s, hero, sphere)]


def purse(s: GameState, seat: int, sphere: str) -> int:
    """The resources a player can spend on cards of a sphere, or -1 without a matching hero (p. 12)."""
    total, matching = 0, False
    for hero in heroes(s, seat):
        if has_icon(s, hero, sphere):
            matching = True
            total += s.cards[hero].resources
    return total if matching else -1


def can_pay(s: GameState, seat: int, kind: Kind, cost: int) -> bool:
    """Whether the player can pay that for a card; even a cost of zero needs a matching hero (p. 12)."""
    if purse(s, seat, kind.sphere) < cost:
        return False
    return not _from_different_heroes(kind) or next(_ways(s, seat, kind, cost), None) is not None


def pay(s: GameState, seat: int, kind: Kind, cost: int) -> Flow[None]:
    """Spend resources of matching heroes; the player chooses whose (p. 12)."""
    if cost == 0:
        return
    choice = yield Decision(seat, "pay", list(_ways(s, seat, kind, cost)))
    for at in range(1, len(choice), 2):
        s.cards[choice[at]].resources -= choice[at + 1]


def _from_different_heroes(kind: Kind) -> bool:
    return "from different heroes" in FLAGS.get(kind.id, ())


def _ways(s: GameState, seat: int, kind: Kind, cost: int) -> Iterator[Option]:
    """Every split of the cost over matching heroes, as ("pay", hero, amount, hero, amount ...)."""
    one_each = _from_different_heroes(kind)
    pools = [(hero, s.cards[hero].resources) for hero in payers(s, seat, kind.sphere)]
    for way in _splits([pool for pool in pools if pool[1]], cost):
        if not one_each or len(way) == 2 * cost:
            yield ("pay", *way)


def _splits(pools: list[tuple[int, int]], cost: int) -> Iterator[Option]:
    if cost == 0:
        yield ()
        return
    if not pools or sum(amount for _, amount in pools) < cost:
        return
    (hero, most), rest = pools[0], pools[1:]
    for amount in range(min(most, cost), -1, -1):
        for way in _splits(rest, cost - amount):
            yield (hero, amount, *way) if amount else way
