"""JSON logs, one object a line, with the request and match they belong to."""

import logging
import sys

import structlog
from structlog.contextvars import bind_contextvars, clear_contextvars
from structlog.typing import FilteringBoundLogger

__all__ = ["bind_contextvars", "clear_contextvars", "configure", "logger"]


LIBRARY_FORMAT = '{"level": "%(levelname)s", "logger": "%(name)s", "event": "%(message)s"}'


def configure(service: str, level: str = "INFO") -> None:
    """Send this process's logs to standard error as JSON."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.dict_tracebacks,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level)),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(
        stream=sys.stderr, level=logging.WARNING, format='{"level":"%(levelname)s","event":"%(message)s"}'
    )
    structlog.contextvars.bind_contextvars(service=service)


def logger() -> FilteringBoundLogger:
    """The process's logger."""
    log: FilteringBoundLogger = structlog.get_logger()
    return log
