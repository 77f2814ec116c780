"""Records get numbers, by which other services follow what was played."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the number. Those of old records, and of what a release before stores, are given when the feed is read."""
    op.add_column("records", sa.Column("number", sa.BigInteger))
    op.create_index("records_by_number", "records", ["number"], unique=True)
