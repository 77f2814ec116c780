"""Appends to matches of a cluster until it is told to stop, and prints what the store acknowledged.

`python -m tests.services.store.writer URL NAME MATCH...`"""

import asyncio
import json
import secrets
import sys

from services.process.refusals import Refused
from services.store.address import endpoints
from services.store.cluster import ClusterConnection
from services.store.live_index import IndexNote
from services.store.matchlog import MatchLog

NOTE = IndexNote(version=0)
PATIENCE_SECONDS = 3.0
"""After which the store's silence is an answer: the entry may be stored or not."""


class Writer:
    """One who writes to many matches, each at the place where its log ends as far as they know."""

    def __init__(self, log: MatchLog, name: str) -> None:
        self._log = log
        self._name = name
        self.acknowledged: dict[str, dict[int, str]] = {}
        self.refused = 0

    async def write(self, match_id: str, stop: asyncio.Event) -> None:
        """Append until told to stop. Where another was first, or nothing is known, look again how long the log is."""
        kept = self.acknowledged.setdefault(match_id, {})
        version = 0
        while not stop.is_set():
            entry = f"{self._name}:{secrets.token_hex(4)}"
            try:
                if await self._append(match_id, version, entry):
                    kept[version] = entry
                    version += 1
                else:
                    version = len(await self._log.entries(match_id))
            except Refused:
                self.refused += 1
                await asyncio.sleep(0.05)

    async def _append(self, match_id: str, version: int, entry: str) -> bool:
        stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def on_stored(answer: bool | Exception) -> None:
            if isinstance(answer, Exception):
                stored.set_exception(answer)
            else:
                stored.set_result(answer)

        self._log.append(match_id, "toy.1", version, entry.encode(), b"", NOTE, on_stored)
        return await stored


async def main(url: str, name: str, match_ids: list[str]) -> None:
    """Write until standard input says stop; then print what was acknowledged as JSON."""
    connection = ClusterConnection(
        endpoints(url), lambda: asyncio.sleep(0), give_up_seconds=PATIENCE_SECONDS, replicas=1
    )
    writer, stop = Writer(MatchLog(connection, name), name), asyncio.Event()
    writing = [asyncio.create_task(writer.write(match_id, stop)) for match_id in match_ids]
    await asyncio.to_thread(sys.stdin.readline)
    stop.set()
    await asyncio.gather(*writing)
    print(json.dumps({"acknowledged": writer.acknowledged, "refused": writer.refused}))
    await connection.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
