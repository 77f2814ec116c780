"""The tables of ladders, and how a database that has them is opened.

A change here needs a migration in `migrations/versions` that makes it in databases that exist."""

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from services.process.databases import open_database, upgrade_tables

VERSION_TABLE = "ladders_version"
"""Which migrations the ladders' tables have had; other services may have theirs in the same database."""

metadata = sa.MetaData()

ladders = sa.Table(
    "ladders",
    metadata,
    sa.Column("ladder_id", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False, unique=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("setting", sa.LargeBinary, nullable=False),
    sa.Column("seed", sa.BigInteger, nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("next_number", sa.Integer, nullable=False),
    sa.Column("pairs", sa.Integer, nullable=False),
    sa.Column("void_pairs", sa.Integer, nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("is_test", sa.Boolean, nullable=False),
    sa.Index("ladders_by_state", "state"),
)
"""Ladders, and the two entrants of a test, which are a ladder of their own. `setting` is the API's LadderSetting."""

entrants = sa.Table(
    "ladder_entrants",
    metadata,
    sa.Column("ladder_id", sa.String(40), primary_key=True),
    sa.Column("entrant", sa.Integer, primary_key=True),
    sa.Column("bot", sa.String(64), nullable=False),
    sa.Column("fingerprint", sa.String(100), nullable=False),
    sa.Column("anchor_elo", sa.Float),
    sa.Column("withdrawn", sa.Boolean, nullable=False),
    sa.Column("entered_ms", sa.BigInteger, nullable=False),
    sa.Column("crashes", sa.Integer, nullable=False),
    sa.Column("overruns", sa.Integer, nullable=False),
    sa.Column("illegals", sa.Integer, nullable=False),
    sa.Column("outside", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("away", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""Bots at a version. `bot` is the account's name of one that is outside."""

pairs = sa.Table(
    "ladder_pairs",
    metadata,
    sa.Column("ladder_id", sa.String(40), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("first", sa.Integer, nullable=False),
    sa.Column("second", sa.Integer, nullable=False),
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("first_leg", sa.Float),
    sa.Column("second_leg", sa.Float),
    sa.Column("played", sa.LargeBinary),
    sa.Column("finished_ms", sa.BigInteger),
    sa.Index("ladder_pairs_by_state", "ladder_id", "state"),
)
"""The truth: every pair once. An open one has been given its number and is being played; `first_leg` and `second_leg`
are half points of the first entrant; `played` is the API's LadderPair."""

meetings = sa.Table(
    "ladder_meetings",
    metadata,
    sa.Column("ladder_id", sa.String(40), primary_key=True),
    sa.Column("first", sa.Integer, primary_key=True),
    sa.Column("second", sa.Integer, primary_key=True),
    sa.Column("pairs", sa.Integer, nullable=False),
    sa.Column("first_leg", sa.Float, nullable=False),
    sa.Column("second_leg", sa.Float, nullable=False),
    sa.Column("squares", sa.Float, nullable=False),
    *(sa.Column(f"points_{points}", sa.Integer, nullable=False) for points in range(5)),
)
"""Pairs summed up by the two entrants, in the same transaction as the pairs themselves: what a fit needs.

Points of the first entrant in a match are 0 to 1 here; `points_3` counts pairs in which it made three half points."""

times = sa.Table(
    "ladder_times",
    metadata,
    sa.Column("ladder_id", sa.String(40), primary_key=True),
    sa.Column("entrant", sa.Integer, primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("decisions", sa.BigInteger, nullable=False),
)
"""How many decisions of an entrant took how long, by step of the scale of `engine.bots.timing`."""

history = sa.Table(
    "ladder_standings",
    metadata,
    sa.Column("ladder_id", sa.String(40), primary_key=True),
    sa.Column("pairs", sa.Integer, primary_key=True),
    sa.Column("standings", sa.LargeBinary, nullable=False),
)
"""Standings as they were after so many pairs: the API's Standings."""

tests = sa.Table(
    "ladder_tests",
    metadata,
    sa.Column("test_id", sa.String(40), primary_key=True),
    sa.Column("test", sa.LargeBinary, nullable=False),
)
"""Sequential tests by the ladder that their pairs are played in: the API's Test as it last was."""


def connect(url: str) -> Engine:
    """Open the database, and bring its tables up to date; DatabaseIsNewer where another release has them further."""
    engine = open_database(url)
    upgrade_tables(engine, Path(__file__).parent / "migrations", VERSION_TABLE)
    return engine
