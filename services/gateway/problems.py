"""Refusals over HTTP: problem details (RFC 9457) with the same reasons as over gRPC."""

import math

import grpc
import msgspec

from services.api.errors_pb2 import ErrorDetail, ErrorReason
from services.process.refusals import STATUS_CODES, Refused, detail_of

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:westmarch:problem:"
HTTP_STATUS = {
    grpc.StatusCode.INVALID_ARGUMENT: 400,
    grpc.StatusCode.UNAUTHENTICATED: 401,
    grpc.StatusCode.PERMISSION_DENIED: 403,
    grpc.StatusCode.NOT_FOUND: 404,
    grpc.StatusCode.ABORTED: 409,
    grpc.StatusCode.FAILED_PRECONDITION: 409,
    grpc.StatusCode.ALREADY_EXISTS: 409,
    grpc.StatusCode.RESOURCE_EXHAUSTED: 429,
    grpc.StatusCode.INTERNAL: 500,
    grpc.StatusCode.UNAVAILABLE: 503,
}
"""By the gRPC status that a reason travels under: the HTTP status that it has here."""
OWN_STATUS = {ErrorReason.ERROR_REASON_TOO_LARGE: 413}
"""Reasons for which HTTP has a status of their own."""


class Problem(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Why a request was refused (RFC 9457)."""

    type: str
    """`urn:westmarch:problem:` and the reason in small letters with dashes."""
    title: str
    """The reason in words."""
    status: int
    """The HTTP status."""
    detail: str
    """What was wrong and, where it helps, what is allowed."""
    reason: str
    """The reason for programs, as over gRPC."""
    version: int | None = None
    """The match's version when the refusal was made, where a match was named."""
    allowed: list[str] = []
    """The values that would have been taken, where there are few."""
    retry_after_ms: int | None = None
    """When the same may be granted; only where an allowance is used up, and that is known."""

    def headers(self) -> dict[str, str]:
        """The headers that go with it."""
        headers = {"content-type": MEDIA_TYPE}
        if self.retry_after_ms is not None:
            headers["retry-after"] = str(math.ceil(self.retry_after_ms / 1000))
        if self.status == 401:
            headers["www-authenticate"] = "Bearer"
        return headers


def problem_of(detail: ErrorDetail, status: int | None = None) -> Problem:
    """The problem that a refusal of the API amounts to."""
    name = reason_name(detail.reason)
    return Problem(
        type=TYPE_PREFIX + name.lower().replace("_", "-"),
        title=name.capitalize().replace("_", " "),
        status=status or http_status(detail.reason),
        detail=detail.message,
        reason=name,
        version=detail.version if detail.HasField("version") else None,
        allowed=list(detail.allowed),
        retry_after_ms=detail.retry_after_ms if detail.HasField("retry_after_ms") else None,
    )


def reason_name(reason: "ErrorReason.ValueType") -> str:
    """A reason as clients know it."""
    return ErrorReason.Name(reason).removeprefix("ERROR_REASON_")


def http_status(reason: "ErrorReason.ValueType") -> int:
    """The HTTP status of a reason."""
    return OWN_STATUS.get(reason) or HTTP_STATUS[STATUS_CODES[reason]]


def refusal_of_call(error: grpc.RpcError) -> Refused:
    """The refusal of a call to another service: for its own reason, or UNAVAILABLE where none of ours answered."""
    detail = detail_of(error)
    if not detail.reason:
        return Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "A service that this needs does not answer; try again.")
    return refusal_of(detail)


def refusal_of(detail: ErrorDetail) -> Refused:
    """A refusal of another service, as one of ours."""
    return Refused(
        detail.reason,
        detail.message,
        version=detail.version if detail.HasField("version") else None,
        allowed=tuple(detail.allowed),
        retry_after=detail.retry_after_ms / 1000 if detail.HasField("retry_after_ms") else None,
    )
