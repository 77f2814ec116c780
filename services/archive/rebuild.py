"""Puts live matches back into a store that lost them, from the archive's copies."""

from dataclasses import dataclass, field

from services.archive.database import Database
from services.archive.records import replay
from services.match.log import decode_meta, encode
from services.rpc.tokens import accounts_in
from services.store.connection import Store, load_functions
from services.store.live_index import LiveIndex, live_key
from services.store.matchlog import key
from services.store.playing import entering


@dataclass
class RebuildReport:
    """What a rebuild has done."""

    matches: int = 0
    """Live matches put back."""
    unplayable: dict[str, str] = field(default_factory=dict)
    """Those among them that these rules cannot play, and why. No bot and no clock goes on in them."""


async def rebuild(store: Store, database: Database) -> RebuildReport:
    """Put our functions and the live matches back into the store. Matches that are there stay as they are."""
    await load_functions(store)
    report = RebuildReport()
    for match_id, meta_data, entries in database.live_copies():
        if await store.exists(key(match_id, "meta")):
            continue
        meta = decode_meta(meta_data)
        pipeline = store.pipeline(transaction=True)
        pipeline.set(key(match_id, "meta"), meta_data)
        pipeline.delete(key(match_id, "log"))
        if entries:
            pipeline.rpush(key(match_id, "log"), *entries)
        index = LiveIndex(store, meta.edition)
        try:
            waiting = replay(meta_data, entries).waiting()
            pipeline.set(key(match_id, "waiting"), encode(waiting))
            await index.enter({match_id: waiting.index_note()})
        except Exception as error:
            report.unplayable[match_id] = f"{type(error).__name__}: {error}"
        await pipeline.execute()
        await store.zadd(live_key(meta.edition), {match_id: meta.created_ms}, nx=True)
        for command in entering(accounts_in(meta.players), match_id, meta.created_ms):
            await store.execute_command(*command)
        report.matches += 1
    return report
