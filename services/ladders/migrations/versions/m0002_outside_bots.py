"""Entrants may be outside bots, which play over the API and may be away."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what is known of them."""
    for name in ("outside", "away"):
        op.add_column("ladder_entrants", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
