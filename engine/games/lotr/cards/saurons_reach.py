"""The encounter set Sauron's Reach (cards 115-118)."""

from engine.core.flow import Flow
from engine.games.lotr.cards.registry import Cue, forced, revealed, shadow
from engine.games.lotr.rules.attacks import current, defending_player
from engine.games.lotr.rules.choosing import choose_card
from engine.games.lotr.rules.damage import back_to_hand, deal_each
from engine.games.lotr.rules.drawing import choose_discard, shuffle_encounter_deck
from engine.games.lotr.rules.in_play import characters, each_player, exhausted, staged_locations
from engine.games.lotr.rules.lasting_effects import boost_each
from engine.games.lotr.rules.threat import raise_threat
from engine.games.lotr.state import GameState

SEEN = 35
"""The threat from which Sauron's reach is felt."""


@forced("eastern-crows", "defeated")
def eastern_crows(s: GameState, card: int, cue: Cue) -> Flow[None]:
    """Back into the encounter deck."""
    s.encounter_discard.remove(card)
    s.encounter_deck.append(card)
    shuffle_encounter_deck(s)
    yield from ()


@shadow("eastern-crows")
def eastern_crows_shadow(s: GameState, card: int) -> Flow[None]:
    """More attack."""
    current(s).bonus += 2 if s.players[defending_player(s)].threat >= SEEN else 1
    yield from ()


@revealed("evil-storm")
def evil_storm(s: GameState, card: int) -> Flow[None]:
    """Damage to the characters of players with much threat."""
    for seat in each_player(s):
        if s.players[seat].threat >= SEEN:
            yield from deal_each(s, characters(s, seat), 1)


@revealed("pursued-by-shadow")
def pursued_by_shadow(s: GameState, card: int) -> Flow[None]:
    """Threat for every character that stays behind."""
    for seat in each_player(s):
        raise_threat(s, seat, sum(not s.cards[one].committed for one in characters(s, seat)))
    yield from ()


@shadow("pursued-by-shadow")
def pursued_by_shadow_shadow(s: GameState, card: int) -> Flow[None]:
    """An exhausted ally goes back to hand, or threat rises."""
    seat = defending_player(s)
    tired = exhausted(s, s.players[seat].allies)
    if tired:
        ally = yield from choose_card(s, seat, "return to hand", tired)
        yield from back_to_hand(s, ally)
    else:
        raise_threat(s, seat, 3)


@revealed("treacherous-fog")
def treacherous_fog(s: GameState, card: int) -> Flow[None]:
    """More threat from locations; players with much threat discard a card."""
    boost_each(s, staged_locations(s), "threat", 1)
    for seat in each_player(s):
        if s.players[seat].threat >= SEEN and s.players[seat].hand:
            yield from choose_discard(s, seat)
