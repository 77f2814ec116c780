"""Whether every name that a pack uses exists, and no two things have the same name."""

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.games.bofa.cards.vocabulary import lasting, orders
from engine.games.bofa.cards.vocabulary.conditions import InCombat, When, Where
from engine.games.bofa.cards.vocabulary.terms import Word
from engine.games.bofa.components import schema
from engine.games.bofa.components.box import DECKS, MIGHTY_STROKES
from engine.games.bofa.components.faults import did_you_mean
from engine.games.bofa.components.lines import KeyPath
from engine.games.bofa.components.reader import Sources
from engine.games.bofa.components.schema import Contents

REFERENCES: dict[tuple[type[Word], str], str] = {
    (schema.RegionEntry, "territory"): "territory",
    (schema.BorderEntry, "between"): "region",
    (schema.GoblinEntry, "exits"): "region",
    (schema.RangeEntry, "of"): "region",
    (schema.RangeEntry, "bow"): "region",
    (schema.RangeEntry, "magic"): "region",
    (schema.FaceEntry, "units"): "unit",
    (schema.GroupEntry, "region"): "place",
    (schema.GroupEntry, "units"): "unit",
    (schema.GroupEntry, "characters"): "character",
    (schema.GroupEntry, "tokens"): "pile",
    (Where, "regions"): "region",
    (Where, "territory"): "territory",
    (Where, "contains"): "unit",
    (Where, "shot_by"): "unit",
    (Where, "character"): "character",
    (Where, "together"): "character",
    (Where, "of"): "character",
    (When, "in_play"): "character",
    (When, "out_of_play"): "character",
    (When, "controls"): "settlement",
    (orders.Recruit, "unit"): "unit",
    (orders.Token, "pile"): "pile or own",
    (orders.Archery, "units"): "unit",
    (orders.Move, "units"): "unit",
    (orders.Eliminate, "units"): "unit",
    (orders.Place, "characters"): "character",
    (InCombat, "army_has"): "unit",
    (InCombat, "enemy_has"): "unit",
    (InCombat, "character"): "character",
    (lasting.Swift, "character"): "character",
    (lasting.Inspire, "character"): "character",
}
"""The fields of a pack that name something else, with the kind of thing they name."""


def check_names(pack: Contents, sources: Sources) -> None:
    """Every name that the pack uses is one that it defines."""
    known = names_by_kind(pack)
    for part, source in sources.items():
        for path, kind, name in references(getattr(pack, part)):
            if name not in known[kind]:
                source.blame(path, f"there is no {kind} {name!r}{did_you_mean(name, sorted(known[kind]))}")


def names_by_kind(pack: Contents) -> dict[str, set[str]]:
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


def references(value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, str, str]]:
    """Every name that a part of a pack uses: where, of which kind, and the name."""
    if isinstance(value, Word):
        for field in msgspec.structs.fields(value):
            inner = getattr(value, field.name)
            kind = REFERENCES.get((type(value), field.name))
            here = (*path, field.encode_name)
            if kind is None:
                yield from references(inner, here)
            elif isinstance(inner, str):
                if inner:
                    yield here, kind, inner
            elif isinstance(inner, dict):
                yield from (((*here, name), kind, name) for name in inner)
            else:
                yield from (((*here, index), kind, name) for index, name in enumerate(inner))
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from references(item, (*path, index))


_IDS: tuple[tuple[tuple[str, str], ...], ...] = (
    (("board", "territory"),),
    (("board", "goblins"),),
    (("tokens", "pile"),),
    (("board", "region"), ("units", "unit"), ("characters", "character"), *((deck, "card") for deck in DECKS)),
)
"""Rows of which no two may have one id, by part of the pack and list; the last are what the component list names."""


def check_ids(pack: Contents, sources: Sources) -> None:
    """No two things of one kind have the same id, nor any two cards, units, characters and regions."""
    for lists in _IDS:
        file_of = {MIGHTY_STROKES: sources["units"].name}
        for part, key in lists:
            for index, row in enumerate(getattr(getattr(pack, part), key)):
                if row.id in file_of:
                    sources[part].blame((key, index, "id"), f"{key} {row.id!r} is already in {file_of[row.id]}")
                file_of.setdefault(row.id, sources[part].name)
