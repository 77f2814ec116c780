"""Logs as JSON, one object a line, with the request and the match they belong to.

A traceback names files and lines but never the values of variables: seeds, hands and tokens stay out of the logs."""

import logging
import sys

import structlog
from structlog.contextvars import bind_contextvars, bound_contextvars
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import FilteringBoundLogger

__all__ = ["bind_contextvars", "bound_contextvars", "configure", "current_request", "logger"]


def configure(service: str, level: str = "INFO") -> None:
    """Send the logs of this process and of its libraries to standard error as JSON."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
    ]
    as_json = structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[*shared, as_json],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    libraries = logging.StreamHandler(sys.stderr)
    libraries.setFormatter(structlog.stdlib.ProcessorFormatter(processor=as_json, foreign_pre_chain=shared))
    logging.basicConfig(handlers=[libraries], level=logging.WARNING)
    logging.captureWarnings(True)
    bind_contextvars(service=service)


def current_request() -> str:
    """The id of the request that is being served; empty outside of one."""
    return str(structlog.contextvars.get_contextvars().get("request", ""))


def logger() -> FilteringBoundLogger:
    """The process's logger."""
    log: FilteringBoundLogger = structlog.get_logger()
    return log
