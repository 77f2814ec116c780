"""What a seat sees, not named: all that observations are made from, for searches, which compare very many worlds.

The lists of the state are not copied, for what is compared does not change in between.
"""

from itertools import compress
from typing import Any

from engine.games.meq.components.box import TOKENS
from engine.games.meq.rules.fights import enemy_stack_cost, hero_strength
from engine.games.meq.rules.knowledge import known_to
from engine.games.meq.rules.story import HERO_PACE
from engine.games.meq.state import SAURON, GameState, Hero, seat_of
from engine.games.meq.view.observation import move_limit


def sight(s: GameState, seat: int | None) -> tuple[Any, ...]:
    """What a seat, or a spectator, sees: equal for two states where their observations are."""
    known = known_to(s, seat)
    is_sauron = seat == SAURON
    return (
        _board(s, is_sauron, known),
        _sauron(s, is_sauron, known),
        [_hero(hero, seat == seat_of(h), known) for h, hero in enumerate(s.heroes)],
        _piles(s),
        _combat(s, seat) if s.combat.hero >= 0 else None,
        s.candidates if s.chooser in (-1, seat) else len(s.candidates),
        _missions(s, seat),
    )


def _known(cards: list[int], is_own: bool, known: set[int]) -> Any:
    """A hand: whole for its owner, for others its size and what they know of it."""
    return cards if is_own else (len(cards), known.intersection(cards))


def _board(s: GameState, is_sauron: bool, known: set[int]) -> tuple[Any, ...]:
    """Story, turn and map; of a token that lies face down, its colour: all see which one moves or leaves the board."""
    return (
        *(s.round, s.step, s.story, min(s.hero_delay, HERO_PACE), s.finale, _turn(s)),
        *(s.influence, s.favor, s.characters, s.minions, s.minion_damage, s.token_places),
        s.tokens if is_sauron else [token if token in known else TOKENS[token].pool for token in s.tokens],
        *(s.plots, s.plot_places, s.event, s.favor_on_event),
    )


def _turn(s: GameState) -> tuple[Any, ...]:
    """The turn under way, as far as it is shown."""
    turn = s.turn
    return turn.hero, turn.second, turn.shadow_played, turn.moves, move_limit(s), turn.perilous


def _sauron(s: GameState, is_own: bool, known: set[int]) -> tuple[Any, ...]:
    """Sauron's area, and what only he knows."""
    deck = s.plot_deck
    return (
        *(s.pool, s.tracks, s.actions_left, s.influence_left, min(s.influence_left, s.pool_left), s.commands_left),
        *(_known(s.shadow_hand, is_own, known), _known(s.plot_hand, is_own, known)),
        (deck[len(deck) - s.known_top :], deck[: s.known_bottom]) if is_own else None,
    )


def _hero(hero: Hero, is_own: bool, known: set[int]) -> tuple[Any, ...]:
    """A hero's sheet, pools and play area."""
    return (
        *(hero.who, hero.place, hero.favor, hero.levels, hero.snowbound, hero.completed),
        *(len(hero.life), _known(hero.hand, is_own, known), hero.rest, len(hero.damage)),
        [*compress(hero.damage, hero.from_hand)] if is_own else None,
        *(hero.corruption, hero.items, hero.quests, hero.kept_events),
    )


def _missions(s: GameState, seat: int | None) -> set[int]:
    """The missions that a seat knows: its side's, and those that were revealed."""
    own = [] if seat is None else s.sauron_mission if seat == SAURON else s.hero_mission
    return {*own, *s.revealed_missions}


def _piles(s: GameState) -> tuple[Any, ...]:
    """Decks by their sizes, and discard piles."""
    return (
        *([*map(len, s.event_decks)], [*map(len, s.encounter_decks)], [*map(len, s.token_pools)]),
        *([*map(len, s.combat_decks)], len(s.shadow_deck), len(s.plot_deck), len(s.peril_deck)),
        *(len(s.corruption_deck), len(s.skill_deck), s.items),
        *(s.event_discards, s.encounter_discards, s.token_discards, s.shadow_discard, s.plot_discard),
        *(s.peril_discard, s.corruption_discard, s.skill_discard),
    )


def _combat(s: GameState, seat: int | None) -> tuple[Any, ...]:
    """The fight under way, with what was told of hands."""
    c = s.combat
    return (
        *(c.hero, c.enemy, c.health, c.fortitude, c.damage, hero_strength(s), enemy_stack_cost(s)),
        *(c.hero_stack, c.enemy_stack, c.enemy_discard, c.face_up),
        *(c.hero_exhausted, c.enemy_exhausted, c.hero_next, c.enemy_next, c.hero_type, c.enemy_type),
        *(c.declared_type, c.afraid, c.hero_knows_types, c.enemy_knows_types),
        c.hand if seat == SAURON else len(c.hand),
        c.ranged_in_hero_hand if c.enemy_knows_types and seat == SAURON else None,
        c.ranged_in_enemy_hand if c.hero_knows_types and seat == seat_of(c.hero) else None,
    )
