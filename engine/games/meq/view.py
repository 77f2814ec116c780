"""What a seat may see, and which hidden components it cannot tell apart by place."""

from collections.abc import Container
from math import comb
from typing import Any

from engine.games.meq.components.box import (
    CHARACTERS,
    COMBAT,
    CORRUPTIONS,
    ENEMIES,
    MINIONS,
    MISSIONS,
    PERILS,
    PLOTS,
    TOKENS,
    cards_of,
)
from engine.games.meq.components.schema import COMBAT_DECKS, MARKERS, TRAITS
from engine.games.meq.layout import IDS, TRACKS
from engine.games.meq.rules.dominance import lead
from engine.games.meq.rules.fighter import RANGED
from engine.games.meq.rules.fights import hero_strength
from engine.games.meq.rules.heroes import trait
from engine.games.meq.rules.knowledge import known_to
from engine.games.meq.rules.stage import stage
from engine.games.meq.state import SAURON, SLAIN, GameState, Hero, seat_of

SKILLS = frozenset(cards_of("skill"))
FEWEST_FITTING = 6
"""One deal in so many must fit what was told of a hand, or types keep their places."""


def observe(s: GameState, seat: int | None) -> dict[str, Any]:
    """What a seat, or a spectator, may see: the board and open cards, its own hand, and counts of the rest."""
    dark = seat == SAURON
    ahead = lead(s)
    known = known_to(s, seat)
    return {
        "round": s.round,
        "step": s.step,
        "stage": stage(s),
        "finale": s.finale,
        "dominant": "heroes" if ahead > 0 else "sauron" if ahead < 0 else "",
        "story": dict(zip(MARKERS, s.story, strict=True)),
        "hero_delay": s.hero_delay,
        "turn": _turn(s),
        "board": _board(s, seat, known),
        "pool": s.pool,
        "tracks": {name: [mask >> n & 1 for n in range(3)] for name, mask in zip(TRACKS, s.tracks, strict=True)},
        "actions": s.actions_left,
        "action": {
            "influence": s.influence_left,
            "to_pool": min(s.influence_left, s.pool_left),
            "commands": s.commands_left,
        },
        "minions": {m.id: _minion(s, i) for i, m in enumerate(MINIONS)},
        "characters": {c.id: IDS[at] for c, at in zip(CHARACTERS, s.characters, strict=True) if at >= 0},
        "heroes": [_hero(s, h, seat) for h in range(len(s.heroes))],
        "plots": [{"card": card, "place": IDS[at]} for card, at in zip(s.plots, s.plot_places, strict=True)],
        "event": list(s.event),
        "pledged": s.favor_on_event,
        "shadow_hand": list(s.shadow_hand) if dark else len(s.shadow_hand),
        "plot_hand": list(s.plot_hand) if dark else len(s.plot_hand),
        "plot_top": s.plot_deck[-s.known_top :] if dark and s.known_top else [],
        "plot_bottom": s.plot_deck[: s.known_bottom] if dark else [],
        "known": sorted(known),
        "looking": list(s.candidates) if s.chooser in (-1, seat) else len(s.candidates),
        "mission": _mission(s, seat),
        "combat": _combat(s, seat),
        "decks": _decks(s),
        "discards": _discards(s),
        "items": list(s.items),
    }


def _turn(s: GameState) -> dict[str, Any]:
    """The turn under way."""
    turn = s.turn
    return {
        "hero": turn.hero,
        "second": turn.second,
        "shadow_played": turn.shadow_played,
        "moves": turn.moves,
        "most_moves": turn.most_moves,
        "perilous": IDS[turn.perilous] if turn.perilous >= 0 else "",
    }


def _board(s: GameState, seat: int | None, known: set[int]) -> dict[str, Any]:
    """Influence, favor and monster tokens; a token shows its face to Sauron and to who has looked at it."""
    tokens = [
        {"place": IDS[at], "token": token if seat == SAURON or token in known else -1}
        for token, at in zip(s.tokens, s.token_places, strict=True)
    ]
    return {
        "influence": {IDS[i]: amount for i, amount in enumerate(s.influence) if amount},
        "favor": {IDS[i]: amount for i, amount in enumerate(s.favor) if amount},
        "tokens": tokens,
    }


def _minion(s: GameState, i: int) -> dict[str, Any]:
    at = s.minions[i]
    return {"place": IDS[at] if at >= 0 else "slain" if at == SLAIN else "", "damage": s.minion_damage[i]}


def _hero(s: GameState, h: int, seat: int | None) -> dict[str, Any]:
    """A hero's sheet and pools: the hand and its own part of the damage pool only for the owner (p. 21)."""
    hero = s.heroes[h]
    own = seat == seat_of(h)
    sheet: dict[str, Any] = {
        "hero": hero.who,
        "place": IDS[hero.place] if hero.who else "",
        "favor": hero.favor,
        "snowbound": hero.snowbound,
        "levels": list(hero.levels),
        "traits": {name: trait(hero, i) for i, name in enumerate(TRAITS)} if hero.who else {},
        "life": len(hero.life),
        "hand": list(hero.hand) if own else len(hero.hand),
        "rest": list(hero.rest),
        "damage": len(hero.damage),
        "corruption": list(hero.corruption),
        "items": list(hero.items),
        "quests": list(hero.quests),
        "completed": hero.completed,
        "pledge": list(hero.kept_events),
    }
    if own:
        sheet["damage_known"] = [card for card, own_card in zip(hero.damage, hero.from_hand, strict=True) if own_card]
    return sheet


def _mission(s: GameState, seat: int | None) -> dict[str, Any]:
    """A side's own mission, and what is revealed in the Finale (p. 33, p. 34)."""
    sides = {"heroes": s.hero_mission, "sauron": s.sauron_mission}
    own = "" if seat is None else "sauron" if seat == SAURON else "heroes"
    return {side: list(cards) for side, cards in sides.items() if side == own or {*cards} & {*s.revealed_missions}}


def _combat(s: GameState, seat: int | None) -> dict[str, Any]:
    """The fight under way, with what was told of hands."""
    c = s.combat
    if c.hero < 0:
        return {}
    view: dict[str, Any] = {
        "hero": c.hero,
        "enemy": c.enemy,
        "health": c.health,
        "damage": s.minion_damage[[m.id for m in MINIONS].index(c.enemy)] if ENEMIES[c.enemy].stage else c.damage,
        "fortitude": c.fortitude,
        "strength": hero_strength(s),
        "strain": c.strength_strain * len(s.heroes[c.hero].corruption),
        "hand": list(c.hand) if seat == SAURON else len(c.hand),
        "hero_stack": list(c.hero_stack),
        "enemy_stack": list(c.enemy_stack),
        "spent": list(c.enemy_discard),
        "exhausted": [c.hero_exhausted, c.enemy_exhausted],
        "next": [c.hero_next, c.enemy_next],
        "last_type": [c.hero_type, c.enemy_type],
        "declared": c.declared_type,
        "afraid": c.afraid,
        "first": c.face_up,
        "told": [c.hero_knows_types, c.enemy_knows_types],
    }
    if c.hero_knows_types and seat == seat_of(c.hero):
        view["enemy_ranged"] = sum(COMBAT[card].type == RANGED for card in c.hand)
    if c.enemy_knows_types and seat == SAURON:
        view["hero_ranged"] = sum(COMBAT[card].type == RANGED for card in s.heroes[c.hero].hand)
    return view


def _decks(s: GameState) -> dict[str, Any]:
    """How many cards and tokens every face-down pile holds."""
    return {
        "events": [len(deck) for deck in s.event_decks],
        "encounters": [len(deck) for deck in s.encounter_decks],
        "shadow": len(s.shadow_deck),
        "plot": len(s.plot_deck),
        "peril": len(s.peril_deck),
        "corruption": len(s.corruption_deck),
        "skill": len(s.skill_deck),
        "combat": {name: len(deck) for name, deck in zip(COMBAT_DECKS, s.combat_decks, strict=True)},
        "tokens": [len(bag) for bag in s.token_pools],
    }


def _discards(s: GameState) -> dict[str, Any]:
    """Every pile that lies open."""
    return {
        "events": [list(pile) for pile in s.event_discards],
        "encounters": [list(pile) for pile in s.encounter_discards],
        "shadow": list(s.shadow_discard),
        "plot": list(s.plot_discard),
        "peril": list(s.peril_discard),
        "corruption": list(s.corruption_discard),
        "skill": list(s.skill_discard),
        "tokens": [list(pile) for pile in s.token_discards],
    }


# -- what a seat cannot place


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
    ranged = sum(COMBAT[card].type == RANGED for card in cards)
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
        return list(s.token_pools)
    returned = set(s.returned_tokens)
    pools = []
    for pool, hidden in enumerate(s.token_pools):
        outside = [token for token in (*s.tokens, *candidates) if token in TOKENS and TOKENS[token].pool == pool]
        tokens = _hidden(known, hidden, outside)
        pools.append([token for token in tokens if token in returned])
        pools.append([token for token in tokens if token not in returned])
    return pools


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
