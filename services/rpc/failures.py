"""Calls that failed: the refusal that an exception amounts to, and the status that a call ends with."""

from typing import NoReturn

import grpc

from services.api.errors_pb2 import ErrorReason
from services.process import metrics
from services.process.logs import logger
from services.process.refusals import Refused
from services.rpc.streams import Context
from services.store.connection import NO_ANSWER, note_unreachable


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
    logger().error("unexpected", exc_info=error)
    return Refused(ErrorReason.ERROR_REASON_INTERNAL, "Something went wrong here.")


async def abort(method: str, context: Context, error: Exception) -> NoReturn:
    """End a call with the status and the detail that fit the error, and count it."""
    refusal = as_refusal(error)
    code = grpc.StatusCode.DEADLINE_EXCEEDED if isinstance(error, TimeoutError) else refusal.code
    metrics.RPC_REQUESTS.labels(method, code.name).inc()
    metrics.RPC_REFUSALS.labels(method, ErrorReason.Name(refusal.reason).removeprefix("ERROR_REASON_")).inc()
    await context.abort(code, refusal.message, (refusal.trailer(),))
