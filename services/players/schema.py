"""The players' tables, and how a database that has them is opened: SQLite or PostgreSQL.

A change here needs a migration in `migrations/versions` that makes it in databases that exist."""

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from services.process.databases import open_database, upgrade_tables

VERSION_TABLE = "players_version"
"""Which migrations the players' tables have had; other services may have theirs in the same database."""

metadata = sa.MetaData()

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("account_id", sa.String(24), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("name_key", sa.String(256), nullable=False, unique=True),
    sa.Column("password_hash", sa.String(256)),
    sa.Column("owner_id", sa.String(24)),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Index("accounts_by_owner", "owner_id"),
)
"""`name_key` is the name in one case of letters; `owner_id` is the person whom a bot belongs to."""

identities = sa.Table(
    "account_identities",
    metadata,
    sa.Column("issuer", sa.String(256), primary_key=True),
    sa.Column("subject", sa.String(256), primary_key=True),
    sa.Column("account_id", sa.String(24), nullable=False),
    sa.Column("provider", sa.String(64), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Index("account_identities_by_account", "account_id"),
)
"""Who somebody is at an OpenID Connect provider."""

sessions = sa.Table(
    "account_sessions",
    metadata,
    sa.Column("session_id", sa.String(24), primary_key=True),
    sa.Column("secret_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("account_id", sa.String(24), nullable=False),
    sa.Column("client", sa.String(128), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("last_used_ms", sa.BigInteger, nullable=False),
    sa.Column("expires_ms", sa.BigInteger, nullable=False),
    sa.Index("account_sessions_by_account", "account_id"),
    sa.Index("account_sessions_by_expiry", "expires_ms"),
)

api_tokens = sa.Table(
    "account_tokens",
    metadata,
    sa.Column("token_id", sa.String(24), primary_key=True),
    sa.Column("secret_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("account_id", sa.String(24), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("scopes", sa.String(64), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("last_used_ms", sa.BigInteger),
    sa.Index("account_tokens_by_account", "account_id"),
)
"""`account_id` is whom a token acts as, a person or a bot; `scopes` are words with spaces between."""

former_names = sa.Table(
    "former_names",
    metadata,
    sa.Column("name_hash", sa.String(64), primary_key=True),
)
"""Hashes of the names of deleted accounts, which nobody gets again."""

pseudonyms = sa.Table(
    "pseudonyms",
    metadata,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("pseudonym", sa.String(64), nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
)
"""Names of deleted accounts that records may still have, until no match of that time is in play any more."""

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("account_id", sa.String(24), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("role", sa.String(64), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
)

rating_changes = sa.Table(
    "rating_changes",
    metadata,
    sa.Column("account_id", sa.String(24), primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True),
    sa.Column("match_id", sa.String(40), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("role", sa.String(64), nullable=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("change", sa.Float, nullable=False),
    sa.Column("finished_ms", sa.BigInteger, nullable=False),
)
"""What a match changed; `number` is the match's among all that were rated."""

rated_matches = sa.Table(
    "rated_matches",
    metadata,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("number", sa.BigInteger, nullable=False, unique=True),
)
"""Each match counts once."""

feed_position = sa.Table(
    "rating_feed_position",
    metadata,
    sa.Column("feed", sa.String(40), primary_key=True),
    sa.Column("cursor", sa.BigInteger, nullable=False),
)
"""How far the archive's feed of finished matches is read."""


def connect(url: str) -> Engine:
    """Open the database, and bring its tables up to date; DatabaseIsNewer where another release has them further."""
    engine = open_database(url)
    upgrade_tables(engine, Path(__file__).parent / "migrations", VERSION_TABLE)
    return engine
