"""Writes docs/schemas, with the contract of the gateway, the page of all calls, and the vocabulary pages of docs/games.

`--check` only says whether what is there is current."""

import json
import re
import sys
from pathlib import Path
from typing import Any

from engine import all_games
from engine.core.schema import layout_schema, observation_schema, typescript_of, vocabulary_page
from services.gateway.app import make_app
from services.gateway.clients import Allowances
from services.gateway.contract import contract
from services.gateway.play_streams import PlayStreams
from services.gateway.socket_schema import socket_schema, socket_types
from services.gateway.streams import Streams
from services.gateway.upstream import Upstream
from services.process.settings import Settings
from services.rpc.signing_keys import new_signing_keys
from services.rpc.tokens import signing_keyring

DOCS = Path(__file__).resolve().parent
PROTOS = DOCS.parent / "protos" / "westmarch" / "v1"
_CALLS = """# Every call

All services and their calls as [the protos](../protos/westmarch/v1) have them, which hold every message and field too.
[The API](api.md) shows how they are used, and [HTTP](http.md) what the gateway makes of them.
"""
_SERVICE = re.compile(r"(?P<comment>(?://.*\n)*)service (?P<name>\w+) {\n(?P<body>.*?)^}", re.MULTILINE | re.DOTALL)
_CALL = re.compile(
    r"(?P<comment>(?:  //.*\n)*)  rpc (?P<name>\w+)\((?P<takes>stream )?\w+\) returns \((?P<gives>stream )?"
)


def fresh_files() -> dict[Path, str]:
    """Every generated file with its text, as it should be."""
    texts = _contract() | _both("layout", layout_schema(), typescript_of(layout_schema()))
    texts |= _both("socket", socket_schema(), socket_types())
    texts[DOCS / "calls.md"] = _calls()
    for game in all_games():
        if (schema := observation_schema(game)) is not None:
            texts |= _both(game.id, schema, typescript_of(schema))
        if game.vocabulary is not None:
            texts[DOCS / "games" / f"{game.id}-vocabulary.md"] = vocabulary_page(game, game.vocabulary)
    return texts


def _contract() -> dict[Path, str]:
    """The gateway's contract, and the types of what it takes and gives."""
    settings = Settings()
    upstream = Upstream(settings, signing_keyring(new_signing_keys()))
    streams = Streams(PlayStreams(upstream), Allowances(settings), settings)
    document = contract(make_app(upstream, streams))
    types = {"title": "What the HTTP API takes and gives", "$defs": document["components"]["schemas"]}
    folder = DOCS / "schemas"
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return {folder / "openapi.json": text, folder / "openapi.d.ts": typescript_of(types)}


def _calls() -> str:
    """The page of every service and its calls, by the comments of the protos."""
    sections = [_CALLS]
    for path in sorted(PROTOS.glob("*.proto")):
        for service in _SERVICE.finditer(path.read_text()):
            calls = [_call(match) for match in _CALL.finditer(service["body"])]
            sections.append(
                f"## {service['name']}\n\n{_plain(service['comment'])}\n\n| call | what it does |\n|---|---|\n"
            )
            sections[-1] += "\n".join(calls) + "\n"
    return "\n".join(sections)


def _call(match: re.Match[str]) -> str:
    """One call as a row of its service's table."""
    streams = {(True, True): "streams both ways", (False, True): "a stream of answers"}
    how = streams.get((bool(match["takes"]), bool(match["gives"])), "")
    return f"| `{match['name']}`{how and f' ({how})'} | {_plain(match['comment'])} |"


def _plain(comment: str) -> str:
    """A comment of a proto as one line, with what would end a cell of a table escaped."""
    return " ".join(line.strip().removeprefix("//").strip() for line in comment.splitlines()).replace("|", "\\|")


def _both(name: str, schema: dict[str, Any], types: str) -> dict[Path, str]:
    """A schema as JSON and as TypeScript."""
    folder = DOCS / "schemas"
    text = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
    return {folder / f"{name}.schema.json": text, folder / f"{name}.d.ts": types}


def stale_files(fresh: dict[Path, str]) -> list[Path]:
    """Generated files that are not as they should be, or should not be there."""
    there = {*(DOCS / "schemas").glob("*"), DOCS / "calls.md", *(DOCS / "games").glob("*-vocabulary.md")}
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
