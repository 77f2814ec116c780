"""Setting up a scenario: decks, opening hands, the quest (p. 10-11)."""

from functools import cache

from engine.core.chance import below
from engine.core.errors import BadOption
from engine.core.events import tell
from engine.core.flow import Decision, Flow
from engine.core.game import Setting
from engine.core.state import because
from engine.games.lotr.cards.effects import SETUPS
from engine.games.lotr.components.box import ENCOUNTER_ENTRIES, ENTRIES, FIRST_GUARD, copies
from engine.games.lotr.components.deck_lists import read_decks, shared_heroes
from engine.games.lotr.components.decks import STARTER_DECKS, Deck, starter
from engine.games.lotr.rules.encounter_deck import shuffle_encounter_deck
from engine.games.lotr.rules.hand import draw, shuffle_deck
from engine.games.lotr.rules.in_play import player_order
from engine.games.lotr.rules.progress import next_stage
from engine.games.lotr.scenarios import SCENARIO_KINDS, scenario_path
from engine.games.lotr.state import GameState, InPlay, Player

OPENING_HAND = 6
"""Cards of the opening hand (p. 11)."""


def new_state(setting: Setting) -> GameState:
    """The state of a match before anything is shuffled."""
    options = setting.options
    decks = _decks(options["decks"], setting.seats)
    first = options["first-player"]
    if first != "random" and first >= setting.seats:
        raise BadOption(f"option first-player is {first!r}; there are only seats 0 to {setting.seats - 1}")
    path = scenario_path(setting.scenario)
    s = GameState(
        step="lay-out",
        scenario=path[0].id,
        scenarios_left=[one.id for one in path[1:]],
        nightmare=options.get("nightmare", False),
        basic=options["basic"],
        easy=options["easy"],
        mulligan=options["mulligan"],
        starting_player=-1 if first == "random" else first,
        players=[_player(deck, seat) for seat, deck in enumerate(decks)],
    )
    s.removed = sorted({card for one in path for card in _scenario_cards(one.id, s.easy)})
    if any(one.orc_guards for one in path):
        size = sum(len(player.deck) for player in s.players)
        s.orc_guards = list(range(FIRST_GUARD, FIRST_GUARD + size))
    for seat, player in enumerate(s.players):
        seat_heroes(s, seat, player.heroes)
    return s


def _decks(lists: list[object], seats: int) -> list[Deck]:
    """The decks that players bring, and starter decks for the other seats, without shared heroes (p. 10)."""
    decks = read_decks(lists)
    if len(decks) > seats:
        raise BadOption(f"option decks has {len(decks)} decks for {seats} seats")
    for id in STARTER_DECKS:
        if len(decks) < seats and not shared_heroes([deck.heroes for deck in (*decks, starter(id))]):
            decks.append(starter(id))
    if len(decks) < seats:
        raise BadOption("option decks: no starter deck is left whose heroes are free; bring one deck per seat")
    return decks


def _player(deck: Deck, seat: int) -> Player:
    """A player with a deck, before anything is drawn."""
    cards = [card for id, count in deck.cards for card in copies(id, seat)[:count]]
    heroes = [copies(id, seat)[0] for id in deck.heroes]
    return Player(threat=sum(ENTRIES[hero].threat_cost for hero in heroes), heroes=heroes, deck=cards)


def seat_heroes(s: GameState, seat: int, heroes: list[int]) -> None:
    """Put a player's heroes into play (p. 8)."""
    for hero in heroes:
        s.cards[hero] = InPlay(seat=seat)


@cache
def _scenario_cards(id: str, easy: bool) -> tuple[int, ...]:
    """The encounter and quest cards of a scenario; easy mode leaves some copies out."""
    scenario = SCENARIO_KINDS[id]
    cards: list[int] = []
    for entry in ENCOUNTER_ENTRIES:
        if entry.set in scenario.sets:
            count = entry.easy_copies if easy and entry.easy_copies >= 0 else entry.copies
            cards += copies(entry.id)[:count]
    return (*cards, *(card for stage in scenario.stages for card in copies(stage)))


def lay_out(s: GameState) -> None:
    """Shuffle the decks, determine the first player, draw opening hands and lay out the quest (p. 10-11)."""
    s.phase = "setup"
    cards = _scenario_cards(s.scenario, s.easy)
    s.removed = [card for card in s.removed if card not in cards]
    s.quest_deck = [card for card in cards if ENTRIES[card].type == "quest"]
    s.encounter_deck = [card for card in cards if ENTRIES[card].type != "quest"]
    shuffle_encounter_deck(s)
    s.first_player = below(s, len(s.players), "first-player") if s.starting_player < 0 else s.starting_player
    if s.players[s.first_player].eliminated:
        s.first_player = next(seat for seat in player_order(s))
    for seat in player_order(s):
        shuffle_deck(s, seat)
        draw(s, seat, OPENING_HAND)
    tell(s, "first-player", (s.first_player,))
    s.queue = player_order(s) if s.mulligan else []
    s.step = "mulligan" if s.queue else "set-up-quest"


def mulligan(s: GameState) -> Flow[None]:
    """Let the next player shuffle his opening hand back once and draw a new one (p. 11)."""
    seat = s.queue[0]
    choice = yield Decision(seat, "mulligan", [("keep",), ("mulligan",)])
    s.queue.pop(0)
    if choice[0] == "mulligan":
        player = s.players[seat]
        player.deck += player.hand
        player.hand = []
        shuffle_deck(s, seat)
        draw(s, seat, OPENING_HAND)
        tell(s, "mulligan", (seat,))
    if not s.queue:
        s.step = "set-up-quest"


def set_up_quest(s: GameState) -> Flow[None]:
    """Follow side A of the first stage, then turn it to side B (p. 5, 11)."""
    s.setting_up_stage = True
    with because(s, "stage", s.quest_deck[0]):
        yield from SETUPS[s.quest_deck[0]](s)
    s.setting_up_stage = False
    s.step = "first-stage"


def first_stage(s: GameState) -> Flow[None]:
    """Turn up the first stage; then the first round begins (p. 11)."""
    s.step = "resource"
    yield from next_stage(s)
