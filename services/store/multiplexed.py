"""One connection to the store on which commands follow each other without waiting for answers.

Everything a worker commits goes through here: what arrives in one turn of the event loop is one write. Commands must
be such that repeating them does no harm, for after a broken connection the unanswered ones are sent again."""

import asyncio
import functools
import ssl
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import hiredis
from redis.connection import parse_url

from services.api.errors_pb2 import ErrorReason
from services.process import metrics
from services.process.background import end
from services.process.logs import logger
from services.process.refusals import Refused

Answered = Callable[[Any], None]
"""Told what the store answered, or the error."""

FORGOTTEN = "Function not found"
"""How a store that was emptied or replaced says that it lost our functions."""

DEMOTED = "READONLY"
"""How a server says that another one has taken its place."""
TRANSIENT = ("LOADING", "MASTERDOWN", "TRYAGAIN", "CLUSTERDOWN", DEMOTED)
SILENT_SECONDS = 5.0
RETRY_SECONDS = 0.05
_NOTHING = object()


class _Call:
    """A command on its way."""

    __slots__ = ("answered", "packed", "posted")

    def __init__(self, packed: bytes, answered: Answered, posted: float) -> None:
        self.packed = packed
        self.answered = answered
        self.posted = posted


class MultiplexedConnection(asyncio.Protocol):
    """Sends commands and hands out answers in order; connects again by itself."""

    def __init__(self, url: str, load_functions: Callable[[], Awaitable[None]], patience: float = 10.0) -> None:
        self._loop = asyncio.get_running_loop()
        self._where: dict[str, Any] = parse_url(url)  # type: ignore[no-untyped-call]
        self._tls = _tls(self._where) if url.startswith("rediss://") else None
        self._load_functions = load_functions
        self._patience = patience
        self._sent: deque[_Call] = deque()
        self._unsent: list[bytes] = []
        self._transport: asyncio.Transport | None = None
        self._reader = hiredis.Reader(notEnoughData=_NOTHING)
        self._greetings = 0
        self._heard = 0.0
        self._tried = 0.0
        """When we last tried to connect."""
        self._closed = False
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def post(self, command: tuple[Any, ...], answered: Answered) -> None:
        """Send a command; `answered` gets the answer or the error."""
        self._enqueue(_Call(hiredis.pack_command(command), answered, self._loop.time()))

    def send(self, *command: Any) -> "asyncio.Future[Any]":
        """Send a command; the answer to come."""
        done: asyncio.Future[Any] = self._loop.create_future()
        self.post(command, functools.partial(_settle, done))
        return done

    async def close(self) -> None:
        """Hang up."""
        self._closed = True
        await end(*self._tasks.values())
        if self._transport is not None:
            self._transport.close()

    # -- asyncio.Protocol

    def connection_made(self, transport: Any) -> None:
        """Log in on a new connection, and send again what has no answer yet."""
        self._reader = hiredis.Reader(notEnoughData=_NOTHING)
        hello: list[tuple[Any, ...]] = []
        if self._where.get("password"):
            user = self._where.get("username") or "default"
            hello.append(("AUTH", user, self._where["password"]))
        if self._where.get("db"):
            hello.append(("SELECT", self._where["db"]))
        self._greetings = len(hello)
        self._transport = transport
        self._heard = self._loop.time()
        self._unsent.clear()
        transport.write(b"".join([*map(hiredis.pack_command, hello), *(call.packed for call in self._sent)]))

    def data_received(self, data: bytes) -> None:
        """Hand out the answers that have come."""
        self._heard = self._loop.time()
        self._reader.feed(data)
        if self._sent:
            metrics.STORE_SECONDS.labels("pipe").observe(self._heard - self._sent[0].posted)
        while (answer := self._reader.gets()) is not _NOTHING:
            if self._greetings:
                self._greetings -= 1
                if isinstance(answer, hiredis.ReplyError):
                    logger().error("the store refused us", error=str(answer))
                continue
            call = self._sent.popleft()
            if isinstance(answer, hiredis.ReplyError) and self._passing(str(answer)):
                self._again(call)
            else:
                call.answered(answer)

    def connection_lost(self, error: Exception | None) -> None:
        """Connect again if anything waits that has not waited too long."""
        self._transport = None
        self._unsent.clear()
        self._give_up_on_old()
        if self._sent and not self._closed:
            self._start("connect", self._connect)

    # -- inside

    def _enqueue(self, call: _Call) -> None:
        self._sent.append(call)
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

    def _passing(self, error: str) -> bool:
        """Whether the error will pass by itself, or by giving the store its functions back."""
        if FORGOTTEN in error:
            self._start("functions", self._load_functions)
            return True
        if error.startswith(DEMOTED) and self._transport is not None:
            self._transport.abort()  # the address may lead to the new one by now
        return error.startswith(TRANSIENT)

    def _again(self, call: _Call) -> None:
        if self._loop.time() - call.posted > self._patience:
            call.answered(_unavailable())
        else:
            self._loop.call_later(RETRY_SECONDS, self._enqueue, call)

    def _start(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Begin background work unless it is under way."""
        task = self._tasks.get(name)
        if (task is None or task.done()) and not self._closed:
            self._tasks[name] = asyncio.ensure_future(_quietly(work))

    async def _connect(self) -> None:
        """Connect, now and then, until a connection stands: one that is opened may be closed again at once."""
        while self._sent and self._transport is None:
            await asyncio.sleep(self._tried + RETRY_SECONDS - self._loop.time())
            self._tried = self._loop.time()
            try:
                await asyncio.wait_for(self._open(), SILENT_SECONDS)
            except (OSError, TimeoutError):
                metrics.STORE_ERRORS.labels("connect").inc()
                self._give_up_on_old()
        self._start("watch", self._watch)

    async def _open(self) -> None:
        """Open a connection; `connection_made` goes on from there, before anything else can happen to it."""
        where = self._where
        if "path" in where:
            await self._loop.create_unix_connection(lambda: self, where["path"])
        else:
            host, port = where.get("host", "localhost"), where.get("port", 6379)
            await self._loop.create_connection(lambda: self, host, port, ssl=self._tls)

    async def _watch(self) -> None:
        """Hang up on a store that says nothing while it is asked."""
        while self._transport is not None:
            await asyncio.sleep(SILENT_SECONDS / 5)
            silent = self._loop.time() - self._heard
            if self._sent and silent > SILENT_SECONDS and self._transport is not None:
                metrics.STORE_ERRORS.labels("silent").inc()
                metrics.STORE_SECONDS.labels("pipe").observe(self._loop.time() - self._sent[0].posted)
                self._transport.abort()

    def _give_up_on_old(self) -> None:
        """Fail calls that have waited too long. Only while there is no connection on which an answer may come."""
        oldest = self._loop.time() - self._patience
        waiting, self._sent = self._sent, deque()
        for call in waiting:
            if call.posted < oldest:
                call.answered(_unavailable())
            else:
                self._sent.append(call)


def _tls(where: dict[str, Any]) -> ssl.SSLContext:
    """TLS as the URL asks for it, by the names that redis-py gives its options."""
    context = ssl.create_default_context(cafile=where.get("ssl_ca_certs"))
    if certificate := where.get("ssl_certfile"):
        context.load_cert_chain(certificate, where.get("ssl_keyfile"))
    if where.get("ssl_cert_reqs") == "none":
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


async def _quietly(work: Callable[[], Awaitable[None]]) -> None:
    try:
        await work()
    except Exception as error:
        logger().warning("store", error=str(error))


def _unavailable() -> Refused:
    return Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "The store does not answer.")


def _settle(done: "asyncio.Future[Any]", answer: Any) -> None:
    if done.done():
        return
    if isinstance(answer, Exception):
        done.set_exception(answer)
    else:
        done.set_result(answer)
