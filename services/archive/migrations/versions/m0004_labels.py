"""Records get labels, by which tournaments know their matches, and may be sealed or unrated."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the labels and both marks; no old record has any."""
    for name in ("sealed", "unrated"):
        op.add_column("records", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "record_labels",
        sa.Column("match_id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )
    op.create_index("record_labels_by_value", "record_labels", ["name", "value"])
