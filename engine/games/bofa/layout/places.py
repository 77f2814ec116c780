"""The places of a board by number: what each is, what lies beside it, what is in range.

Places are the regions, then mustering point and pass of each goblin area.
"""

from dataclasses import dataclass
from functools import cached_property

from engine.core.flow import Option
from engine.core.words import Words
from engine.games.bofa.components.schema import BoardFile, RangeFile

CROSSABLE = ("open", "ford", "slope")
UNREACHABLE = 99


@dataclass(frozen=True)
class Layout:
    """The board of a pack as tables by place, made once when the rules first look into them."""

    board: BoardFile
    ranges: RangeFile

    # -- the places --------------------------------------------------------------------------------------------

    @cached_property
    def regions(self) -> int:
        """How many regions the board has; places from there on are goblin areas."""
        return len(self.board.region)

    @cached_property
    def places(self) -> int:
        """How many places there are."""
        return self.regions + 2 * len(self.board.goblins)

    @cached_property
    def territories(self) -> int:
        """How many territories there are."""
        return len(self.board.territory)

    @cached_property
    def references(self) -> tuple[str, ...]:
        """How every place is named outside: regions by their ids, mustering points and passes by their goblin area."""
        goblins = [name for row in self.board.goblins for name in (f"muster:{row.id}", f"pass:{row.id}")]
        return tuple([row.id for row in self.board.region] + goblins)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of every region, and of every goblin mustering point, by its id."""
        regions = {row.id: number for number, row in enumerate(self.board.region)}
        return regions | {row.id: point for row, point in zip(self.board.goblins, self.muster_points, strict=True)}

    @cached_property
    def names(self) -> tuple[Words, ...]:
        """The name of every place."""
        names = [Words(row.name, row.name_pl) for row in self.board.region]
        for row in self.board.goblins:
            names += [Words(row.name, row.name_pl), Words(row.pass_name, row.pass_name_pl)]
        return tuple(names)

    @cached_property
    def territory_numbers(self) -> dict[str, int]:
        """The number of every territory, by its id."""
        return {row.id: number for number, row in enumerate(self.board.territory)}

    @cached_property
    def territory(self) -> tuple[int, ...]:
        """The territory of every place; goblin areas are in none, which is -1."""
        inside = [self.territory_numbers[row.territory] for row in self.board.region]
        return tuple(inside + [-1] * (self.places - self.regions))

    @cached_property
    def terrain(self) -> tuple[str, ...]:
        """The terrain of every region."""
        return tuple(row.terrain for row in self.board.region)

    # -- borders and ranges ------------------------------------------------------------------------------------

    @cached_property
    def borders(self) -> dict[tuple[int, int], str]:
        """The kind of every border that can be crossed, in both directions."""
        return {pair: kind for pair, kind in self._all_borders.items() if kind in CROSSABLE}

    @cached_property
    def barriers(self) -> dict[tuple[int, int], str]:
        """The kind of every border that cannot be crossed, in both directions."""
        return {pair: kind for pair, kind in self._all_borders.items() if kind not in CROSSABLE}

    @cached_property
    def _all_borders(self) -> dict[tuple[int, int], str]:
        kinds: dict[tuple[int, int], str] = {}
        for row in self.board.border:
            a, b = (self.numbers[id] for id in row.between)
            kinds[a, b] = kinds[b, a] = row.kind
        return kinds

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Where an army may go from each place; a pass leads out and never back (p. 25)."""
        beside = [tuple(sorted(b for a, b in self.borders if a == place)) for place in range(self.regions)]
        for row, point in zip(self.board.goblins, self.muster_points, strict=True):
            beside += [(point + 1,), tuple(self.numbers[id] for id in row.exits)]
        return tuple(beside)

    @cached_property
    def marches(self) -> tuple[tuple[Option, ...], ...]:
        """From each place, an option to march to each neighbour."""
        return tuple(tuple(("march", place, to) for to in beside) for place, beside in enumerate(self.neighbours))

    @cached_property
    def hard_attacks(self) -> frozenset[tuple[int, int]]:
        """Attacks over a ford, or up a slope into mountains: from where to where (p. 27)."""
        hard = set()
        for (a, b), kind in self.borders.items():
            if kind == "ford" or (kind == "slope" and self.terrain[b] == "mountains"):
                hard.add((a, b))
        return frozenset(hard)

    @cached_property
    def reach(self) -> dict[str, tuple[frozenset[int], ...]]:
        """What the bow and the magic side of the ruler reach from each region (p. 20)."""
        tables = {}
        for ruler in ("bow", "magic"):
            rows = {row.of: getattr(row, ruler) for row in self.ranges.range}
            tables[ruler] = tuple(
                frozenset(self.numbers[id] for id in rows.get(row.id, ())) for row in self.board.region
            )
        return tables

    @cached_property
    def distance(self) -> tuple[tuple[int, ...], ...]:
        """How many moves an army needs from each place to each region, if nobody stands in the way."""
        rows = []
        for start in range(self.places):
            moves, edge, reached = 0, [start], {start: 0}
            while edge:
                moves += 1
                edge = [there for place in edge for there in self.neighbours[place] if there not in reached]
                reached.update(dict.fromkeys(edge, moves))
            rows.append(tuple(reached.get(place, UNREACHABLE) for place in range(self.regions)))
        return tuple(rows)

    # -- what is built there -----------------------------------------------------------------------------------

    @cached_property
    def settlements(self) -> tuple[int, ...]:
        """The regions with a settlement."""
        return tuple(number for number, row in enumerate(self.board.region) if row.settlement)

    @cached_property
    def is_settlement(self) -> tuple[bool, ...]:
        """Whether a place has a settlement."""
        return tuple(place in self.settlements for place in range(self.places))

    @cached_property
    def defence(self) -> tuple[int, ...]:
        """The defence value of the fortification in every place; none is 0."""
        values = [row.fortification for row in self.board.region]
        return tuple(values + [0] * (self.places - self.regions))

    @cached_property
    def points(self) -> tuple[int, ...]:
        """What each region is worth to the Shadow (p. 31)."""
        return tuple(4 if row.fortification else 2 if row.settlement else 0 for row in self.board.region)

    @cached_property
    def front_gate(self) -> int:
        """The Front Gate."""
        return self.numbers["front-gate"]

    @cached_property
    def ruins_of_dale(self) -> int:
        """The Ruins of Dale."""
        return self.numbers["ruins-of-dale"]

    @cached_property
    def valley(self) -> tuple[int, ...]:
        """The regions of the Valley."""
        return tuple(n for n in range(self.regions) if self.territory[n] == self.territory_numbers["valley"])

    # -- where the Shadow musters ------------------------------------------------------------------------------

    @cached_property
    def mustering(self) -> tuple[int, ...]:
        """The mustering regions of the Shadow."""
        return tuple(number for number, row in enumerate(self.board.region) if row.mustering)

    @cached_property
    def muster_points(self) -> tuple[int, ...]:
        """The goblin mustering points; the pass of each is the next place."""
        return tuple(range(self.regions, self.places, 2))

    @cached_property
    def passes(self) -> tuple[int, ...]:
        """The mountain passes."""
        return tuple(point + 1 for point in self.muster_points)

    @cached_property
    def unlimited(self) -> frozenset[int]:
        """Places where the Shadow may have any number of units (p. 21)."""
        return frozenset(self.mustering + self.muster_points)
