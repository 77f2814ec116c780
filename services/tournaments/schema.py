"""The tables of tournaments, and how a database that has them is opened.

A change here needs a migration in `migrations/versions` that makes it in databases that exist."""

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from services.process.databases import open_database, upgrade_tables

VERSION_TABLE = "tournaments_version"
"""Which migrations the tournaments' tables have had; other services may have theirs in the same database."""

metadata = sa.MetaData()

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("tournament_id", sa.String(24), primary_key=True),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("plan", sa.LargeBinary, nullable=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("starts_ms", sa.BigInteger),
    sa.Column("entrants", sa.Integer, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("fence", sa.Integer, nullable=False),
    sa.Column("cursor", sa.BigInteger, nullable=False),
    sa.Column("settled", sa.Boolean, nullable=False),
    sa.Index("tournaments_by_state", "settled", "state"),
    sa.Index("tournaments_by_time", "created_ms", "tournament_id"),
)
"""One row for each, beside its events: what lists need, and what keeps writers apart.

`version` is the number of its last event, `fence` that of its last director: who appends names the version, and a
director its fence too. `cursor` is how far the archive's feed is read. A settled one needs a director no more."""

events = sa.Table(
    "tournament_events",
    metadata,
    sa.Column("tournament_id", sa.String(24), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("actor", sa.String(64), nullable=False),
    sa.Column("why", sa.String(300), nullable=False),
    sa.Column("event", sa.LargeBinary, nullable=False),
)
"""The truth: all that happened, in order. `event` is JSON, as `services.competition.events` has it."""

entrants = sa.Table(
    "tournament_entrants",
    metadata,
    sa.Column("tournament_id", sa.String(24), primary_key=True),
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Index("tournament_entrants_by_name", "name"),
)
"""Entrants and members of teams, to find tournaments by them."""

seats = sa.Table(
    "tournament_seats",
    metadata,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("tournament_id", sa.String(24), nullable=False),
    sa.Column("stage", sa.Integer, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("table_number", sa.Integer, nullable=False),
    sa.Column("player", sa.String(64), nullable=False),
    sa.Column("token", sa.Text, nullable=False),
    sa.Index("tournament_seats_by_player", "player"),
    sa.Index("tournament_seats_by_round", "tournament_id", "stage", "round"),
)
"""Seats of people at matches that are being played, with the tokens that the engine gave for them."""


def connect(url: str) -> Engine:
    """Open the database, and bring its tables up to date; DatabaseIsNewer where another release has them further."""
    engine = open_database(url)
    upgrade_tables(engine, Path(__file__).parent / "migrations", VERSION_TABLE)
    return engine
