"""What CI runs: the README's test command with every skip told, whatever can or cannot be installed before."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXIT_CODE = 7


def program(folder: Path, name: str, text: str) -> None:
    """A program of that name in a folder."""
    file = folder / name
    file.write_text(f"#!{shutil.which('bash')}\n{text}\n")
    file.chmod(0o755)


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder of programs that has all that CI needs, but no package manager."""
    for name in ("bash", "env", "dirname", "timeout"):
        (tmp_path / name).symlink_to(shutil.which(name) or "")
    program(tmp_path, "make", f'echo "make $* with$PYTEST_ADDOPTS"; exit {EXIT_CODE}')
    return tmp_path


def run_ci(programs: Path) -> str:
    """Run CI with these programs alone, to the end that the tests come to. What it says."""
    env = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"} | {"PATH": str(programs)}
    done = subprocess.run([ROOT / ".ci/run"], env=env, capture_output=True, text=True)
    assert done.returncode == EXIT_CODE
    assert done.stderr == ""
    assert done.stdout.endswith("make test with -rs\n")
    return done.stdout


def test_the_tests_run_where_nothing_can_be_installed(programs: Path) -> None:
    said = run_ci(programs)
    assert said.startswith("not installed, for want of root or apt-get: ")
    assert "prometheus" in said


@pytest.mark.parametrize("works", [True, False])
def test_what_is_missing_is_asked_of_the_package_manager_one_by_one(programs: Path, works: bool) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root installs packages")
    asked = programs / "asked"
    program(programs, "apt-get", f'echo "$*" >> {asked}; exit {0 if works else 1}')
    said = run_ci(programs)
    packages = [line.split()[-1] for line in asked.read_text().splitlines() if line.startswith("install")]
    assert {"prometheus", "chromium", "kubernetes-client"} <= set(packages)
    assert "make" not in packages
    assert ("not installed: prometheus\n" in said) is not works
