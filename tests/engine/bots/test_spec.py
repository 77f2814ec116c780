"""Bots with parameters, as people write them."""

import importlib
import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine import load
from engine.bots import BOTS, BotSpec, Perspective, fingerprint, make_bot, parse_spec
from engine.bots.greedy import Greedy
from engine.bots.spec import Seconds
from engine.core.errors import UnknownBot


def test_parameters_are_read_and_written() -> None:
    spec = parse_spec("greedy:worlds=8,blunder=0.1", BOTS)
    assert spec == BotSpec("greedy", {"worlds": 8, "blunder": 0.1})
    assert str(spec) == "greedy:blunder=0.1,worlds=8"
    assert parse_spec(str(spec), BOTS) == spec
    assert str(parse_spec("random", BOTS)) == "random"


def test_a_bot_is_made_with_its_parameters() -> None:
    bot = make_bot("greedy:worlds=8")
    assert isinstance(bot, Greedy)
    assert bot.worlds == 8


A_SECOND = Seconds(1.0)


class Thinker:
    """A bot with a time."""

    def __init__(self, rng: random.Random, think: Seconds = A_SECOND) -> None:
        self.think = think

    def choose(self, view: Perspective) -> int:
        """The first option."""
        return 0


@pytest.mark.parametrize(("text", "seconds"), [("1s", 1.0), ("50ms", 0.05), ("0.5s", 0.5)])
def test_times_have_units(text: str, seconds: float) -> None:
    assert parse_spec(f"thinker:think={text}", {"thinker": Thinker}).parameters == {"think": pytest.approx(seconds)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wizard", "there is no bot 'wizard'; there are: random, greedy"),
        ("greedy:depth=3", "greedy has no parameter 'depth=3'; it has: worlds=, options=, near=, blunder="),
        ("greedy:worlds", "greedy has no parameter 'worlds'"),
        ("greedy:worlds=many", "greedy:worlds is a whole number, not 'many'"),
        ("greedy:worlds=0", "greedy:worlds is at least 1, not 0"),
        ("random:blunder=2", "random:blunder is a probability from 0 to 1, not 2"),
    ],
)
def test_bad_names_are_refused_with_what_is_allowed(text: str, message: str) -> None:
    with pytest.raises(UnknownBot, match=message):
        parse_spec(text, BOTS)


def test_a_blundering_bot_chooses_at_random_now_and_then() -> None:
    match = load("wotr").new_match("duel", seed=5)
    seat = match.pending[0].seat
    views = [Perspective(match, seat)] * 200
    first = BOTS.get("first")
    assert first is None
    BOTS["first"] = Thinker
    try:
        sometimes = make_bot("first:blunder=0.2", seed=1)
        chosen = [sometimes.choose(view) for view in views]
    finally:
        del BOTS["first"]
    assert 10 < sum(index != 0 for index in chosen) < 60


def test_a_fingerprint_tells_bots_rules_and_games_apart() -> None:
    greedy, eight = BotSpec("greedy"), BotSpec("greedy", {"worlds": 8})
    prints = {
        fingerprint(spec, BOTS[spec.name], load(game))
        for spec in (greedy, eight, BotSpec("random"))
        for game in ("wotr", "meq")
    }
    assert len(prints) == 6
    assert fingerprint(greedy, BOTS["greedy"], load("wotr")) in prints


PRINTS = """
import json
from engine import load
from engine.bots import BOTS, fingerprint, parse_spec
bots = ["random", "swift", "novice", "adept", "master", "horizon", "greedy", "random:blunder=0.1"]
specs = [parse_spec(bot, BOTS) for bot in bots]
print(json.dumps({str(spec): fingerprint(spec, BOTS[spec.name], load("wotr")) for spec in specs}))
"""


def _changed(tree: Path, file: str) -> set[str]:
    """The bots whose fingerprints a change of a file changes."""

    def prints() -> dict[str, str]:
        answer = subprocess.run([sys.executable, "-c", PRINTS], cwd=tree, env={}, capture_output=True, check=True)
        return dict(json.loads(answer.stdout))

    before, old = prints(), (tree / file).read_bytes()
    (tree / file).write_bytes(old + b"\n")
    after = prints()
    (tree / file).write_bytes(old)
    return {bot for bot in before if before[bot] != after[bot]}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the engine."""
    folder = tmp_path_factory.mktemp("tree")
    shutil.copytree(Path(engine.__file__).parent, folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


LEARNED = {"swift", "novice", "adept", "master", "horizon"}


@pytest.mark.parametrize(
    ("file", "bots"),
    [
        ("engine/bots/weights.py", LEARNED),
        ("engine/bots/keys.py", LEARNED),
        ("engine/bots/swift.py", {"swift", "novice", "adept"}),
        ("engine/bots/horizon.py", {"horizon", "master"}),
        ("engine/bots/blundering.py", {"novice", "adept", "master", "random:blunder=0.1"}),
        ("engine/bots/timing.py", set()),
        ("engine/games/meq/judge/evaluation.py", set()),
    ],
)
def test_a_fingerprint_changes_with_all_that_a_bot_is_made_of(tree: Path, file: str, bots: set[str]) -> None:
    assert bots <= _changed(tree, file)
    assert "random" not in _changed(tree, file)
    if not bots:
        assert not _changed(tree, file)


def test_a_plugins_bot_is_all_modules_of_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def bot_of(table: str) -> str:
        name = f"plugin_{table}"
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("from .bot import Bot\n")
        (tmp_path / name / "bot.py").write_text("from .tables import TABLE\nclass Bot:\n    table = TABLE\n")
        (tmp_path / name / "tables.py").write_text(f"TABLE = {table!r}\n")
        kind = importlib.import_module(name).Bot
        return fingerprint(BotSpec("x"), kind, load("wotr"))

    monkeypatch.syspath_prepend(tmp_path)
    assert bot_of("a") != bot_of("b")
