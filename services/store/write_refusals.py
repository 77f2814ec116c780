"""Writes that the store refuses: its memory or its disk is full, or it lacks its replicas or is one itself.

It answers, and what it has can be read. So callers are asked to try again, and an operator has to make room."""

from redis import exceptions

from services.api.errors_pb2 import ErrorReason
from services.process import metrics
from services.process.logs import logger
from services.process.refusals import Refused

READ_ONLY = "READONLY"
"""Begins the error of a server that another one has replaced as primary."""
NO_REPLICAS = "NOREPLICAS"
"""Begins the error of a primary that has fewer replicas than it must have for a write."""
WRITE_ERRORS = ("OOM", "MISCONF", NO_REPLICAS, READ_ONLY)
"""How the errors begin by which the store refuses a write."""
_NAMES: dict[type[Exception], str] = {exceptions.OutOfMemoryError: "OOM", exceptions.ReadOnlyError: READ_ONLY}
"""What redis-py leaves out of the text of an error that it has a class for."""

for _name in WRITE_ERRORS:
    metrics.STORE_WRITE_REFUSALS.labels(_name)  # an alert sees the first refusal only if it saw none before


def write_refusal(error: Exception) -> Refused | None:
    """The refusal that an error of the store amounts to if the store takes no writes, counted and logged; else None."""
    name = _NAMES.get(type(error)) or str(error).partition(" ")[0]
    if name not in WRITE_ERRORS:
        return None
    metrics.STORE_WRITE_REFUSALS.labels(name).inc()
    logger().error("the store takes no writes", error=str(error))
    return Refused(ErrorReason.ERROR_REASON_UNAVAILABLE, "The store takes no writes now; try again later.")
