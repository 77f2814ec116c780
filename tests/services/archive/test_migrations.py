"""Migrations: a database of any release becomes one of this release and loses nothing, on SQLite and PostgreSQL."""

import json
import os
import secrets
import subprocess
import sys

import msgspec
import pytest
import sqlalchemy as sa

from services.api import archive_pb2 as pb
from services.archive.database import Database
from services.archive.schema import connect, metadata
from services.process.databases import DatabaseIsNewer
from services.process.settings import Settings
from services.rpc.tokens import Caller
from tests.services.archive import old_tables
from tests.services.archive.test_archive import OPERATOR, played
from tests.services.conftest import key_variables, plain_engine


def put_as_then(connection: sa.Connection, record: pb.ArchivedRecord, **private: bool) -> None:
    """Store a record as releases before the first migration did."""
    row = {
        "outcome": record.outcome.SerializeToString(),
        "seats": msgspec.msgpack.encode([[seat.SerializeToString() for seat in record.seats]]),
        "side": record.outcome.side,
        **private,
    }
    fields = ("match_id", "game", "scenario", "rules_version", "started_ms", "finished_ms", "decisions")
    sealed = ("commitment", "digest", "record")
    row |= {name: getattr(record, name) for name in (*fields, *sealed)}
    connection.execute(old_tables.records.insert().values(row))
    seats = [{"match_id": record.match_id, "seat": s.seat, "player": s.player, "bot": s.bot} for s in record.seats]
    connection.execute(old_tables.sitters.insert(), seats)


def make_old(url: str, *records: pb.ArchivedRecord) -> None:
    """Make a database as the last release before the first migration left it, with records and a live match."""
    engine = plain_engine(url)
    old_tables.metadata.create_all(engine)
    with engine.begin() as connection:
        for record in records:
            put_as_then(connection, record, private=record.private)
        connection.execute(old_tables.live_matches.insert().values(match_id="match-live", meta=b"meta"))
        entries = [{"match_id": "match-live", "version": n, "entry": b"%d" % n} for n in (1, 2)]
        connection.execute(old_tables.live_entries.insert(), entries)
    engine.dispose()


def tables_of(url: str) -> set[str]:
    engine = plain_engine(url)
    found = set(sa.inspect(engine).get_table_names())
    engine.dispose()
    return found


def test_a_database_of_the_release_before_loses_nothing(url: str) -> None:
    closed, opened = played(1), played(2)
    closed.private = True
    make_old(url, closed, opened)
    database = Database(connect(url))
    assert database.get("match-0001", OPERATOR) == closed
    assert database.get("match-0001", Caller("guest", "somewhere")) is None
    assert [record.match_id for record in database.page(pb.Filter(player="p2"), OPERATOR, 9, None)] == ["match-0002"]
    assert [record.match_id for record in database.page(pb.Filter(bot="greedy"), OPERATOR, 9, None)] == [
        "match-0002",
        "match-0001",
    ]
    assert list(database.live_copies()) == [("match-live", b"meta", [b"1", b"2"])]
    assert database.put([played(3)]) == 1
    database.close()
    assert tables_of(url) == {*metadata.tables, "alembic_version"}


def test_an_archive_of_the_first_release_is_brought_up_to_date(url: str) -> None:
    """Which had no private matches."""
    engine = plain_engine(url)
    old_tables.metadata.create_all(engine)
    with engine.begin() as connection:
        connection.execute(sa.text("ALTER TABLE records DROP COLUMN private"))
        put_as_then(connection, played(1))
    engine.dispose()
    database = Database(connect(url))
    assert database.get("match-0001", Caller("guest", "somewhere")) == played(1)
    database.close()


def test_a_database_that_is_opened_again_stays_as_it_is(url: str) -> None:
    first = Database(connect(url))
    first.put([played(1)])
    again = Database(connect(url))
    assert again.get("match-0001", OPERATOR) == played(1)
    first.close()
    again.close()


def test_processes_that_start_at_once_migrate_once(url: str) -> None:
    make_old(url, played(1))
    program = "import sys; from services.archive.schema import connect; input(); connect(sys.argv[1]).dispose()"
    processes = [
        subprocess.Popen([sys.executable, "-c", program, url], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    assert [process.communicate(timeout=60)[1] for process in processes] == [""] * 4
    assert [process.returncode for process in processes] == [0] * 4
    database = Database(connect(url))
    assert database.get("match-0001", OPERATOR) == played(1)
    database.close()


def test_an_upgrade_that_fails_changes_nothing(url: str) -> None:
    """All migrations or none: the second finds its table's name taken."""
    make_old(url, played(1))
    engine = plain_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE seat_holders (somebodys INTEGER)")
    engine.dispose()
    before = tables_of(url)
    with pytest.raises(sa.exc.DBAPIError):
        connect(url)
    assert tables_of(url) == before


def of_a_newer_release(url: str) -> None:
    engine = connect(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()


def test_a_database_of_a_newer_release_is_refused_and_left_alone(url: str) -> None:
    of_a_newer_release(url)
    with pytest.raises(DatabaseIsNewer, match=r"version 9999 \(alembic_version\), .* up to \d{4}: a newer"):
        connect(url)
    engine = plain_engine(url)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == "9999"
    engine.dispose()


def test_the_service_and_the_rebuild_say_so_in_one_line(url: str, settings: Settings, store) -> None:
    of_a_newer_release(url)
    env = {**os.environ, "REDIS_URL": settings.store.redis_url, "DATABASE_URL": url, **key_variables("archive")}
    serve, rebuild = (
        subprocess.run(
            [sys.executable, "-m", "services.archive", *words], env=env, capture_output=True, text=True, timeout=60
        )
        for words in ((), ("rebuild",))
    )
    assert (serve.returncode, rebuild.returncode) == (1, 1)
    (line,) = serve.stderr.splitlines()
    assert "a newer release has upgraded it" in json.loads(line)["error"]
    assert rebuild.stderr.count("\n") == 1
    assert "a newer release has upgraded it" in rebuild.stderr


def test_an_archive_of_the_release_before_goes_on_beside_this_one(postgres: str) -> None:
    """On PostgreSQL, where it may share the database until the matches of its rules are over."""
    url = sa.make_url(postgres).render_as_string(hide_password=False)
    database = Database(connect(url))
    engine = plain_engine(url)
    match_id = f"match-{secrets.token_hex(4)}"
    record = played(4)
    record.match_id = match_id
    old_tables.metadata.create_all(engine)  # as it does when it starts
    with engine.begin() as connection:
        put_as_then(connection, record, private=False)
    engine.dispose()
    assert match_id in [found.match_id for found in database.page(pb.Filter(player="p1"), OPERATOR, 99, None)]
    database.close()
