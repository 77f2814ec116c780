"""The encounter set Journey Down the Anduin (cards 111-114)."""

from engine.core.flow import Flow
from engine.games.lotr.cards.effects import Cue
from engine.games.lotr.cards.registry import Card, forced, instead_of_discard, revealed, shadow
from engine.games.lotr.rules.attacks import current_attack, deal_shadow, undefended
from engine.games.lotr.rules.encounter_deck import put_on_encounter_deck
from engine.games.lotr.rules.in_play import players_left
from engine.games.lotr.rules.progress import remove_progress
from engine.games.lotr.rules.revealing import reveal
from engine.games.lotr.state import GameState


class MistyMountainGoblins(Card, id="misty-mountain-goblins"):
    """Forced: after it attacks, remove 1 progress from the quest. Shadow: remove 1 progress, 3 if undefended."""

    @forced("attacked")
    def lose_progress(self, s: GameState, card: int, cue: Cue) -> None:
        remove_progress(s, 1)

    @shadow
    def lose_more_progress(self, s: GameState, card: int) -> None:
        remove_progress(s, 3 if undefended(s) else 1)


class MassingAtNight(Card, id="massing-at-night"):
    """When revealed: reveal another card for each player. Shadow: deal the attacker another shadow card for each
    player."""

    @revealed
    def reveal_more(self, s: GameState, card: int) -> Flow[None]:
        for _ in range(players_left(s)):
            yield from reveal(s)

    @shadow
    def deal_more(self, s: GameState, card: int) -> Flow[None]:
        for _ in range(players_left(s)):
            yield from deal_shadow(s, current_attack(s).enemy)


class BanksOfTheAnduin(Card, id="banks-of-the-anduin"):
    """Forced: when it leaves play, it goes on top of the encounter deck instead of the discard pile."""

    @instead_of_discard
    def return_to_deck(self, s: GameState, card: int) -> None:
        put_on_encounter_deck(s, card)


class GladdenFields(Card, id="gladden-fields"):
    """Forced: while it is the active location, each player's threat rises by 1 more in the refresh phase."""

    refresh_threat = 1
