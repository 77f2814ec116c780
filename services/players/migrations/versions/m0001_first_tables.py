"""The first tables of players."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create them."""
    op.create_table(
        "accounts",
        sa.Column("account_id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("name_key", sa.String(256), nullable=False, unique=True),
        sa.Column("password_hash", sa.String(256)),
        sa.Column("owner_id", sa.String(24)),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("accounts_by_owner", "accounts", ["owner_id"])
    op.create_table(
        "account_identities",
        sa.Column("issuer", sa.String(256), primary_key=True),
        sa.Column("subject", sa.String(256), primary_key=True),
        sa.Column("account_id", sa.String(24), nullable=False),
        sa.Column("provider", sa.String(64), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("account_identities_by_account", "account_identities", ["account_id"])
    op.create_table(
        "account_sessions",
        sa.Column("session_id", sa.String(24), primary_key=True),
        sa.Column("secret_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("account_id", sa.String(24), nullable=False),
        sa.Column("client", sa.String(128), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("last_used_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("account_sessions_by_account", "account_sessions", ["account_id"])
    op.create_index("account_sessions_by_expiry", "account_sessions", ["expires_ms"])
    op.create_table(
        "account_tokens",
        sa.Column("token_id", sa.String(24), primary_key=True),
        sa.Column("secret_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("account_id", sa.String(24), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("scopes", sa.String(64), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("last_used_ms", sa.BigInteger),
    )
    op.create_index("account_tokens_by_account", "account_tokens", ["account_id"])
    op.create_table(
        "former_names",
        sa.Column("name_hash", sa.String(64), primary_key=True),
    )
    op.create_table(
        "pseudonyms",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("pseudonym", sa.String(64), nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("account_id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("role", sa.String(64), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
    )
    op.create_table(
        "rating_changes",
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
    op.create_table(
        "rated_matches",
        sa.Column("match_id", sa.String(40), primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False, unique=True),
    )
    op.create_table(
        "rating_feed_position",
        sa.Column("feed", sa.String(40), primary_key=True),
        sa.Column("cursor", sa.BigInteger, nullable=False),
    )
