"""The event loop of a service: uvloop, which hears at once of all that gRPC has completed."""

import functools
import socket
from collections.abc import Callable
from typing import Any, TypeVarTuple

import uvloop

_Args = TypeVarTuple("_Args")

GRPC_READER = "_handle_events"
"""How gRPC's reader of its completions is called. By another name it works as well, and costs more."""
MOST_BYTES = 65_536
"""Completions that are heard of at once."""


class ServiceLoop(uvloop.Loop):
    """gRPC's thread writes a byte to a socket for every completion. Its reader takes one byte and handles all
    completions that there are: for each other byte the loop would turn once more and find nothing to handle."""

    def add_reader(self, fd: Any, callback: Callable[[*_Args], Any], *args: *_Args) -> None:
        """Call back when something can be read; of gRPC's bytes, when there is but one left."""
        reader = callback.func if isinstance(callback, functools.partial) else callback
        if isinstance(fd, socket.socket) and getattr(reader, "__name__", "") == GRPC_READER:
            super().add_reader(fd, _leave_one_byte, fd, functools.partial(callback, *args))
        else:
            super().add_reader(fd, callback, *args)


def _leave_one_byte(completions: socket.socket, handle: Callable[[], Any]) -> None:
    """Read all bytes but one, and handle what they stand for: what completes meanwhile writes a byte of its own."""
    count = len(completions.recv(MOST_BYTES, socket.MSG_PEEK))
    if count > 1:
        completions.recv(count - 1)
    handle()
