"""Where a defender may fall back to, on any board: the rules of page 29, written out once more."""

from collections.abc import Iterator

from hypothesis import assume, given
from hypothesis import settings as example_settings
from hypothesis import strategies as st

from engine.games.bofa.rules.combat import begin_battle
from engine.games.bofa.state import Battle
from engine.games.bofa.steps.retreat import drive_places, retreat_places
from tests.engine.games.bofa.tabletop import FREE, SHADOW, Tabletop

NOBODY = -1
UNITS = {FREE: "dwarf-warriors", SHADOW: "orcs"}


class Field:
    """A board with armies of one unit, on which one of them attacks another."""

    def __init__(self, armies: list[int], held: list[bool], attacker: int) -> None:
        self.tabletop = Tabletop()
        self.s, self.p = self.tabletop.s, self.tabletop.p
        self.armies, self.defender = armies[: self.p.layout.regions], 1 - attacker
        for place, seat in enumerate(self.armies):
            self.s.armies[place] = [] if seat == NOBODY else [self.p.unit_numbers[UNITS[seat]]]
        regions = range(self.p.layout.regions)
        self.s.shadow_settlements = [
            place
            for place in regions
            if self.p.layout.is_settlement[place]
            and (held[place] if self.armies[place] == NOBODY else self.armies[place] == SHADOW)
        ]

    def battle(self) -> Battle | None:
        """The first attack that the armies allow."""
        for place, seat in enumerate(self.armies):
            for target in self.p.layout.neighbours[place] if seat == 1 - self.defender else ():
                if self.armies[target] == self.defender:
                    begin_battle(self.s, self.p, seat, [place], target)
                    return self.s.battle
        return None

    def open_to_defender(self, target: int) -> Iterator[int]:
        """Regions beside the combat without an enemy army or a settlement in the enemy's hands."""
        for place in self.p.layout.neighbours[target]:
            if self.armies[place] != 1 - self.defender and self._holder(place) in (NOBODY, self.defender):
                yield place

    def refuges(self, target: int) -> Iterator[int]:
        """Of these, those with a friend, and those that lie neither over a ford nor beside an enemy army."""
        for place in self.open_to_defender(target):
            beside = {self.armies[one] for one in self.p.layout.neighbours[place]}
            is_hard = self.p.layout.borders[target, place] == "ford" or 1 - self.defender in beside
            if not is_hard or self.defender in (self.armies[place], self._holder(place)):
                yield place

    def _holder(self, place: int) -> int:
        if not self.p.layout.is_settlement[place]:
            return NOBODY
        return SHADOW if place in self.s.shadow_settlements else FREE


REGIONS = Tabletop().p.layout.regions


@example_settings(max_examples=150, deadline=None)
@given(
    st.lists(st.sampled_from((NOBODY, NOBODY, FREE, SHADOW)), min_size=REGIONS, max_size=REGIONS),
    st.lists(st.booleans(), min_size=REGIONS, max_size=REGIONS),
    st.sampled_from((FREE, SHADOW)),
)
def test_a_defender_falls_back_where_the_book_lets_it(armies: list[int], held: list[bool], attacker: int) -> None:
    """Pages 29-30: what bars a region, what always opens it, and where an attacker may drive who has no way out."""
    field = Field(armies, held, attacker)
    battle = field.battle()
    assume(battle is not None)
    assert battle is not None
    assert retreat_places(field.s, field.p, battle) == list(field.refuges(battle.target))
    assert drive_places(field.s, field.p, battle) == list(field.open_to_defender(battle.target))
