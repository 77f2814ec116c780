"""Migrations of the players' tables: they lead to what the code has, beside those of other services in one database."""

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from services.archive import schema as archive_schema
from services.players.schema import VERSION_TABLE, connect, metadata
from tests.services.conftest import plain_engine


def test_migrations_lead_to_the_tables_that_the_code_has(url: str) -> None:
    engine = connect(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_players_and_the_archive_share_a_database_and_do_not_meet(url: str) -> None:
    for open_one in (connect, archive_schema.connect, connect, archive_schema.connect):
        open_one(url).dispose()
    engine = plain_engine(url)
    tables = set(sa.inspect(engine).get_table_names())
    engine.dispose()
    ours, theirs = set(metadata.tables), set(archive_schema.metadata.tables)
    assert not ours & theirs
    assert tables == {*ours, *theirs, VERSION_TABLE, archive_schema.VERSION_TABLE}
