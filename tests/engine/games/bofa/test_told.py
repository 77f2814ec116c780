"""Nothing comes or goes unsaid: who keeps a book of the events alone has the board in it at every moment."""

import random
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.events import Event
from engine.games.bofa.components.box import BILBO, LORD
from engine.games.bofa.components.library import load
from engine.games.bofa.game import GAME
from engine.games.bofa.state import GONE, HIDDEN, GameState

PACK = load("reconstruction")


class Book:
    """The board as the events tell it."""

    def __init__(self, s: GameState) -> None:
        self.units: Counter[tuple[int, int]] = Counter()
        for place, army in enumerate(s.armies):
            self.units.update((place, unit) for unit in army)
        self.damage: Counter[int] = Counter()
        self.walls: Counter[int] = Counter()
        self.leaders: Counter[int] = Counter()
        self.tokens = Counter({place: len(tokens) for place, tokens in enumerate(s.tokens)})
        self.bats: Counter[int] = Counter()
        self.eagles: Counter[int] = Counter()
        self.counters: Counter[str] = Counter()
        self.settlements: set[int] = set()
        self.characters = list(s.characters)
        self.generals: set[int] = set()
        self.dice: list[Counter[str]] = [Counter(), Counter()]
        self.fate = 0
        self.hands: list[set[int]] = [set(), set()]
        self.table: set[int] = set()
        self.passes_open = 0

    def write(self, event: Event) -> None:
        """Enter an event."""
        getattr(self, f"on_{event.kind}".replace("-", "_"), self.other)(*event.data)

    def other(self, *_data: Any) -> None:
        """An event that changes nothing this book is about."""

    def on_recruited(self, _seat: int, unit: int, place: int) -> None:
        self.units[place, unit] += 1

    def on_lost(self, _seat: int, unit: int, place: int, removed: int) -> None:
        self.units[place, unit] -= 1
        self.damage[place] -= removed

    def on_surplus(self, _seat: int, unit: int, place: int) -> None:
        self.units[place, unit] -= 1

    def on_destroyed(self, _seat: int, place: int) -> None:
        self.damage[place] = self.leaders[place] = 0

    def on_marched(self, _seat: int, start: int, to: int, leaders: int, damage: int, *units: int) -> None:
        for unit in units:
            self.units[start, unit] -= 1
            self.units[to, unit] += 1
        for count, kept in ((leaders, self.leaders), (damage, self.damage)):
            kept[start] -= count
            kept[to] += count

    def on_damaged(self, _seat: int, place: int, count: int) -> None:
        self.damage[place] += count

    def on_healed(self, place: int, count: int) -> None:
        self.damage[place] -= count

    def on_walls_damaged(self, place: int, count: int, _left: int) -> None:
        self.walls[place] += count

    def on_walls_mended(self, place: int, count: int, _left: int) -> None:
        self.walls[place] -= count

    def on_leader(self, _seat: int, place: int) -> None:
        self.leaders[place] += 1

    def on_leaders_lost(self, place: int, count: int) -> None:
        self.leaders[place] -= count

    def on_token(self, _pile: int, place: int) -> None:
        self.tokens[place] += 1

    def on_turned(self, _seat: int, place: int, _token: int) -> None:
        self.tokens[place] -= 1

    def on_tokens_removed(self, place: int) -> None:
        self.tokens[place] -= 1

    def on_bat(self, territory: int) -> None:
        self.bats[territory] += 1

    def on_bat_gone(self, territory: int) -> None:
        self.bats[territory] -= 1

    def on_eagle_flew(self, territory: int) -> None:
        self.eagles[territory] += 1

    def on_eagle_home(self, territory: int) -> None:
        self.eagles[territory] -= 1

    def on_turn_ends(self, _turn: int) -> None:
        self.leaders.clear()
        self.bats.clear()
        self.eagles.clear()
        self.generals.clear()

    def on_counter(self, kind: str, now: int) -> None:
        self.counters[kind] = now

    def on_captured(self, place: int) -> None:
        self.settlements.add(place)

    def on_freed(self, place: int) -> None:
        self.settlements.remove(place)

    def on_placed(self, who: int, place: int) -> None:
        self.characters[who] = place

    def on_entered(self, who: int, place: int) -> None:
        self.characters[who] = place

    def on_vanished(self, _place: int) -> None:
        self.characters[BILBO] = HIDDEN

    def on_eliminated(self, who: int) -> None:
        self.characters[who] = GONE
        self.generals.discard(who)

    def on_activated(self, who: int) -> None:
        self.generals.add(who)

    def on_general(self, who: int) -> None:
        self.generals.remove(who)

    def on_rolled(self, seat: int, *faces: str) -> None:
        self.dice[seat] = Counter(faces)

    def on_spent(self, seat: int, face: str, _result: str) -> None:
        self.dice[seat][face] -= 1

    def on_die_turned(self, seat: int, old: str, new: str) -> None:
        self.dice[seat][old] -= 1
        self.dice[seat][new] += 1

    def on_fate(self, space: int) -> None:
        self.fate = space

    def on_drew(self, seat: int, card: int) -> None:
        self.hands[seat].add(card)

    def on_discarded(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)

    def on_played(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        self.on_fate_card(card)

    def on_showed(self, seat: int, verb: str, *number: int) -> None:
        self.hands[seat].difference_update(number if verb == "event" else ())

    def on_fate_card(self, card: int) -> None:
        if PACK.cards[card].stays_in_play:
            self.table.add(card)

    def on_left_play(self, card: int) -> None:
        self.table.discard(card)

    def on_pass_opened(self, _at: int) -> None:
        self.passes_open += 1


def with_columns(s: GameState, standing: list[int], of_column: str) -> Counter[int]:
    """What stands in each place, with the columns that are there."""
    counts = Counter(dict(enumerate(standing)))
    for column in s.columns:
        counts[column.place] += getattr(column, of_column)
    return counts


def compare(book: Book, s: GameState) -> None:
    """The book says what is on the board."""
    units: Counter[tuple[int, int]] = Counter()
    for place, army in enumerate(s.armies):
        units.update((place, unit) for unit in army)
    for column in s.columns:
        units.update((column.place, unit) for unit in column.units)
    assert book.units == units
    assert book.damage == with_columns(s, s.damage, "damage")
    assert book.leaders == with_columns(s, s.leaders, "leaders")
    assert book.walls == Counter(dict(enumerate(s.wall_damage)))
    assert book.tokens == Counter({place: len(tokens) for place, tokens in enumerate(s.tokens)})
    assert book.bats == Counter(dict(enumerate(s.bats)))
    over = Counter(dict(enumerate(s.eagles)))
    over[PACK.layout.territory[s.characters[LORD]]] += s.characters[LORD] >= 0
    assert book.eagles == over
    assert book.counters == Counter(ring=s.rings, wrath=s.wrath, bodyguard=s.bodyguards, concentration=s.concentration)
    assert book.settlements == set(s.shadow_settlements)
    on_foot = [who for who in range(len(s.characters)) if who != LORD]
    assert [book.characters[who] for who in on_foot] == [s.characters[who] for who in on_foot]
    assert book.generals == set(s.active_generals)
    assert book.dice == [Counter(dice) for dice in s.dice]
    assert book.fate == s.fate
    assert book.hands == [set(hand) for hand in s.hands]
    assert book.table == {*s.lasting_cards[0], *s.lasting_cards[1], *s.fate_cards}
    assert book.passes_open == s.pass_closed.count(False)


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**9))
def test_the_events_tell_everything_that_happens_on_the_board(seed: int) -> None:
    match = GAME.new_match(seed=seed)
    book = Book(match.state)
    for event in match.events:
        if event.kind == "drew":
            book.write(event)
    rng = random.Random(seed)
    while match.pending:
        compare(book, match.state)
        decision = match.pending[0]
        for event in match.choose(decision.seat, rng.randrange(len(decision.options))):
            book.write(event)
