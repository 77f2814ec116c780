"""Packs on the command line: `pack check` tells what is wrong and where; a pack of one's own is played and replayed."""

import json
import shutil
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from engine.games.bofa.components.library import _known as known
from tests.services.cli.conftest import Terminal

SHIPPED = Path(str(files("engine.games.bofa") / "data" / "reconstruction"))


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the shipped pack, to be broken."""
    return Path(shutil.copytree(SHIPPED, tmp_path / "mine"))


def test_pack_alone_explains_itself(terminal: Terminal) -> None:
    answer = terminal("pack")
    assert "check" in answer.out
    assert (answer.code, answer.err) == (0, "")


def test_the_shipped_pack_passes(terminal: Terminal) -> None:
    answer = terminal("pack", "check", str(SHIPPED))
    assert answer.code == 0
    assert "no faults, bofa can be played with it" in answer.out


def test_a_fault_is_named_with_file_and_line(terminal: Terminal, pack: Path) -> None:
    board = pack / "board.toml"
    lines = board.read_text(encoding="utf-8").splitlines()
    line = next(n for n, text in enumerate(lines) if text.startswith("terrain = "))
    lines[line] = 'terrain = "swamp"'
    board.write_text("\n".join(lines), encoding="utf-8")
    answer = terminal("pack", "check", str(pack), "--game", "bofa")
    assert answer.code == 2
    assert f"board.toml:{line + 1}: " in answer.out


def test_bad_input_gets_one_line(terminal: Terminal, tmp_path: Path) -> None:
    assert "there is no folder" in terminal("pack", "check", str(tmp_path / "nowhere")).err
    assert (
        terminal("pack", "check", str(tmp_path)).lines[0] == f"pack.toml:1: the file is missing: {tmp_path} is no pack"
    )
    assert "games with packs: bofa" in terminal("pack", "check", str(tmp_path), "--game", "wotr").err


def test_a_new_pack_has_comments_and_no_fault(terminal: Terminal) -> None:
    answer = terminal("pack", "new", "packs/My Pack")
    assert (answer.code, answer.err) == (0, "")
    assert "packs/My Pack: a pack of bofa" in answer.out
    assert "no faults, bofa can be played with it" in terminal("pack", "check", "packs/My Pack").out
    board = Path("packs/My Pack/board.toml").read_text(encoding="utf-8")
    assert "#   terrain        hills | mountains | plains | ruins | marsh, needed\n" in board
    about = tomllib.loads(Path("packs/My Pack/pack.toml").read_text(encoding="utf-8"))
    assert (about["id"], about["title"]) == ("my-pack", "My Pack")
    terminal("play", "bofa", "--pack", "packs/My Pack", "--save", "match.json", typing=("q",))
    assert "/packs/My Pack@" in json.loads(Path("match.json").read_bytes())["options"]["pack"]


def test_a_new_pack_overwrites_nothing(terminal: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    answer = terminal("pack", "new", str(folder))
    assert (answer.code, answer.out) == (2, "")
    assert "mine is not empty; a new pack needs a folder of its own" in answer.err
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]
    assert terminal("pack", "new", str(folder / "notes.txt")).code == 2
    assert "games with packs: bofa" in terminal("pack", "new", "other", "--game", "wotr").err
    assert not Path("other").exists()
    Path("empty").mkdir()
    assert terminal("pack", "new", "empty").code == 0


@pytest.fixture
def own(pack: Path) -> Path:
    """A pack of one's own: Dale is called otherwise."""
    board = pack / "board.toml"
    board.write_text(board.read_text(encoding="utf-8").replace('"Ruins of Dale"', '"Old Dale"'), encoding="utf-8")
    return pack


def test_a_match_with_a_pack_of_ones_own_is_played_kept_and_replayed(terminal: Terminal, own: Path) -> None:
    play = terminal("play", "bofa", "--option", f"pack={own}", "--save", "match.json", typing=("q",))
    assert "Old Dale" in play.out
    assert json.loads(Path("match.json").read_bytes())["options"]["pack"].startswith(f"{own.resolve()}@")
    again = terminal("play", "bofa", "--resume", "match.json", typing=("q",))
    assert "Old Dale" in again.out
    assert "Old Dale" in terminal("replay", "match.json").out
    assert "Verified" in terminal("replay", "match.json", "--verify").out


def test_a_record_of_a_pack_that_has_moved_or_changed(terminal: Terminal, own: Path) -> None:
    terminal("play", "bofa", "--option", f"pack={own}", "--save", "match.json", typing=("q",))
    moved = own.rename(own.parent / "elsewhere")
    forget_packs()
    missing = terminal("replay", "match.json", "--verify")
    assert (missing.code, missing.out) == (2, "")
    assert f"there is no folder {own.resolve()}, and packs that are shipped are: reconstruction" in missing.err
    assert "Verified" in terminal("replay", "match.json", "--verify", "--pack", str(moved)).out
    forget_packs()
    (moved / "pack.toml").write_text((moved / "pack.toml").read_text(encoding="utf-8") + "\n", encoding="utf-8")
    changed = terminal("replay", "match.json", "--verify", "--pack", str(moved))
    assert changed.code == 2
    assert "there is no pack" in changed.err
    assert "with content hash" in changed.err


def test_bots_play_it_in_every_worker(terminal: Terminal, own: Path) -> None:
    command = ("simulate", "bofa", "--option", f"pack={own}", "--matches", "4", "--seed", "1", "--json")
    alone, shared = (json.loads(terminal(*command, "--jobs", jobs).out) for jobs in ("1", "2"))
    assert alone["errors"] == shared["errors"] == 0
    assert alone["results"] == shared["results"]


def test_a_pack_that_cannot_be_played_gets_one_line(terminal: Terminal, pack: Path) -> None:
    (pack / "fate.toml").unlink()
    for command in ("play", "simulate"):
        answer = terminal(command, "bofa", "--option", f"pack={pack}")
        assert answer.code == 2
        assert "fate.toml:1: the file is missing" in answer.err


def forget_packs() -> None:
    """What a new process knows: nothing but the shipped packs."""
    known.clear()


@pytest.fixture
def renamed(own: Path) -> Path:
    """A pack of one's own in which a card is called otherwise too."""
    events = own / "events.toml"
    events.write_text(events.read_text(encoding="utf-8").replace('"Forced March"', '"Night March"'), encoding="utf-8")
    return own


def test_cards_and_places_are_those_of_the_pack(terminal: Terminal, renamed: Path) -> None:
    for flags in (("--option", f"pack={renamed}"), ("--pack", str(renamed))):
        names = [row["name"] for row in json.loads(terminal("cards", "bofa", "--json", *flags).out)]
        assert {"Night March", "Old Dale"} < set(names)
        assert not {"Forced March", "Ruins of Dale"} & set(names)
    assert "Night March" not in terminal("cards", "bofa").out
    assert "there is no folder" in terminal("cards", "bofa", "--pack", str(renamed / "deeper")).err


def test_cards_and_places_of_the_pack_are_read_during_play(terminal: Terminal, renamed: Path) -> None:
    typing = ("i night march", "i forced march", "i old dale", "q")
    play = terminal("play", "bofa", "--pack", str(renamed), "--seed", "1", typing=typing)
    assert "Night March (Event card): Army card. Move one friendly army" in play.out
    assert "Old Dale (place, ruins, Valley): points of the settlement 2" in play.out
    assert "Nothing has forced march in its name." in play.out
