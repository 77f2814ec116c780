"""Writes services/api from protos/westmarch/v1. `--check` only says whether what is there is current."""

import importlib.resources
import os
import sys
import tempfile
from pathlib import Path

from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "protos"
TARGET = ROOT / "services" / "api"


def generate(into: Path) -> None:
    """Run protoc over every file of the API."""
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    well_known = importlib.resources.files("grpc_tools") / "_proto"
    outputs = [f"--{kind}_out={into}" for kind in ("python", "grpc_python", "mypy", "mypy_grpc")]
    files = sorted(str(path) for path in SOURCES.glob("westmarch/v1/*.proto"))
    code = protoc.main(["protoc", f"-I{SOURCES}", f"-I{well_known}", *outputs, *files])
    if code:
        raise SystemExit(code)


def fresh_files() -> dict[str, str]:
    """File name to text, as it should be. protoc imports by the API's own package; ours is services.api."""
    with tempfile.TemporaryDirectory() as scratch:
        generate(Path(scratch))
        texts = contents(Path(scratch) / "westmarch" / "v1")
    serviceless = ("errors_pb2_grpc", "match_pb2_grpc")
    return {
        name: text.replace("from westmarch.v1 import", "from services.api import")
        for name, text in texts.items()
        if not name.startswith(serviceless)
    }


def contents(folder: Path) -> dict[str, str]:
    """File name to text, for every generated file."""
    return {path.name: path.read_text() for path in folder.glob("*_pb2*.py*")}


def main() -> int:
    fresh, current = fresh_files(), contents(TARGET)
    stale = sorted(name for name in fresh.keys() | current.keys() if fresh.get(name) != current.get(name))
    if "--check" in sys.argv:
        print("\n".join(f"not current: {name}" for name in stale) or "services/api is current")
        return 1 if stale else 0
    for name in stale:
        if name in fresh:
            (TARGET / name).write_text(fresh[name])
        else:
            (TARGET / name).unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
