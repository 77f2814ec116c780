"""The first tables of ladders."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create them."""
    op.create_table(
        "ladders",
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
    )
    op.create_index("ladders_by_state", "ladders", ["state"])
    op.create_table(
        "ladder_entrants",
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
    )
    op.create_table(
        "ladder_pairs",
        sa.Column("ladder_id", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("second", sa.Integer, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("first_leg", sa.Float),
        sa.Column("second_leg", sa.Float),
        sa.Column("played", sa.LargeBinary),
        sa.Column("finished_ms", sa.BigInteger),
    )
    op.create_index("ladder_pairs_by_state", "ladder_pairs", ["ladder_id", "state"])
    op.create_table(
        "ladder_meetings",
        sa.Column("ladder_id", sa.String(40), primary_key=True),
        sa.Column("first", sa.Integer, primary_key=True),
        sa.Column("second", sa.Integer, primary_key=True),
        sa.Column("pairs", sa.Integer, nullable=False),
        sa.Column("first_leg", sa.Float, nullable=False),
        sa.Column("second_leg", sa.Float, nullable=False),
        sa.Column("squares", sa.Float, nullable=False),
        *(sa.Column(f"points_{points}", sa.Integer, nullable=False) for points in range(5)),
    )
    op.create_table(
        "ladder_times",
        sa.Column("ladder_id", sa.String(40), primary_key=True),
        sa.Column("entrant", sa.Integer, primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True),
        sa.Column("decisions", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "ladder_standings",
        sa.Column("ladder_id", sa.String(40), primary_key=True),
        sa.Column("pairs", sa.Integer, primary_key=True),
        sa.Column("standings", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "ladder_tests",
        sa.Column("test_id", sa.String(40), primary_key=True),
        sa.Column("test", sa.LargeBinary, nullable=False),
    )
