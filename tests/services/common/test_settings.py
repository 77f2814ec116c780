"""Settings: every one is listed, and a name that is none is noticed."""

import subprocess
import sys

import pytest

from services.common.settings import Settings, misspelt


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
        "westmarch_port",
    )
    assert misspelt(environment) == {"WESTMARCH_FOLOW_SECONDS": "WESTMARCH_FOLLOW_SECONDS"}


def test_settings_are_listed_as_their_variables_are_called() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "services.common.settings"], capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    assert len(lines) == len(Settings.model_fields)
    assert "WESTMARCH_FOLLOW_SECONDS [2.0]  How often the archive follows the log." in lines
