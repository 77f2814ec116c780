"""The Celery worker that plays AI turns and chunks of batches: `python -m services.bots.worker`."""

import functools
import gc
import json
import os
import time
from pathlib import Path

import grpc
import msgspec
import redis
from celery import Celery, signals
from kombu.entity import Queue
from prometheus_client import CollectorRegistry, multiprocess, start_http_server

import engine
from services.api import engine_pb2 as pb
from services.api.bots_pb2 import RunMatchesResponse
from services.api.engine_pb2_grpc import EngineServiceStub
from services.bots import hints
from services.bots.batch import KEEP_SECONDS, Chunk, cancelled_key, play_match, results_key
from services.bots.patience import Patience
from services.bots.turn import play_turn
from services.match import editions
from services.match.log import decode_meta
from services.process import metrics
from services.process.logs import bound_contextvars, configure, logger
from services.process.ports import free_port
from services.process.refusals import detail_of
from services.process.settings import Settings
from services.rpc.channels import channel_credentials, channel_options
from services.rpc.clients import ServiceToken, engine_address
from services.rpc.serving import warn_of_misspelt
from services.rpc.tokens import Keyring
from services.store import task_queues
from services.store.connection import Store
from services.store.matchlog import key

VISIBILITY_SECONDS = 120
"""A task taken by a worker that died is given to another after this long."""
RETRIES = 5
RETRY_SECONDS = 0.2
REPORT_SECONDS = 0.25
SILENT_SECONDS = 10
"""A store that says nothing for this long is given up."""

settings = Settings()
settings.import_plugins()

HUNG_SECONDS = settings.bots.turn_seconds + 2 * settings.limits.unary_seconds
"""A process still at a turn or a hint by then is killed: the bot's time is long up, and that of calls after it. An
ordinary bot that is slow is interrupted; this is for one that does not even hear that."""


def queue_names() -> list[str]:
    """Turns of matches come first, then hints, then batches."""
    known = [editions.edition(game) for game in editions.served(settings)]
    return [queue_of(game) for queue_of in task_queues.QUEUES for game in known]


app = Celery("westmarch", broker=settings.store.broker_url or settings.store.redis_url)
app.conf.update(
    task_queues=[Queue(name, routing_key=name) for name in queue_names()],  # type: ignore[no-untyped-call]
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_ignore_result=True,
    worker_prefetch_multiplier=1,
    worker_enable_remote_control=False,
    worker_hijack_root_logger=False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_transport_options={
        "visibility_timeout": VISIBILITY_SECONDS,
        "queue_order_strategy": "priority",
        "socket_timeout": SILENT_SECONDS,
    },
)


class RemoteEngine:
    """The engine pool of a game, as a turn uses it."""

    def __init__(self, game: str) -> None:
        self._stub = EngineServiceStub(channel(engine_address(settings, game)))

    def deal_worlds(self, request: pb.DealWorldsRequest) -> pb.DealWorldsResponse:
        """A world as the seat sees it."""
        return self._stub.DealWorlds(request, timeout=settings.limits.unary_seconds, metadata=badge().metadata())

    def choose(self, request: pb.ChooseRequest) -> pb.ChooseResponse:
        """Choose."""
        return self._stub.Choose(request, timeout=settings.limits.unary_seconds, metadata=badge().metadata())


@functools.cache
def channel(address: str) -> grpc.Channel:
    """One channel for each engine address; opened after the worker has forked."""
    options = [*channel_options(settings), ("grpc.enable_retries", 1)]
    credentials = channel_credentials(settings)
    if credentials is None:
        return grpc.insecure_channel(address, options)
    return grpc.secure_channel(address, credentials, options)


@functools.cache
def badge() -> ServiceToken:
    """This worker's token."""
    return ServiceToken("bots", Keyring(settings.auth.auth_keys.get_secret_value()))


@functools.cache
def store() -> Store:
    """The store."""
    return redis.Redis.from_url(
        settings.store.redis_url, socket_timeout=SILENT_SECONDS, socket_connect_timeout=SILENT_SECONDS
    )


@app.task(  # type: ignore[untyped-decorator]
    name=task_queues.AI_TURN,
    bind=True,
    max_retries=RETRIES,
    time_limit=HUNG_SECONDS,
)
def ai_turn(self, match_id: str, seat: int, version: int) -> None:  # type: ignore[no-untyped-def]
    """Play a bot's turn; when an engine or the store is away, try again."""
    began = time.perf_counter()
    try:
        meta = store().get(key(match_id, "meta"))
        if meta is None:
            return
        game = decode_meta(meta).game
        with bound_contextvars(match=match_id):
            played = play_turn(RemoteEngine(game), match_id, seat, version, Patience(settings.bots.turn_seconds))
    except (grpc.RpcError, redis.RedisError) as error:
        message = detail_of(error).message if isinstance(error, grpc.RpcError) else str(error)
        logger().warning("AI turn interrupted", match=match_id, seat=seat, error=message)
        raise self.retry(countdown=RETRY_SECONDS * 2**self.request.retries, exc=error) from error
    metrics.AI_TURNS.labels(game, played.result).inc()
    metrics.AI_TURN_SECONDS.labels(game, played.bot).observe(time.perf_counter() - began)


@app.task(name=task_queues.SUGGEST, time_limit=HUNG_SECONDS)  # type: ignore[untyped-decorator]
def suggest(data: str, seat: int, bot: str, reply: str, until: float) -> None:
    """Say what a bot would choose, while somebody still waits to hear it."""
    hints.answer(store(), data, seat, bot, reply, until, Patience(settings.bots.turn_seconds / 2))


@app.task(name=task_queues.PLAY_CHUNK)  # type: ignore[untyped-decorator]
def play_chunk(data: str) -> None:
    """Play some matches of a batch, reporting now and then."""
    chunk = msgspec.json.decode(data, type=Chunk)
    batch = chunk.batch
    report = RunMatchesResponse(batch_id=batch.batch_id)
    reported = time.monotonic()
    for number in chunk.numbers:
        result = play_match(batch, number)
        metrics.BATCH_MATCHES.labels(batch.game, "error" if result.error else "played").inc()
        report.results.append(result)
        if time.monotonic() - reported > REPORT_SECONDS or number == chunk.numbers[-1]:
            if not _report(report):
                return
            report = RunMatchesResponse(batch_id=batch.batch_id)
            reported = time.monotonic()


def _report(report: RunMatchesResponse) -> bool:
    """Hand results in. Whether anybody still waits for more."""
    pipeline = store().pipeline(transaction=False)
    pipeline.rpush(results_key(report.batch_id), report.SerializeToString())
    pipeline.expire(results_key(report.batch_id), KEEP_SECONDS)
    pipeline.exists(cancelled_key(report.batch_id))
    return not pipeline.execute()[-1]


@signals.setup_logging.connect  # type: ignore[untyped-decorator]
def _keep_our_logs(**_: object) -> None:
    """Celery sets logging up by itself unless somebody answers this."""


def tell_ready(file: Path, metrics_port: int, **_: object) -> None:
    """Say that turns are taken; called by Celery once it is connected to the broker."""
    file.write_text(json.dumps({"address": "", "metrics": metrics_port}))


def main() -> None:
    """Work until told to stop."""
    configure("bot-worker", settings.log_level)
    warn_of_misspelt()
    for game in editions.served(settings):
        engine.load(game)
    gc.freeze()
    registry = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    port = settings.server.metrics_port or free_port(settings.server.host)
    start_http_server(port, settings.server.host, registry)
    if settings.server.ready_file is not None:
        ready = functools.partial(tell_ready, settings.server.ready_file, port)
        signals.worker_ready.connect(ready, weak=False)
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
