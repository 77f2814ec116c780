"""Setting the table for a scenario (p. 10-11), and for the next one of a campaign (p. 27)."""

from functools import cache

from engine.core.chance import below
from engine.core.errors import BadOption
from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.core.game import Setting
from engine.games.lotr.abilities import SETUPS
from engine.games.lotr.components import (
    ENCOUNTER_KINDS,
    FIRST_GUARD,
    KIND,
    OWNER,
    SCENARIOS,
    STARTER_DECKS,
    copies,
)
from engine.games.lotr.decks import Deck, read_decks, shared_heroes, starter
from engine.games.lotr.drawing import draw, shuffle_deck, shuffle_encounter_deck
from engine.games.lotr.elimination import eliminate_without_heroes
from engine.games.lotr.leaving import discard_quietly
from engine.games.lotr.progress import next_stage
from engine.games.lotr.state import InPlay, Play, Player
from engine.games.lotr.stats import health
from engine.games.lotr.table import order
from engine.games.lotr.zones import zones

HAND = 6
"""Cards of the opening hand (p. 11)."""
CAMPAIGN = "campaign"


def new_state(setting: Setting) -> Play:
    """The table before anything is shuffled."""
    options = setting.options
    decks = _decks(options["decks"], setting.seats)
    first = options["first_player"]
    if first != "random" and first >= setting.seats:
        raise BadOption(f"option first_player is {first!r}; there are only seats 0 to {setting.seats - 1}")
    path = list(SCENARIOS) if setting.scenario == CAMPAIGN else [setting.scenario]
    s = Play(
        step="lay out",
        scenario=path[0],
        scenarios_left=path[1:],
        nightmare=options.get("nightmare", False),
        basic=options["basic"],
        easy=options["easy"],
        mulligan=options["mulligan"],
        first_player=-1 if first == "random" else first,
        players=[_player(deck, seat) for seat, deck in enumerate(decks)],
    )
    s.removed = sorted({card for id in path for card in _scenario_cards(id, s.easy)})
    if any("escape_from_dol_guldur" in SCENARIOS[id].sets for id in path):
        size = sum(len(player.deck) for player in s.players)
        s.guards = list(range(FIRST_GUARD, FIRST_GUARD + size))
    for seat, player in enumerate(s.players):
        _seat_heroes(s, seat, player.heroes)
    return s


def _decks(given: list[object], seats: int) -> list[Deck]:
    """The decks brought, and starter decks without shared heroes for the other seats (p. 10)."""
    decks = read_decks(given)
    if len(decks) > seats:
        raise BadOption(f"option decks has {len(decks)} decks for {seats} seats")
    for id in STARTER_DECKS:
        if len(decks) < seats and not shared_heroes([deck.heroes for deck in (*decks, starter(id))]):
            decks.append(starter(id))
    if len(decks) < seats:
        raise BadOption("option decks: no starter deck is left whose heroes are free; bring one deck per seat")
    return decks


def _player(deck: Deck, seat: int) -> Player:
    cards = [card for id, count in deck.cards for card in copies(id, seat)[:count]]
    heroes = [copies(id, seat)[0] for id in deck.heroes]
    return Player(threat=sum(KIND[hero].threat_cost for hero in heroes), heroes=heroes, deck=cards)


def _seat_heroes(s: Play, seat: int, heroes: list[int]) -> None:
    """Heroes begin in play (p. 8)."""
    for hero in heroes:
        s.cards[hero] = InPlay(seat=seat)


@cache
def _scenario_cards(id: str, easy: bool) -> tuple[int, ...]:
    """The encounter and quest cards of a scenario; easy mode leaves some copies out."""
    scenario = SCENARIOS[id]
    cards: list[int] = []
    for kind in ENCOUNTER_KINDS:
        if kind.set in scenario.sets:
            count = kind.easy_copies if easy and kind.easy_copies >= 0 else kind.copies
            cards += copies(kind.id)[:count]
    return (*cards, *(card for stage in scenario.stages for card in copies(stage)))


def lay_out(s: Play) -> Flow[None]:
    """Shuffle the decks, find the first player, draw opening hands, lay out the quest (p. 10-11)."""
    s.phase = "setup"
    cards = _scenario_cards(s.scenario, s.easy)
    s.removed = [card for card in s.removed if card not in cards]
    s.quest_deck = [card for card in cards if KIND[card].type == "quest"]
    s.encounter_deck = [card for card in cards if KIND[card].type != "quest"]
    shuffle_encounter_deck(s)
    s.first = below(s, len(s.players)) if s.first_player < 0 else s.first_player
    if s.players[s.first].out:
        s.first = next(seat for seat in order(s))
    for seat in order(s):
        shuffle_deck(s, seat)
        draw(s, seat, HAND)
    tell(s, "first player", (s.first,))
    s.queue = order(s) if s.mulligan else []
    s.step = "mulligan" if s.queue else "set up quest"
    yield from ()


def mulligan(s: Play) -> Flow[None]:
    """A player may shuffle his opening hand back once and draw a new one (p. 11)."""
    seat = s.queue[0]
    choice = yield Decision(seat, "mulligan", [("keep",), ("mulligan",)])
    s.queue.pop(0)
    if choice[0] == "mulligan":
        player = s.players[seat]
        player.deck += player.hand
        player.hand = []
        shuffle_deck(s, seat)
        draw(s, seat, HAND)
        tell(s, "mulligan", (seat,))
    if not s.queue:
        s.step = "set up quest"


def set_up_quest(s: Play) -> Flow[None]:
    """Follow side A of the first stage, then turn it to side B (p. 5, 11)."""
    instructions = SETUPS[KIND[s.quest_deck[0]].id]
    s.settling = True
    yield from instructions(s)
    s.settling = False
    s.step = "first stage"


def first_stage(s: Play) -> Flow[None]:
    """The first stage lies open; the first round begins (p. 11)."""
    s.step = "resource"
    yield from next_stage(s)


def next_scenario(s: Play) -> Flow[None]:
    """The campaign goes on: same players, heroes and decks, all fresh, or as they are in a nightmare (p. 27)."""
    everything = sorted(card for zone in zones(s) for card in zone)
    carry = _carried if s.nightmare else _fresh
    players = [carry(s, seat, [card for card in everything if OWNER[card] == seat]) for seat in range(len(s.players))]
    damage = {card: state.damage for card, state in s.cards.items()} if s.nightmare else {}
    kept = [card for card in s.removed if OWNER[card] >= 0 and s.nightmare]
    s.removed = [card for card in everything if KIND[card].set and OWNER[card] < 0] + kept
    s.guards = [card for card in everything if card >= FIRST_GUARD]
    s.players, s.cards, s.attacks = players, {}, []
    for zone in (s.quest, s.quest_deck, s.staging, s.active, s.encounter_deck, s.encounter_discard):
        zone.clear()
    for zone in (s.victory, s.aside, s.resolving, s.riders):
        zone.clear()
    for seat, player in enumerate(players):
        _seat_heroes(s, seat, player.heroes)
        for hero in player.heroes:
            s.cards[hero].damage = damage.get(hero, 0)
    _reset_counters(s)
    _bury_heroes(s)
    s.scenario = s.scenarios_left.pop(0)
    s.step = "lay out"
    tell(s, "scenario", (s.scenario,))
    yield from ()


def _bury_heroes(s: Play) -> None:
    """Without the attachments that kept them alive, some heroes have no hit points left (p. 20, 22)."""
    for seat, player in enumerate(s.players):
        for hero in list(player.heroes):
            if health(s, hero) <= 0:
                tell(s, "destroyed", (hero,))
                discard_quietly(s, hero)
        eliminate_without_heroes(s, seat)


def _reset_counters(s: Play) -> None:
    """What the last scenario left behind."""
    s.round = s.progress = s.to_reveal = s.staging_threat = s.allies_played = 0
    s.staging_step = s.questing = s.engaged_any = s.settling = s.cancelled = s.rescued = False
    s.prisoner = -1
    s.passed, s.queue = {}, []


def _fresh(s: Play, seat: int, owned: list[int]) -> Player:
    """A player as at the start of the campaign."""
    heroes = [card for card in owned if KIND[card].type == "hero"]
    deck = [card for card in owned if KIND[card].type != "hero"]
    return Player(threat=sum(KIND[hero].threat_cost for hero in heroes), heroes=heroes, deck=deck)


def _carried(s: Play, seat: int, owned: list[int]) -> Player:
    """A player who keeps threat, wounds, fallen heroes and discards; hand and deck are shuffled together (p. 27)."""
    before = s.players[seat]
    heroes = list(before.heroes)
    deck = [card for card in owned if card in before.deck or card in before.hand]
    gone = [card for card in s.removed if OWNER[card] == seat]
    spent = [card for card in owned if card not in heroes and card not in deck and card not in gone]
    return Player(threat=before.threat, heroes=heroes, deck=deck, discard=spent, out=before.out)
