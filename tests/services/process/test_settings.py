"""Settings: every one is listed, and a name that is none is noticed."""

import subprocess
import sys
from pathlib import Path

import pytest

from services.process.settings import Settings
from services.process.variables import misspelt_variables, variables
from services.supervisor.plan import child_processes
from services.supervisor.specs import Plan


def test_a_level_is_named_in_any_case_of_letters_and_another_word_is_refused(monkeypatch) -> None:
    monkeypatch.setenv("WESTMARCH_LOG_LEVEL", "warning")
    assert Settings().log_level == "WARNING"
    monkeypatch.setenv("WESTMARCH_LOG_LEVEL", "loud")
    with pytest.raises(ValueError, match="'DEBUG', 'INFO', 'WARNING' or 'ERROR'"):
        Settings()


def test_a_misspelt_name_is_noticed_with_the_one_that_was_meant() -> None:
    environment = (
        "HOME",
        "REDIS_URL",
        "WESTMARCH_PORT",
        "WESTMARCH_TOKEN",
        "WESTMARCH_FOLOW_SECONDS",
        "WESTMARCH_REDIS_URL",
        "westmarch_port",
    )
    assert misspelt_variables(environment) == {
        "WESTMARCH_FOLOW_SECONDS": "WESTMARCH_FOLLOW_SECONDS",
        "WESTMARCH_REDIS_URL": "REDIS_URL",
    }


def test_settings_are_listed_as_their_variables_are_called() -> None:
    process = subprocess.run(
        [sys.executable, "-m", "services.process.variables"], capture_output=True, text=True, check=True
    )
    lines = process.stdout.splitlines()
    assert [line.split()[0] for line in lines if line and line[0] != "#"] == variables()
    assert "# How much one caller, one call and one process may take." in lines
    assert "WESTMARCH_FOLLOW_SECONDS [2.0]  How often the archive follows the log." in lines
    assert any(
        line.startswith("REDIS_URL [redis://127.0.0.1:6379/0]  Redis or Valkey: the match log") for line in lines
    )


def test_every_listed_variable_is_the_one_that_is_read(monkeypatch) -> None:
    texts = {
        variable: f"set by {variable}"
        for variable in variables()
        if variable.endswith(("_URL", "ENGINES", "PLUGINS", "GAMES", "HOST"))
    }
    assert len(texts) >= 7
    for variable, text in texts.items():
        monkeypatch.setenv(variable, text)
    names = {variable.removeprefix("WESTMARCH_").lower(): text for variable, text in texts.items()}
    read = Settings()
    monkeypatch.undo()
    assert read == Settings().having(**names)


def test_a_setting_is_changed_by_name_whatever_its_group() -> None:
    settings = Settings().having(tls_ca=Path("ca.pem"), port=7, log_level="ERROR")
    assert (settings.tls.ca, settings.server.port, settings.log_level) == (Path("ca.pem"), 7, "ERROR")
    assert settings.limits == Settings().limits
    with pytest.raises(KeyError):
        settings.having(prot=7)


def test_providers_without_a_way_back_are_refused(monkeypatch) -> None:
    monkeypatch.setenv("WESTMARCH_OIDC_PROVIDERS", '{"elsewhere":{"issuer":"https://id.example","client_id":"w"}}')
    with pytest.raises(ValueError, match="oidc_providers need oidc_redirect_url"):
        Settings()


def test_a_server_on_this_machine_uses_the_store_and_the_database_it_is_given(monkeypatch, tmp_path) -> None:
    urls = {"REDIS_URL": "redis://elsewhere:6379/0", "DATABASE_URL": "postgresql://elsewhere/westmarch"}
    for variable, url in urls.items():
        monkeypatch.setenv(variable, url)
    children, addresses = child_processes(Plan(tmp_path, ("wotr",)))
    assert addresses.store == urls["REDIS_URL"]
    assert "store" not in [child.name for child in children]
    for child in children:
        if child.name == "bot-worker":
            assert child.env["WESTMARCH_BROKER_URL"] == urls["REDIS_URL"]
        elif child.name != "gateway":
            assert child.env["REDIS_URL"] == urls["REDIS_URL"]
    databases = {child.name: url for child in children if (url := child.env["DATABASE_URL"])}
    assert databases == dict.fromkeys(("archive", "ladders", "players", "tournaments"), urls["DATABASE_URL"])
