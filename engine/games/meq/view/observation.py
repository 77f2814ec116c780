"""The observation: what a seat, or a spectator, sees of a match, named."""

from collections.abc import Container, Iterable
from functools import cache
from itertools import compress
from typing import cast

from engine.games.meq.components.box import CHARACTERS, COMBAT, ENEMIES, EVENTS, MINIONS, REFERENCES, TOKENS
from engine.games.meq.components.schema import COMBAT_DECKS, TRAITS
from engine.games.meq.layout import COLOUR_PAIRS, EVERYWHERE, IDS, Way
from engine.games.meq.layout.references import ENCOUNTER_DECKS, MONSTER_POOLS, SEATS
from engine.games.meq.rules.dominance import lead
from engine.games.meq.rules.fights import enemy_damage, enemy_stack_cost, hero_stack_cost, hero_strength
from engine.games.meq.rules.heroes import trait
from engine.games.meq.rules.knowledge import known_to
from engine.games.meq.rules.locations import perilous_places
from engine.games.meq.rules.stage import POOL_PER_STAGE, stage
from engine.games.meq.rules.story import pace
from engine.games.meq.state import NO_LIMIT, SAURON, SLAIN, Combat, GameState, seat_of
from engine.games.meq.steps.travel import most_moves, ways
from engine.games.meq.view.types import (
    ActionTracksView,
    ActionTrackView,
    CardType,
    CombatView,
    EnemyFighterView,
    HeroFighterView,
    HeroView,
    MeqView,
    MinionView,
    MissionsView,
    MonsterTokenView,
    PathView,
    PilesView,
    PlaceView,
    PlotView,
    SauronView,
    Step,
    StoryView,
    Terrain,
    TraitsView,
    TurnView,
)

_POOLS = tuple(MONSTER_POOLS.values())


def observe(s: GameState, seat: int | None) -> MeqView:
    """What a seat, or a spectator, may see: the board and open cards, its own hand, and counts of the rest."""
    known = known_to(s, seat)
    ahead = lead(s)
    spaces = pace(s)
    spaces[0] = max(0, spaces[0] - s.hero_delay)
    return MeqView(
        round=s.round,
        step=cast("Step", s.step),
        stage=stage(s),
        is_finale=s.finale,
        dominant_side="heroes" if ahead > 0 else "sauron" if ahead < 0 else None,
        story=StoryView(*s.story),
        story_pace=StoryView(*spaces),
        turn=_turn(s),
        places=_places(s, s.tokens if seat == SAURON else known),
        sauron=_sauron(s, seat == SAURON, known),
        heroes=[_hero(s, h, seat == seat_of(h), known) for h in range(len(s.heroes))],
        minions=[_minion(s, i) for i in range(len(MINIONS))],
        characters_away=[one.id for one, at in zip(CHARACTERS, s.characters, strict=True) if at < 0],
        plots=[PlotView(REFERENCES[card], IDS[at]) for card, at in zip(s.plots, s.plot_places, strict=True)],
        event_in_play=REFERENCES[s.event[0]] if s.event else None,
        favor_on_kept_event=s.favor_on_event,
        missions=_missions(s, seat),
        drawn_apart=_named(s.candidates) if s.chooser in (-1, seat) else [],
        drawn_apart_count=len(s.candidates),
        combat=_combat(s, seat),
        piles=_piles(s, seat == SAURON),
    )


def _named(cards: Iterable[int]) -> list[str]:
    return [*map(REFERENCES.__getitem__, cards)]


def _known(cards: list[int], is_own: bool, known: set[int]) -> list[str]:
    """The cards of a hand: all for their owner, for others those that they know, in no order."""
    return _named(cards if is_own else sorted(known.intersection(cards)))


# -- the turn and the board


def _turn(s: GameState) -> TurnView:
    """The turn under way."""
    turn = s.turn
    return TurnView(
        player=SEATS[seat_of(turn.hero)],
        is_second_turn=turn.second,
        shadow_card_played=turn.shadow_played,
        moves=turn.moves,
        most_moves=move_limit(s),
        perilous_place=IDS[turn.perilous] if turn.perilous >= 0 else None,
    )


def move_limit(s: GameState) -> int | None:
    """How often the hero may move in the turn under way; None where nothing but the cost limits it."""
    most = most_moves(s, s.turn.hero) if s.turn.hero >= 0 else NO_LIMIT
    return None if most >= NO_LIMIT - 1 else max(0, most)


@cache
def _influenced(amount: int) -> PlaceView:
    """A location with nothing but influence."""
    return PlaceView(amount, 0, [], [], [], [], [], [])


def _places(s: GameState, face_up: Container[int]) -> dict[str, PlaceView]:
    """What is at every location; a token shows its face to Sauron and to who has looked at it."""
    places = dict(zip(IDS, map(_influenced, s.influence), strict=True))
    occupied: dict[int, PlaceView] = {}

    def at(i: int) -> PlaceView:
        if i not in occupied:
            occupied[i] = places[IDS[i]] = PlaceView(s.influence[i], s.favor[i], [], [], [], [], [], [])
        return occupied[i]

    for i in compress(EVERYWHERE, s.favor):
        at(i)
    for h, hero in enumerate(s.heroes):
        if hero.who:
            at(hero.place).heroes.append(SEATS[seat_of(h)])
    for character, i in zip(CHARACTERS, s.characters, strict=True):
        if i >= 0:
            at(i).characters.append(character.id)
    for minion, i in zip(MINIONS, s.minions, strict=True):
        if i >= 0:
            at(i).minions.append(minion.id)
    for token, i in zip(s.tokens, s.token_places, strict=True):
        at(i).monster_tokens.append(_token(token, token in face_up))
    for plot, i in zip(s.plots, s.plot_places, strict=True):
        at(i).plots.append(REFERENCES[plot])
    for event in s.event:
        at(EVENTS[event].affects).events.append(REFERENCES[event])
    return places


def _token(token: int, is_face_up: bool) -> MonsterTokenView:
    return MonsterTokenView(REFERENCES[token] if is_face_up else None, _POOLS[TOKENS[token].pool])


def _minion(s: GameState, i: int) -> MinionView:
    at = s.minions[i]
    return MinionView(MINIONS[i].id, IDS[at] if at >= 0 else None, at == SLAIN, s.minion_damage[i])


# -- the players


_ACTION_TRACKS = tuple(
    ActionTrackView(
        next_space=next((n for n in (1, 2, 3) if not mask >> n - 1 & 1), 4),
        marked_spaces=[n for n in (1, 2, 3) if mask >> n - 1 & 1],
    )
    for mask in range(8)
)
"""An action track, by the mask of the spaces with a marker."""


def _sauron(s: GameState, is_own: bool, known: set[int]) -> SauronView:
    """Sauron's area: his hands only for himself, others see what they were shown."""
    return SauronView(
        player=SEATS[SAURON],
        shadow_pool=s.pool,
        shadow_pool_limit=POOL_PER_STAGE * stage(s),
        actions_left=s.actions_left,
        influence_to_place=s.influence_left,
        influence_to_pool=min(s.influence_left, s.pool_left),
        commands_left=s.commands_left,
        action_tracks=ActionTracksView(*map(_ACTION_TRACKS.__getitem__, s.tracks)),
        shadow_hand=_known(s.shadow_hand, is_own, known),
        shadow_hand_count=len(s.shadow_hand),
        plot_hand=_known(s.plot_hand, is_own, known),
        plot_hand_count=len(s.plot_hand),
    )


def _hero(s: GameState, h: int, is_own: bool, known: set[int]) -> HeroView:
    """A hero's sheet and pools: the hand and its own part of the damage pool only for the owner (p. 21)."""
    hero = s.heroes[h]
    is_chosen = bool(hero.who)
    return HeroView(
        player=SEATS[seat_of(h)],
        hero=hero.who or None,
        place=IDS[hero.place] if is_chosen else None,
        favor=hero.favor,
        traits=TraitsView(*(trait(hero, which) for which in range(len(TRAITS)))) if is_chosen else None,
        levels=TraitsView(*hero.levels),
        is_snowbound=hero.snowbound,
        life_pool_count=len(hero.life),
        hand=_known(hero.hand, is_own, known),
        hand_count=len(hero.hand),
        rest_pool=_named(hero.rest),
        damage_pool=_named(compress(hero.damage, hero.from_hand)) if is_own else [],
        damage_pool_count=len(hero.damage),
        corruption=_named(hero.corruption),
        items=_named(hero.items),
        quests=_named(hero.quests),
        quests_completed=hero.completed,
        kept_events=_named(hero.kept_events),
        paths=[_path(way) for way in ways(hero)] if is_chosen else [],
        perilous_places=[IDS[i] for i in perilous_places(s, h)] if is_chosen else [],
    )


def _path(way: Way) -> PathView:
    return PathView(IDS[way.to], cast("Terrain", way.terrain) if way.terrain else None, way.cost, way.water)


def _missions(s: GameState, seat: int | None) -> MissionsView:
    """A side's own mission, and what is revealed in the Finale (p. 33, p. 34)."""
    ours, theirs = s.hero_mission, s.sauron_mission
    sees_ours = ours and ((seat is not None and seat != SAURON) or ours[0] in s.revealed_missions)
    sees_theirs = theirs and (seat == SAURON or theirs[0] in s.revealed_missions)
    return MissionsView(
        REFERENCES[ours[0]] if sees_ours else None,
        REFERENCES[theirs[0]] if sees_theirs else None,
    )


# -- combat

_NO_COMBAT = CombatView(
    is_under_way=False,
    hero=HeroFighterView(
        player=None,
        strength=0,
        stack_cost=0,
        is_exhausted=False,
        stack=[],
        last_type=None,
        lasting_card=None,
        are_types_told=False,
        ranged_in_hand=None,
        plays_at_random=False,
    ),
    enemy=EnemyFighterView(
        enemy=None,
        health=0,
        damage=0,
        fortitude=0,
        strength=0,
        stack_cost=0,
        is_exhausted=False,
        stack=[],
        hand=[],
        hand_count=0,
        discarded=[],
        last_type=None,
        lasting_card=None,
        must_play_type=None,
        are_types_told=False,
        ranged_in_hand=None,
    ),
    face_up_card=None,
)


def _combat(s: GameState, seat: int | None) -> CombatView:
    """The fight under way, with what was told of hands."""
    c = s.combat
    if c.hero < 0:
        return _NO_COMBAT
    return CombatView(
        is_under_way=True,
        hero=_hero_fighter(s, c, c.enemy_knows_types and seat == SAURON),
        enemy=_enemy_fighter(s, c, seat == SAURON, c.hero_knows_types and seat == seat_of(c.hero)),
        face_up_card=REFERENCES[c.face_up] if c.face_up >= 0 else None,
    )


def _hero_fighter(s: GameState, c: Combat, is_told: bool) -> HeroFighterView:
    hero = s.heroes[c.hero]
    return HeroFighterView(
        player=SEATS[seat_of(c.hero)],
        strength=hero_strength(s),
        stack_cost=hero_stack_cost(s),
        is_exhausted=c.hero_exhausted,
        stack=_named(c.hero_stack),
        last_type=cast("CardType", c.hero_type) if c.hero_type else None,
        lasting_card=_last_of(c.hero_next, c.hero_stack, hero.rest),
        are_types_told=c.enemy_knows_types,
        ranged_in_hand=c.ranged_in_hero_hand if is_told else None,
        plays_at_random=c.afraid,
    )


def _enemy_fighter(s: GameState, c: Combat, is_own: bool, is_told: bool) -> EnemyFighterView:
    return EnemyFighterView(
        enemy=c.enemy,
        health=c.health,
        damage=enemy_damage(s),
        fortitude=c.fortitude,
        strength=ENEMIES[c.enemy].strength,
        stack_cost=enemy_stack_cost(s),
        is_exhausted=c.enemy_exhausted,
        stack=_named(c.enemy_stack),
        hand=_named(c.hand) if is_own else [],
        hand_count=len(c.hand),
        discarded=_named(c.enemy_discard),
        last_type=cast("CardType", c.enemy_type) if c.enemy_type else None,
        lasting_card=_last_of(c.enemy_next, c.enemy_stack),
        must_play_type=cast("CardType", c.declared_type) if c.declared_type else None,
        are_types_told=c.hero_knows_types,
        ranged_in_hand=c.ranged_in_enemy_hand if is_told else None,
    )


def _last_of(key: str, *piles: list[int]) -> str | None:
    """The card of that key that was played last: it is on the stack, or on the rest pool if it was free."""
    if not key:
        return None
    played = (card for pile in piles for card in reversed(pile) if COMBAT[card].key == key)
    return next((REFERENCES[card] for card in played), None)


# -- decks


def _piles(s: GameState, is_sauron: bool) -> PilesView:
    """How many cards and tokens every face-down pile holds, and every pile that lies open."""
    deck = s.plot_deck
    return PilesView(
        event_deck_counts=[*map(len, s.event_decks)],
        event_discards=[*map(_named, s.event_discards)],
        encounter_deck_counts=dict(zip(ENCOUNTER_DECKS, map(len, s.encounter_decks), strict=True)),
        encounter_discards=dict(zip(ENCOUNTER_DECKS, map(_named, s.encounter_discards), strict=True)),
        monster_pool_counts=dict(zip(COLOUR_PAIRS, map(len, s.token_pools), strict=True)),
        monster_discards=dict(zip(COLOUR_PAIRS, map(_named, s.token_discards), strict=True)),
        combat_deck_counts=dict(zip(COMBAT_DECKS, map(len, s.combat_decks), strict=True)),
        shadow_deck_count=len(s.shadow_deck),
        shadow_discard=_named(s.shadow_discard),
        plot_deck_count=len(deck),
        plot_deck_top=_named(deck[-s.known_top :]) if is_sauron and s.known_top else [],
        plot_deck_bottom=_named(deck[: s.known_bottom]) if is_sauron else [],
        plot_discard=_named(s.plot_discard),
        peril_deck_count=len(s.peril_deck),
        peril_discard=_named(s.peril_discard),
        corruption_deck_count=len(s.corruption_deck),
        corruption_discard=_named(s.corruption_discard),
        skill_deck_count=len(s.skill_deck),
        skill_discard=_named(s.skill_discard),
        items=_named(s.items),
    )
