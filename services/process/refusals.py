"""Refusals: the one exception that services raise towards their callers, and its form on the wire.

A refusal names a reason for programs and a sentence for people; a traceback never leaves the process."""

import math
from typing import Any

import grpc
from google.protobuf import any_pb2
from google.rpc import status_pb2

from services.api.errors_pb2 import ErrorDetail, ErrorReason

STATUS_CODES: dict["ErrorReason.ValueType", grpc.StatusCode] = {
    ErrorReason.ERROR_REASON_INVALID_ARGUMENT: grpc.StatusCode.INVALID_ARGUMENT,
    ErrorReason.ERROR_REASON_UNKNOWN_GAME: grpc.StatusCode.NOT_FOUND,
    ErrorReason.ERROR_REASON_UNKNOWN_SCENARIO: grpc.StatusCode.INVALID_ARGUMENT,
    ErrorReason.ERROR_REASON_UNKNOWN_BOT: grpc.StatusCode.INVALID_ARGUMENT,
    ErrorReason.ERROR_REASON_BAD_OPTION: grpc.StatusCode.INVALID_ARGUMENT,
    ErrorReason.ERROR_REASON_UNKNOWN_MATCH: grpc.StatusCode.NOT_FOUND,
    ErrorReason.ERROR_REASON_STALE_VERSION: grpc.StatusCode.ABORTED,
    ErrorReason.ERROR_REASON_ILLEGAL_CHOICE: grpc.StatusCode.INVALID_ARGUMENT,
    ErrorReason.ERROR_REASON_NOT_YOUR_TURN: grpc.StatusCode.FAILED_PRECONDITION,
    ErrorReason.ERROR_REASON_MATCH_OVER: grpc.StatusCode.FAILED_PRECONDITION,
    ErrorReason.ERROR_REASON_UNDO_REFUSED: grpc.StatusCode.FAILED_PRECONDITION,
    ErrorReason.ERROR_REASON_UNAUTHENTICATED: grpc.StatusCode.UNAUTHENTICATED,
    ErrorReason.ERROR_REASON_FORBIDDEN: grpc.StatusCode.PERMISSION_DENIED,
    ErrorReason.ERROR_REASON_RATE_LIMITED: grpc.StatusCode.RESOURCE_EXHAUSTED,
    ErrorReason.ERROR_REASON_TOO_LARGE: grpc.StatusCode.RESOURCE_EXHAUSTED,
    ErrorReason.ERROR_REASON_UNKNOWN_TICKET: grpc.StatusCode.NOT_FOUND,
    ErrorReason.ERROR_REASON_TICKET_CLOSED: grpc.StatusCode.FAILED_PRECONDITION,
    ErrorReason.ERROR_REASON_UNKNOWN_RECORD: grpc.StatusCode.NOT_FOUND,
    ErrorReason.ERROR_REASON_RULES_VERSION: grpc.StatusCode.FAILED_PRECONDITION,
    ErrorReason.ERROR_REASON_BAD_RECORD: grpc.StatusCode.INVALID_ARGUMENT,
    ErrorReason.ERROR_REASON_UNAVAILABLE: grpc.StatusCode.UNAVAILABLE,
    ErrorReason.ERROR_REASON_INTERNAL: grpc.StatusCode.INTERNAL,
    ErrorReason.ERROR_REASON_BAD_SLOT: grpc.StatusCode.INVALID_ARGUMENT,
    ErrorReason.ERROR_REASON_MATCH_EXISTS: grpc.StatusCode.ALREADY_EXISTS,
    ErrorReason.ERROR_REASON_UNKNOWN_LADDER: grpc.StatusCode.NOT_FOUND,
    ErrorReason.ERROR_REASON_LADDER_EXISTS: grpc.StatusCode.ALREADY_EXISTS,
    ErrorReason.ERROR_REASON_NAME_TAKEN: grpc.StatusCode.ALREADY_EXISTS,
    ErrorReason.ERROR_REASON_UNKNOWN_PLAYER: grpc.StatusCode.NOT_FOUND,
    ErrorReason.ERROR_REASON_UNKNOWN_TOURNAMENT: grpc.StatusCode.NOT_FOUND,
    ErrorReason.ERROR_REASON_AGAINST_TOURNAMENT_RULES: grpc.StatusCode.FAILED_PRECONDITION,
    ErrorReason.ERROR_REASON_MATCH_NOT_OVER: grpc.StatusCode.FAILED_PRECONDITION,
}

DETAILS_KEY = "grpc-status-details-bin"
LONGEST_MESSAGE_BYTES = 1_000
"""A message travels in metadata, which has little room, and may repeat what the caller sent."""
LONGEST_WAIT_SECONDS = 24 * 3600.0


class Refused(Exception):
    """A call was refused; `reason` says why for programs, `message` for people."""

    def __init__(
        self,
        reason: "ErrorReason.ValueType",
        message: str,
        *,
        version: int | None = None,
        allowed: tuple[str, ...] = (),
        retry_after: float | None = None,
    ) -> None:
        message = message.encode("utf-8", "replace")[:LONGEST_MESSAGE_BYTES].decode("utf-8", "ignore")
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.version = version
        self.allowed = allowed
        self.retry_after = retry_after
        """In how many seconds the same may be granted, where that is known."""

    @property
    def code(self) -> grpc.StatusCode:
        """The gRPC status this reason travels under."""
        return STATUS_CODES[self.reason]

    def detail(self) -> ErrorDetail:
        """The refusal as the API's own message."""
        wait = None if self.retry_after is None else math.ceil(min(self.retry_after, LONGEST_WAIT_SECONDS) * 1000)
        return ErrorDetail(
            reason=self.reason, message=self.message, version=self.version, allowed=self.allowed, retry_after_ms=wait
        )

    def trailer(self) -> tuple[str, bytes]:
        """Trailing metadata that carries the detail as google.rpc.Status."""
        packed = any_pb2.Any()
        packed.Pack(self.detail())
        status = status_pb2.Status(code=self.code.value[0], message=self.message, details=[packed])
        return DETAILS_KEY, status.SerializeToString()


def invalid(message: str, allowed: tuple[str, ...] = ()) -> Refused:
    """The refusal of a request that does not make sense by itself."""
    return Refused(ErrorReason.ERROR_REASON_INVALID_ARGUMENT, message, allowed=allowed)


def too_much(message: str, retry_after: float | None = None) -> Refused:
    """The refusal of somebody who has used up an allowance; `retry_after` is when, in seconds, there is some again."""
    return Refused(ErrorReason.ERROR_REASON_RATE_LIMITED, message, retry_after=retry_after)


def is_unavailable(error: Exception) -> bool:
    """Whether an error is a refusal that says to try again later."""
    return isinstance(error, Refused) and error.reason == ErrorReason.ERROR_REASON_UNAVAILABLE


def detail_of(error: grpc.RpcError) -> ErrorDetail:
    """The detail that a failed call carries; without a reason where the transport itself failed."""
    trailing: Any = error.trailing_metadata() or ()
    for key, value in trailing:
        if key == DETAILS_KEY:
            status = status_pb2.Status.FromString(value)
            detail = ErrorDetail()
            for packed in status.details:
                if packed.Unpack(detail):
                    return detail
    return ErrorDetail(message=error.details() or "")
