"""Ratings and their history in a database. Each match counts once: results, history and the place in the feed are one
transaction."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from services.api.archive_pb2 import ArchivedRecord
from services.players.names import name_key
from services.players.ratings import Skill, is_rated, rate
from services.players.schema import accounts, feed_position, rated_matches, rating_changes, ratings
from services.process.databases import one_at_a_time

FEED = "archive"


class RatingRow(NamedTuple):
    """The rating of an account in one role of a game."""

    game: str
    role: str
    skill: Skill
    matches: int


class ChangeRow(NamedTuple):
    """What one match changed in the rating of an account."""

    number: int
    """The match's among all that were rated."""
    match_id: str
    game: str
    role: str
    skill: Skill
    change: float
    finished_ms: int


class _Holder(NamedTuple):
    """Who held a seat: an account, and the person who has it, or whose bot it is."""

    account_id: str
    person: str


class RatingTable:
    """The ratings of all accounts."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def cursor(self) -> int:
        """How far the feed is read."""
        query = sa.select(feed_position.c.cursor).where(feed_position.c.feed == FEED)
        with self._engine.connect() as connection:
            return connection.execute(query).scalar() or 0

    def apply(self, records: Iterable[ArchivedRecord], before: int, after: int) -> int | None:
        """Rate the matches of a page of the feed, in order of finishing, and note that it is read. How many were
        rated; None, and nothing is changed, where the feed is read from another place by now."""
        with one_at_a_time(self._engine, "player ratings") as connection:
            if not _move_cursor(connection, before, after):
                return None
            in_order = sorted(records, key=lambda record: (record.finished_ms, record.match_id))
            return sum(_apply_one(connection, record) for record in in_order)

    def of_account(self, account_id: str, game: str = "") -> list[RatingRow]:
        """The ratings of an account, in one game or in all."""
        query = sa.select(ratings).where(ratings.c.account_id == account_id)
        if game:
            query = query.where(ratings.c.game == game)
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(ratings.c.game, ratings.c.role)).all()
        return [RatingRow(row.game, row.role, Skill(row.mu, row.sigma), row.matches) for row in rows]

    def history(self, account_id: str, game: str, size: int, before: int | None) -> list[ChangeRow]:
        """Changes of an account's ratings, newest first, from before a match on."""
        query = sa.select(rating_changes).where(rating_changes.c.account_id == account_id)
        if game:
            query = query.where(rating_changes.c.game == game)
        if before is not None:
            query = query.where(rating_changes.c.number < before)
        query = query.order_by(rating_changes.c.number.desc()).limit(size)
        with self._engine.connect() as connection:
            return [_change(row) for row in connection.execute(query)]


def _move_cursor(connection: Connection, before: int, after: int) -> bool:
    """Move the place in the feed; False where it is another than before."""
    query = sa.select(feed_position.c.cursor).where(feed_position.c.feed == FEED)
    current = connection.execute(query).scalar()
    if (current or 0) != before:
        return False
    if current is None:
        connection.execute(feed_position.insert().values(feed=FEED, cursor=after))
    else:
        connection.execute(feed_position.update().where(feed_position.c.feed == FEED).values(cursor=after))
    return True


def _apply_one(connection: Connection, record: ArchivedRecord) -> bool:
    """Rate one match, if it counts and has not counted before. Whether that was done."""
    known = sa.select(rated_matches.c.number).where(rated_matches.c.match_id == record.match_id)
    if not is_rated(record) or connection.execute(known).first() is not None:
        return False
    holders = _holders(connection, record)
    if len({holder.person for holder in holders.values()}) < len(record.seats):
        return False
    account_at = {seat: holder.account_id for seat, holder in holders.items()}
    number = (connection.execute(sa.select(sa.func.max(rated_matches.c.number))).scalar() or 0) + 1
    connection.execute(rated_matches.insert().values(match_id=record.match_id, number=number))
    before = {seat.seat: _rating(connection, account_at[seat.seat], record.game, seat.role) for seat in record.seats}
    after = rate(record, {seat: skill for seat, (skill, _) in before.items()})
    for seat in record.seats:
        old, matches = before[seat.seat]
        account, new = account_at[seat.seat], after[seat.seat]
        _store(connection, account, record.game, seat.role, new, matches)
        row = {
            "account_id": account,
            "number": number,
            "match_id": record.match_id,
            "game": record.game,
            "role": seat.role,
            "mu": new.mu,
            "sigma": new.sigma,
            "change": new.rating - old.rating,
            "finished_ms": record.finished_ms,
        }
        connection.execute(rating_changes.insert().values(row))
    return True


def _holders(connection: Connection, record: ArchivedRecord) -> dict[int, _Holder]:
    """By seat: the account of who held it. An account that was made after the match began had no part in it."""
    seats = {seat.player: seat.seat for seat in record.seats}
    query = sa.select(accounts.c.name, accounts.c.account_id, accounts.c.owner_id).where(
        accounts.c.name_key.in_(map(name_key, seats)), accounts.c.created_ms <= record.started_ms
    )
    rows = connection.execute(query)
    return {seats[name]: _Holder(id, owner_id or id) for name, id, owner_id in rows if name in seats}


def _where(account_id: str, game: str, role: str) -> "tuple[sa.ColumnElement[bool], ...]":
    return ratings.c.account_id == account_id, ratings.c.game == game, ratings.c.role == role


def _rating(connection: Connection, account_id: str, game: str, role: str) -> tuple[Skill, int]:
    """The skill of an account in a role, and how many matches it is of."""
    row = connection.execute(sa.select(ratings).where(*_where(account_id, game, role))).first()
    return (Skill(), 0) if row is None else (Skill(row.mu, row.sigma), row.matches)


def _store(connection: Connection, account_id: str, game: str, role: str, skill: Skill, matches: int) -> None:
    values: dict[str, Any] = {"mu": skill.mu, "sigma": skill.sigma, "matches": matches + 1}
    if matches:
        connection.execute(ratings.update().where(*_where(account_id, game, role)).values(values))
    else:
        connection.execute(ratings.insert().values(account_id=account_id, game=game, role=role, **values))


def _change(row: Any) -> ChangeRow:
    skill = Skill(row.mu, row.sigma)
    return ChangeRow(row.number, row.match_id, row.game, row.role, skill, row.change, row.finished_ms)
