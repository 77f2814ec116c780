"""Writes westmarch/v1 from protos/westmarch/v1. `--check` only says whether what is there is current."""

import importlib.resources
import os
import sys
import tempfile
from pathlib import Path

from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "protos"
TARGET = ROOT / "westmarch" / "v1"


def generate(into: Path) -> None:
    """Run protoc over every file of the API."""
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    well_known = importlib.resources.files("grpc_tools") / "_proto"
    outputs = [f"--{kind}_out={into}" for kind in ("python", "grpc_python", "mypy", "mypy_grpc")]
    files = sorted(str(path) for path in SOURCES.glob("westmarch/v1/*.proto"))
    code = protoc.main(["protoc", f"-I{SOURCES}", f"-I{well_known}", *outputs, *files])
    if code:
        raise SystemExit(code)


def contents(folder: Path) -> dict[str, str]:
    """File name to text, for every generated file."""
    return {path.name: path.read_text() for path in folder.iterdir() if path.suffix in (".py", ".pyi")}


def main() -> int:
    with tempfile.TemporaryDirectory() as scratch:
        generate(Path(scratch))
        fresh = {
            name: text
            for name, text in contents(Path(scratch) / "westmarch" / "v1").items()
            if not name.startswith(("errors_pb2_grpc", "match_pb2_grpc"))
        }
    if "--check" in sys.argv:
        current = contents(TARGET) if TARGET.exists() else {}
        stale = sorted(name for name in fresh.keys() | current.keys() if fresh.get(name) != current.get(name))
        print("\n".join(f"not current: {name}" for name in stale) or "westmarch/v1 is current")
        return 1 if stale else 0
    TARGET.mkdir(parents=True, exist_ok=True)
    for name in contents(TARGET).keys() - fresh.keys():
        (TARGET / name).unlink()
    for name, text in fresh.items():
        (TARGET / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
