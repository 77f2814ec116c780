"""What is installed says that it is typed, so that users' type checkers read our annotations."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_package_declares_its_types_and_they_are_installed() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    assert "py.typed" in build["package-data"]["*"]
    packages = [pattern.rstrip("*") for pattern in build["packages"]["find"]["include"]]
    assert packages == ["engine", "services"]
    for package in packages:
        assert (ROOT / package / "py.typed").is_file()
