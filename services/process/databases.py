"""Databases of our services: how one is opened, SQLite or PostgreSQL, and brought to what this release has."""

import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, Connection, Engine, make_url

from services.process.settings import Settings

LOCK_SECONDS = 30
"""How long a SQLite database may be in use by others before we give up."""


class DatabaseIsNewer(RuntimeError):
    """The database has been upgraded by a newer release than this one."""


def open_database(url: str) -> Engine:
    """Open a database; nothing is created in it."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(parsed)
    driver = "postgresql+psycopg" if parsed.drivername in ("postgres", "postgresql") else parsed.drivername
    return sa.create_engine(parsed.set(drivername=driver), pool_pre_ping=True)


def _sqlite(url: URL) -> Engine:
    """A SQLite database that is written safely and can be read meanwhile."""
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(url, connect_args={"timeout": LOCK_SECONDS})

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        _use_wal(connection)
        connection.execute("PRAGMA synchronous=FULL")

    return engine


def _use_wal(connection: Any) -> None:
    """Let the database be read while it is written. SQLite does not wait for others here, as it does elsewhere."""
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)


@contextmanager
def one_at_a_time(engine: Engine, work: str) -> Iterator[Connection]:
    """A transaction that begins when no other process does the same work; on SQLite, when nobody writes."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtext(f"westmarch {work}"))))
        else:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes. In SQLite it waits for others at its beginning, where it can wait."""
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection


def insert(engine: Engine, table: sa.Table) -> Any:
    """An insertion in the dialect of the database, which can say what becomes of a row that exists already."""
    dialect = postgresql if engine.dialect.name == "postgresql" else sqlite
    return dialect.insert(table)


def upgrade_tables(engine: Engine, migrations: Path, version_table: str = "alembic_version") -> None:
    """Carry out the migrations of a folder that a database has not had, all or none. DatabaseIsNewer where it has had
    others.

    Processes that start at once wait for each other, and the first does the work. Services that share a database have
    a version table each."""
    config = Config()
    config.set_main_option("path_separator", "os")
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["version_table"] = version_table
    with one_at_a_time(engine, "migrations") as connection:
        _refuse_newer(connection, ScriptDirectory.from_config(config), version_table)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def migrate(connect: Callable[[str], Engine]) -> None:
    """Bring the tables of the database that the settings name to what this release has, and nothing else: for a job
    that runs before a release is rolled out. `connect` is the service's own."""
    try:
        connect(Settings().store.database_url).dispose()
    except DatabaseIsNewer as error:
        sys.exit(str(error))


def _refuse_newer(connection: Connection, migrations: ScriptDirectory, version_table: str) -> None:
    """Refuse a database that has had a migration which is not here."""
    known = {migration.revision for migration in migrations.walk_revisions()}
    context = MigrationContext.configure(connection, opts={"version_table": version_table})
    for revision in context.get_current_heads():
        if revision not in known:
            raise DatabaseIsNewer(
                f"The database has tables of version {revision} ({version_table}), and this release knows versions up"
                f" to {migrations.get_current_head()}: a newer release has upgraded it. Run that release, or restore a"
                " backup from before the upgrade."
            )
