"""A PostgreSQL server for the archive's tests."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.process.ports import free_port
from tests.services.conftest import docker_answers


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
