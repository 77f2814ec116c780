"""The processes of a server on one machine: their ports, and a store in any folder."""

import re
import socket
from pathlib import Path

import pytest

from services.archive.schema import connect
from services.process.ports import free_row
from services.supervisor.plan import child_processes
from services.supervisor.specs import Plan
from services.supervisor.state import CannotStart
from services.supervisor.supervisor import Supervisor


async def test_a_port_for_metrics_that_is_taken_is_named(tmp_path: Path) -> None:
    plan = Plan(tmp_path, ("wotr",), first_port=free_row(20))
    children, addresses = child_processes(plan)
    taken = int(re.findall(r"\d+", addresses.metrics["bot-worker"])[-1])
    worker = [child for child in children if child.name == "bot-worker"]
    with socket.create_server(("127.0.0.1", taken)), pytest.raises(CannotStart, match=f"port {taken}, for bot-worker"):
        await Supervisor(plan, worker, addresses).run()


def test_ports_follow_each_other_as_the_help_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    children, addresses = child_processes(Plan(tmp_path, ("wotr", "meq"), engines=2, first_port=9000))
    services = (addresses.matchmaking, addresses.bots, addresses.archive, addresses.ladders)
    on_top = (addresses.gateway, addresses.players, addresses.tournaments)
    listening = [addresses.store, *services, *on_top, *addresses.engines.values()]
    assert [int(re.findall(r":(\d+)(?:/|$)", address)[0]) for address in listening] == [*range(9000, 9010)]
    assert sorted(child.ports[-1] for child in children if child.ports and child.name != "store") == [
        *range(9010, 9022)
    ]


def test_secrets_of_providers_are_for_the_players_service_only(tmp_path: Path, monkeypatch) -> None:
    providers = '{"elsewhere":{"issuer":"https://id.example","client_id":"w","client_secret":"s"}}'
    monkeypatch.setenv("WESTMARCH_OIDC_PROVIDERS", providers)
    children, addresses = child_processes(Plan(tmp_path, ("wotr",)))
    given = {child.name: child.env.get("WESTMARCH_OIDC_PROVIDERS") for child in children if child.name != "store"}
    assert given.pop("players") == providers
    assert set(given.values()) == {"{}"}
    (players,) = [child for child in children if child.name == "players"]
    assert players.env["WESTMARCH_OIDC_REDIRECT_URL"] == f"http://{addresses.gateway}/api/v1/sign-in/callback"


FOLDERS = ["plain", "My Projects", 'say "friend"', "back\\slash", "new\nline", "żółw", "who?", "%41", "a#b", "1+1@2"]


@pytest.mark.parametrize("name", FOLDERS)
def test_the_archive_lies_in_its_folder_whatever_that_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    home = tmp_path / name
    children, _ = child_processes(Plan(home, ()))
    (archive,) = [child for child in children if child.name == "archive"]
    connect(archive.env["DATABASE_URL"]).dispose()
    assert (home / "archive.db").is_file()
    assert [found.name for found in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", FOLDERS)
async def test_the_store_comes_up_in_a_folder_of_any_name(tmp_path: Path, name: str) -> None:
    plan = Plan(tmp_path / name, (), first_port=free_row(10))
    children, addresses = child_processes(plan)
    supervisor = Supervisor(plan, [child for child in children if child.name == "store"], addresses)
    await supervisor.run(on_ready=supervisor.stop)
    assert (plan.home / "valkey" / "appendonlydir").is_dir()
