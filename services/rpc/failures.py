"""Calls and commands that failed: the refusal that an exception amounts to, counted, and the status of a call."""

from typing import NoReturn

import grpc

from services.api.errors_pb2 import ErrorReason
from services.process import metrics
from services.process.logs import logger
from services.process.refusals import Refused
from services.rpc.streams import Context, StreamEnded
from services.store.connection import NO_ANSWER, note_unreachable
from services.store.write_refusals import write_refusal

RESUMABLE = "RESUMABLE"
"""In metrics, instead of a status: the server ended a stream, as it does when it drains, and the client resumes it."""


def as_refusal(error: Exception) -> Refused:
    """The refusal that an exception amounts to. A fault of our own is logged, and clients are not told what it was."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, grpc.aio.AbortError):
        raise error
    if isinstance(error, TimeoutError):
        return Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "The call took longer than it may.")
    if isinstance(error, NO_ANSWER):
        note_unreachable("call", error)
        return Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "The store does not answer.")
    if (refusal := write_refusal(error)) is not None:
        return refusal
    logger().error("unexpected", exc_info=error)
    return Refused(ErrorReason.ERROR_REASON_INTERNAL, "Something went wrong here.")


def counted_refusal(method: str, error: Exception) -> Refused:
    """The refusal that an exception amounts to, counted for a method: a call of it, or a command or part of one."""
    refusal = as_refusal(error)
    metrics.RPC_REFUSALS.labels(method, _reason_name(refusal.reason)).inc()
    return refusal


def count_from_zero(method: str) -> None:
    """Export the faults of a method before there is any: an alert on their growth does not see the first otherwise."""
    metrics.RPC_REFUSALS.labels(method, _reason_name(ErrorReason.ERROR_REASON_INTERNAL))


async def abort(method: str, context: Context, error: Exception) -> NoReturn:
    """End a call with the status and the detail that fit the error, and count it."""
    if isinstance(error, StreamEnded):
        metrics.RPC_REQUESTS.labels(method, RESUMABLE).inc()
        await context.abort(error.code, error.message, (error.trailer(),))
    refusal = counted_refusal(method, error)
    code = grpc.StatusCode.DEADLINE_EXCEEDED if isinstance(error, TimeoutError) else refusal.code
    metrics.RPC_REQUESTS.labels(method, code.name).inc()
    await context.abort(code, refusal.message, (refusal.trailer(),))


def _reason_name(reason: "ErrorReason.ValueType") -> str:
    """A reason as metrics name it."""
    return ErrorReason.Name(reason).removeprefix("ERROR_REASON_")
