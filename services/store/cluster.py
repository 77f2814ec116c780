"""A cluster of stores: a multiplexed connection to each primary, and every command to the one that has its slot.

Who has which slot is asked when it is not known, when a server says that it has moved, and whenever a connection is
lost: then a replica may be about to take over, and what had no answer is sent to it."""

import asyncio
import functools
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import hiredis
from redis.crc import key_slot

from services.process import metrics
from services.process.background import cancel_and_wait
from services.process.logs import logger
from services.store.address import Endpoint
from services.store.multiplexed import (
    GIVE_UP_SECONDS,
    Call,
    GatheringCall,
    MultiplexedConnection,
    OnAnswer,
    answer_call,
    resolve,
    unavailable,
)

SLOTS = 16_384
REFRESH_SECONDS = 0.1
"""Between two looks at who has which slot, while something is amiss."""
ASK_SECONDS = 1.0
"""How long a node may take to say who has which slot."""
Address = tuple[str, int]
_NO_ANSWER = object()


class SlotRange(NamedTuple):
    """Who has some slots that follow each other."""

    first: int
    last: int
    primary: Address
    replicas: list[Address]


class View(NamedTuple):
    """The cluster as one node sees it; of two views that of the higher epoch is newer."""

    epoch: int
    ranges: list[SlotRange]


def slot_of(command: Sequence[Any]) -> int:
    """The hash slot of a command of ours. Functions name their first key third, all else its key first."""
    name = command[3] if command[0] in ("FCALL", "FCALL_RO") else command[1]
    return key_slot(name.encode())


class ClusterConnection:
    """Sends commands as a multiplexed connection does, each to the primary of its slot."""

    def __init__(
        self,
        nodes: Sequence[Endpoint],
        load_functions: Callable[[], Awaitable[None]],
        give_up_seconds: float = GIVE_UP_SECONDS,
        replicas: int = 0,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_change` is called when another server has become the primary of some slots."""
        self._loop = asyncio.get_running_loop()
        self._nodes = {(node.host, node.port): node for node in nodes}
        """Every node that was ever heard of, to ask."""
        self._load_functions = load_functions
        self._give_up_seconds = give_up_seconds
        self._replicas = replicas
        self._on_change = on_change
        self._primaries: dict[Address, MultiplexedConnection] = {}
        self._owners: list[Address | None] = [None] * SLOTS
        self._epoch = -1
        """Of the view of the cluster that we have; an older one is not believed."""
        self._homeless: list[Call] = []
        """Calls of slots whose owner is not known yet."""
        self._refreshing: asyncio.Task[None] | None = None
        self._closed = False

    def post(self, command: tuple[Any, ...], on_answer: OnAnswer) -> None:
        """Send a command; `on_answer` is called later, with the answer or the error."""
        self._post_call(Call(command, on_answer, self._loop.time(), slot_of(command)))

    def _post_call(self, call: Call) -> None:
        owner = self._owners[call.slot]
        if owner is None:
            self.route(call)
        else:
            self._primaries[owner].post_call(call)

    def send(self, *command: Any) -> "asyncio.Future[Any]":
        """Send a command; the future is its answer."""
        answer: asyncio.Future[Any] = self._loop.create_future()
        self.post(command, functools.partial(resolve, answer))
        return answer

    def gather(self, *command: Any) -> GatheringCall:
        """Send a command that takes more arguments until it goes; nobody waits for its answer."""
        call = GatheringCall(command, self._loop.time(), slot_of(command))
        self._post_call(call)
        return call

    async def close(self) -> None:
        """Close all connections for good."""
        self._closed = True
        if self._refreshing is not None:
            await cancel_and_wait(self._refreshing)
        for connection in self._primaries.values():
            await connection.close()

    # -- services.store.multiplexed.Router

    def route(self, call: Call) -> None:
        """Send a call to the primary of its slot, as soon as that is known."""
        owner = self._owners[call.slot]
        if owner is None:
            self._homeless.append(call)
            self._refresh_soon()
        else:
            self._primaries[owner].enqueue(call)

    def redirect(self, call: Call, error: str, sender: Endpoint) -> bool:
        """Follow a server that names another one for a call; one without a host is at the sender's."""
        kind, *rest = error.split(" ")
        if kind == "CLUSTERDOWN":
            self._refresh_soon()
        if kind not in ("MOVED", "ASK") or len(rest) < 2:
            return False
        host, _, port = rest[1].rpartition(":")
        address = (host or sender.host, int(port))
        target = self._connection_to(address)
        if kind == "ASK":
            target.enqueue(Call(("ASKING",), lambda answer: None, call.posted_at))
        else:
            self._owners[call.slot] = address
            self._refresh_soon()
        target.enqueue(call)
        return True

    def on_lost(self) -> None:
        """Look whether a replica takes over."""
        self._refresh_soon()

    # -- who has which slot

    def _connection_to(self, address: Address) -> MultiplexedConnection:
        if address not in self._primaries:
            self._nodes.setdefault(address, next(iter(self._nodes.values())).at(*address))
            self._primaries[address] = MultiplexedConnection(
                self._nodes[address],
                self._load_functions,
                self._give_up_seconds,
                replicas=self._replicas,
                router=self,
            )
        return self._primaries[address]

    def _refresh_soon(self) -> None:
        if (self._refreshing is None or self._refreshing.done()) and not self._closed:
            self._refreshing = asyncio.ensure_future(self._refresh())

    async def _refresh(self) -> None:
        """Ask who has which slot until every call has a server that answers."""
        while True:
            try:
                await self._look()
            except Exception as error:  # whatever a node says: the next one may know better
                logger().warning("the cluster is not understood", error=str(error))
            self._fail_old_calls()
            if not self._homeless and not any(one.is_stuck for one in self._primaries.values()):
                return
            await asyncio.sleep(REFRESH_SECONDS)

    async def _look(self) -> None:
        """Take the newest view that any node has of the cluster."""
        views = await asyncio.gather(*(_view_of(node) for node in list(self._nodes.values())))
        known = [view for view in views if view is not None]
        if not known:
            metrics.STORE_ERRORS.labels("cluster").inc()
            return
        newest = max(known, key=lambda view: view.epoch)
        if newest.epoch >= self._epoch:
            self._epoch = newest.epoch
            self._adopt(newest.ranges)

    def _adopt(self, ranges: Sequence[SlotRange]) -> None:
        """Send every slot's commands to these primaries from now on, and what others have not answered."""
        before = set(self._primaries)
        for first, last, primary, replicas in ranges:
            self._connection_to(primary)
            self._owners[first : last + 1] = [primary] * (last + 1 - first)
            for address in replicas:
                self._nodes.setdefault(address, self._nodes[primary].at(*address))
        primaries = {primary for _, _, primary, _ in ranges}
        left = [call for address in before - primaries for call in self._primaries.pop(address).take_calls()]
        calls, self._homeless = left + self._homeless, []
        for call in calls:
            self.route(call)
        if before and primaries != before:
            logger().warning("the cluster has other primaries", primaries=sorted(f"{h}:{p}" for h, p in primaries))
            self._on_change()

    def _fail_old_calls(self) -> None:
        """Fail calls that have waited too long for a server."""
        oldest = self._loop.time() - self._give_up_seconds
        calls, self._homeless = self._homeless, []
        for call in calls:
            if call.posted_at < oldest:
                answer_call(call, unavailable())
            else:
                self._homeless.append(call)


async def _view_of(node: Endpoint) -> View | None:
    """What a node says. None where it does not answer, or where the cluster is not whole as it sees it."""
    login: list[tuple[Any, ...]] = [("AUTH", node.user, node.password)] if node.password else []
    try:
        async with asyncio.timeout(ASK_SECONDS):
            *_, info, ranges = await _ask(node, [*login, ("CLUSTER", "INFO"), ("CLUSTER", "SLOTS")])
    except (OSError, TimeoutError, hiredis.ProtocolError, EOFError):
        return None
    if not isinstance(info, bytes) or not isinstance(ranges, list):
        return None
    facts = dict(line.split(":", 1) for line in info.decode().split())
    if facts.get("cluster_state") != "ok":
        return None
    return View(int(facts["cluster_current_epoch"]), [_range(node, *one) for one in ranges])


def _range(node: Endpoint, first: int, last: int, *servers: list[Any]) -> SlotRange:
    """A range of slots as CLUSTER SLOTS tells it; a server that leaves its host out is the one that was asked."""
    primary, *replicas = [(host.decode() or node.host, port) for host, port, *_ in servers]
    return SlotRange(first, last, primary, replicas)


async def _ask(node: Endpoint, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
    """The answers of a server to some commands, over a connection of their own."""
    reader, writer = await asyncio.open_connection(node.host, node.port, ssl=node.tls)
    try:
        writer.write(b"".join([hiredis.pack_command(command) for command in commands]))
        parser = hiredis.Reader(notEnoughData=_NO_ANSWER)
        answers: list[Any] = []
        while len(answers) < len(commands):
            data = await reader.read(65_536)
            if not data:
                raise EOFError
            parser.feed(data)
            while (answer := parser.gets()) is not _NO_ANSWER:
                answers.append(answer)
        return answers
    finally:
        writer.close()
