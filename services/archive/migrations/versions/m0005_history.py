"""Records get the history of their match, by which its story is told with the versions of then."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the history; old records have none, and their choices are counted."""
    op.add_column("records", sa.Column("history", sa.LargeBinary))
