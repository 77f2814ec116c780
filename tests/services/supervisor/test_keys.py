"""The keys of a server on one machine: made once, kept for the owner, and each handed to the one who signs with it."""

import stat
from pathlib import Path

import pytest

from services.rpc.issuers import MINTS, issuer_of
from services.rpc.signing_keys import check_keys_of_service, new_signing_key
from services.rpc.tokens import Keyring, signing_keyring
from services.supervisor.keys import keys_file, signing_keys
from services.supervisor.plan import child_processes
from services.supervisor.specs import Plan


@pytest.fixture(autouse=True)
def _no_keys_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("WESTMARCH_SIGNING_KEYS", "REDIS_URL", "DATABASE_URL", "WESTMARCH_BROKER_URL"):
        monkeypatch.delenv(variable, raising=False)


def test_keys_are_made_once_and_kept_for_the_owner(tmp_path: Path) -> None:
    keys = signing_keys(tmp_path)
    assert [issuer_of(key) for key in keys.split(",")] == list(MINTS)
    assert signing_keys(tmp_path) == keys
    assert stat.S_IMODE(keys_file(tmp_path).stat().st_mode) == 0o600


def test_a_folder_of_an_earlier_release_gets_new_keys(tmp_path: Path) -> None:
    """Its one secret, which every process had, is gone; so are the tokens that it signed."""
    keys_file(tmp_path).write_text("k1=" + "x" * 43)
    keys = signing_keys(tmp_path)
    assert signing_keyring(keys).mint("admin", "op", 60)
    assert "xxx" not in keys_file(tmp_path).read_text()


def test_an_issuer_that_is_new_gets_a_key_and_others_keep_theirs(tmp_path: Path) -> None:
    old = [new_signing_key("engine", 2), new_signing_key("engine", 1), new_signing_key("operator")]
    keys_file(tmp_path).write_text("\n".join(old))
    keys = signing_keys(tmp_path).split(",")
    assert keys[:3] == old
    assert {issuer_of(key) for key in keys} == set(MINTS)


def test_keys_of_the_environment_are_used_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WESTMARCH_SIGNING_KEYS", new_signing_key("operator"))
    assert signing_keys(tmp_path).startswith("operator.1=")
    assert not keys_file(tmp_path).exists()


def test_each_process_is_handed_its_own_keys(tmp_path: Path) -> None:
    children, _ = child_processes(Plan(tmp_path, ("wotr",)))
    services = [child for child in children if child.name not in ("store", "fork-server", "bot-worker")]
    for child in services:
        issuer = child.name.split("-")[0]
        check_keys_of_service(issuer, child.env["WESTMARCH_SIGNING_KEYS"])
        assert Keyring(child.env["WESTMARCH_PUBLIC_KEYS"], child.env["WESTMARCH_SIGNING_KEYS"])


def test_a_bot_worker_is_handed_nothing_that_opens_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by us nor by the environment that it inherits."""
    monkeypatch.setenv("DATABASE_URL", "postgresql://w:secret@host/w")
    children, addresses = child_processes(Plan(tmp_path, ("wotr",)))
    worker = next(child for child in children if child.name == "bot-worker")
    fork_server = next(child for child in children if child.name == "fork-server")
    assert fork_server.env["WESTMARCH_SIGNING_KEYS"] == ""
    password = addresses.store.split("@")[0].rpartition(":")[2]
    assert worker.env["WESTMARCH_BROKER_URL"].startswith("redis://bot-worker:")
    secrets = (password, "secret@host", *(key.partition("=")[2] for key in signing_keys(tmp_path).split(",")))
    for value in worker.env.values():
        assert not any(secret in value for secret in secrets)
    for variable in ("WESTMARCH_SIGNING_KEYS", "REDIS_URL", "DATABASE_URL"):
        assert worker.env[variable] == ""
