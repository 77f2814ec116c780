"""Runs the archive service: `python -m services.archive`; `rebuild` puts live matches back into an empty store,
`migrate` brings its tables up to date."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from services.api import archive_pb2
from services.api.archive_pb2_grpc import add_ArchiveServiceServicer_to_server
from services.archive.database import Database
from services.archive.follower import Follower
from services.archive.rebuild import RebuildReport, rebuild
from services.archive.schema import connect
from services.archive.servicer import ArchiveServicer
from services.process.background import cancel_and_wait
from services.process.databases import DatabaseIsNewer, migrate
from services.process.settings import Settings
from services.rpc.serving import Process, run
from services.store import connection as stores

LARGE_METHODS = frozenset({"Put"})
"""Methods whose requests may be as large as the transport takes."""
NICENESS = 5
"""Where processors are shared, live matches come first: what is archived a second later is still in the store."""


@asynccontextmanager
async def setup(process: Process) -> AsyncIterator[str]:
    """The archive service on this process's server."""
    database = Database(connect(process.settings.store.database_url))
    add_ArchiveServiceServicer_to_server(ArchiveServicer(database), process.server)
    following = asyncio.create_task(Follower(process.store, database, process.settings).run())
    try:
        yield archive_pb2.DESCRIPTOR.services_by_name["ArchiveService"].full_name
    finally:
        await cancel_and_wait(following)
        database.close()


@asynccontextmanager
async def setup_behind_matches(process: Process) -> AsyncIterator[str]:
    """The archive service in a process that lets others go first, once it has started: records are waited for."""
    async with setup(process) as service:
        os.nice(NICENESS)
        yield service


async def _rebuild(settings: Settings) -> RebuildReport:
    database = Database(connect(settings.store.database_url))
    store = stores.connect(settings)
    try:
        return await rebuild(store, database)
    finally:
        await store.aclose()
        database.close()


def _print_report(report: RebuildReport) -> int:
    """Print a report; the exit code: 1 if there are matches that cannot be played."""
    print(f"{report.matches} live matches put back")
    for match_id, why in report.unplayable.items():
        print(f"{match_id} cannot be played by this release: {why}", file=sys.stderr)
    return 1 if report.unplayable else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["rebuild"]:
        settings = Settings()
        settings.import_plugins()
        try:
            sys.exit(_print_report(asyncio.run(_rebuild(settings))))
        except DatabaseIsNewer as error:
            sys.exit(str(error))
    elif sys.argv[1:] == ["migrate"]:
        migrate(connect)
    else:
        run("archive", setup_behind_matches, large_methods=LARGE_METHODS)
