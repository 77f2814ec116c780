"""Events of a player with an account: challenges that are made and closed, matches that begin and end.

What stands is read again whenever there is a notice, and now and then in case one was missed; events are how it differs
from what was told before. So nothing has to be stored for those who do not look."""

import asyncio
from collections.abc import AsyncIterator

from services.api import matchmaking_pb2 as pb
from services.match.log import decode_meta, decode_waiting
from services.matchmaking.challenges import Challenges
from services.matchmaking.live_matches import CREATION_MS
from services.process.clock import Clock, now_ms
from services.store.connection import Store
from services.store.matchlog import key
from services.store.notices import Notices
from services.store.playing import drop_matches, matches_of, notice_name

POLL_SECONDS = 5.0


class PlayerEvents:
    """Watches players."""

    def __init__(self, store: Store, notices: Notices, challenges: Challenges, clock: Clock = now_ms) -> None:
        self._store = store
        self._notices = notices
        self._challenges = challenges
        self._clock = clock

    async def of(self, player: str) -> AsyncIterator[pb.WatchPlayerResponse]:
        """What stands now, and then every change."""
        challenges: dict[str, pb.Challenge] = {}
        matches: dict[str, pb.PlayerMatch] = {}
        with self._notices.watch(notice_name(player)) as changed:
            while True:
                changed.clear()
                before, challenges = challenges, await self._challenges.open_ones(player)
                for code in before.keys() - challenges.keys():
                    yield pb.WatchPlayerResponse(closed_challenge=code)
                for code, challenge in challenges.items():
                    if code not in before:
                        yield pb.WatchPlayerResponse(challenge=challenge)
                known, matches = matches, await self._live_matches(player, matches)
                for match_id in known.keys() - matches.keys():
                    yield pb.WatchPlayerResponse(ended_match=known[match_id])
                for match_id, match in matches.items():
                    if match_id not in known:
                        yield pb.WatchPlayerResponse(started_match=match)
                try:
                    await asyncio.wait_for(changed.wait(), POLL_SECONDS)
                except TimeoutError:
                    continue

    async def _live_matches(self, player: str, known: dict[str, pb.PlayerMatch]) -> dict[str, pb.PlayerMatch]:
        """The matches in play in which a player has a seat."""
        entered = await matches_of(self._store, player)
        reads = self._store.pipeline(transaction=False)
        for match_id in entered:
            reads.get(key(match_id, "waiting"))
            reads.get(key(match_id, "meta"))
        answers = await reads.execute() if entered else []
        live: dict[str, pb.PlayerMatch] = {}
        gone: list[str] = []
        for (match_id, created_ms), waiting, meta in zip(entered.items(), answers[::2], answers[1::2], strict=True):
            if waiting is None or meta is None:
                if created_ms < self._clock() - CREATION_MS:
                    gone.append(match_id)
            elif decode_waiting(waiting).over:
                gone.append(match_id)
            else:
                live[match_id] = known.get(match_id) or _player_match(meta, player)
        await drop_matches(self._store, player, gone)
        return live


def _player_match(meta_data: bytes, player: str) -> pb.PlayerMatch:
    meta = decode_meta(meta_data)
    return pb.PlayerMatch(
        match_id=meta.match_id,
        game=meta.game,
        scenario=meta.scenario,
        seats=[seat for seat, name in enumerate(meta.players) if name == player],
        players=meta.players,
        created_ms=meta.created_ms,
    )
