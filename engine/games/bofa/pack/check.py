"""Whether a pack can be played: names that exist, the counts of the box, a board that holds together."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from engine.games.bofa import vocabulary as v
from engine.games.bofa.pack.faults import Fault
from engine.games.bofa.pack.lines import Path as Where
from engine.games.bofa.pack.names import known_names, mentions
from engine.games.bofa.pack.reader import Source, read
from engine.games.bofa.pack.schema import Contents

STARTING = ("bard", "dain", "gandalf", "thranduil")
ON_FATE_TRACK = ("bilbo", "thorin", "lord_of_the_eagles", "beorn")
GENERALS = ("bard", "dain", "gandalf", "lord_of_the_eagles", "thranduil")
CHARACTERS = (*STARTING, *ON_FATE_TRACK, "bolg")
FIGURES = {
    "free_peoples": {
        "dwarf_warriors": 5,
        "dwarf_veterans": 5,
        "elf_archers": 10,
        "elf_spearmen": 10,
        "lake_town_men": 10,
    },
    "shadow": {"goblins": 12, "orcs": 36, "great_orcs": 6, "wargs": 12},
}
FORTIFICATIONS = ("eastern_spur", "front_gate", "ravenhill")
SETTLEMENTS = ("camp", "collapsed_bridge", *FORTIFICATIONS, "lower_slopes", "ruins_of_dale")
MUSTERING_TERRITORY = "open_fields"
LARGEST_ARMY = 5
RECRUITMENT = {"shadow": 27, "dwarf_men": 17, "elf": 20}
REGULAR_FATE_TOKENS = 12
DECKS = {"events": 30, "story_free_peoples": 20, "story_shadow": 20, "fate": 9}
LAST_FATE_SPACE = 15

Sources = dict[str, Source]


def check(path: str | Path) -> list[Fault]:
    """Every fault of the pack in that folder, by file and line; an empty list means it can be played."""
    return examine(Path(path))[1]


def examine(folder: Path) -> tuple[Contents | None, list[Fault]]:
    """The contents of a pack, as far as it could be read, and its faults."""
    if not folder.is_dir():
        return None, [Fault(str(folder), 1, "there is no such folder")]
    if not (folder / "pack.toml").is_file():
        return None, [Fault("pack.toml", 1, f"the file is missing: {folder} is no pack")]
    pack, sources = read(folder)
    if pack is not None:
        for rule in _RULES:
            rule(pack, sources)
    faults = [fault for source in sources.values() for fault in source.faults]
    return pack, sorted(faults, key=lambda fault: (fault.file, fault.line))


def _names_exist(pack: Contents, sources: Sources) -> None:
    known = known_names(pack)
    for part, source in sources.items():
        for path, kind, name in mentions(getattr(pack, part)):
            if name not in known[kind]:
                source.blame(path, f"there is no {kind} {name!r}")


def _ids_are_unique(pack: Contents, sources: Sources) -> None:
    for part, key in (
        ("board", "territory"),
        ("board", "region"),
        ("board", "goblins"),
        ("units", "unit"),
        ("characters", "character"),
        ("tokens", "pile"),
    ):
        _unique(sources[part], key, getattr(getattr(pack, part), key))
    seen: dict[str, str] = {}
    for deck in DECKS:
        for index, card in enumerate(getattr(pack, deck).card):
            if card.id in seen:
                sources[deck].blame(("card", index, "id"), f"card {card.id!r} is already in {seen[card.id]}")
            seen.setdefault(card.id, sources[deck].name)


def _unique(source: Source, key: str, rows: Sequence[Any]) -> None:
    seen = set()
    for index, row in enumerate(rows):
        if row.id in seen:
            source.blame((key, index, "id"), f"there are two of {row.id!r}")
        seen.add(row.id)


def _board_counts(pack: Contents, sources: Sources) -> None:
    """Four territories, five terrains, four mustering regions, two goblin mustering points (p. 8-10)."""
    board, source = pack.board, sources["board"]
    for what, found, wanted in (
        ("territories", len(board.territory), 4),
        ("mustering regions", sum(row.mustering for row in board.region), 4),
        ("goblin mustering points", len(board.goblins), 2),
    ):
        if found != wanted:
            source.blame((), f"the board has {found} {what}; the rules need {wanted}")
    terrains = {row.terrain for row in board.region}
    for terrain in ("hills", "mountains", "plains", "ruins", "marsh"):
        if terrain not in terrains:
            source.blame((), f"no region is {terrain}")
    for name in ("valley", MUSTERING_TERRITORY):
        if not any(row.id == name for row in board.territory):
            source.blame((), f"the rules speak of the territory {name!r}, which is not on the board")


def _board_sites(pack: Contents, sources: Sources) -> None:
    """The seven settlements by name, three of them fortified; Shadow hosts muster in the Open Fields (p. 9, 10, 31)."""
    source = sources["board"]
    for name in SETTLEMENTS:
        if not any(row.id == name for row in pack.board.region):
            source.blame((), f"the rules speak of the settlement {name!r}, which is not on the board")
    for index, row in enumerate(pack.board.region):
        path: Where = ("region", index)
        if row.settlement != (row.id in SETTLEMENTS):
            source.blame(path, f"{row.id} is {'no' if row.settlement else 'a'} settlement in the rules")
        if (row.fortification > 0) != (row.id in FORTIFICATIONS):
            source.blame(path, f"{row.id} is {'not ' if row.fortification else ''}fortified in the rules")
        if row.mustering and row.settlement:
            source.blame((*path, "mustering"), f"{row.id} is both settlement and mustering region")
        if row.mustering and row.territory != MUSTERING_TERRITORY:
            source.blame((*path, "mustering"), f"{row.id} musters outside the territory {MUSTERING_TERRITORY!r}")


def _borders(pack: Contents, sources: Sources) -> None:
    """A slope lies between mountains and other ground, and only there (p. 9)."""
    source = sources["board"]
    terrain = {row.id: row.terrain for row in pack.board.region}
    seen = set()
    for index, row in enumerate(pack.board.border):
        path: Where = ("border", index)
        first, second = row.between
        pair = frozenset(row.between)
        if first == second:
            source.blame(path, f"{first} borders on itself")
        if pair in seen:
            source.blame(path, f"the border of {first} and {second} is given twice")
        seen.add(pair)
        uphill = (terrain.get(first) == "mountains") != (terrain.get(second) == "mountains")
        if row.kind == "slope" and not uphill:
            source.blame(path, f"{first} and {second}: a slope needs mountains on one side only")
        if row.kind == "open" and uphill:
            source.blame(path, f"{first} and {second}: mountains meet other ground at a slope, not an open border")


def _all_reachable(pack: Contents, sources: Sources) -> None:
    regions = {row.id: index for index, row in enumerate(pack.board.region)}
    beside: dict[str, list[str]] = {name: [] for name in regions}
    for row in pack.board.border:
        first, second = row.between
        if row.kind not in ("river", "impassable") and first in beside and second in beside:
            beside[first].append(second)
            beside[second].append(first)
    found: set[str] = set()
    todo = [pack.board.region[0].id] if pack.board.region else []
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += beside[name]
    for name, index in regions.items():
        if name not in found:
            sources["board"].blame(("region", index), f"no army can reach {name}")


def _ranges(pack: Contents, sources: Sources) -> None:
    """The ruler measures the same from both ends, and never over an impassable border (p. 20)."""
    source = sources["range"]
    black = {frozenset(row.between) for row in pack.board.border if row.kind == "impassable"}
    reach = {(ruler, row.of): set(getattr(row, ruler)) for row in pack.range.range for ruler in ("bow", "magic")}
    for index, row in enumerate(pack.range.range):
        for ruler in ("bow", "magic"):
            for at, other in enumerate(getattr(row, ruler)):
                path = ("range", index, ruler, at)
                if frozenset((row.of, other)) in black:
                    source.blame(path, f"{other} lies beyond an impassable border of {row.of}: no ruler reaches it")
                if row.of not in reach.get((ruler, other), set()):
                    source.blame(path, f"{other} is in {ruler} range of {row.of}, but not the other way round")


def _figures(pack: Contents, sources: Sources) -> None:
    """All figures of the box, by type of unit (p. 5)."""
    source = sources["units"]
    for index, row in enumerate(pack.units.unit):
        wanted = FIGURES[row.side].get(row.id)
        if wanted is None:
            source.blame(("unit", index), f"the box holds no {row.side} unit {row.id!r}")
        elif row.figures != wanted:
            source.blame(("unit", index, "figures"), f"{row.id} has {row.figures} figures; the box holds {wanted}")
    for side, figures in FIGURES.items():
        for name in figures:
            if not any(row.id == name for row in pack.units.unit):
                source.blame((), f"the {side} unit {name!r} is missing")


def _cast(pack: Contents, sources: Sources) -> None:
    """The nine characters, who of them is a general and who waits on the fate track (p. 6, 10, 17)."""
    source = sources["characters"]
    rows = {row.id: (index, row) for index, row in enumerate(pack.characters.character)}
    for name in CHARACTERS:
        if name not in rows:
            source.blame((), f"the character {name!r} is missing")
    last = 0
    for name, (index, row) in rows.items():
        path: Where = ("character", index)
        if name not in CHARACTERS:
            source.blame(path, f"the rules know no character {name!r}; they know: {', '.join(CHARACTERS)}")
            continue
        if row.general != (name in GENERALS):
            source.blame(path, f"{name} is {'a' if name in GENERALS else 'no'} general")
        if (row.ability is not None) != (row.general and name != "lord_of_the_eagles"):
            source.blame(path, f"{name} {'has no' if row.ability is None else 'cannot have an'} ability")
        if (row.fate is not None) != (name in ON_FATE_TRACK):
            source.blame(path, f"{name} {'needs a' if row.fate is None else 'has no'} space on the fate track")
        if (row.die is not None) != (name not in STARTING):
            source.blame(path, f"{name} {'needs a' if row.die is None else 'starts in play and has no'} die to enter")
        if row.side != ("shadow" if name == "bolg" else "free_peoples"):
            source.blame((*path, "side"), f"{name} is on the wrong side")
    for name in ON_FATE_TRACK:
        if name in rows and (space := rows[name][1].fate) is not None:
            index = rows[name][0]
            if space <= last:
                source.blame(("character", index, "fate"), f"{name} must stand further on the track than space {last}")
            last = space


def _tokens(pack: Contents, sources: Sources) -> None:
    """All recruitment and fate tokens of the box (p. 3, 16, 24)."""
    source = sources["tokens"]
    sides = {row.id: row.side for row in pack.units.unit}
    for index, pile in enumerate(pack.tokens.pile):
        found = sum(face.count for face in pile.face)
        wanted = RECRUITMENT.get(pile.id)
        if wanted is None:
            source.blame(("pile", index, "id"), f"there is no pile {pile.id!r}; there are: {', '.join(RECRUITMENT)}")
        elif found != wanted:
            source.blame(("pile", index), f"the pile {pile.id} has {found} tokens; the box holds {wanted}")
        for at, face in enumerate(pile.face):
            for unit in face.units:
                if sides.get(unit, pile.side) != pile.side:
                    source.blame(("pile", index, "face", at), f"{unit} is not a unit of the {pile.side}")
    for name in RECRUITMENT:
        if not any(pile.id == name for pile in pack.tokens.pile):
            source.blame((), f"the pile {name!r} is missing")
    regular = [row for row in pack.tokens.fate if row.colour is None]
    if sum(row.count for row in regular) != REGULAR_FATE_TOKENS:
        found = sum(row.count for row in regular)
        source.blame(("fate", 0), f"there are {found} regular fate tokens; the box holds {REGULAR_FATE_TOKENS}")
    total = sum(row.value * row.count for row in regular)
    if total < LAST_FATE_SPACE:
        source.blame(("fate", 0), f"the regular fate tokens add up to {total}: the track could not reach 15")
    for colour in ("blue", "red"):
        if sum(row.count for row in pack.tokens.fate if row.colour == colour) != 1:
            source.blame(("fate", 0), f"there must be one {colour} fate token")


def _setup(pack: Contents, sources: Sources) -> None:
    """Fifteen groups that fit the figures and tokens of the box (p. 7)."""
    source = sources["setup"]
    side = {row.id: row.side for row in pack.units.unit}
    side |= {row.id: row.side for row in pack.characters.character}
    side |= {row.id: row.side for row in pack.tokens.pile}
    left = {row.id: row.figures for row in pack.units.unit}
    left |= {row.id: sum(face.count for face in row.face) for row in pack.tokens.pile}
    placed: Counter[str] = Counter()
    regions: set[str] = set()
    if len(pack.setup.group) != 15:
        source.blame((), f"there are {len(pack.setup.group)} groups; the rules set up 15")
    for index, group in enumerate(pack.setup.group):
        path: Where = ("group", index)
        if group.region in regions:
            source.blame(path, f"there are two groups in {group.region}")
        regions.add(group.region)
        if len({side[name] for name in (*group.units, *group.characters, *group.tokens) if name in side}) > 1:
            source.blame(path, "a group belongs to one side")
        placed.update(group.units)
        placed.update(group.tokens)
        placed.update(group.characters)
    for name, count in placed.items():
        if count > left.get(name, 1):
            source.blame((), f"the setup uses {count} of {name}; the box holds {left.get(name, 1)}")
    for name in STARTING:
        if not placed[name]:
            source.blame((), f"{name} starts in play, but stands in no group")
    for name in (*ON_FATE_TRACK, "bolg"):
        if placed[name]:
            source.blame((), f"{name} does not start on the board")


def _setup_places(pack: Contents, sources: Sources) -> None:
    """No army starts larger than allowed, no token where it could not be laid (p. 21, 24)."""
    source = sources["setup"]
    settled = {row.id for row in pack.board.region if row.settlement}
    mustering = {row.id for row in pack.board.region if row.mustering}
    boundless = mustering | {row.id for row in pack.board.goblins}
    for index, group in enumerate(pack.setup.group):
        where, units = group.region, sum(group.units.values())
        if units > LARGEST_ARMY and where not in boundless:
            source.blame(("group", index, "units"), f"{units} units in {where}; a region holds {LARGEST_ARMY}")
        for pile in group.tokens:
            allowed, kind = (mustering, "mustering region") if pile == "shadow" else (settled, "settlement")
            if where not in allowed:
                source.blame(("group", index, "tokens"), f"{pile} tokens in {where}, which is no {kind}")


def _decks(pack: Contents, sources: Sources) -> None:
    """The four decks (p. 3), each card with something to do."""
    for deck, wanted in DECKS.items():
        cards = getattr(pack, deck).card
        if len(cards) != wanted:
            sources[deck].blame((), f"the deck has {len(cards)} cards; the box holds {wanted}")
        for index, card in enumerate(cards):
            path: Where = ("card", index)
            if not card.order and card.table is None:
                sources[deck].blame(path, f"the card {card.id} does nothing: it needs `order` or `table`")
            _picked_first(sources[deck], card.order, (*path, "order"))
    for index, row in enumerate(pack.characters.character):
        _picked_first(sources["characters"], row.arrives, ("character", index, "arrives"))
        if row.ability is not None:
            path = ("character", index, "ability", "order")
            _picked_first(sources["characters"], row.ability.order, path)


_NEEDS_A_PLACE = (
    v.Move,
    v.Attack,
    v.Recruit,
    v.Token,
    v.Flip,
    v.Leader,
    v.Damage,
    v.Volley,
    v.Archery,
    v.Heal,
    v.Regroup,
    v.Bats,
    v.Place,
    v.DropTokens,
    v.DropLeader,
    v.Repair,
    v.Breach,
)


def _picked_first(source: Source, order: Sequence[v.Order], path: Where, picked: bool = False) -> bool:
    """An operation on a place needs an `army` or `region` before it; whether one was picked at the end."""
    for index, op in enumerate(order):
        here = (*path, index)
        if isinstance(op, v.Army | v.Region):
            picked = True
        elif isinstance(op, v.Armies):
            _picked_first(source, op.do, (*here, "do"), picked=True)
        elif isinstance(op, v.Choose):
            for at, branch in enumerate(op.options):
                _picked_first(source, branch.do, (*here, "options", at, "do"), picked)
        elif isinstance(op, v.If):
            _picked_first(source, op.do, (*here, "do"), picked)
            _picked_first(source, op.otherwise, (*here, "otherwise"), picked)
        elif isinstance(op, _NEEDS_A_PLACE) and not picked:
            name = type(op).__struct_config__.tag
            source.blame(here, f"{name} has no place to act on: pick an `army` or a `region` before it")
    return picked


_RULES: tuple[Callable[[Contents, Sources], None], ...] = (
    _names_exist,
    _ids_are_unique,
    _board_counts,
    _board_sites,
    _borders,
    _all_reachable,
    _ranges,
    _figures,
    _cast,
    _tokens,
    _setup,
    _setup_places,
    _decks,
)
