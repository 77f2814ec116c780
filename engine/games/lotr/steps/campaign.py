"""From one scenario of a campaign to the next (p. 27)."""

from engine.core.events import tell
from engine.games.lotr.components.box import ENTRIES, FIRST_GUARD, OWNER
from engine.games.lotr.layout import zones
from engine.games.lotr.rules.elimination import eliminate_without_heroes
from engine.games.lotr.rules.removal import discard_from_play
from engine.games.lotr.rules.stats import health
from engine.games.lotr.state import GameState, Player
from engine.games.lotr.steps.setup import seat_heroes


def next_scenario(s: GameState) -> None:
    """Clear the table for the next scenario; players begin afresh, in a nightmare as they are now (p. 27)."""
    everything = sorted(card for zone in zones(s) for card in zone)
    player_after = _player_in_nightmare if s.nightmare else _fresh_player
    owned = [[card for card in everything if OWNER[card] == seat] for seat in range(len(s.players))]
    players = [player_after(s, seat, cards) for seat, cards in enumerate(owned)]
    damage = {card: state.damage for card, state in s.cards.items()} if s.nightmare else {}
    still_removed = [card for card in s.removed if OWNER[card] >= 0 and s.nightmare]
    s.removed = [card for card in everything if ENTRIES[card].set and OWNER[card] < 0] + still_removed
    s.orc_guards = [card for card in everything if card >= FIRST_GUARD]
    s.players, s.cards, s.attacks = players, {}, []
    for zone in (s.quest, s.quest_deck, s.staging, s.active, s.encounter_deck, s.encounter_discard):
        zone.clear()
    for zone in (s.victory, s.aside, s.resolving, s.riders):
        zone.clear()
    for seat, player in enumerate(players):
        seat_heroes(s, seat, player.heroes)
        for hero in player.heroes:
            s.cards[hero].damage = damage.get(hero, 0)
    _reset_counts(s)
    _destroy_heroes(s)
    for player in players:
        player.threat = max(player.threat, sum(ENTRIES[hero].threat_cost for hero in player.heroes))
    s.scenario = s.scenarios_left.pop(0)
    s.step = "lay-out"
    tell(s, "scenario", (s.scenario,))


def _destroy_heroes(s: GameState) -> None:
    """Destroy heroes who have no hit points left without their attachments (p. 20, 22)."""
    for seat, player in enumerate(s.players):
        for hero in list(player.heroes):
            if health(s, hero) <= 0:
                tell(s, "destroyed", (hero,))
                discard_from_play(s, hero)
        eliminate_without_heroes(s, seat)


def _reset_counts(s: GameState) -> None:
    """Forget what the last scenario counted."""
    s.round = s.progress = s.to_reveal = s.allies_played = 0
    s.staging_threat_a_player = s.extra_location_threat = 0
    s.staging_step = s.questing = s.engaged_any = s.setting_up_stage = s.cancelled = s.rescued = False
    s.prisoner = -1
    s.to_ask, s.queue = [], []


def _fresh_player(s: GameState, seat: int, owned: list[int]) -> Player:
    """A player as at the start of the campaign."""
    heroes = [card for card in owned if ENTRIES[card].type == "hero"]
    deck = [card for card in owned if ENTRIES[card].type != "hero"]
    return Player(threat=sum(ENTRIES[hero].threat_cost for hero in heroes), heroes=heroes, deck=deck)


def _player_in_nightmare(s: GameState, seat: int, owned: list[int]) -> Player:
    """A player who keeps threat, wounds, fallen heroes and discards; all his other cards are his deck again (p. 27)."""
    before = s.players[seat]
    discard = before.discard + [card for card in s.resolving if OWNER[card] == seat]
    elsewhere = {*before.heroes, *discard, *s.removed}
    deck = [card for card in owned if card not in elsewhere]
    if before.eliminated:
        discard, deck = discard + deck, []
    heroes = list(before.heroes)
    return Player(threat=before.threat, heroes=heroes, deck=deck, discard=discard, eliminated=before.eliminated)
