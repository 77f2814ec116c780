"""What operators ask about live matches and queues: plain functions over the store."""

from collections.abc import AsyncIterator, Sequence

from services.api import admin_pb2 as pb
from services.api.engine_pb2 import ListLiveMatchesRequest
from services.api.match_pb2 import HOLDER_BOT, HOLDER_PERSON
from services.engine.ai_turns import AiTurns
from services.match import wire
from services.match.editions import edition
from services.match.hosted import HostedMatch
from services.match.log import Meta, Waiting, decode_meta, decode_waiting
from services.process.refusals import invalid
from services.store.connection import Store
from services.store.live_index import live_key
from services.store.matchlog import key
from services.store.task_queues import QUEUES, queued_ms

DEFAULT_LIMIT = 50
LARGEST_LIMIT = 500
LARGEST_PUBLIC_LIMIT = 100
LARGEST_MS = 2**53
"""The largest time that a sorted set tells from the next."""
PAGE = 200
"""Matches read at a time."""
LONGEST_REASON = 200


def check_reason(reason: str) -> None:
    """Refuse a reason that cannot be shown to people."""
    if not (0 < len(reason) <= LONGEST_REASON and reason.isprintable() and reason == reason.strip()):
        raise invalid(f"A reason has 1 to {LONGEST_REASON} printable characters, in one line.")


async def list_all_matches(
    store: Store, games: Sequence[str], request: pb.ListAllMatchesRequest, now_ms: int
) -> list[pb.LiveMatch]:
    """The live matches of some games that a request asks for, the oldest first."""
    limit = request.limit or DEFAULT_LIMIT
    if not 1 <= limit <= LARGEST_LIMIT:
        raise invalid(f"A list has between 1 and {LARGEST_LIMIT} matches.")
    if request.waiting_for not in (0, HOLDER_PERSON, HOLDER_BOT):
        raise invalid("A match waits for a person or for a bot.", allowed=("HOLDER_PERSON", "HOLDER_BOT"))
    if request.older_than_ms < 0:
        raise invalid("An age is not negative.")
    fitting: list[pb.LiveMatch] = []
    for game in games:
        matches: list[pb.LiveMatch] = []
        async for meta, waiting in _live(store, edition(game), now_ms - request.older_than_ms):
            if _fits(meta, waiting, request):
                matches.append(_live_match(meta, waiting))
                if len(matches) == limit:
                    break
        fitting += matches
    return sorted(fitting, key=lambda one: one.created_ms)[:limit]


async def list_public_matches(
    store: Store, games: Sequence[str], request: ListLiveMatchesRequest
) -> list[pb.LiveMatch]:
    """The matches in play of some games that anybody may watch, the newest first."""
    limit = request.limit or DEFAULT_LIMIT
    if not 1 <= limit <= LARGEST_PUBLIC_LIMIT:
        raise invalid(f"A list has between 1 and {LARGEST_PUBLIC_LIMIT} matches.")
    if not 0 <= request.before_ms <= LARGEST_MS:
        raise invalid("A time is in milliseconds since 1970.")
    matches: list[pb.LiveMatch] = []
    for game in games:
        count = 0
        async for meta, waiting in _newest(store, edition(game), request.before_ms):
            if not meta.private and not waiting.over and (not request.player or request.player in meta.players):
                matches.append(_live_match(meta, waiting))
                count += 1
                if count == limit:
                    break
    return sorted(matches, key=lambda one: -one.created_ms)[:limit]


async def count_live(store: Store, games: Sequence[str]) -> int:
    """How many matches of some games are live."""
    return sum([int(await store.zcard(live_key(edition(game)))) for game in games])


async def _live(store: Store, of: str, before_ms: int) -> AsyncIterator[tuple[Meta, Waiting]]:
    """The live matches of an edition that were made before a time, page by page, the oldest first."""
    start = 0
    while ids := await store.zrangebyscore(live_key(of), "-inf", before_ms, start, PAGE):
        start += len(ids)
        for match in await _read(store, ids):
            yield match


async def _newest(store: Store, of: str, before_ms: int) -> AsyncIterator[tuple[Meta, Waiting]]:
    """The live matches of an edition that were made before a time, or all, page by page, the newest first."""
    start, latest = 0, f"({before_ms}" if before_ms else "+inf"
    while ids := await store.zrevrangebyscore(live_key(of), latest, "-inf", start, PAGE):
        start += len(ids)
        for match in await _read(store, ids):
            yield match


async def _read(store: Store, ids: Sequence[bytes]) -> list[tuple[Meta, Waiting]]:
    """The matches of a page, but for those that have gone meanwhile."""
    reads = store.pipeline(transaction=False)
    for match_id in map(bytes.decode, ids):
        reads.get(key(match_id, "meta"))
        reads.get(key(match_id, "waiting"))
    answers = await reads.execute()
    return [
        (decode_meta(meta), decode_waiting(waiting))
        for meta, waiting in zip(answers[::2], answers[1::2], strict=True)
        if meta is not None and waiting is not None
    ]


def _fits(meta: Meta, waiting: Waiting, request: pb.ListAllMatchesRequest) -> bool:
    waited_for = {HOLDER_PERSON: waiting.people, HOLDER_BOT: waiting.bots}.get(request.waiting_for, True)
    return bool(waited_for) and (not request.player or request.player in meta.players)


def _live_match(meta: Meta, waiting: Waiting) -> pb.LiveMatch:
    return pb.LiveMatch(
        match_id=meta.match_id,
        game=meta.game,
        scenario=meta.scenario,
        created_ms=meta.created_ms,
        version=waiting.version,
        waiting_since_ms=waiting.at,
        people=waiting.people,
        bots=waiting.bots,
        players=meta.players,
        over=waiting.over,
    )


async def match_detail(store: Store, hosted: HostedMatch, now_ms: int) -> pb.GetMatchDetailResponse:
    """A live match in full."""
    match_id = hosted.meta.match_id
    seen = await store.hgetall(key(match_id, "presence"))
    workers = await store.smembers(key(match_id, "watch"))
    return pb.GetMatchDetailResponse(
        match=wire.match_info(hosted),
        clocks=wire.clocks(hosted, now_ms) if hosted.meta.bank_ms else [],
        seats=[
            pb.SeatDetail(
                seat=number,
                away=seat.away,
                seen_ms=int(seen.get(b"%d" % number, 0)),
                deciding_since_ms=seat.waiting_since if seat.has_decision else 0,
                undos=seat.undos,
                handovers=seat.handovers,
            )
            for number, seat in enumerate(hosted.seats)
        ],
        last_entry_ms=hosted.last_at,
        workers=sorted(name.decode() for name in workers),
    )


async def list_queues(ai_turns: AiTurns, games: Sequence[str], now_ms: int) -> list[pb.TaskQueue]:
    """The queues of tasks of some games."""
    queues = []
    for game in games:
        for queue_of in QUEUES:
            name = queue_of(edition(game))
            task = await ai_turns.oldest_task(name)
            oldest = 0 if task is None else max(0, now_ms - queued_ms(task))
            kind = name.split(".")[0]
            tasks = await ai_turns.queue_length(name)
            queues.append(pb.TaskQueue(game=game, kind=kind, tasks=tasks, oldest_ms=oldest))
    return queues
