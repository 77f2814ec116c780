"""What a seat may see: the observation, and the cards it cannot place."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Literal, cast

import msgspec

from engine.core.view import View
from engine.games.wotr.cards.registry import CYCLED_INSTEAD
from engine.games.wotr.components.box import FREE, REFERENCES, SHADOW
from engine.games.wotr.rules.eliminating import ANY_CAUSE
from engine.games.wotr.rules.icons import location_defence, totals_at
from engine.games.wotr.scenarios import VARIANTS, Variant
from engine.games.wotr.state import GameState, Player
from engine.games.wotr.steps.victory import points

Side = Literal["free", "shadow"]
Phase = Literal["setup", "discard", "battleground", "path", "action", "combat", "victory", "draw"]

_reference = REFERENCES.__getitem__


class LocationView(msgspec.Struct, frozen=True):
    """An active location."""

    location: str
    """The battleground or path, by reference."""
    cards: list[str]
    """The characters and armies there; items are with their wielders."""
    attack_tokens: int
    """Attack tokens on the location."""
    defence: int
    """What the location itself defends with: its own icons, tokens, and items that add to them."""
    card_tokens: dict[str, int]
    """By card: combat tokens on it."""
    attack_total: int
    """All attack there as a combat would count it now: tokens, icons, items, texts, and leadership with the best
    support."""
    defence_total: int
    """All defence there as a combat would count it now, with that of the location itself."""


class PlayerView(msgspec.Struct, frozen=True):
    """One player's area. Of what is hidden, owners see all and others what everybody saw go there."""

    player: str
    """Whose area it is, by reference."""
    side: Side
    """The side it plays for."""
    ring_available: bool
    """Whether the Ring token can still be used."""
    reserve: list[str]
    """Characters and armies in reserve; items are with their wielders."""
    hand: list[str]
    """Cards in hand, as far as the viewer knows them."""
    hand_count: int
    """How many cards are in hand."""
    cycle_pile: list[str]
    """Cards in the cycle pile, as far as the viewer knows them."""
    cycle_pile_count: int
    """How many cards are in the cycle pile."""
    eliminated_pile: list[str]
    """Cards in the eliminated pile, as far as the viewer knows them."""
    eliminated_pile_count: int
    """How many cards are in the eliminated pile."""
    drawn_apart: list[str]
    """Cards drawn by a text that plays some of them and cycles the rest, as far as the viewer knows them."""
    drawn_apart_count: int
    """How many cards are drawn apart."""
    deck_count: int
    """How many cards are in the draw deck."""
    deck_top: str | None
    """The top card of the draw deck, where the viewer may always look at it; null otherwise."""


class WotrView(View, frozen=True, kw_only=True):
    """What a seat, or a spectator, sees of a match of War of the Ring: The Card Game."""

    scenario: str
    """The scenario that is played."""
    variant: str
    """The rules it is played by: the scenario, and against the Shadow also the level."""
    round: int
    """The number of the round; 0 before the first."""
    phase: Phase
    """The step of the round."""
    first_player: str
    """Who has the first player token, by reference."""
    turn: str
    """Whose turn it is in the action phase, by reference."""
    passed: list[str]
    """Who has passed in a row, by reference."""
    points: dict[str, int]
    """By side: its points as they stand."""
    corruption: int
    """Corruption, which is points of the Shadow."""
    path: list[LocationView]
    """The active path; empty where there is none."""
    battlegrounds: list[LocationView]
    """The active battlegrounds in the order of activation."""
    items: dict[str, list[str]]
    """By wielder in play: its items."""
    scoring_areas: dict[str, list[str]]
    """By side: the locations it has scored."""
    battleground_decks: dict[str, list[str]]
    """By side: the battlegrounds that have not been activated, in no order."""
    path_deck: list[str]
    """The paths that have not been activated, in no order."""
    set_aside: list[str]
    """Paths that nobody scored, and components that the scenario does not use."""
    new_in_reserve: list[str]
    """Cards played to a reserve this round, which do not move."""
    played_this_round: list[str]
    """Characters and items played this round, which are not played again."""
    unplayable_this_round: list[str]
    """Items that a bot of the Shadow could not play this round and drew cards for."""
    used_this_round: list[str]
    """Cards whose once-a-round text has been used."""
    events_this_round: list[str]
    """Events whose text lasts until the round ends, by id."""
    players: list[PlayerView]
    """Every player's area, in the order of the seats; bots of the Shadow come last."""


def observe(s: GameState, seat: int | None) -> WotrView:
    """What a seat, or a spectator, may see (p. 9, "Who sees what"): all cards in play, and its own hand and piles."""
    variant = VARIANTS[s.variant]
    seats = variant.references
    return WotrView(
        scenario=variant.scenario,
        variant=s.variant,
        round=s.round,
        phase=cast("Phase", s.step),
        first_player=seats[variant.order[s.first]],
        turn=seats[variant.order[s.turn]],
        passed=[seats[n] for n in s.passes],
        points={FREE: points(s, FREE), SHADOW: points(s, SHADOW)},
        corruption=s.corruption,
        path=[_location(s, path) for path in s.path],
        battlegrounds=[_location(s, ground) for ground in s.battlegrounds],
        items={REFERENCES[wielder]: _named(items) for wielder, items in s.items.items()},
        scoring_areas={side: _named(cards) for side, cards in s.scoring_areas.items()},
        battleground_decks={side: _named(sorted(deck)) for side, deck in s.battleground_decks.items()},
        path_deck=_named(sorted(s.path_deck)),
        set_aside=_named(s.aside),
        new_in_reserve=_named(s.new_in_reserve),
        played_this_round=_named(s.played_this_round),
        unplayable_this_round=_named(s.unplayable_this_round),
        used_this_round=_named(s.used_this_round),
        events_this_round=list(s.events_this_round),
        players=_players(s, variant, seat),
    )


def _named(cards: Iterable[int]) -> list[str]:
    return [*map(_reference, cards)]


def _location(s: GameState, location: int) -> LocationView:
    """An active location: the cards there, and what its tokens and its own icons add, and what a combat would count."""
    site = s.sites[location]
    tokens = {REFERENCES[card]: icons for card, icons in site.card_tokens.items()}
    defence = location_defence(s, location)
    totals = totals_at(s, location)
    return LocationView(REFERENCES[location], _named(site.cards), site.attack, defence, tokens, *totals)


def _players(s: GameState, variant: Variant, seat: int | None) -> list[PlayerView]:
    """Every player's area: hidden piles whole for their owner, otherwise only what everybody saw go there."""
    known = set(s.known_to_all)
    return [
        _player(player, reference, side, None if n == seat else known)
        for n, (player, reference, side) in enumerate(zip(s.players, variant.references, variant.sides, strict=True))
    ]


def _player(player: Player, reference: str, side: str, known: set[int] | None) -> PlayerView:
    """A player's area; of hidden piles the cards that are known, or all where `known` is None."""
    piles = (player.hand, player.cycle_pile, player.eliminated_pile, player.drawn_apart)
    hand, cycled, eliminated, drawn = map(
        _named, piles if known is None else (sorted(known.intersection(pile)) for pile in piles)
    )
    return PlayerView(
        player=reference,
        side=cast("Side", side),
        ring_available=player.ring,
        reserve=_named(player.reserve),
        hand=hand,
        hand_count=len(player.hand),
        cycle_pile=cycled,
        cycle_pile_count=len(player.cycle_pile),
        eliminated_pile=eliminated,
        eliminated_pile_count=len(player.eliminated_pile),
        drawn_apart=drawn,
        drawn_apart_count=len(player.drawn_apart),
        deck_count=len(player.deck),
        deck_top=REFERENCES[player.deck[-1]] if known is None and player.sees_top else None,
    )


def sight(s: GameState, seat: int | None) -> tuple[Any, ...]:
    """What a seat, or a spectator, sees, not named: equal for two states where their observations are.

    Searches compare very many worlds. The lists of the state are not copied: what is compared does not change.
    """
    known, order = set(s.known_to_all), VARIANTS[s.variant].order
    active = [(location, s.sites[location]) for location in (*s.path, *s.battlegrounds)]
    return (
        *(s.variant, s.round, s.step, order[s.first], order[s.turn], s.passes, s.corruption, s.path, s.battlegrounds),
        [(site.cards, site.attack, location_defence(s, at), site.card_tokens) for at, site in active],
        *(s.items, s.scoring_areas, len(s.path_deck), {*s.path_deck}, s.aside),
        {side: (len(deck), {*deck}) for side, deck in s.battleground_decks.items()},
        *(s.new_in_reserve, s.played_this_round, s.unplayable_this_round, s.used_this_round, s.events_this_round),
        [_player_sight(player, None if n == seat else known) for n, player in enumerate(s.players)],
    )


def _player_sight(player: Player, known: set[int] | None) -> tuple[Any, ...]:
    """A player's area; of hidden piles the cards that are known, or all where `known` is None."""
    hand, cycled, eliminated, drawn = player.hand, player.cycle_pile, player.eliminated_pile, player.drawn_apart
    open_ = (player.ring, player.reserve, len(player.deck))
    if known is None:
        return *open_, hand, cycled, eliminated, drawn, player.deck[-1] if player.sees_top else None
    counts = (len(hand), len(cycled), len(eliminated), len(drawn))
    if not known:
        return open_, counts
    return open_, counts, [known.intersection(pile) for pile in (hand, cycled, eliminated, drawn)]


def unseen(s: GameState, seat: int | None) -> list[list[int]]:
    """For each player the cards a seat cannot place: in hand, deck or face down, unless everybody saw them."""
    known = set(s.known_to_all)
    pools = []
    for n, player in enumerate(s.players):
        if n == seat:
            pools.append(player.deck[:-1] if player.sees_top else player.deck)
        else:
            piles = (player.deck, player.hand, player.cycle_pile, player.eliminated_pile, player.drawn_apart)
            pools.append([card for pile in piles for card in pile if card not in known])
    return pools


def barred(s: GameState) -> list[tuple[list[int], frozenset[int]]]:
    """The eliminated piles never hold the cards that are cycled whenever they would be eliminated."""
    return [(player.eliminated_pile, _never_eliminated()) for player in s.players]


@cache
def _never_eliminated() -> frozenset[int]:
    return frozenset(card for card, causes in CYCLED_INSTEAD.items() if causes == ANY_CAUSE)
