"""Which fields of a pack name something else, and the check that what they name exists."""

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.games.bofa import vocabulary as v
from engine.games.bofa.pack import schema
from engine.games.bofa.pack.lines import Path
from engine.games.bofa.pack.schema import Contents

NAMED: dict[tuple[type[v.Word], str], str] = {
    (schema.RegionRow, "territory"): "territory",
    (schema.BorderRow, "between"): "region",
    (schema.GoblinRow, "exits"): "region",
    (schema.RangeRow, "of"): "region",
    (schema.RangeRow, "bow"): "region",
    (schema.RangeRow, "magic"): "region",
    (schema.FaceRow, "units"): "unit",
    (schema.GroupRow, "region"): "place",
    (schema.GroupRow, "units"): "unit",
    (schema.GroupRow, "characters"): "character",
    (schema.GroupRow, "tokens"): "pile",
    (v.Where, "regions"): "region",
    (v.Where, "territory"): "territory",
    (v.Where, "contains"): "unit",
    (v.Where, "shot_by"): "unit",
    (v.Where, "character"): "character",
    (v.Where, "of"): "character",
    (v.When, "in_play"): "character",
    (v.When, "out_of_play"): "character",
    (v.When, "controls"): "settlement",
    (v.Recruit, "unit"): "unit",
    (v.Token, "pile"): "pile or own",
    (v.Archery, "units"): "unit",
    (v.Place, "character"): "character",
    (v.Fight, "army_has"): "unit",
    (v.Fight, "enemy_has"): "unit",
    (v.Fight, "character"): "character",
    (v.Swift, "character"): "character",
    (v.Inspire, "character"): "character",
}


def known_names(pack: Contents) -> dict[str, set[str]]:
    """Everything a pack defines, by kind."""
    piles = {row.id for row in pack.tokens.pile}
    regions = {row.id for row in pack.board.region}
    return {
        "territory": {row.id for row in pack.board.territory},
        "region": regions,
        "place": regions | {row.id for row in pack.board.goblins},
        "settlement": {row.id for row in pack.board.region if row.settlement},
        "unit": {row.id for row in pack.units.unit},
        "character": {row.id for row in pack.characters.character},
        "pile": piles,
        "pile or own": piles | {"own"},
    }


def mentions(value: Any, path: Path = ()) -> Iterator[tuple[Path, str, str]]:
    """Every name that a part of a pack uses: where, of which kind, and the name."""
    if isinstance(value, v.Word):
        for field in msgspec.structs.fields(value):
            inner = getattr(value, field.name)
            kind = NAMED.get((type(value), field.name))
            here = (*path, field.encode_name)
            if kind is None:
                yield from mentions(inner, here)
            elif isinstance(inner, str):
                if inner:
                    yield here, kind, inner
            elif isinstance(inner, dict):
                yield from (((*here, name), kind, name) for name in inner)
            else:
                yield from (((*here, index), kind, name) for index, name in enumerate(inner))
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from mentions(item, (*path, index))
