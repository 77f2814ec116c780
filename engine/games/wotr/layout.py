"""Where things lie: the zones, every list that holds components."""

from engine.games.wotr.state import GameState


def zones(s: GameState) -> list[list[int]]:
    """Every list that holds cards."""
    lists = [s.battlegrounds, s.path, s.path_deck, s.aside, *s.battleground_decks.values(), *s.scoring_areas.values()]
    lists += [site.cards for site in s.sites.values()]
    lists += s.items.values()
    for player in s.players:
        lists += [player.deck, player.hand, player.cycle_pile, player.eliminated_pile]
        lists += [player.reserve, player.drawn_apart]
    return lists
