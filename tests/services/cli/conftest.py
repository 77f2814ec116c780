"""A terminal to type commands into, with the toy game among the games."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.core import registry
from services.cli.main import main
from tests.toy import GAME


@dataclass
class Answer:
    """What a command gave back."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Terminal = Callable[..., Answer]


@pytest.fixture
def terminal(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Terminal:
    """Runs `westmarch` with the given words, in an empty folder, typing the given lines."""
    monkeypatch.setitem(registry._registered, GAME.id, GAME)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("XDG_STATE_HOME", str(home))

    def run(*words: str, typing: tuple[str, ...] = ()) -> Answer:
        (typed := home / "typed").write_text("".join(f"{line}\n" for line in typing), encoding="utf-8")
        with typed.open(encoding="utf-8") as stdin:
            monkeypatch.setattr("sys.stdin", stdin)
            code = main(words)
        said = capsys.readouterr()
        return Answer(code, said.out, said.err)

    return run
