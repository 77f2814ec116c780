"""The data files that the box is read from."""

from pathlib import Path
from typing import Any

import msgspec

DATA = Path(__file__).parents[1] / "data"


def read(name: str) -> dict[str, Any]:
    """One data file."""
    tables: dict[str, Any] = msgspec.toml.decode((DATA / f"{name}.toml").read_bytes())
    return tables
