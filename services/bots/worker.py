"""The Celery worker for AI turns, hints, and chunks of batches and of pairs: `python -m services.bots.worker`.

It runs code of plugins, so it is given little: the broker, and with each turn a token for that seat. It has no signing
key, no way to the match log, and so no seeds."""

import atexit
import functools
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias, TypeVar, get_args

import grpc
import msgspec
import redis
from celery import Celery, signals
from kombu.entity import Queue
from prometheus_client import CollectorRegistry, multiprocess, start_http_server

import engine
from services.api.bots_pb2 import PlayMatchesResponse, PlayPairsResponse, RunMatchesResponse
from services.bots import broker_transport
from services.bots.ai_turn import TurnResult, play_turn
from services.bots.batch import RESULTS_TTL_SECONDS, Chunk, cancelled_key, play_match, results_key
from services.bots.consumer_watch import ConsumerWatch, has_idle_process
from services.bots.guard import Guard
from services.bots.hints import answer_hint
from services.bots.match_batch import MatchChunk, MatchJob, play_bot_match
from services.bots.notes import Notes
from services.bots.pair_batch import PairChunk, PairJob, play_pair
from services.bots.remote_engine import RemoteEngines
from services.bots.thinking_time import ThinkingTime
from services.match import editions
from services.process import metrics
from services.process.garbage import collect_rarely
from services.process.logs import bound_contextvars, configure, logger
from services.process.ports import free_port
from services.process.refusals import detail_of
from services.process.settings import Settings
from services.process.variables import warn_of_misspelt_variables
from services.store import task_queues
from services.store.connection import UNREACHABLE, Store, note_unreachable

VISIBILITY_SECONDS = 120
"""A task taken by a worker that died is given to another after this long."""
MOST_RETRIES = 5
FIRST_RETRY_SECONDS = 0.2
"""Pause before an AI turn is tried again; twice as long each time."""
REPORT_SECONDS = 0.25
"""How often a worker reports results of the chunk that it plays."""
BEAT_SECONDS = 4.0
"""How often a worker says, while it plays a long pair, that it is still there."""
BROKER_TIMEOUT_SECONDS = 10

Report: TypeAlias = RunMatchesResponse | PlayPairsResponse | PlayMatchesResponse
"""What a worker reports of a batch."""
J = TypeVar("J")
R = TypeVar("R", bound=Report)

settings = Settings()
settings.import_plugins()

remote_engines = RemoteEngines(settings)

NOTES_FOLDER = Path(tempfile.gettempdir())
"""Where processes note which pair they are at; `main` makes one of its own before it forks."""
KILL_SECONDS = settings.bots.turn_seconds + 2 * settings.limits.unary_seconds
"""A process still at a turn or a hint by then is killed: the bot's time is long up, and that of the calls after it. A
slow bot is interrupted by its alarm before; this is for one that does not even hear that."""


def queue_names() -> list[str]:
    """The queues of the games served here, in the order in which they are looked at: turns, hints, batches."""
    return [queue_of(name) for queue_of in task_queues.QUEUES for name in served_editions()]


def queues_for_people() -> list[str]:
    """The queues of the games served here in which people's tasks wait."""
    return [queue_of(name) for queue_of in task_queues.FOR_PEOPLE for name in served_editions()]


@functools.cache
def served_editions() -> list[str]:
    """The editions of the games served here."""
    return [editions.edition(game) for game in editions.served_games(settings)]


BROKER_URL = settings.store.broker_url or settings.store.redis_url

broker_transport.install()
app = Celery("westmarch", broker=BROKER_URL)
app.conf.update(
    task_queues=[Queue(name, routing_key=name) for name in queue_names()],  # type: ignore[no-untyped-call]
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_ignore_result=True,
    worker_prefetch_multiplier=1,
    worker_max_memory_per_child=settings.bots.worker_memory_mb * 1024,  # between two tasks; else the guard sees to it
    worker_disable_prefetch=True,  # what is taken from a queue waits behind the pair that a process plays
    worker_enable_remote_control=False,
    worker_hijack_root_logger=False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_transport_options={
        "visibility_timeout": VISIBILITY_SECONDS,
        "queue_order_strategy": "priority",
        "socket_timeout": BROKER_TIMEOUT_SECONDS,
    },
)


@functools.cache
def broker() -> Store:
    """The client of the broker, for answers; made when first used, which is after the worker has forked."""
    return _new_client()


@functools.cache
def guard_broker() -> Store:
    """The client of the guard, which is in the process that forks."""
    return _new_client()


def _new_client() -> Store:
    return redis.Redis.from_url(
        BROKER_URL, socket_timeout=BROKER_TIMEOUT_SECONDS, socket_connect_timeout=BROKER_TIMEOUT_SECONDS
    )


@app.task(  # type: ignore[untyped-decorator]
    name=task_queues.AI_TURN,
    bind=True,
    max_retries=MOST_RETRIES,
    time_limit=KILL_SECONDS,
)
def ai_turn(  # type: ignore[no-untyped-def]
    self, game: str, match_id: str, seat: int, version: int, token: str
) -> None:
    """Play a bot's turn with the token that came with it, and retry when an engine does not answer."""
    began = time.perf_counter()
    try:
        thinking_time = ThinkingTime(settings.bots.turn_seconds)
        with bound_contextvars(match=match_id):
            report = play_turn(remote_engines.of(game, token), match_id, seat, version, thinking_time)
    except grpc.RpcError as error:
        logger().warning("AI turn interrupted", match=match_id, seat=seat, error=detail_of(error).message)
        raise self.retry(countdown=FIRST_RETRY_SECONDS * 2**self.request.retries, exc=error) from error
    metrics.AI_TURNS.labels(game, report.result).inc()
    metrics.AI_TURN_SECONDS.labels(game, report.bot).observe(time.perf_counter() - began)


@app.task(name=task_queues.HINT, time_limit=KILL_SECONDS)  # type: ignore[untyped-decorator]
def hint(data: str, seat: int, bot: str, answer_key: str, deadline: float) -> None:
    """Answer a hint, with half the thinking time of a turn."""
    answer_hint(broker(), data, seat, bot, answer_key, deadline, ThinkingTime(settings.bots.turn_seconds / 2))


@app.task(name=task_queues.PLAY_CHUNK)  # type: ignore[untyped-decorator]
def play_chunk(data: str) -> None:
    """Play some matches of a batch and report their results now and then, until nobody waits for them."""
    chunk = msgspec.json.decode(data, type=Chunk)
    batch = chunk.batch

    def play(number: int, report: RunMatchesResponse) -> None:
        result = play_match(batch, number)
        metrics.BATCH_MATCHES.labels(batch.game, "error" if result.error else "played").inc()
        report.results.append(result)

    _play_and_report(chunk.numbers, play, lambda: RunMatchesResponse(batch_id=batch.batch_id))


@app.task(name=task_queues.PLAY_PAIRS, acks_late=False)  # type: ignore[untyped-decorator]
def play_pairs(data: str) -> None:
    """Play some pairs of a batch and report their results now and then, until nobody waits for them.

    Taken for done when it begins: a pair whose bot ends the process would come back to end the next one. The batch's
    scheduler hands out again what is lost, and counts how often."""
    chunk = msgspec.json.decode(data, type=PairChunk)
    setting = chunk.setting
    take_break = _Breaks(PlayPairsResponse(batch_id=setting.batch_id))
    notes = Notes.begin(NOTES_FOLDER, data.encode())
    places = {id(job): place for place, job in enumerate(chunk.jobs)}

    def play(job: PairJob, report: PlayPairsResponse) -> None:
        pair = play_pair(setting, job, take_break, notes, places[id(job)])
        metrics.PAIRS_PLAYED.labels(setting.game, "error" if pair.error else "played").inc()
        for match in pair.matches:
            if match.fault:
                metrics.PAIR_FAULTS.labels(setting.game, match.fault).inc()
        report.pairs.append(pair)

    try:
        _play_and_report(chunk.jobs, play, lambda: PlayPairsResponse(batch_id=setting.batch_id), notes.report)
    finally:
        notes.end()


@app.task(name=task_queues.PLAY_MATCHES, acks_late=False)  # type: ignore[untyped-decorator]
def play_matches(data: str) -> None:
    """Play some matches of a tournament and report their results now and then, until nobody waits for them.

    Taken for done when it begins, as pairs are."""
    chunk = msgspec.json.decode(data, type=MatchChunk)
    setting = chunk.setting
    take_break = _Breaks(PlayMatchesResponse(batch_id=setting.batch_id))

    def play(job: MatchJob, report: PlayMatchesResponse) -> None:
        result = play_bot_match(setting, job, take_break)
        metrics.BATCH_MATCHES.labels(setting.game, "error" if result.error else "played").inc()
        report.results.append(result)

    _play_and_report(chunk.jobs, play, lambda: PlayMatchesResponse(batch_id=setting.batch_id))


def _ignore(_reported: int) -> None:
    pass


def _play_and_report(
    jobs: Sequence[J],
    play: Callable[[J, R], None],
    new_report: Callable[[], R],
    on_report: Callable[[int], None] = _ignore,
) -> None:
    """Play jobs one after the other, each of which adds to a report, and send reports now and then, until nobody waits
    for them; `on_report` is told how many jobs are in those that were sent."""
    report, last_report = new_report(), time.monotonic()
    for number, job in enumerate(jobs, start=1):
        play(job, report)
        if time.monotonic() - last_report > REPORT_SECONDS or number == len(jobs):
            if not _send_report(report):
                return
            on_report(number)
            report, last_report = new_report(), time.monotonic()


class _Breaks:
    """What a process does in a break between two decisions: it serves people, and says that it is still there."""

    def __init__(self, sign_of_life: Report) -> None:
        self._sign_of_life = sign_of_life
        self._next_beat = time.monotonic() + BEAT_SECONDS

    def __call__(self) -> None:
        try:
            serve_people()
            if time.monotonic() > self._next_beat:
                _send_report(self._sign_of_life)
                self._next_beat = time.monotonic() + BEAT_SECONDS
        except UNREACHABLE as error:  # the match goes on
            note_unreachable("break", error)


def serve_people() -> None:
    """Play the turns and answer the hints that wait. Called between decisions of pairs, which may take minutes.

    A turn that is lost here with its process is asked for again by the engine's sweep."""
    for queue in queues_for_people():
        while (message := broker().rpop(queue)) is not None:
            name, arguments = task_queues.read_task(message)
            try:
                app.tasks[name](*arguments)
            except grpc.RpcError:
                broker().lpush(queue, message)  # to be tried again with pauses, as Celery does
                return
            except UNREACHABLE:
                raise
            except Exception as error:
                logger().error("a task failed in a break", task=name, exc_info=error)


def _send_report(report: Report) -> bool:
    """Put results where their batch collects them. Whether anybody still waits for more."""
    pipeline = broker().pipeline(transaction=False)
    pipeline.rpush(results_key(report.batch_id), report.SerializeToString())
    pipeline.expire(results_key(report.batch_id), RESULTS_TTL_SECONDS)
    pipeline.exists(cancelled_key(report.batch_id))
    return not pipeline.execute()[-1]


@signals.setup_logging.connect  # type: ignore[untyped-decorator]
def _keep_our_logging(**_: object) -> None:
    """Do nothing: Celery sets logging up by itself unless somebody is connected to this signal."""


def write_ready_file(file: Path, metrics_port: int, **_: object) -> None:
    """Say that tasks are taken; called by Celery once it is connected to the broker."""
    file.write_text(json.dumps({"address": "", "metrics": metrics_port}))


def main() -> None:
    """Run the worker until a signal stops it."""
    configure("bot-worker", settings.log_level)
    warn_of_misspelt_variables()
    for game in editions.served_games(settings):
        engine.load(game)
        for result in get_args(TurnResult):
            metrics.AI_TURNS.labels(game, result)  # an alert sees the first fault only if it saw none before
    collect_rarely()
    registry = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    port = settings.server.metrics_port or free_port(settings.server.host)
    start_http_server(port, settings.server.host, registry)
    if settings.server.ready_file is not None:
        ready = functools.partial(write_ready_file, settings.server.ready_file, port)
        signals.worker_ready.connect(ready, weak=False)
    global NOTES_FOLDER
    NOTES_FOLDER = Path(tempfile.mkdtemp(prefix="westmarch-pairs-"))
    atexit.register(shutil.rmtree, NOTES_FOLDER, ignore_errors=True)
    Guard(NOTES_FOLDER, guard_broker, settings.bots.worker_memory_mb << 20).start()
    if settings.server.health_port:
        watch = ConsumerWatch(queues_for_people(), guard_broker, has_idle_process(settings.bots.bot_processes))
        watch.start(app, settings.server.host, settings.server.health_port)
    app.worker_main(
        [
            "--quiet",
            "worker",
            "--pool=prefork",
            f"--concurrency={settings.bots.bot_processes}",
            f"--queues={','.join(queue_names())}",
            f"--hostname=bots-{os.getpid()}@%h",
            "--loglevel=WARNING",
            "--without-gossip",
            "--without-mingle",
            "--without-heartbeat",
        ]
    )


if __name__ == "__main__":
    main()
