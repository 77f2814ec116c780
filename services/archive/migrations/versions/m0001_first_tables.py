"""The tables from before there were migrations. Databases of that time have them, the oldest without `private`."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create what is missing."""
    op.create_table(
        "records",
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
        if_not_exists=True,
    )
    if "private" not in {column["name"] for column in sa.inspect(op.get_bind()).get_columns("records")}:
        op.add_column("records", sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("records_by_time", "records", ["finished_ms", "match_id"], if_not_exists=True)
    op.create_index("records_by_game", "records", ["game", "scenario", "side"], if_not_exists=True)
    op.create_table(
        "sitters",
        sa.Column("match_id", sa.String(40), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(64), nullable=False),
        if_not_exists=True,
    )
    for column in ("player", "bot"):
        op.create_index(f"sitters_by_{column}", "sitters", [column], if_not_exists=True)
    op.create_table(
        "live_matches",
        sa.Column("match_id", sa.String(40), primary_key=True),
        sa.Column("meta", sa.LargeBinary, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "live_entries",
        sa.Column("match_id", sa.String(40), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("entry", sa.LargeBinary, nullable=False),
        if_not_exists=True,
    )
