"""Refusals as the client raises them: every call that fails becomes one exception with a reason for programs."""

import contextlib
from collections.abc import Iterator

import grpc

from services.api.errors_pb2 import ErrorDetail, ErrorReason
from services.process.refusals import detail_of

_SERVER_GONE = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
_CONNECTION_BROKEN = (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)


class Refusal(Exception):
    """The server did not carry out a call; `reason` says why for programs, `allowed` what it would have accepted."""

    def __init__(self, detail: ErrorDetail) -> None:
        names = ", ".join(detail.allowed)
        super().__init__(detail.message if names in detail.message else f"{detail.message} There are: {names}.")
        self.reason = ErrorReason.Name(detail.reason).removeprefix("ERROR_REASON_")
        self.version = detail.version
        self.allowed = tuple(detail.allowed)
        self.retry_after = detail.retry_after_ms / 1000 if detail.HasField("retry_after_ms") else None
        """In how many seconds the same may be granted, where the server says so."""


@contextlib.contextmanager
def raising_refusals() -> Iterator[None]:
    """Raise a Refusal for every call that fails in the block; for the reason UNAVAILABLE when nobody answers."""
    try:
        yield
    except grpc.RpcError as error:
        raise refusal_of(error) from error


def refusal_of(error: grpc.RpcError) -> Refusal:
    """Why a call failed. Without a reason of ours, no server answered, or one that is not ours."""
    detail = detail_of(error)
    if not detail.reason:
        detail.reason = ErrorReason.ERROR_REASON_UNAVAILABLE
        if error.code() == grpc.StatusCode.UNAVAILABLE:
            detail.message = "The server does not answer."
        elif error.code() == grpc.StatusCode.UNIMPLEMENTED:
            detail.message = "What answers at this address is another service; `westmarch status` names them all."
    return Refusal(detail)


def is_connection_lost(error: grpc.RpcError) -> bool:
    """Whether a stream ended because its server went away or the connection broke, so that it can be resumed."""
    return error.code() in _SERVER_GONE or (error.code() in _CONNECTION_BROKEN and not detail_of(error).reason)
