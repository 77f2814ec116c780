"""The first tables of tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create them."""
    op.create_table(
        "tournaments",
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
    )
    op.create_index("tournaments_by_state", "tournaments", ["settled", "state"])
    op.create_index("tournaments_by_time", "tournaments", ["created_ms", "tournament_id"])
    op.create_table(
        "tournament_events",
        sa.Column("tournament_id", sa.String(24), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.String(64), nullable=False),
        sa.Column("why", sa.String(300), nullable=False),
        sa.Column("event", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "tournament_entrants",
        sa.Column("tournament_id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(64), primary_key=True),
    )
    op.create_index("tournament_entrants_by_name", "tournament_entrants", ["name"])
    op.create_table(
        "tournament_seats",
        sa.Column("match_id", sa.String(40), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("tournament_id", sa.String(24), nullable=False),
        sa.Column("stage", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("table_number", sa.Integer, nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("token", sa.Text, nullable=False),
    )
    op.create_index("tournament_seats_by_player", "tournament_seats", ["player"])
    op.create_index("tournament_seats_by_round", "tournament_seats", ["tournament_id", "stage", "round"])
