"""The data files that the box is read from."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from engine.core.words import Words

DATA = Path(__file__).parents[1] / "data"


def read(name: str) -> dict[str, Any]:
    """One data file."""
    tables: dict[str, Any] = msgspec.toml.decode((DATA / f"{name}.toml").read_bytes())
    return tables


def named(entry: Mapping[str, Any]) -> Words:
    """What an entry is called; names that have no Polish form stay as they are."""
    return Words(entry["name"], entry.get("name_pl", entry["name"]))
