"""A seat at a running match: updates in, choices out, and a stream that comes back by itself when it breaks."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from types import TracebackType
from typing import Any

import grpc

from services.api import engine_pb2 as pb
from services.api.engine_pb2_grpc import EngineServiceStub
from services.api.errors_pb2 import ErrorDetail, ErrorReason
from services.api.match_pb2 import Language, MatchInfo, Update
from services.client.channel import open_channel
from services.process.refusals import detail_of

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 3.0
AWAY = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
BROKEN = (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)
END = grpc.aio.EOF  # type: ignore[attr-defined]


class Refusal(Exception):
    """The server did not do what was asked; `reason` says why for programs, `allowed` what it would have done."""

    def __init__(self, detail: ErrorDetail) -> None:
        choices = f" There are: {', '.join(detail.allowed)}." if detail.allowed else ""
        super().__init__(detail.message + choices)
        self.reason = ErrorReason.Name(detail.reason).removeprefix("ERROR_REASON_")
        self.version = detail.version
        self.allowed = tuple(detail.allowed)


@contextlib.contextmanager
def refusals() -> Iterator[None]:
    """Whatever a call fails for becomes a Refusal; when nobody answers, one for the reason UNAVAILABLE."""
    try:
        yield
    except grpc.RpcError as error:
        raise refusal_of(error) from error


def refusal_of(error: grpc.RpcError) -> Refusal:
    """Why a call failed. Where no server of ours says so, nobody answers, or somebody else does."""
    detail = detail_of(error)
    if not detail.reason:
        detail.reason = ErrorReason.ERROR_REASON_UNAVAILABLE
        if error.code() == grpc.StatusCode.UNAVAILABLE:
            detail.message = "The server does not answer."
        elif error.code() == grpc.StatusCode.UNIMPLEMENTED:
            detail.message = "What answers at this address is another service; `westmarch status` names them all."
    return Refusal(detail)


def is_lost(error: grpc.RpcError) -> bool:
    """Whether a stream that ended so can be taken up again: its server went away, or the connection broke."""
    return error.code() in AWAY or (error.code() in BROKEN and not detail_of(error).reason)


class Seat:
    """One seat, as an async context manager and iterator of updates. The last update has the end."""

    def __init__(
        self,
        address: str,
        token: str,
        *,
        language: "Language.ValueType" = Language.LANGUAGE_UNSPECIFIED,
        observations: bool = False,
        credentials: grpc.ChannelCredentials | None = None,
        on_lost: Callable[[], None] = lambda: None,
    ) -> None:
        """`credentials` for a server with TLS; `on_lost` hears once that a lost connection cannot be made again yet."""
        self._channel = open_channel(address, credentials)
        self._on_lost = on_lost
        self._stub: Any = EngineServiceStub(self._channel)
        self._token = token
        self._wanted = pb.Subscription(language=language, observations=observations)
        self._call: Any = None
        self._writing = asyncio.Lock()
        self._version: int | None = None
        self._answered = -1
        self.latest: Update | None = None
        """The last update that came."""
        self.refused: Refusal | None = None
        """Why the last command was not carried out; the update before it is then given again."""

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
        pause = FIRST_PAUSE
        while True:
            try:
                async for update in self._updates():
                    pause = FIRST_PAUSE
                    yield update
                    if update.HasField("end"):
                        return
            except grpc.RpcError as error:
                if not is_lost(error):
                    raise refusal_of(error) from error
            await asyncio.sleep(pause)
            if pause == 2 * FIRST_PAUSE:
                self._on_lost()
            pause = min(2 * pause, LONGEST_PAUSE)

    @property
    def asked(self) -> bool:
        """Whether the last update asks this seat something it has not answered yet."""
        latest = self.latest
        return latest is not None and latest.HasField("decision") and latest.decision.version > self._answered

    async def choose(self, index: int) -> None:
        """Answer the open decision with one of its options."""
        if self.latest is None or not self.latest.HasField("decision"):
            raise ValueError("this seat has nothing to decide")
        version = self.latest.decision.version
        await self._send(choice=pb.Choice(version=version, index=index))
        self._answered = version

    async def take_back(self) -> None:
        """Ask for the last choice back."""
        self._answered = -1
        await self._send(undo=pb.Undo())

    async def give_up(self) -> None:
        """Concede."""
        await self._send(concede=pb.Concede())

    async def info(self) -> MatchInfo:
        """What anybody may know about the match: the table, and the commitment to its seed."""
        match: MatchInfo = (await self._ask("GetMatch", pb.GetMatchRequest(match_id=self._match_id))).match
        return match

    async def hand_over(self, seat: int, bot: str = "") -> None:
        """Leave the seat, which has that number, to a bot. Choosing again takes it back."""
        await self._ask("HandOverSeat", pb.HandOverSeatRequest(match_id=self._match_id, seat=seat, bot=bot))

    async def sit_down(self, seat: int) -> None:
        """Take the seat back from a bot."""
        await self._ask("TakeSeat", pb.TakeSeatRequest(match_id=self._match_id, seat=seat))

    async def play(self, policy: Callable[[Update], int]) -> Update:
        """Let a function choose until the match is over; the last update."""
        async for update in self:
            if self.refused is not None:
                raise self.refused
            if self.asked:
                await self.choose(policy(update))
        assert self.latest is not None
        return self.latest

    @property
    def _match_id(self) -> str:
        if self.latest is None:
            raise ValueError("the seat has not been joined yet")
        return self.latest.match_id

    async def _ask(self, method: str, request: Any) -> Any:
        """A call beside the stream."""
        with refusals():
            return await getattr(self._stub, method)(request, metadata=(("authorization", f"Bearer {self._token}"),))

    async def _updates(self) -> AsyncIterator[Update]:
        """Updates of one connection, from where the last one ended.

        An answer that was overtaken is no fault, the next update asks again; when the server cannot store, we
        connect anew and look."""
        self._call = self._stub.Play()
        self._answered = -1
        if self._version is not None:
            self._wanted.after_version = self._version
        await self._send(join=pb.Join(token=self._token, subscription=self._wanted))
        while True:
            response = await self._call.read()
            if response is END:
                return
            for update in response.updates:
                if self._version is not None and update.version < self._version:
                    self._answered = -1  # the match was set back, and with it our answers
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
                self.refused = Refusal(refusal.error)
                self._answered = -1
                yield self.latest

    async def _send(self, **command: Any) -> None:
        """Send a command; on a stream that has just ended it is lost, and the next connection asks again."""
        self.refused = None
        with contextlib.suppress(asyncio.InvalidStateError, grpc.RpcError):
            async with self._writing:  # a stream takes one write at a time
                await self._call.write(pb.PlayRequest(commands=[pb.PlayCommand(**command)]))
