"""Tells probes whether a bot worker takes tasks: one whose consumer hangs looks alive in every other way.

It hangs if its event loop stands still, or if people's tasks wait while some of its processes have nothing to do and it
takes none of them. A broker that is away is no fault of the worker: it is not ready, but to start it anew would be no
help."""

import threading
import time
from collections.abc import Callable, Sequence
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from celery import bootsteps, signals
from celery.worker import state

from services.process.logs import logger
from services.store.connection import UNREACHABLE, Store

LOOK_SECONDS = 2.0
BEAT_SECONDS = 1.0
"""How often the consumer's event loop says that it turns."""
HUNG_SECONDS = 30.0
"""For how long nothing may move before the consumer counts as hung."""


class ConsumerWatch:
    """Looks at the consumer of this worker, again and again."""

    def __init__(
        self,
        queues: Sequence[str],
        broker: Callable[[], Store],
        has_idle_process: Callable[[], bool],
        hung_seconds: float = HUNG_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`queues` are those in which people's tasks wait."""
        self._queues = queues
        self._broker = broker
        self._has_idle_process = has_idle_process
        self._hung_seconds = hung_seconds
        self._clock = clock
        self._is_connected = False
        self._beat_at = self._moved_at = clock()
        self._is_broker_there = True

    def on_ready(self, **_: object) -> None:
        """Hear that the consumer takes tasks from now on."""
        self._is_connected = True
        self._beat_at = self._moved_at = self._clock()

    def on_beat(self) -> None:
        """Hear from the consumer's event loop."""
        self._beat_at = self._clock()

    def on_task(self, **_: object) -> None:
        """Hear that the consumer has taken a task."""
        self._moved_at = self._clock()

    def look(self) -> None:
        """Note whether tasks wait that the consumer could take."""
        try:
            has_work = any(self._broker().llen(queue) for queue in self._queues)
            self._is_broker_there = True
        except UNREACHABLE:
            has_work = self._is_broker_there = False
        if not has_work or not self._has_idle_process():
            self._moved_at = self._clock()

    @property
    def is_alive(self) -> bool:
        """Whether to go on with this worker. One that has not yet begun is left alone; its start has a probe too."""
        oldest = self._clock() - self._hung_seconds
        return not self._is_connected or (self._beat_at > oldest and self._moved_at > oldest)

    @property
    def is_ready(self) -> bool:
        """Whether it takes tasks."""
        return self._is_connected and self._is_broker_there and self.is_alive

    def start(self, app: Any, host: str, port: int) -> int:
        """Hear of what the consumer of an app does, look, and answer probes, in threads that end with this process. The
        port."""
        app.steps["consumer"].add(_beats(self))
        signals.worker_ready.connect(self.on_ready, weak=False)
        signals.task_received.connect(self.on_task, weak=False)
        threading.Thread(target=self._run, name="consumer watch", daemon=True).start()
        server = ThreadingHTTPServer((host, port), _handler(self))
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, name="probes", daemon=True).start()
        return server.server_port

    def _run(self) -> None:
        while True:
            time.sleep(LOOK_SECONDS)
            try:
                self.look()
            except Exception as error:  # a fault of the watch is not one of the worker
                logger().error("the consumer cannot be looked at", exc_info=error)


def has_idle_process(processes: int) -> Callable[[], bool]:
    """Whether one of so many processes of this worker has nothing to do."""
    return lambda: len(state.active_requests) < processes


def _beats(watch: ConsumerWatch) -> type[bootsteps.StartStopStep]:
    """A part of the consumer that beats for as long as its event loop turns."""

    class Beats(bootsteps.StartStopStep):  # type: ignore[misc]
        _timer: Any = None

        def start(self, consumer: Any) -> None:
            """Begin to beat; anew after every loss of the broker."""
            if consumer.hub is not None:
                self._timer = consumer.hub.call_repeatedly(BEAT_SECONDS, watch.on_beat)

        def stop(self, consumer: Any) -> None:
            """Beat no longer."""
            if self._timer is not None:
                self._timer.cancel()

    return Beats


def _handler(watch: ConsumerWatch) -> type[BaseHTTPRequestHandler]:
    """Answers `/alive` and `/ready`."""

    class Probe(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answers = {"/alive": watch.is_alive, "/ready": watch.is_ready}
            if self.path not in answers:
                self.send_error(HTTPStatus.NOT_FOUND)
                return
            self.send_response(HTTPStatus.OK if answers[self.path] else HTTPStatus.SERVICE_UNAVAILABLE)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing: a probe comes every few seconds."""

    return Probe
