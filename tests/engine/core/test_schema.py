"""Schemas and TypeScript follow from the types, with a text for every field, and what is published is current."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import all_games
from engine.core.game import Game
from engine.core.layout import Layout
from engine.core.schema import field_texts, schema_of, structs_of, typescript_of

ROOT = Path(__file__).parents[3]
TYPED = [game for game in all_games() if game.view is not None]


class Cup(msgspec.Struct, frozen=True):
    """A cup."""

    metal: str
    """What it is made of."""
    gems: dict[str, int] | None = None
    """By stone: how many there are."""


class Hoard(msgspec.Struct, frozen=True):
    """What a dragon lies on."""

    cups: list[Cup]
    """The cups."""


class Bare(msgspec.Struct, frozen=True):
    """Has a field without a text."""

    told: int
    """Told."""
    untold: int


def test_every_field_is_described_and_always_there() -> None:
    cup = schema_of(Hoard, "A hoard")["$defs"]["Cup"]
    assert cup["required"] == ["metal", "gems"]
    assert cup["properties"]["metal"] == {"type": "string", "description": "What it is made of."}


def test_typescript_says_the_same() -> None:
    text = typescript_of(schema_of(Hoard, "A hoard"))
    assert "export interface Hoard {\n  /** The cups. */\n  cups: Cup[];\n}" in text
    assert "gems: Record<string, number> | null;" in text


def test_a_field_without_a_text_is_refused() -> None:
    with pytest.raises(TypeError, match="Bare says nothing about untold"):
        field_texts(Bare)


@pytest.mark.parametrize("root", [Layout, *(game.view for game in TYPED)], ids=lambda root: root.__name__)
def test_every_field_of_ours_has_a_text(root: type[msgspec.Struct]) -> None:
    for struct in structs_of(root):
        assert all(field_texts(struct).values())


@pytest.mark.parametrize("game", TYPED, ids=lambda game: game.id)
def test_a_layout_fits_its_schema(game: Game[Any]) -> None:
    assert game.layout is not None
    for scenario in game.scenarios:
        layout = game.layout(game.setting(scenario.id))
        assert msgspec.json.decode(msgspec.json.encode(layout), type=Layout) == layout


def test_what_is_published_is_current() -> None:
    check = [sys.executable, ROOT / "docs" / "generate.py", "--check"]
    done = subprocess.run(check, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
