"""What is installed stands alone: the wheel, in an empty environment away from the sources, plays the demo."""

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ("engine", "services", "setup.py", "pyproject.toml", "README.md", "LICENSE")


def run(*words: str | Path, folder: Path) -> None:
    """Run a command to its end, out of sight of the sources."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "WESTMARCH_"))}
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{words} ended with {done.returncode}:\n{done.stdout}{done.stderr}"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy: what lies in `build/` from another time would be packed too."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        else:
            shutil.copy(source, folder)
    module = folder / "services/gateway/web/node_modules/module/index.js"
    module.parent.mkdir(parents=True)
    module.write_text("// what npm leaves beside the sources of the console")
    at_hand = ["--no-build-isolation"] if importlib.util.find_spec("setuptools") else []
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", *at_hand, "--wheel-dir", "out", ".", folder=folder)
    (built,) = (folder / "out").glob("*.whl")
    return built


def test_the_wheel_holds_the_engine_and_the_services_alone(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"engine", "services"}


def test_the_wheel_holds_the_console_but_not_what_it_was_built_from(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "services/gateway/site/index.html" in names
    assert not [name for name in names if name.startswith("services/gateway/web/")]


def test_the_demo_runs_where_nothing_else_is_installed(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", "--without-pip", "venv", folder=tmp_path)
    install = ("-m", "pip", "--python", "venv/bin/python", "install", "--no-compile")
    run(sys.executable, *install, "--constraint", ROOT / "requirements.lock", wheel, folder=tmp_path)
    run(tmp_path / "venv/bin/westmarch", "demo", folder=tmp_path)
