"""Brings the tables of a database to what this release has."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection, Engine

ONE_AT_A_TIME = {
    "sqlite": "BEGIN IMMEDIATE",
    "postgresql": "SELECT pg_advisory_xact_lock(hashtext('westmarch archive migrations'))",
}
"""By kind of database: what makes every other process that upgrades it wait until the transaction is over."""


class DatabaseIsNewer(RuntimeError):
    """The database has been upgraded by a newer release than this one."""


def upgrade_tables(engine: Engine) -> None:
    """Carry out the migrations that a database has not had, all or none. DatabaseIsNewer where it has had others.

    Processes that start at once wait for each other, and the first does the work."""
    config = Config()
    config.set_main_option("path_separator", "os")
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    with engine.begin() as connection:
        connection.exec_driver_sql(ONE_AT_A_TIME[engine.dialect.name])
        _refuse_newer(connection, ScriptDirectory.from_config(config))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _refuse_newer(connection: Connection, migrations: ScriptDirectory) -> None:
    """Refuse a database that has had a migration which is not here."""
    known = {migration.revision for migration in migrations.walk_revisions()}
    for revision in MigrationContext.configure(connection).get_current_heads():
        if revision not in known:
            raise DatabaseIsNewer(
                f"The archive's database has tables of version {revision}, and this release knows versions up to"
                f" {migrations.get_current_head()}: a newer release has upgraded it. Run that release, or restore a"
                " backup from before the upgrade."
            )
