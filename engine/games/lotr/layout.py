"""Where cards lie: every list of the state that holds them."""

from collections.abc import Iterator

from engine.games.lotr.state import GameState


def zones(s: GameState) -> Iterator[list[int]]:
    """Every list that holds cards; each card of the match lies in exactly one of them."""
    yield from (s.quest, s.quest_deck, s.staging, s.active, s.encounter_deck, s.encounter_discard)
    yield from (s.victory, s.aside, s.resolving, s.riders, s.removed, s.orc_guards)
    for player in s.players:
        yield from (player.hand, player.deck, player.discard, player.heroes, player.allies)
        yield from (player.engaged, player.on_deck)
    for state in s.cards.values():
        yield from (state.attachments, state.shadows, state.open_shadows, state.under)
