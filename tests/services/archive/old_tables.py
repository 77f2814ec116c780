"""The archive's tables as releases before the first migration made them."""

import sqlalchemy as sa

metadata = sa.MetaData()

records = sa.Table(
    "records",
    metadata,
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
    sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("records_by_time", "finished_ms", "match_id"),
    sa.Index("records_by_game", "game", "scenario", "side"),
)

sitters = sa.Table(
    "sitters",
    metadata,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("player", sa.String(64), nullable=False),
    sa.Column("bot", sa.String(64), nullable=False),
    sa.Index("sitters_by_player", "player"),
    sa.Index("sitters_by_bot", "bot"),
)

live_matches = sa.Table(
    "live_matches",
    metadata,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("meta", sa.LargeBinary, nullable=False),
)

live_entries = sa.Table(
    "live_entries",
    metadata,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("entry", sa.LargeBinary, nullable=False),
)
