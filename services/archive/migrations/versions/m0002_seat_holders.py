"""The table of those who held seats gets their name: `sitters` becomes `seat_holders`."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Rename the table and its indexes."""
    op.rename_table("sitters", "seat_holders")
    for column in ("player", "bot"):
        op.drop_index(f"sitters_by_{column}", "seat_holders")
        op.create_index(f"seat_holders_by_{column}", "seat_holders", [column])
    if op.get_bind().dialect.name == "postgresql":
        # An archive of the release before may go on beside this one until its matches are over; it writes here.
        op.execute("CREATE VIEW sitters AS SELECT match_id, seat, player, bot FROM seat_holders")
