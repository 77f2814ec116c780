"""Docs that run: every Python block, every command of ours, and what prose names is there."""

import os
import pkgutil
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from engine import all_games
from services.cli.main import app
from tests.house.pages import ROOT, anchors, blocks, code_spans, links, pages
from tests.house.terminal import ADDRESS, PLAYERS, Terminal, players_address

PAGES = {str(page.relative_to(ROOT)): page.read_text() for page in pages()}
PYTHON = {name: [block for block in blocks(text) if block.is_python] for name, text in PAGES.items()}
COMMANDS = {name: [line for block in blocks(text) for line in block.commands] for name, text in PAGES.items()}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server for pages that talk to one."""
    with Terminal(tmp_path_factory.mktemp("server")) as terminal:
        terminal.type("westmarch up --game wotr")
        yield terminal.address


@pytest.mark.parametrize("name", [name for name in PAGES if PYTHON[name] or COMMANDS[name]])
def test_what_a_page_shows_runs(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """First its Python, then its commands, in one folder, where its reader has written a game."""
    shutil.copy(ROOT / "docs/examples/riddles.py", tmp_path / "my_game.py")
    python_talks = any(ADDRESS in block.text for block in PYTHON[name])
    commands_talk = any(ADDRESS in line for line in COMMANDS[name])
    starts_server = any(line.startswith("westmarch up") for line in COMMANDS[name])
    needs_server = python_talks or (commands_talk and not starts_server)
    address = request.getfixturevalue("server") if needs_server else ""
    if PYTHON[name]:
        run(ROOT / name, tmp_path, {ADDRESS: address, PLAYERS: players_address(address)} if address else {})
    with Terminal(tmp_path, address) as terminal:
        for line in COMMANDS[name]:
            terminal.type(line)


def run(page: Path, folder: Path, values: dict[str, str]) -> None:
    """Run the Python of a page in a folder, with values for some of its words."""
    words = [f"{word}={value}" for word, value in values.items()]
    done = subprocess.run(
        [sys.executable, "-m", "tests.house.run_page", str(page), *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": f"{ROOT}:{folder}"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", PAGES)
def test_a_block_that_is_not_run_says_why(name: str) -> None:
    assert [block.line for block in blocks(PAGES[name]) if block.no_run == ""] == []


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    broken = []
    for link in links(PAGES[name]):
        target, _, anchor = link.partition("#")
        file = (ROOT / name).parent / target if target else ROOT / name
        if ":" not in target and not (file.exists() and (not anchor or anchor in anchors(file.read_text()))):
            broken.append(link)
    assert not broken


@pytest.mark.parametrize("name", PAGES)
def test_files_that_prose_mentions_exist(name: str) -> None:
    tops = {path.name: path for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    files = [*ROOT.iterdir(), *(path for top in tops.values() for path in top.rglob("*.*"))]
    packages = {f"{path.parent.name}.py" for path in files if path.name == "__init__.py"}  # a long module is a package
    names = packages.union(path.name for path in files)
    missing = []
    for span in code_spans(PAGES[name]):
        if re.fullmatch(rf"({'|'.join(tops)})/[\w./-]+", span) and not (ROOT / span).exists():
            missing.append(span)
        if re.fullmatch(r"\w+\.(py|toml|md|yml)", span) and span not in names:
            missing.append(span)
    assert not missing


@pytest.mark.parametrize("name", PAGES)
def test_names_that_prose_mentions_exist(name: str) -> None:
    missing = []
    for span in code_spans(PAGES[name]):
        if dotted := re.match(r"(?:python -m )?((engine|services)(\.\w+)+)", span):
            try:
                pkgutil.resolve_name(dotted[1])
            except (ImportError, AttributeError):
                missing.append(span)
    assert not missing


@pytest.mark.parametrize("name", PAGES)
def test_commands_that_prose_mentions_have_these_flags(name: str) -> None:
    commands = typer.main.get_group(app).commands
    scenarios = [(game, scenario.id) for game in all_games() for scenario in game.scenarios]
    of_games = {f"--{option.name}" for game, id in scenarios for option in game.options_of(id)}
    unknown = []
    for span in code_spans(PAGES[name]):
        if span.startswith("westmarch "):
            words = span.split()
            flags = {word for word in words if word.startswith("--")}
            command = commands.get(words[1])
            command = getattr(command, "commands", {}).get("".join(words[2:3]), command)
            if command is None or flags - of_games.union(*(parameter.opts for parameter in command.params)):
                unknown.append(span)
    assert not unknown


# -- the checks themselves

PAGE = """# A page, *with* `code`

```python
answer = 6 * 7
```

It goes on with [this](#a-page-with-code) and `westmarch
games`.

```console
$ westmarch games; westmarch cards wotr
westmarch prints this
$ make demo
```

```sh
westmarch simulate wotr \\
  --matches 3
kubectl apply
```

<!-- no-run: it needs
a cluster -->
```
python -m services.archive rebuild
```

<!-- no-run: -->

```python
1 / 0
```

```python
>>> answer
42
>>> import asyncio
```

```python
assert await asyncio.sleep(0, "WORD") == "value"
```
"""


def test_a_page_is_read_block_by_block() -> None:
    assert [(block.language, block.line) for block in blocks(PAGE)] == [
        ("python", 4),
        ("console", 11),
        ("sh", 17),
        ("", 25),
        ("python", 31),
        ("python", 35),
        ("python", 41),
    ]
    assert [block.no_run for block in blocks(PAGE)] == [None, None, None, "it needs\na cluster", "", None, None]


def test_commands_are_told_from_what_they_print() -> None:
    commands = [block.commands for block in blocks(PAGE)]
    assert commands[1] == ["westmarch games; westmarch cards wotr"]
    assert commands[2] == ["westmarch simulate wotr    --matches 3"]
    assert commands[3] == []


def test_prose_is_read_without_its_blocks() -> None:
    assert code_spans(PAGE) == ["code", "westmarch games"]
    assert links(PAGE) == ["#a-page-with-code"]
    assert anchors(PAGE) == {"a-page-with-code"}


def test_the_blocks_of_a_page_share_a_namespace(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    run(page, tmp_path, {"WORD": "value"})


@pytest.mark.parametrize(
    "code", ["1 / 0", ">>> 1 + 1\n3", "import asyncio\nawait asyncio.wait()", "def test_it():\n    assert 1 == 2"]
)
def test_python_that_fails_is_found(tmp_path: Path, code: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"```python\n{code}\n```\n")
    with pytest.raises(AssertionError, match="page"):
        run(page, tmp_path, {})


def test_a_command_that_fails_is_found(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal, pytest.raises(AssertionError, match="there is no game 'chess'"):
        terminal.type("westmarch cards chess; westmarch games")
