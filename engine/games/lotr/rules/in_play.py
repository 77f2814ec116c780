"""Who and what is in play: players, characters, attachments, enemies and locations."""

from collections.abc import Iterator
from operator import attrgetter

from engine.games.lotr.components.box import ENTRIES
from engine.games.lotr.state import GameState, InPlay

_is_eliminated, _guards = attrgetter("eliminated"), attrgetter("guards")
_AROUND = [[(*range(first, count), *range(first)) for first in range(count)] for count in range(5)]
"""By the number of players, and the first of them: all of them clockwise."""


def player_order(s: GameState) -> list[int]:
    """The players still in the game, from the first player clockwise (p. 12)."""
    players = s.players
    if len(players) == 1:
        return [0]
    order = _AROUND[len(players)][s.first_player]
    if True in map(_is_eliminated, players):
        return [seat for seat in order if not players[seat].eliminated]
    return list(order)


def each_player(s: GameState) -> Iterator[int]:
    """The players still in the game, one by one, for loops in which a player may be eliminated."""
    for seat in player_order(s):
        if not s.players[seat].eliminated:
            yield seat


def heroes(s: GameState, seat: int) -> list[int]:
    """A player's heroes, but for a prisoner."""
    heroes, prisoner = s.players[seat].heroes, s.prisoner
    if prisoner < 0 or prisoner not in heroes:
        return heroes
    return [hero for hero in heroes if hero != prisoner]


def characters(s: GameState, seat: int) -> list[int]:
    """Heroes and allies a player controls (p. 8)."""
    return heroes(s, seat) + s.players[seat].allies


def all_characters(s: GameState) -> list[int]:
    """Every character in play, in player order."""
    every = list[int]()
    for seat in player_order(s):
        every += heroes(s, seat)
        every += s.players[seat].allies
    return every


def ready(s: GameState, cards: list[int]) -> list[int]:
    """Those of the cards that are not exhausted (p. 14)."""
    play = s.cards
    return [card for card in cards if not play[card].exhausted]


def exhausted(s: GameState, cards: list[int]) -> list[int]:
    """Those of the cards that are exhausted (p. 14)."""
    play = s.cards
    return [card for card in cards if play[card].exhausted]


def wounded(s: GameState, cards: list[int]) -> list[int]:
    """Those of the cards that have damage on them."""
    play = s.cards
    return [card for card in cards if play[card].damage]


def committed(s: GameState) -> list[int]:
    """The characters committed to the quest, in player order (p. 14)."""
    play = s.cards
    return [card for card in all_characters(s) if play[card].committed]


def attachments(s: GameState, seat: int) -> list[int]:
    """The attachments a player controls: on his characters, and his own on enemies and locations (p. 25)."""
    return [card for card, state in s.cards.items() if state.seat == seat and state.host >= 0]


def of_type(cards: list[int], type: str) -> list[int]:
    """Those of the cards that are of a type."""
    return [card for card in cards if ENTRIES[card].type == type]


def staged_enemies(s: GameState) -> list[int]:
    """Enemies in the staging area."""
    return [card for card in s.staging if ENTRIES[card].type == "enemy"]


def staged_locations(s: GameState) -> list[int]:
    """Locations in the staging area."""
    return [card for card in s.staging if ENTRIES[card].type == "location"]


def engaged_enemies(s: GameState) -> list[int]:
    """Enemies engaged with any player, in player order."""
    return [card for seat in player_order(s) for card in s.players[seat].engaged]


def enemies_in_play(s: GameState) -> list[int]:
    """Every enemy in play."""
    return staged_enemies(s) + engaged_enemies(s)


def stays_in_play(s: GameState, card: int, state: InPlay) -> bool:
    """Whether a card has been in play ever since `state` was its state; one that left and came back has not."""
    return s.cards.get(card) is state


def copies_in_play(s: GameState, id: str) -> list[int]:
    """The cards in play of that kind."""
    return [card for card in s.cards if ENTRIES[card].id == id]


def name_in_play(s: GameState, card: int) -> bool:
    """Whether a unique card of this name is in play already (p. 8)."""
    name = ENTRIES[card].name
    return any(ENTRIES[other].unique and ENTRIES[other].name == name for other in s.cards)


def is_guarded(s: GameState, objective: int) -> bool:
    """Whether an encounter card is still attached to the objective (p. 24)."""
    return objective in guarded_objectives(s)


def guarded_objectives(s: GameState) -> set[int]:
    """What encounter cards are still attached to (p. 24); -1 is among them if there is a card that guards nothing."""
    return set(map(_guards, s.cards.values()))


def is_character(card: int) -> bool:
    """Whether the card is a hero or an ally (p. 8)."""
    return ENTRIES[card].type in ("hero", "ally")


def players_left(s: GameState) -> int:
    """How many players are still in the game."""
    return len(player_order(s))
