"""Whether a pack has the figures, characters and tokens of the box, and its setup places them rightly (p. 5-7)."""

from collections import Counter

from engine.games.bofa.components.box import (
    ARMY_LIMIT,
    CHARACTERS,
    FATE_SPACES,
    FIGURES,
    GENERALS,
    ON_FATE_TRACK,
    RECRUITMENT_TOKENS,
    REGULAR_FATE_TOKENS,
    STARTING,
)
from engine.games.bofa.components.lines import KeyPath
from engine.games.bofa.components.reader import Source, Sources
from engine.games.bofa.components.schema import CharacterEntry, Contents


def check_figures(pack: Contents, sources: Sources) -> None:
    """All figures of the box, by type of unit (p. 5)."""
    source = sources["units"]
    for index, row in enumerate(pack.units.unit):
        figures = FIGURES[row.side].get(row.id)
        if figures is None:
            source.blame(("unit", index), f"the box holds no {row.side} unit {row.id!r}")
        elif row.figures != figures:
            source.blame(("unit", index, "figures"), f"{row.id} has {row.figures} figures; the box holds {figures}")
    for side, names in FIGURES.items():
        for name in names:
            if not any(row.id == name for row in pack.units.unit):
                source.blame((), f"the {side} unit {name!r} is missing")


def check_characters(pack: Contents, sources: Sources) -> None:
    """The nine characters, who of them is a general and who waits on the fate track (p. 6, 10, 17)."""
    source = sources["characters"]
    rows = {row.id: (index, row) for index, row in enumerate(pack.characters.character)}
    for name in CHARACTERS:
        if name not in rows:
            source.blame((), f"the character {name!r} is missing")
    for name, (index, row) in rows.items():
        if name in CHARACTERS:
            _check_character(source, ("character", index), row)
        else:
            known = ", ".join(CHARACTERS)
            source.blame(("character", index), f"the rules know no character {name!r}; they know: {known}")
    last = 0
    for name in ON_FATE_TRACK:
        if name in rows and (space := rows[name][1].fate) is not None:
            index = rows[name][0]
            if space <= last:
                source.blame(("character", index, "fate"), f"{name} must stand further on the track than space {last}")
            last = space


def _check_character(source: Source, path: KeyPath, row: CharacterEntry) -> None:
    """A character card has what its character needs, and nothing that belongs to others."""
    name = row.id
    if row.general != (name in GENERALS):
        source.blame(path, f"{name} is {'a' if name in GENERALS else 'no'} general")
    if (row.ability is not None) != (row.general and name != "lord-of-the-eagles"):
        source.blame(path, f"{name} {'has no' if row.ability is None else 'cannot have an'} ability")
    if (row.fate is not None) != (name in ON_FATE_TRACK):
        source.blame(path, f"{name} {'needs a' if row.fate is None else 'has no'} space on the fate track")
    if (row.die is not None) != (name not in STARTING):
        source.blame(path, f"{name} {'needs a' if row.die is None else 'starts in play and has no'} die to enter")
    if (row.wrath is not None) != (name == "beorn"):
        source.blame(path, f"{name} {'needs' if row.wrath is None else 'has no'} wrath tokens")
    if row.side != ("shadow" if name == "bolg" else "free-peoples"):
        source.blame((*path, "side"), f"{name} is on the wrong side")


def check_recruitment_tokens(pack: Contents, sources: Sources) -> None:
    """All recruitment tokens of the box, each with units of its side (p. 3, 24)."""
    source = sources["tokens"]
    sides = {row.id: row.side for row in pack.units.unit}
    for index, pile in enumerate(pack.tokens.pile):
        count = sum(face.count for face in pile.face)
        in_box = RECRUITMENT_TOKENS.get(pile.id)
        if in_box is None:
            known = ", ".join(RECRUITMENT_TOKENS)
            source.blame(("pile", index, "id"), f"there is no pile {pile.id!r}; there are: {known}")
        elif count != in_box:
            source.blame(("pile", index), f"the pile {pile.id} has {count} tokens; the box holds {in_box}")
        for at, face in enumerate(pile.face):
            for unit in face.units:
                if sides.get(unit, pile.side) != pile.side:
                    source.blame(("pile", index, "face", at), f"{unit} is not a unit of the {pile.side}")
    for name in RECRUITMENT_TOKENS:
        if not any(pile.id == name for pile in pack.tokens.pile):
            source.blame((), f"the pile {name!r} is missing")


def check_fate_tokens(pack: Contents, sources: Sources) -> None:
    """All fate tokens of the box, worth enough to reach the end of the track (p. 3, 16)."""
    source = sources["tokens"]
    regular = [row for row in pack.tokens.fate if row.colour is None]
    count = sum(row.count for row in regular)
    if count != REGULAR_FATE_TOKENS:
        source.blame(("fate", 0), f"there are {count} regular fate tokens; the box holds {REGULAR_FATE_TOKENS}")
    total = sum(row.value * row.count for row in regular)
    if total < FATE_SPACES:
        source.blame(("fate", 0), f"the regular fate tokens add up to {total}: the track could not reach {FATE_SPACES}")
    for colour in ("blue", "red"):
        if sum(row.count for row in pack.tokens.fate if row.colour == colour) != 1:
            source.blame(("fate", 0), f"there must be one {colour} fate token")


def check_setup(pack: Contents, sources: Sources) -> None:
    """Each group of the setup belongs to one side and stands in a region of its own (p. 7)."""
    source = sources["setup"]
    side = {row.id: row.side for row in pack.units.unit}
    side |= {row.id: row.side for row in pack.characters.character}
    side |= {row.id: row.side for row in pack.tokens.pile}
    regions: set[str] = set()
    for index, group in enumerate(pack.setup.group):
        path: KeyPath = ("group", index)
        if group.region in regions:
            source.blame(path, f"there are two groups in {group.region}")
        regions.add(group.region)
        if len({side[name] for name in (*group.units, *group.characters, *group.tokens) if name in side}) > 1:
            source.blame(path, "a group belongs to one side")


def check_setup_counts(pack: Contents, sources: Sources) -> None:
    """The setup uses no more figures and tokens than the box holds, and only characters that start in play (p. 7)."""
    source = sources["setup"]
    in_box = {row.id: row.figures for row in pack.units.unit}
    in_box |= {row.id: sum(face.count for face in row.face) for row in pack.tokens.pile}
    uses: Counter[str] = Counter()
    for group in pack.setup.group:
        uses.update(group.units)
        uses.update(group.tokens)
        uses.update(group.characters)
    for name, count in uses.items():
        if count > in_box.get(name, 1):
            source.blame((), f"the setup uses {count} of {name}; the box holds {in_box.get(name, 1)}")
    for name in STARTING:
        if not uses[name]:
            source.blame((), f"{name} starts in play, but stands in no group")
    for name in (*ON_FATE_TRACK, "bolg"):
        if uses[name]:
            source.blame((), f"{name} does not start on the board")


def check_setup_places(pack: Contents, sources: Sources) -> None:
    """No army starts larger than allowed, no token where it could not be laid (p. 21, 24)."""
    source = sources["setup"]
    settlements = {row.id for row in pack.board.region if row.settlement}
    mustering = {row.id for row in pack.board.region if row.mustering}
    unlimited = mustering | {row.id for row in pack.board.goblins}
    for index, group in enumerate(pack.setup.group):
        where, units = group.region, sum(group.units.values())
        if units > ARMY_LIMIT and where not in unlimited:
            source.blame(("group", index, "units"), f"{units} units in {where}; a region holds {ARMY_LIMIT}")
        for pile in group.tokens:
            allowed, kind = (mustering, "mustering region") if pile == "shadow" else (settlements, "settlement")
            if where not in allowed:
                source.blame(("group", index, "tokens"), f"{pile} tokens in {where}, which is no {kind}")
