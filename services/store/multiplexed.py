"""A multiplexed connection to the store: commands follow each other without waiting for answers.

Everything a worker commits goes through here: what arrives in one turn of the event loop is one write. Commands must
be such that repeating them does no harm, for after a broken connection the unanswered ones are sent again."""

import asyncio
import functools
import ssl
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import hiredis
from redis.connection import parse_url

from services.api.errors_pb2 import ErrorReason
from services.process import metrics
from services.process.background import cancel_and_wait
from services.process.logs import logger
from services.process.refusals import Refused
from services.store.write_refusals import READ_ONLY, write_refusal

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
_NO_ANSWER = object()


class _Call:
    """A command whose answer has not come yet."""

    __slots__ = ("on_answer", "packed", "posted_at")

    def __init__(self, packed: bytes, on_answer: OnAnswer, posted_at: float) -> None:
        self.packed = packed
        self.on_answer = on_answer
        self.posted_at = posted_at


class MultiplexedConnection(asyncio.Protocol):
    """Sends commands and hands out their answers in order; connects again by itself."""

    def __init__(
        self,
        url: str,
        load_functions: Callable[[], Awaitable[None]],
        give_up_seconds: float = GIVE_UP_SECONDS,
        most_unanswered: int = MOST_UNANSWERED,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._url_parts: dict[str, Any] = parse_url(url)  # type: ignore[no-untyped-call]
        self._tls = _tls_context(self._url_parts) if url.startswith("rediss://") else None
        self._load_functions = load_functions
        self._give_up_seconds = give_up_seconds
        self._most_unanswered = most_unanswered
        self._unanswered: deque[_Call] = deque()
        """Calls in the order of their answers; those of `_unsent` among them."""
        self._retrying = 0
        """How many calls wait to be sent once more."""
        self._unsent: list[bytes] = []
        """Packed commands for the next write."""
        self._transport: asyncio.Transport | None = None
        self._reader = hiredis.Reader(notEnoughData=_NO_ANSWER)
        self._login_answers = 0
        """How many answers to the login are to come before those to calls."""
        self._heard_at = 0.0
        self._tried_at = 0.0
        """When we last tried to connect."""
        self._closed = False
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def post(self, command: tuple[Any, ...], on_answer: OnAnswer) -> None:
        """Send a command; `on_answer` is called later, with the answer or the error."""
        call = _Call(hiredis.pack_command(command), on_answer, self._loop.time())
        if len(self._unanswered) + self._retrying < self._most_unanswered:
            self._enqueue(call)
        else:
            metrics.STORE_ERRORS.labels("overload").inc()
            self._loop.call_soon(_answer, call, _overloaded(self._most_unanswered))

    def send(self, *command: Any) -> "asyncio.Future[Any]":
        """Send a command; the future is its answer."""
        answer: asyncio.Future[Any] = self._loop.create_future()
        self.post(command, functools.partial(_resolve, answer))
        return answer

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
        login: list[tuple[Any, ...]] = []
        if self._url_parts.get("password"):
            user = self._url_parts.get("username") or "default"
            login.append(("AUTH", user, self._url_parts["password"]))
        if self._url_parts.get("db"):
            login.append(("SELECT", self._url_parts["db"]))
        self._login_answers = len(login)
        self._transport = transport
        self._heard_at = self._loop.time()
        self._unsent.clear()
        transport.write(b"".join([*map(hiredis.pack_command, login), *(call.packed for call in self._unanswered)]))

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
            call = self._unanswered.popleft()
            if not isinstance(answer, hiredis.ReplyError):
                _answer(call, answer)
            elif self._recover_from(str(answer)):
                self._retry(call, answer)
            else:
                _answer(call, write_refusal(answer) or answer)

    def connection_lost(self, error: Exception | None) -> None:
        """Fail calls that have waited too long, and connect again if any are left."""
        self._transport = None
        self._unsent.clear()
        self._fail_old_calls()
        if self._unanswered and not self._closed:
            self._start("connect", self._connect)

    # -- sending

    def _enqueue(self, call: _Call) -> None:
        self._unanswered.append(call)
        if self._transport is None:
            self._start("connect", self._connect)
            return
        if not self._unsent:
            self._loop.call_soon(self._flush)
        self._unsent.append(call.packed)

    def _flush(self) -> None:
        if self._transport is not None and self._unsent and not self._transport.is_closing():
            metrics.STORE_BATCH.observe(len(self._unsent))
            self._transport.write(b"".join(self._unsent))
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
        return error.startswith(TRANSIENT_ERRORS)

    def _retry(self, call: _Call, error: Exception) -> None:
        """Send a call once more after a pause; one that was tried for too long fails instead."""
        if self._loop.time() - call.posted_at > self._give_up_seconds:
            _answer(call, write_refusal(error) or _unavailable())
        else:
            self._retrying += 1
            self._loop.call_later(RETRY_SECONDS, self._send_again, call)

    def _send_again(self, call: _Call) -> None:
        self._retrying -= 1
        self._enqueue(call)

    def _fail_old_calls(self) -> None:
        """Fail calls that have waited too long. Only while there is no connection on which an answer may come."""
        oldest = self._loop.time() - self._give_up_seconds
        calls, self._unanswered = self._unanswered, deque()
        for call in calls:
            if call.posted_at < oldest:
                _answer(call, _unavailable())
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
        parts = self._url_parts
        if "path" in parts:
            await self._loop.create_unix_connection(lambda: self, parts["path"])
        else:
            host, port = parts.get("host", "localhost"), parts.get("port", 6379)
            await self._loop.create_connection(lambda: self, host, port, ssl=self._tls)

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


def _tls_context(url_parts: dict[str, Any]) -> ssl.SSLContext:
    """TLS by the options of the URL, which are named as redis-py names them."""
    context = ssl.create_default_context(cafile=url_parts.get("ssl_ca_certs"))
    if certificate := url_parts.get("ssl_certfile"):
        context.load_cert_chain(certificate, url_parts.get("ssl_keyfile"))
    if url_parts.get("ssl_cert_reqs") == "none":
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


async def _log_failure(work: Callable[[], Awaitable[None]]) -> None:
    try:
        await work()
    except Exception as error:
        logger().warning("store", error=str(error))


def _answer(call: _Call, answer: Any) -> None:
    """Call back with an answer. What the callback raises must not end the connection, which others share."""
    try:
        call.on_answer(answer)
    except Exception as error:
        metrics.CALLBACK_FAULTS.inc()
        logger().error("a callback failed", exc_info=error)


def _overloaded(most: int) -> Refused:
    message = f"The store has not answered {most} commands yet; try again later."
    return Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, message)


def _unavailable() -> Refused:
    return Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "The store does not answer.")


def _resolve(future: "asyncio.Future[Any]", answer: Any) -> None:
    if future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)
