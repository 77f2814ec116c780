"""Whether the board of a pack is the one of the rules: its counts, settlements, borders and ranges (p. 8-10, 20)."""

from engine.games.bofa.components.box import FORTIFICATIONS, MUSTERING_TERRITORY, SETTLEMENTS, TERRAINS
from engine.games.bofa.components.lines import KeyPath
from engine.games.bofa.components.reader import Sources
from engine.games.bofa.components.schema import Contents


def check_counts(pack: Contents, sources: Sources) -> None:
    """Four territories, five terrains, four mustering regions, two goblin mustering points (p. 8-10)."""
    board, source = pack.board, sources["board"]
    for what, count, needed in (
        ("territories", len(board.territory), 4),
        ("mustering regions", sum(row.mustering for row in board.region), 4),
        ("goblin mustering points", len(board.goblins), 2),
    ):
        if count != needed:
            source.blame((), f"the board has {count} {what}; the rules need {needed}")
    terrains = {row.terrain for row in board.region}
    for terrain in TERRAINS:
        if terrain not in terrains:
            source.blame((), f"no region is {terrain}")
    for name in ("valley", MUSTERING_TERRITORY):
        if not any(row.id == name for row in board.territory):
            source.blame((), f"the rules speak of the territory {name!r}, which is not on the board")


def check_settlements(pack: Contents, sources: Sources) -> None:
    """The seven settlements by name, three of them fortified; Shadow hosts muster in the Open Fields (p. 9, 10, 31)."""
    source = sources["board"]
    for name in SETTLEMENTS:
        if not any(row.id == name for row in pack.board.region):
            source.blame((), f"the rules speak of the settlement {name!r}, which is not on the board")
    for index, row in enumerate(pack.board.region):
        path: KeyPath = ("region", index)
        if row.settlement != (row.id in SETTLEMENTS):
            source.blame(path, f"{row.id} is {'no' if row.settlement else 'a'} settlement in the rules")
        if (row.fortification > 0) != (row.id in FORTIFICATIONS):
            source.blame(path, f"{row.id} is {'not ' if row.fortification else ''}fortified in the rules")
        if row.mustering and row.settlement:
            source.blame((*path, "mustering"), f"{row.id} is both settlement and mustering region")
        if row.mustering and row.territory != MUSTERING_TERRITORY:
            source.blame((*path, "mustering"), f"{row.id} musters outside the territory {MUSTERING_TERRITORY!r}")


def check_borders(pack: Contents, sources: Sources) -> None:
    """A slope lies between mountains and other ground, and only there (p. 9)."""
    source = sources["board"]
    terrain = {row.id: row.terrain for row in pack.board.region}
    pairs = set()
    for index, row in enumerate(pack.board.border):
        path: KeyPath = ("border", index)
        first, second = row.between
        pair = frozenset(row.between)
        if first == second:
            source.blame(path, f"{first} borders on itself")
        if pair in pairs:
            source.blame(path, f"the border of {first} and {second} is given twice")
        pairs.add(pair)
        uphill = (terrain.get(first) == "mountains") != (terrain.get(second) == "mountains")
        if row.kind == "slope" and not uphill:
            source.blame(path, f"{first} and {second}: a slope needs mountains on one side only")
        if row.kind == "open" and uphill:
            source.blame(path, f"{first} and {second}: mountains meet other ground at a slope, not an open border")


def check_reachable(pack: Contents, sources: Sources) -> None:
    """An army can walk from any region to any other."""
    regions = {row.id: index for index, row in enumerate(pack.board.region)}
    neighbours: dict[str, list[str]] = {name: [] for name in regions}
    for row in pack.board.border:
        first, second = row.between
        if row.kind not in ("river", "impassable") and first in neighbours and second in neighbours:
            neighbours[first].append(second)
            neighbours[second].append(first)
    reached: set[str] = set()
    edge = [pack.board.region[0].id] if pack.board.region else []
    while edge:
        name = edge.pop()
        if name not in reached:
            reached.add(name)
            edge += neighbours[name]
    for name, index in regions.items():
        if name not in reached:
            sources["board"].blame(("region", index), f"no army can reach {name}")


def check_ranges(pack: Contents, sources: Sources) -> None:
    """Every region has its ranges, the same from both ends, and never over an impassable border (p. 20)."""
    source = sources["range"]
    measured = [row.of for row in pack.range.range]
    for row in pack.board.region:
        if row.id not in measured:
            source.blame(
                (), f"there is no range of {row.id}: say what the ruler reaches from there, even if it is nothing"
            )
    for index, name in enumerate(measured):
        if name in measured[:index]:
            source.blame(("range", index), f"the range of {name} is given twice")
    impassable = {frozenset(row.between) for row in pack.board.border if row.kind == "impassable"}
    reach = {(ruler, line.of): set(getattr(line, ruler)) for line in pack.range.range for ruler in ("bow", "magic")}
    for index, line in enumerate(pack.range.range):
        for ruler in ("bow", "magic"):
            for at, other in enumerate(getattr(line, ruler)):
                path = ("range", index, ruler, at)
                if frozenset((line.of, other)) in impassable:
                    source.blame(path, f"{other} lies beyond an impassable border of {line.of}: no ruler reaches it")
                if line.of not in reach.get((ruler, other), set()):
                    source.blame(path, f"{other} is in {ruler} range of {line.of}, but not the other way round")
