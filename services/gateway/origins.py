"""Origins: whose pages may have a browser call the gateway."""

from urllib.parse import urlsplit

from services.api.errors_pb2 import ErrorReason
from services.process.refusals import Refused

ANY_ORIGIN = "*"
"""Among allowed origins: pages of all others too, but not with a cookie."""


def check_page(origin: str, host: str, allowed: frozenset[str]) -> None:
    """Refuse what the page of another origin asks for, unless it is allowed; programs name no origin."""
    if origin and urlsplit(origin).netloc != host and origin not in allowed:
        raise Refused(ErrorReason.ERROR_REASON_FORBIDDEN, f"Pages of {origin} may not do that here.")
