"""Whom defenders lose at a battleground, held against page 16 taken at its word: every way to support, counted out."""

from collections.abc import Iterator
from itertools import combinations, product

from hypothesis import given
from hypothesis import settings as example_settings
from hypothesis import strategies as st

from engine.core.match import Match
from engine.games.wotr.components.box import BASE_CARDS, BATTLEGROUNDS, CARDS, SHADOW, SIDE
from engine.games.wotr.rules.fighting import battleground_combat
from engine.games.wotr.rules.icons import DEFENCE, battle_icons, location_defence
from tests.engine.games.wotr.tabletop import Tabletop, number, word

Battle = tuple[str, list[str], int]
Icons = dict[str, int]
Losses = frozenset[str]

SPARED = {"frodo-baggins", "bilbo-baggins"}
"""Whose texts have them cycled when they are lost."""


def _defenders(ground: int) -> list[str]:
    """The characters and armies whose faction defends a battleground; no two copies."""
    entry = BATTLEGROUNDS[ground]
    cards = [CARDS[n] for n in range(BASE_CARDS) if SIDE[n] == entry.side and CARDS[n].faction in entry.defenders]
    return sorted({card.id for card in cards if card.kind in ("army", "character")} - SPARED)


@st.composite
def battles(draw: st.DrawFn) -> Battle:
    """A battleground, up to five who defend it, and an attack that its own defence does not cancel."""
    ground = draw(st.sampled_from(sorted(BATTLEGROUNDS)))
    defenders = draw(st.lists(st.sampled_from(_defenders(ground)), min_size=1, max_size=5, unique=True))
    return word(ground), defenders, BATTLEGROUNDS[ground].defence + draw(st.integers(1, 6))


def _ways(plain: Icons) -> Iterator[Icons]:
    """The icons of each defender, for every way armies may support characters: one each, of the same faction."""
    entries = {card: CARDS[number(card)] for card in plain}
    armies = [card for card in plain if entries[card].kind == "army"]
    leaders = [card for card in plain if entries[card].kind == "character"]
    for supported in product([None, *leaders], repeat=len(armies)):
        chosen = [leader for leader in supported if leader is not None]
        pairs = [(army, leader) for army, leader in zip(armies, supported, strict=True) if leader is not None]
        if len(set(chosen)) < len(chosen) or any(entries[a].faction != entries[b].faction for a, b in pairs):
            continue
        icons = dict(plain)
        for army, leader in pairs:
            icons[leader] += entries[leader].lead_defence
            icons[army] += 2 if army == "dead-men-of-dunharrow" and leader in ("strider", "aragorn") else 0
        yield icons


def _best_ways(plain: Icons, left: int) -> list[Icons]:
    """The ways that cancel as much as possible, which the book demands."""
    ways = list(_ways(plain))
    most = max(min(left, sum(icons.values())) for icons in ways)
    return [icons for icons in ways if min(left, sum(icons.values())) == most]


def _allowed(icons: Icons, left: int) -> Iterator[Losses]:
    """Whom a side may give up: cards with icons until it is enough, all cards if it never is."""
    if sum(icons.values()) < left:
        yield frozenset(icons)
        return
    able = [card for card, n in icons.items() if n]
    for group in (group for size in range(1, len(able) + 1) for group in combinations(able, size)):
        cancelled = [icons[card] for card in group]
        if sum(cancelled) >= left > sum(cancelled) - max(cancelled):
            yield frozenset(group)


def _from_the_right(icons: Icons, left: int) -> Losses:
    """Whom a bot gives up: from the right until it is enough, among those who cancel anything (AtS p. 3)."""
    if sum(icons.values()) < left:
        return frozenset(icons)
    losses: list[str] = []
    for card in reversed([one for one, n in icons.items() if n]):
        if sum(icons[one] for one in losses) >= left:
            break
        losses.append(card)
    return frozenset(losses)


def _outcomes(tabletop: Tabletop, defenders: list[str]) -> set[Losses]:
    """Whom the match lets be lost, over every answer to what it asks."""
    losses, open_matches = set(), [tabletop.match.clone()]
    while open_matches:
        match: Match = open_matches.pop()
        (decision,) = match.pending
        if decision.kind not in ("support", "loss"):
            piles = {word(card) for player in match.state.players for card in player.eliminated_pile}
            losses.add(frozenset(piles & set(defenders)))
            continue
        for index in range(len(decision.options)):
            branch = match.clone()
            branch.choose(decision.seat, index)
            open_matches.append(branch)
    return losses


def _prepared(tabletop: Tabletop, battle: Battle) -> tuple[Icons, int]:
    """Set up a battle in which only tokens attack: the icons of each defender alone, and the attack left for them."""
    ground, defenders, attack = battle
    tabletop.lay(ground)
    tabletop.stand(ground, *defenders)
    tabletop.site(ground).attack = attack
    s, there = tabletop.state, number(ground)
    return {card: battle_icons(s, number(card), there, DEFENCE) for card in defenders}, attack - location_defence(
        s, there
    )


def _fought(tabletop: Tabletop, battle: Battle) -> set[Losses]:
    """The possible losses of a battle."""
    ground, defenders, _ = battle
    tabletop.direct(lambda s: battleground_combat(s, number(ground)))
    return _outcomes(tabletop, defenders)


@example_settings(max_examples=120, deadline=None)
@given(battles())
def test_a_side_may_lose_whom_the_book_lets_it_and_nobody_else(battle: Battle) -> None:
    """Page 16: what is possible is allowed; nothing smaller than that is withheld."""
    tabletop = Tabletop()
    plain, left = _prepared(tabletop, battle)
    allowed = {group for icons in _best_ways(plain, left) for group in _allowed(icons, left)}
    losses = _fought(tabletop, battle)
    assert losses <= allowed
    assert {group for group in allowed if not any(other < group for other in allowed)} <= losses


@example_settings(max_examples=60, deadline=None)
@given(battles().filter(lambda battle: BATTLEGROUNDS[number(battle[0])].side == SHADOW))
def test_a_bot_loses_cards_from_the_right(battle: Battle) -> None:
    """AtS p. 3: until it is enough, even if that is not the best it could do; nobody is asked."""
    tabletop = Tabletop(mode="against-the-shadow")
    plain, left = _prepared(tabletop, battle)
    (losses,) = _fought(tabletop, battle)
    assert losses in {_from_the_right(icons, left) for icons in _best_ways(plain, left)}
