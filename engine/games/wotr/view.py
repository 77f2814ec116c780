"""What a seat may see: the observation, and the cards it cannot place."""

from functools import cache
from typing import Any

from engine.games.wotr.cards.registry import CYCLED_INSTEAD
from engine.games.wotr.components.box import FREE, SHADOW
from engine.games.wotr.rules.eliminating import ANY_CAUSE
from engine.games.wotr.rules.icons import location_defence
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState, Player
from engine.games.wotr.steps.victory import points


def observe(s: GameState, seat: int | None) -> dict[str, Any]:
    """What a seat, or a spectator, may see (p. 9, "Who sees what"): all cards in play, and its own hand and piles."""
    variant = VARIANTS[s.variant]
    return {
        "scenario": variant.scenario,
        "war": s.variant,
        "round": s.round,
        "phase": s.step,
        "first": variant.order[s.first],
        "turn": variant.order[s.turn],
        "passed": list(s.passes),
        "points": {FREE: points(s, FREE), SHADOW: points(s, SHADOW)},
        "corruption": s.corruption,
        "path": [_location(s, path) for path in s.path],
        "battlegrounds": [_location(s, ground) for ground in s.battlegrounds],
        "items": [{"wielder": wielder, "items": list(items)} for wielder, items in s.items.items()],
        "scored": {side: list(cards) for side, cards in s.scoring_areas.items()},
        "battleground_decks": {side: sorted(deck) for side, deck in s.battleground_decks.items()},
        "path_deck": sorted(s.path_deck),
        "aside": list(s.aside),
        "fresh": list(s.new_in_reserve),
        "played": list(s.played_this_round),
        "unplayed": list(s.unplayable_this_round),
        "used": list(s.used_this_round),
        "permits": list(s.events_this_round),
        "players": [_player(s, player, n == seat) for n, player in enumerate(s.players)],
    }


def _location(s: GameState, location: int) -> dict[str, Any]:
    """An active location: the cards there, and what its tokens and its own icons add."""
    site = s.sites[location]
    return {
        "location": location,
        "cards": list(site.cards),
        "attack": site.attack,
        "defence": location_defence(s, location),
        "tokens": [{"card": card, "icons": icons} for card, icons in site.card_tokens.items()],
    }


def _player(s: GameState, player: Player, own: bool) -> dict[str, Any]:
    """A seat's area: its hidden piles whole for itself, otherwise only what everybody saw go there."""
    view: dict[str, Any] = {"reserve": list(player.reserve), "ring": player.ring, "deck": len(player.deck)}
    hidden = {
        "hand": player.hand,
        "cycled": player.cycle_pile,
        "eliminated": player.eliminated_pile,
        "drawn": player.drawn_apart,
    }
    for pile, cards in hidden.items():
        view[pile] = list(cards) if own else sorted(card for card in cards if card in s.known_to_all)
        view[f"{pile}_count"] = len(cards)
    view["top"] = player.deck[-1] if own and player.sees_top else None
    return view


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
