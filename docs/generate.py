"""Writes docs/schemas and the vocabulary pages of docs/games. `--check` only says whether what is there is current."""

import json
import sys
from pathlib import Path
from typing import Any

from engine import all_games
from engine.core.schema import layout_schema, observation_schema, typescript_of, vocabulary_page

DOCS = Path(__file__).resolve().parent


def fresh_files() -> dict[Path, str]:
    """Every generated file with its text, as it should be."""
    texts = dict(_both("layout", layout_schema()))
    for game in all_games():
        if (schema := observation_schema(game)) is not None:
            texts |= _both(game.id, schema)
        if game.vocabulary is not None:
            texts[DOCS / "games" / f"{game.id}-vocabulary.md"] = vocabulary_page(game, game.vocabulary)
    return texts


def _both(name: str, schema: dict[str, Any]) -> dict[Path, str]:
    """A schema as JSON and as TypeScript."""
    folder = DOCS / "schemas"
    text = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
    return {folder / f"{name}.schema.json": text, folder / f"{name}.d.ts": typescript_of(schema)}


def stale_files(fresh: dict[Path, str]) -> list[Path]:
    """Generated files that are not as they should be, or should not be there."""
    there = {*(DOCS / "schemas").glob("*"), *(DOCS / "games").glob("*-vocabulary.md")}
    return sorted(path for path in fresh.keys() | there if not path.exists() or path.read_text() != fresh.get(path))


def main() -> int:
    fresh = fresh_files()
    stale = stale_files(fresh)
    if "--check" in sys.argv:
        print("\n".join(f"not current: {path.relative_to(DOCS)}" for path in stale) or "docs are current")
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(exist_ok=True)
        if path in fresh:
            path.write_text(fresh[path])
        else:
            path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
