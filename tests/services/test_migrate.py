"""`python -m services.NAME migrate` brings the tables of a service up to date, and ends."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("service", ["archive", "ladders", "players", "tournaments"])
def test_tables_are_made_and_a_newer_release_is_left_alone(service: str, tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    command = [sys.executable, "-m", f"services.{service}", "migrate"]
    env = os.environ | {"DATABASE_URL": f"sqlite:///{file}"}
    first = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)
    assert first.returncode == 0, first.stderr
    with sqlite3.connect(file) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        [version_table] = [name for name in tables if "version" in name and name != "ladder_versions"]
        assert len(tables) > 2
        database.execute(f"UPDATE {version_table} SET version_num = '9999'")
    again = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)
    assert again.returncode == 1
    assert "a newer release has upgraded it" in again.stderr
