"""Migrations of all services with a database: they lead to what the code has, beside each other's in one database."""

import importlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from tests.services.conftest import plain_engine

ROOT = Path(__file__).parents[2]
SERVICES = sorted(schema.parent.name for schema in (ROOT / "services").glob("*/schema.py"))


def schema_of(service: str) -> Any:
    """The module in which a service has its tables."""
    return importlib.import_module(f"services.{service}.schema")


@pytest.mark.parametrize("service", SERVICES)
def test_they_lead_to_the_tables_that_the_code_has(service: str, url: str) -> None:
    schema = schema_of(service)
    engine = schema.connect(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": schema.VERSION_TABLE})
        assert compare_metadata(context, schema.metadata) == []
    engine.dispose()


def test_services_share_a_database_and_do_not_meet(url: str) -> None:
    schemas = [schema_of(service) for service in SERVICES]
    for schema in (*schemas, *schemas):
        schema.connect(url).dispose()
    engine = plain_engine(url)
    tables = sa.inspect(engine).get_table_names()
    engine.dispose()
    assert sorted(tables) == sorted(
        name for schema in schemas for name in (*schema.metadata.tables, schema.VERSION_TABLE)
    )


@pytest.mark.parametrize("service", SERVICES)
def test_each_is_named_by_its_number(service: str) -> None:
    names = sorted(file.name for file in (ROOT / "services" / service / "migrations" / "versions").glob("m*.py"))
    assert [name[:6] for name in names] == [f"m{number:04}_" for number in range(1, len(names) + 1)]


@pytest.mark.parametrize("service", SERVICES)
def test_the_command_migrates_and_leaves_a_newer_release_alone(service: str, tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    command = [sys.executable, "-m", f"services.{service}", "migrate"]
    env = os.environ | {"DATABASE_URL": f"sqlite:///{file}"}
    first = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)
    assert first.returncode == 0, first.stderr
    with sqlite3.connect(file) as database:
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert tables == {*schema_of(service).metadata.tables, schema_of(service).VERSION_TABLE}
        database.execute(f"UPDATE {schema_of(service).VERSION_TABLE} SET version_num = '9999'")
    again = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)
    assert again.returncode == 1
    assert "a newer release has upgraded it" in again.stderr
