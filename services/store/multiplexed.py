"""A multiplexed connection to a server of the store: commands follow each other without waiting for answers.

Everything a worker commits goes through here: what arrives in one turn of the event loop is one write. Commands must
be such that repeating them does no harm, for after a broken connection the unanswered ones are sent again.

Where replicas are to have what is acknowledged, every write ends with a WAIT, and what is in it has no answer before
enough of them have it. A command that is sent again must then write again, or the WAIT behind it would say nothing."""

import asyncio
import functools
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeAlias

import hiredis

from services.api.errors_pb2 import ErrorReason
from services.process import metrics
from services.process.background import cancel_and_wait
from services.process.logs import logger
from services.process.refusals import Refused
from services.store.address import Endpoint
from services.store.write_refusals import NO_REPLICAS, READ_ONLY, write_refusal

OnAnswer: TypeAlias = Callable[[Any], None]
"""Called with the store's answer, or with the error."""

UNKNOWN_FUNCTION = "Function not found"
"""In the error of a store that was emptied or replaced, and lost our functions."""
TRANSIENT_ERRORS = ("LOADING", "MASTERDOWN", "TRYAGAIN", "CLUSTERDOWN", READ_ONLY)
"""How errors begin after which a command is tried again."""
GIVE_UP_SECONDS = 10.0
"""A command that has had no answer for this long fails instead of being sent again."""
SILENT_SECONDS = 5.0
"""A store that has not answered anything for this long is hung up on."""
RETRY_SECONDS = 0.05
MOST_UNANSWERED = 20_000
"""Commands without an answer; more are refused. As many as an engine sends in some seconds."""
READS = frozenset(("FCALL_RO", "PUBLISH", "ASKING"))
"""Commands of ours that leave nothing for a replica to have."""
REPLICA_WAIT_MS = 1_000
"""How long one WAIT lasts at most; what too few replicas have by then is sent again."""
_NO_ANSWER = object()


class Call:
    """A command whose answer has not come yet."""

    __slots__ = ("is_write", "on_answer", "packed", "posted_at", "slot")

    def __init__(self, command: tuple[Any, ...], on_answer: OnAnswer, posted_at: float, slot: int = -1) -> None:
        self.packed: bytes = hiredis.pack_command(command)
        self.is_write = command[0] not in READS
        self.on_answer = on_answer
        self.posted_at = posted_at
        self.slot = slot
        """The hash slot of its keys, in a cluster."""

    def pack(self) -> bytes:
        """The command as it is sent."""
        return self.packed


class GatheringCall(Call):
    """A command that takes more arguments until it is sent."""

    __slots__ = ("_command",)

    def __init__(self, command: tuple[Any, ...], posted_at: float, slot: int = -1) -> None:
        super().__init__(command, self._end, posted_at, slot)
        self._command: list[Any] | None = list(command)

    def add(self, *arguments: Any) -> bool:
        """Send these with it. False: it is on its way already, or was given up."""
        if self._command is None:
            return False
        self._command += arguments
        return True

    def pack(self) -> bytes:
        """The command with all that was gathered; from now on it stays as it is."""
        if self._command is not None:
            self.packed = hiredis.pack_command(tuple(self._command))
            self._command = None
        return self.packed

    def _end(self, answer: Any) -> None:
        """Gather no more: it was answered, or given up before it was sent."""
        self._command = None


class _Wait(Call):
    """A WAIT, and what was written before it: calls with the answers that they are to have."""

    __slots__ = ("held",)

    def __init__(self, replicas: int, now: float) -> None:
        super().__init__(("WAIT", replicas, REPLICA_WAIT_MS), _ignore, now)
        self.held: list[tuple[Call, Any]] = []


class Connection(Protocol):
    """Takes commands for the store, whether that is one server or a cluster."""

    def post(self, command: tuple[Any, ...], on_answer: OnAnswer) -> None:
        """Send a command; `on_answer` is called later, with the answer or the error."""

    def send(self, *command: Any) -> "asyncio.Future[Any]":
        """Send a command; the future is its answer."""

    def gather(self, *command: Any) -> GatheringCall:
        """Send a command that takes more arguments until it goes; nobody waits for its answer."""

    async def close(self) -> None:
        """Close it for good."""


class Router(Protocol):
    """Knows the other servers of a cluster, for calls that are better off there."""

    def route(self, call: Call) -> None:
        """Send a call once more, to whichever server is the right one now."""

    def redirect(self, call: Call, error: str, sender: Endpoint) -> bool:
        """Send a call elsewhere because of the error that it got from a server. False: it is not that kind of error."""

    def on_lost(self) -> None:
        """A connection was lost."""


class MultiplexedConnection(asyncio.Protocol):
    """Sends commands and hands out their answers in order; connects again by itself."""

    def __init__(
        self,
        endpoint: Endpoint,
        load_functions: Callable[[], Awaitable[None]],
        give_up_seconds: float = GIVE_UP_SECONDS,
        most_unanswered: int = MOST_UNANSWERED,
        replicas: int = 0,
        router: Router | None = None,
    ) -> None:
        """`replicas` is how many must have a write before it is answered."""
        self._loop = asyncio.get_running_loop()
        self._endpoint = endpoint
        self._load_functions = load_functions
        self._give_up_seconds = give_up_seconds
        self._most_unanswered = most_unanswered
        self._replicas = replicas
        self._router = router
        self._unanswered: deque[Call] = deque()
        """Calls in the order of their answers; those of `_unsent` among them."""
        self._waits: deque[_Wait] = deque()
        """The WAITs among them."""
        self._retrying = 0
        """How many calls wait to be sent once more."""
        self._unsent: list[Call] = []
        """Calls of the next write."""
        self._transport: asyncio.Transport | None = None
        self._reader = hiredis.Reader(notEnoughData=_NO_ANSWER)
        self._login_answers = 0
        """How many answers to the login are to come before those to calls."""
        self._heard_at = 0.0
        self._tried_at = 0.0
        """When we last tried to connect."""
        self._closed = False
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @property
    def is_stuck(self) -> bool:
        """Whether calls wait here while there is no connection."""
        return self._transport is None and bool(self._unanswered)

    def post(self, command: tuple[Any, ...], on_answer: OnAnswer) -> None:
        """Send a command; `on_answer` is called later, with the answer or the error."""
        self.post_call(Call(command, on_answer, self._loop.time()))

    def post_call(self, call: Call) -> None:
        """Send a call for the first time, unless too many are waiting."""
        if len(self._unanswered) + self._retrying < self._most_unanswered:
            self.enqueue(call)
        else:
            metrics.STORE_ERRORS.labels("overload").inc()
            self._loop.call_soon(answer_call, call, _overloaded(self._most_unanswered))

    def send(self, *command: Any) -> "asyncio.Future[Any]":
        """Send a command; the future is its answer."""
        answer: asyncio.Future[Any] = self._loop.create_future()
        self.post(command, functools.partial(resolve, answer))
        return answer

    def gather(self, *command: Any) -> GatheringCall:
        """Send a command that takes more arguments until it goes; nobody waits for its answer."""
        call = GatheringCall(command, self._loop.time())
        self.post_call(call)
        return call

    async def close(self) -> None:
        """Close the connection for good."""
        self._closed = True
        await cancel_and_wait(*self._tasks.values())
        if self._transport is not None:
            self._transport.close()

    # -- asyncio.Protocol

    def connection_made(self, transport: Any) -> None:
        """Log in on a new connection, and send again what has no answer yet."""
        self._reader = hiredis.Reader(notEnoughData=_NO_ANSWER)
        endpoint = self._endpoint
        login: list[tuple[Any, ...]] = []
        if endpoint.password:
            login.append(("AUTH", endpoint.user, endpoint.password))
        if endpoint.database:
            login.append(("SELECT", endpoint.database))
        self._login_answers = len(login)
        self._transport = transport
        self._heard_at = self._loop.time()
        self._unsent = list(self._unanswered)
        transport.write(b"".join(map(hiredis.pack_command, login)))
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Hand out the answers that have come."""
        self._heard_at = self._loop.time()
        self._reader.feed(data)
        if self._unanswered:
            metrics.STORE_SECONDS.labels("multiplexed").observe(self._heard_at - self._unanswered[0].posted_at)
        while (answer := self._reader.gets()) is not _NO_ANSWER:
            if self._login_answers:
                self._login_answers -= 1
                if isinstance(answer, hiredis.ReplyError):
                    logger().error("the store refused us", error=str(answer))
                continue
            self._hand_out(self._unanswered.popleft(), answer)

    def connection_lost(self, error: Exception | None) -> None:
        """Fail calls that have waited too long, and connect again if any are left."""
        self._transport = None
        self._unanswered = deque(self._without_waits())
        self._unsent.clear()
        self._fail_old_calls()
        if self._unanswered and not self._closed:
            self._start("connect", self._connect)
            if self._router is not None:
                self._router.on_lost()

    def take_calls(self) -> list[Call]:
        """Take away all calls that have no answer, for another server; the connection is of no use any more."""
        calls = self._without_waits()
        self._unanswered.clear()
        self._unsent.clear()
        if self._transport is not None:
            self._transport.abort()
        return calls

    def _without_waits(self) -> list[Call]:
        """All calls that are not acknowledged, in their order; forgets the WAITs, which meant this connection."""
        held = [call for wait in self._waits for call, _ in wait.held]
        self._waits.clear()
        return held + [call for call in self._unanswered if not isinstance(call, _Wait)]

    # -- answers

    def _hand_out(self, call: Call, answer: Any) -> None:
        """Give a call its answer, try it again, or hold the answer until replicas have what was written."""
        if isinstance(call, _Wait):
            self._waits.popleft()
            self._acknowledge(call, answer)
        elif not isinstance(answer, hiredis.ReplyError):
            if self._replicas and call.is_write:
                self._waits[0].held.append((call, answer))
            else:
                answer_call(call, answer)
        elif self._router is not None and self._router.redirect(call, str(answer), self._endpoint):
            pass
        elif self._recover_from(str(answer)):
            self._retry(call, answer)
        else:
            answer_call(call, write_refusal(answer) or answer)

    def _acknowledge(self, wait: _Wait, replicas: Any) -> None:
        """Answer what enough replicas have; all else is sent again."""
        enough = isinstance(replicas, int) and replicas >= self._replicas
        if not enough:
            metrics.STORE_ERRORS.labels("replicas").inc()
        for call, answer in wait.held:
            if enough:
                answer_call(call, answer)
            else:
                self._retry(call, None)

    # -- sending

    def enqueue(self, call: Call) -> None:
        """Send a call with the next write."""
        self._unanswered.append(call)
        if self._transport is None:
            self._start("connect", self._connect)
            return
        if not self._unsent:
            self._loop.call_soon(self._flush)
        self._unsent.append(call)

    def _flush(self) -> None:
        if self._transport is None or not self._unsent or self._transport.is_closing():
            return
        metrics.STORE_BATCH.observe(len(self._unsent))
        if self._replicas and any(call.is_write for call in self._unsent):
            wait = _Wait(self._replicas, self._loop.time())
            self._waits.append(wait)
            self._unanswered.append(wait)
            self._unsent.append(wait)
        self._transport.write(b"".join([call.pack() for call in self._unsent]))
        self._unsent.clear()

    # -- trying again

    def _recover_from(self, error: str) -> bool:
        """Begin what can be done about an error: load our functions, or leave a server that is no longer the primary.
        Whether the command is to be tried again."""
        if UNKNOWN_FUNCTION in error:
            self._start("functions", self._load_functions)
            return True
        if error.startswith(READ_ONLY) and self._transport is not None:
            self._transport.abort()  # the address may lead to the new one by now
        if self._replicas and error.startswith(NO_REPLICAS):
            return True  # one that takes over has none until the one before is back
        return error.startswith(TRANSIENT_ERRORS)

    def _retry(self, call: Call, error: Exception | None) -> None:
        """Send a call once more after a pause; one that was tried for too long fails instead."""
        if self._loop.time() - call.posted_at > self._give_up_seconds:
            answer_call(call, (error and write_refusal(error)) or unavailable())
        else:
            self._retrying += 1
            self._loop.call_later(RETRY_SECONDS, self._send_again, call)

    def _send_again(self, call: Call) -> None:
        self._retrying -= 1
        if self._router is not None:
            self._router.route(call)
        else:
            self.enqueue(call)

    def _fail_old_calls(self) -> None:
        """Fail calls that have waited too long. Only while there is no connection on which an answer may come."""
        oldest = self._loop.time() - self._give_up_seconds
        calls, self._unanswered = self._unanswered, deque()
        for call in calls:
            if call.posted_at < oldest:
                answer_call(call, unavailable())
            else:
                self._unanswered.append(call)

    # -- connecting

    def _start(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Begin background work unless it is under way."""
        task = self._tasks.get(name)
        if (task is None or task.done()) and not self._closed:
            self._tasks[name] = asyncio.ensure_future(_log_failure(work))

    async def _connect(self) -> None:
        """Try to connect, with pauses, until a connection stands: one that is opened may be closed again at once."""
        while self._unanswered and self._transport is None:
            await asyncio.sleep(self._tried_at + RETRY_SECONDS - self._loop.time())
            self._tried_at = self._loop.time()
            try:
                await asyncio.wait_for(self._open(), SILENT_SECONDS)
            except (OSError, TimeoutError):
                metrics.STORE_ERRORS.labels("connect").inc()
                self._fail_old_calls()
        self._start("watch", self._watch)

    async def _open(self) -> None:
        """Open a connection; `connection_made` goes on from there, before anything else can happen to it."""
        to = self._endpoint
        if to.path:
            await self._loop.create_unix_connection(lambda: self, to.path)
        else:
            await self._loop.create_connection(lambda: self, to.host, to.port, ssl=to.tls)

    async def _watch(self) -> None:
        """Hang up on a store that says nothing while calls wait for answers."""
        while self._transport is not None:
            await asyncio.sleep(SILENT_SECONDS / 5)
            silent = self._loop.time() - self._heard_at
            if self._unanswered and silent > SILENT_SECONDS and self._transport is not None:
                metrics.STORE_ERRORS.labels("silent").inc()
                waited = self._loop.time() - self._unanswered[0].posted_at
                metrics.STORE_SECONDS.labels("multiplexed").observe(waited)
                self._transport.abort()


async def _log_failure(work: Callable[[], Awaitable[None]]) -> None:
    try:
        await work()
    except Exception as error:
        logger().warning("store", error=str(error))


def answer_call(call: Call, answer: Any) -> None:
    """Call back with an answer. What the callback raises must not end the connection, which others share."""
    try:
        call.on_answer(answer)
    except Exception as error:
        metrics.CALLBACK_FAULTS.inc()
        logger().error("a callback failed", exc_info=error)


def _overloaded(most: int) -> Refused:
    message = f"The store has not answered {most} commands yet; try again later."
    return Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, message)


def unavailable() -> Refused:
    """The refusal of what the store has not answered."""
    return Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "The store does not answer.")


def _ignore(answer: Any) -> None:
    """Do nothing: a WAIT answers what is held behind it."""


def resolve(future: "asyncio.Future[Any]", answer: Any) -> None:
    """Give a future the answer of a command, or its error."""
    if future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)
