"""What a seat sees, not named: all that observations are made from, for searches, which compare very many worlds.

The lists of the state are not copied, for what is compared does not change in between.
"""

from typing import Any

from engine.games.bofa.components.box import FREE, SHADOW
from engine.games.bofa.components.library import pack_of
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import GameState
from engine.games.bofa.view.observation import event_count, phase_of


def sight(s: GameState, seat: int | None) -> tuple[Any, ...]:
    """What a seat, or a spectator, sees: equal for two states where their observations are."""
    p = pack_of(s)
    known = [] if seat is None else s.known_cards[seat]
    return (
        *(s.pack, s.turn, s.step, phase_of(s), s.active_seat, s.die_in_use, s.moves_left, s.general_used),
        *(s.armies, s.damage, s.leaders, s.wall_damage, s.shadow_settlements, s.characters, s.eagles, s.eyrie, s.bats),
        *(s.pass_closed, s.rings, s.wrath, s.bodyguards, s.concentration, s.active_generals),
        *(s.dice_pool, s.dice, s.fate, s.columns, [(one.source, one.id, one.seat, one.place) for one in s.frames]),
        *(s.battle, _face_down(p, s.tokens), [*map(len, s.piles)], s.spent_tokens),
        *(s.event_discard, s.story_discard, s.fate_cards, s.fate_discard, s.lasting_cards),
        *({*s.fate_pool}, s.fate_tokens_drawn, s.fate_tokens_used, s.fate_tokens_aside),
        *(len(s.event_deck), len(s.fate_deck), [*map(len, s.story_decks)]),
        [_known(deck, known) for deck in (s.event_deck, *s.story_decks)] if known else None,
        [_player(s, p, number, number == seat, known) for number in (FREE, SHADOW)],
    )


def _face_down(p: Pack, tokens: list[list[int]]) -> dict[int, list[int]]:
    """By place: of which piles the recruitment tokens are that lie there."""
    pile = p.recruitment_tokens
    return {place: sorted([pile[token].pile for token in there]) for place, there in enumerate(tokens) if there}


def _known(deck: list[int], known: list[int]) -> list[tuple[int, int]]:
    """The cards of a deck that the seat has looked at, with how many lie on each."""
    return [(card, above) for above, card in enumerate(reversed(deck)) if card in known]


def _player(s: GameState, p: Pack, number: int, is_own: bool, known: list[int]) -> tuple[Any, ...]:
    """What a player holds: whole for itself, for others the backs of its cards and those they have looked at."""
    hand, discard = s.hands[number], s.face_down[number]
    if is_own:
        return hand, discard
    shown = [card for card in hand if card in known] if known else []
    return len(hand), event_count(p, hand), shown, len(discard), event_count(p, discard)
