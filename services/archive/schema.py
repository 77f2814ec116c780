"""The archive's tables, and how a database that has them is opened: SQLite or PostgreSQL.

A change here needs a migration in `migrations/versions` that makes it in databases that exist."""

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from services.process.databases import open_database, upgrade_tables

VERSION_TABLE = "alembic_version"
"""Which migrations the archive's tables have had."""

metadata = sa.MetaData()

records = sa.Table(
    "records",
    metadata,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("scenario", sa.String(40), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("side", sa.String(40), nullable=False),
    sa.Column("outcome", sa.LargeBinary, nullable=False),
    sa.Column("seats", sa.LargeBinary, nullable=False),
    sa.Column("started_ms", sa.BigInteger, nullable=False),
    sa.Column("finished_ms", sa.BigInteger, nullable=False),
    sa.Column("decisions", sa.Integer, nullable=False),
    sa.Column("commitment", sa.String(64), nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("record", sa.LargeBinary, nullable=False),
    sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("number", sa.BigInteger),
    sa.Column("sealed", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("unrated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("history", sa.LargeBinary),
    sa.Index("records_by_time", "finished_ms", "match_id"),
    sa.Index("records_by_game", "game", "scenario", "side"),
    sa.Index("records_by_number", "number", unique=True),
)
"""`number` is the place in the feed of finished matches; a record gets it when the feed is next read. `history`
is there where versions cannot be counted by the choices: where something was undone or a seat changed hands."""

seat_holders = sa.Table(
    "seat_holders",
    metadata,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("player", sa.String(64), nullable=False),
    sa.Column("bot", sa.String(64), nullable=False),
    sa.Index("seat_holders_by_player", "player"),
    sa.Index("seat_holders_by_bot", "bot"),
)
"""Who held each seat when the match ended."""

labels = sa.Table(
    "record_labels",
    metadata,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.String(64), nullable=False),
    sa.Index("record_labels_by_value", "name", "value"),
)
"""What matches belonged to, such as the tournament, round and table of each."""

live_matches = sa.Table(
    "live_matches",
    metadata,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("meta", sa.LargeBinary, nullable=False),
)
"""Copies of matches in play."""

live_entries = sa.Table(
    "live_entries",
    metadata,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("entry", sa.LargeBinary, nullable=False),
)
"""Copies of their logs."""


def max_length(column: "sa.Column[str]") -> int:
    """How many characters a text in the column may have. PostgreSQL insists on it; SQLite would take any number."""
    assert isinstance(column.type, sa.String)
    assert column.type.length is not None
    return column.type.length


def connect(url: str) -> Engine:
    """Open the database, and bring its tables up to date; DatabaseIsNewer where another release has them further."""
    engine = open_database(url)
    upgrade_tables(engine, Path(__file__).parent / "migrations", VERSION_TABLE)
    return engine
