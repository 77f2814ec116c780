"""The encounter set Sauron's Reach (cards 115-118)."""

from engine.core.events import tell
from engine.core.flow import Flow
from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.cards.registry import Card, forced, revealed, shadow
from engine.games.lotr.rules.attacks import current_attack, defending_player
from engine.games.lotr.rules.choosing import choose_card
from engine.games.lotr.rules.damage import deal_damage_each
from engine.games.lotr.rules.encounter_deck import shuffle_encounter_deck
from engine.games.lotr.rules.hand import choose_discard
from engine.games.lotr.rules.in_play import characters, each_player, exhausted
from engine.games.lotr.rules.leaving import return_character_to_hand
from engine.games.lotr.rules.threat import raise_threat
from engine.games.lotr.state import GameState

HIGH_THREAT = 35
"""The threat from which Sauron's reach is felt."""


class EasternCrows(Card, id="eastern-crows"):
    """Forced: after it is defeated, shuffle it into the encounter deck. Shadow: the attacking enemy has 1 more attack,
    2 if the defending player's threat is 35 or more."""

    @forced("defeated")
    def return_to_deck(self, s: GameState, card: int, cue: Cue) -> None:
        s.encounter_discard.remove(card)
        s.encounter_deck.append(card)
        shuffle_encounter_deck(s)

    @shadow
    def strengthen(self, s: GameState, card: int) -> None:
        current_attack(s).bonus += 2 if s.players[defending_player(s)].threat >= HIGH_THREAT else 1


class EvilStorm(Card, id="evil-storm"):
    """When revealed: each character of each player whose threat is 35 or more takes 1 damage."""

    @revealed
    def wound_all(self, s: GameState, card: int) -> Flow[None]:
        for seat in each_player(s):
            if s.players[seat].threat >= HIGH_THREAT:
                yield from deal_damage_each(s, characters(s, seat), 1)


class PursuedByShadow(Card, id="pursued-by-shadow"):
    """When revealed: each player's threat rises by 1 for each character of his not on the quest. Shadow: the defending
    player returns an exhausted ally to its owner's hand; without one his threat rises by 3."""

    @revealed
    def pursue(self, s: GameState, card: int) -> None:
        for seat in each_player(s):
            raise_threat(s, seat, sum(not s.cards[one].committed for one in characters(s, seat)))

    @shadow
    def frighten_ally(self, s: GameState, card: int) -> Flow[None]:
        seat = defending_player(s)
        allies = exhausted(s, s.players[seat].allies)
        if allies:
            ally = yield from choose_card(s, seat, "return-to-hand", allies)
            yield from return_character_to_hand(s, ally)
        else:
            raise_threat(s, seat, 3)


class TreacherousFog(Card, id="treacherous-fog"):
    """When revealed: each location in the staging area, also one that comes later, has 1 more threat this phase; then
    each player whose threat is 35 or more discards a card from his hand."""

    @revealed
    def thicken(self, s: GameState, card: int) -> Flow[None]:
        s.extra_location_threat += 1
        tell(s, "location-threat", (1,))
        for seat in each_player(s):
            if s.players[seat].threat >= HIGH_THREAT and s.players[seat].hand:
                yield from choose_discard(s, seat)
