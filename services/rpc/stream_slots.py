"""Slots for streams: how many a server, one caller and one address may have at the same time."""

from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Any

from services.api.errors_pb2 import ErrorReason
from services.process.refusals import Refused, too_much
from services.process.settings import LimitSettings
from services.rpc.tokens import Caller

HELD_FOR_EACH_OPEN = 2
"""Streams that the transport may hold, for each that may be open: it holds a dropped one until all of it is read."""


class _Streams:
    """Streams counted in all, by caller and by address; those of our services in all only."""

    def __init__(self, limits: LimitSettings, factor: int, are: str) -> None:
        """There may be `factor` times as many as the settings say; `are` tells who has too many what these are."""
        self._most = limits.max_streams * factor
        self._most_of_caller = limits.max_streams_per_caller * factor
        self._most_of_address = limits.max_streams_per_address * factor
        self._are = are
        self._total = 0
        self._of_caller: Counter[Caller] = Counter()
        self._of_address: Counter[str] = Counter()

    def check(self, who: Caller, address: str) -> None:
        """Refuse one more, where there are as many as there may be."""
        if self._total >= self._most:
            raise Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "This server has all the streams it can hold.")
        if who.trusted:
            return
        if self._of_caller[who] >= self._most_of_caller:
            raise too_much(f"One caller has at most {self._most_of_caller} streams {self._are}.")
        if self._of_address[address] >= self._most_of_address:
            raise too_much(f"One address has at most {self._most_of_address} streams {self._are}.")

    def count(self, who: Caller, address: str, more: int) -> None:
        """Count so many more."""
        self._total += more
        if not who.trusted:
            _count(self._of_caller, who, more)
            _count(self._of_address, address, more)


class StreamSlot:
    """The slot of one stream."""

    def __init__(self, who: Caller, address: str, open_streams: _Streams, held_streams: _Streams) -> None:
        self._stream = who, address
        self._open = open_streams
        self._held = held_streams
        self._is_open = True
        open_streams.count(who, address, 1)
        held_streams.count(who, address, 1)

    def drop(self) -> None:
        """Free the slot for another stream: the reader of this one does not read."""
        if self._is_open:
            self._is_open = False
            self._open.count(*self._stream, -1)

    def release(self) -> None:
        """Count the stream no longer: it is over."""
        self.drop()
        self._held.count(*self._stream, -1)


class StreamSlots:
    """The slots of one server. A reader whose stream was dropped finds a slot to resume; but nobody leaves any number
    of streams behind that they do not read."""

    def __init__(self, limits: LimitSettings) -> None:
        self._open = _Streams(limits, 1, "open")
        self._held = _Streams(limits, HELD_FOR_EACH_OPEN, "open or not read to their end")

    @contextmanager
    def take(self, who: Caller, address: str) -> Iterator[StreamSlot]:
        """Hold a slot for a stream while the block runs; refuse one too many."""
        self._open.check(who, address)
        self._held.check(who, address)
        slot = StreamSlot(who, address, self._open, self._held)
        try:
            yield slot
        finally:
            slot.release()


def _count(counter: Counter[Any], key: Hashable, more: int) -> None:
    """Count so many more under a key; one of which there are none is forgotten."""
    counter[key] += more
    if not counter[key]:
        del counter[key]
