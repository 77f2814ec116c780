"""A seat in a running match: updates in, choices out, over a stream that is opened again when it breaks."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from types import TracebackType
from typing import Any

import grpc
import msgspec

from engine.core.layout import Layout
from services.api import engine_pb2 as pb
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.errors_pb2 import ErrorReason
from services.api.match_pb2 import Decision, Language, MatchInfo, Update
from services.client.channel import FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, bearer, open_channel
from services.client.refusal import Refusal, is_connection_lost, raising_refusals, refusal_of

END_OF_STREAM = grpc.aio.EOF  # type: ignore[attr-defined]
NO_VERSION = -1


class Seat:
    """One seat, as an async context manager and iterator of updates. The last update has the end."""

    def __init__(
        self,
        address: str,
        token: str,
        number: int,
        *,
        match_id: str = "",
        language: "Language.ValueType" = Language.LANGUAGE_UNSPECIFIED,
        observations: bool = False,
        credentials: grpc.ChannelCredentials | None = None,
        on_lost: Callable[[], None] = lambda: None,
    ) -> None:
        """`token` and `number` come together: a seat token, and which seat of the match it is for. Or a player token,
        and the seat that the player has in the match of this id.

        `credentials` are for a server with TLS. `on_lost` is called once for a lost connection that could not be made
        again at the second attempt."""
        self._channel = open_channel(address, credentials)
        self._on_lost = on_lost
        self._stub: Any = EngineServiceStub(self._channel)
        self._token = token
        self._given_match_id = match_id
        self._subscription = pb.Subscription(language=language, observations=observations)
        self._call: Any = None
        self._write_lock = asyncio.Lock()
        self._version: int | None = None
        self._answered_version = NO_VERSION
        """The version of the decision that was last answered and not refused."""
        self.number = number
        """Which seat of the match this is, from 0."""
        self.latest: Update | None = None
        """The last update that came."""
        self.refusal: Refusal | None = None
        """Why the last command was not carried out; the update before it then comes once more."""

    async def __aenter__(self) -> "Seat":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._call is not None:
            self._call.cancel()
        await self._channel.close(None)

    async def __aiter__(self) -> AsyncIterator[Update]:
        """Updates until the match is over; a lost connection is made again and nothing is missed."""
        pause = FIRST_PAUSE_SECONDS
        while True:
            try:
                async for update in self._updates():
                    pause = FIRST_PAUSE_SECONDS
                    yield update
                    if update.HasField("end"):
                        return
            except grpc.RpcError as error:
                if not is_connection_lost(error):
                    raise refusal_of(error) from error
            await asyncio.sleep(pause)
            if pause == 2 * FIRST_PAUSE_SECONDS:
                self._on_lost()
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    @property
    def decision(self) -> Decision | None:
        """The open decision of this seat; None while there is nothing to decide, or it was answered."""
        if self.latest is None or not self.latest.HasField("decision"):
            return None
        return self.latest.decision if self.latest.decision.version > self._answered_version else None

    async def choose(self, index: int) -> None:
        """Answer the open decision with one of its options."""
        if self.latest is None or not self.latest.HasField("decision"):
            raise ValueError("this seat has nothing to decide")
        version = self.latest.decision.version
        await self._send(choice=pb.Choice(version=version, index=index))
        self._answered_version = version

    async def undo(self) -> None:
        """Undo the last choice."""
        self._answered_version = NO_VERSION
        await self._send(undo=pb.Undo())

    async def concede(self) -> None:
        """Concede the match."""
        await self._send(concede=pb.Concede())

    async def info(self) -> MatchInfo:
        """What anybody may know about the match: its setting, who holds its seats, the commitment to its seed."""
        match: MatchInfo = (await self._request("GetMatch", pb.GetMatchRequest(match_id=self._match_id))).match
        return match

    async def presence(self) -> dict[int, bool]:
        """By seat that belongs to a person: whether they have a stream open, or had one of late."""
        answer = await self._request("GetPresence", pb.GetPresenceRequest(match_id=self._match_id))
        return {one.seat: one.present for one in answer.seats}

    async def layout(self) -> Layout | None:
        """What a board of the match is drawn from, beside observations; None where the game has no layout."""
        match = await self.info()
        request = pb.GetLayoutRequest(
            game=match.game, scenario=match.scenario, seats=len(match.seats), options=match.options
        )
        text = (await self._request("GetLayout", request)).layout
        return msgspec.json.decode(text, type=Layout) if text else None

    async def story(self, after_version: int | None = None) -> AsyncIterator[Update]:
        """What has happened after a version, or since the setup: an update for each change, with its events alone."""
        request = pb.GetStoryRequest(
            match_id=self._match_id,
            seat=self.number,
            language=self._subscription.language,
            after_version=after_version,
        )
        with raising_refusals():
            async for part in self._stub.GetStory(request, metadata=bearer(self._token)):
                for update in part.updates:
                    yield update

    async def world(self) -> bytes:
        """A snapshot of a world that looks the same to this seat, with everything dealt anew that it cannot see."""
        request = pb.DealWorldsRequest(match_id=self._match_id, seat=self.number)
        world: bytes = (await self._request("DealWorlds", request)).worlds[0]
        return world

    async def hand_over(self, bot: str = "") -> None:
        """Let a bot hold the seat; without a name, the one that the match was made with. Choosing takes it again."""
        await self._request("HandOverSeat", pb.HandOverSeatRequest(match_id=self._match_id, seat=self.number, bot=bot))

    async def take_seat(self) -> None:
        """Take the seat again from the bot that holds it."""
        await self._request("TakeSeat", pb.TakeSeatRequest(match_id=self._match_id, seat=self.number))

    async def play(self, policy: Callable[[Update], int]) -> Update:
        """Let a function choose until the match is over; the last update."""
        async for update in self:
            if self.refusal is not None:
                raise self.refusal
            if self.decision is not None:
                await self.choose(policy(update))
        assert self.latest is not None
        return self.latest

    @property
    def _match_id(self) -> str:
        if self.latest is None:
            raise ValueError("no update has come yet; the first one says which match this is")
        return self.latest.match_id

    async def _request(self, method: str, request: Any) -> Any:
        """Make a call beside the stream."""
        with raising_refusals():
            return await getattr(self._stub, method)(request, metadata=bearer(self._token))

    async def _updates(self) -> AsyncIterator[Update]:
        """Updates of one connection, from where the last one ended.

        A choice that came too late is no fault, since the next update has the decision again; when the server cannot
        store, this connection ends and the next one shows where the match stands."""
        self._call = self._stub.Play()
        self._answered_version = NO_VERSION
        if self._version is not None:
            self._subscription.after_version = self._version
        seat = self.number if self._given_match_id else None
        join = pb.Join(token=self._token, subscription=self._subscription, match_id=self._given_match_id, seat=seat)
        await self._send(join=join)
        while True:
            response = await self._call.read()
            if response is END_OF_STREAM:
                return
            for update in response.updates:
                if self._version is not None and update.version < self._version:
                    self._answered_version = NO_VERSION  # the match was set back, and with it our answers
                self._version = update.version
                self.latest = update
                yield update
            for refusal in response.refusals:
                if refusal.error.reason == ErrorReason.ERROR_REASON_UNAVAILABLE:
                    return
                if refusal.error.reason == ErrorReason.ERROR_REASON_STALE_VERSION:
                    continue
                if self.latest is None:
                    raise Refusal(refusal.error)
                self.refusal = Refusal(refusal.error)
                self._answered_version = NO_VERSION
                yield self.latest

    async def _send(self, **command: Any) -> None:
        """Send a command; on a stream that has just ended it is lost, and the next connection asks again."""
        self.refusal = None
        with contextlib.suppress(asyncio.InvalidStateError, grpc.RpcError):
            async with self._write_lock:  # a stream takes one write at a time
                await self._call.write(pb.PlayRequest(commands=[pb.PlayCommand(**command)]))
