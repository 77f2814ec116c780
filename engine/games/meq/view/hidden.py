"""Which hidden components a seat cannot tell apart by place, and what it was told of them."""

from collections.abc import Container
from math import comb

from engine.games.meq.components.box import (
    COMBAT,
    CORRUPTIONS,
    ENEMIES,
    MISSIONS,
    PERILS,
    PLOTS,
    TOKENS,
    cards_of,
)
from engine.games.meq.rules.fighter import RANGED
from engine.games.meq.rules.knowledge import known_to, ranged_in
from engine.games.meq.state import SAURON, UNKNOWN, GameState, Hero, seat_of

SKILLS = frozenset(cards_of("skill"))
FEWEST_FITTING = 6
"""One deal in so many must fit what was told of a hand, or types keep their places."""


def unseen(s: GameState, seat: int | None) -> list[list[int]]:
    """Pools of components that may change places without the seat noticing."""
    dark = seat == SAURON
    known = known_to(s, seat) | {s.combat.face_up}
    candidates = [] if s.chooser in (-1, seat) else s.candidates
    pools = [*s.event_decks, *s.encounter_decks]
    pools += [s.peril_deck + _among(PERILS, candidates), s.corruption_deck + _among(CORRUPTIONS, candidates)]
    pools.append(s.shadow_deck if dark else _hidden(known, s.shadow_deck, s.shadow_hand))
    if dark:
        pools.append(s.plot_deck[s.known_bottom : len(s.plot_deck) - s.known_top])
    else:
        pools.append(_hidden(known, s.plot_deck, _among(PLOTS, candidates), s.plot_hand))
    pools += _token_pools(s, dark, known, candidates)
    pools += _combat_pools(s, seat, known)
    pools += _mission_pools(s, seat)
    pools += _hero_pools(s, seat, known, candidates)
    return [list(pool) for pool in pools if len(pool) > 1]


def _hidden(known: set[int], *piles: list[int]) -> list[int]:
    return [card for pile in piles for card in pile if card not in known]


def _among(kind: Container[int], candidates: list[int]) -> list[int]:
    """Those cards of a kind that somebody else has drawn to choose from."""
    return [card for card in candidates if card in kind]


def _hero_pools(s: GameState, seat: int | None, known: set[int], candidates: list[int]) -> list[list[int]]:
    """The face-down cards of each hero, and the skills: those of others could be any that nobody has seen (p. 21)."""
    pools = []
    skills = s.skill_deck + _among(SKILLS, candidates)
    rare = False
    for h, hero in enumerate(s.heroes):
        cards = _face_down(hero, known, seat == seat_of(h))
        unknown: set[int] = set()
        if seat != seat_of(h):
            unknown = {card for card in cards if card in SKILLS and card not in hero.known_skills}
            skills += [card for card in cards if card in unknown]
        pools.append([card for card in cards if card not in unknown])
        if seat == SAURON and s.combat.enemy_knows_types and s.combat.hero == h and _rare(cards, hero.hand):
            rare = True
            pools += _by_type(pools.pop())
    return pools + (_by_type(skills) if rare else [skills])


def _rare(cards: list[int], hand: list[int]) -> bool:
    """Whether few deals of these cards would give a hand the types that were told of it.

    A deal that contradicts what was told is refused; only where too many would be do types keep their places.
    """
    ranged = ranged_in(cards)
    in_hand = [COMBAT[card].type == RANGED for card in hand if card in cards]
    fitting = comb(ranged, sum(in_hand)) * comb(len(cards) - ranged, len(in_hand) - sum(in_hand))
    return fitting * FEWEST_FITTING < comb(len(cards), len(in_hand))


def _by_type(cards: list[int]) -> list[list[int]]:
    """Ranged and Melee cards apart."""
    ranged = [card for card in cards if COMBAT[card].type == RANGED]
    return [ranged, [card for card in cards if COMBAT[card].type != RANGED]]


def _face_down(hero: Hero, known: set[int], own: bool) -> list[int]:
    """A hero's cards that the seat cannot place (p. 21)."""
    if own:
        return hero.life + [card for card, own_card in zip(hero.damage, hero.from_hand, strict=True) if not own_card]
    return _hidden(known, hero.life, hero.hand, hero.damage)


def _token_pools(s: GameState, dark: bool, known: set[int], candidates: list[int]) -> list[list[int]]:
    """Monster tokens of each colour; those that lay open when they went back in are not the older ones."""
    if dark:
        return s.token_pools
    pools = [_hidden(known, pool) for pool in s.token_pools]
    for token in _hidden(known, s.tokens, _among(TOKENS, candidates)):
        pools[TOKENS[token].pool].append(token)
    if not s.returned_tokens:
        return pools
    returned = set(s.returned_tokens)
    return [
        [token for token in pool if (token in returned) == is_returned]
        for pool in pools
        for is_returned in (True, False)
    ]


def _combat_pools(s: GameState, seat: int | None, known: set[int]) -> list[list[int]]:
    """Monster combat decks, with Sauron's combat hand for everybody else."""
    c = s.combat
    pools = []
    for number, deck in enumerate(s.combat_decks):
        if c.hero < 0 or seat == SAURON or ENEMIES[c.enemy].deck != number:
            pools.append(deck)
            continue
        cards = _hidden(known, deck, c.hand)
        rare = c.hero_knows_types and seat == seat_of(c.hero) and _rare(cards, c.hand)
        pools += _by_type(cards) if rare else [cards]
    return pools


def _mission_pools(s: GameState, seat: int | None) -> list[list[int]]:
    """The missions of the other side, with those left in the box (p. 33)."""
    hidden = [card for card in (*s.hero_mission, *s.sauron_mission, *s.box) if card in MISSIONS]
    hidden = [card for card in hidden if card not in s.revealed_missions]
    sides = ("heroes", "sauron") if seat is None else ("heroes",) if seat == SAURON else ("sauron",)
    return [[card for card in hidden if MISSIONS[card].side == side] for side in sides]


def barred(s: GameState) -> list[tuple[list[int], set[int]]]:
    """Cards held since before a life pool was reshuffled, with those that lay open then, which are not among them."""
    return [
        (hero.hand[: hero.hand_before] + hero.damage[: hero.damage_before], set(hero.reshuffled))
        for hero in s.heroes
        if hero.reshuffled and (hero.hand_before or hero.damage_before)
    ]


def plausible(s: GameState) -> bool:
    """Whether hands hold as many Ranged cards as is known of them."""
    c = s.combat
    if c.ranged_in_enemy_hand not in (UNKNOWN, ranged_in(c.hand)):
        return False
    return c.ranged_in_hero_hand == UNKNOWN or c.ranged_in_hero_hand == ranged_in(s.heroes[c.hero].hand)


def withhold(s: GameState, seat: int | None) -> None:
    """Forget what a seat was not told: the types in a hand that only its owner and the other fighter know."""
    c = s.combat
    if c.hero < 0 or seat != seat_of(c.hero):
        c.ranged_in_enemy_hand = UNKNOWN
    if seat != SAURON:
        c.ranged_in_hero_hand = UNKNOWN
