"""`westmarch tournament` against a real service: what hosts and entrants read, in both languages."""

import asyncio
import contextlib
import json
import os
import re
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from services.api import tournaments_pb2 as pb
from services.cli.main import main
from services.process.ports import free_port
from services.rpc.serving import serving
from tests.services.bots.test_bots import start_worker
from tests.services.conftest import eventually
from tests.services.tournaments.conftest import Hall, front
from tests.services.tournaments.people import Person, playing

ROOT = Path(__file__).parents[3]

PLAN = """
name = "Spring [/] Cup"
name_pl = "Puchar Wiosny"
prizes = "A pipe"
prizes_pl = "Fajka"
tie_breaks = ["median-buchholz", "wins"]
[setting]
game = "barrow"
scenario = "duel"
[registration]
bots = "ours"
check_in_minutes = 5
[[stages]]
format = "swiss"
rounds = 1
take = 2
[[stages]]
format = "round-robin"
"""


class Answer(NamedTuple):
    """What a command gave back."""

    code: int
    out: str
    err: str


Command = Callable[..., Awaitable[Answer]]


@pytest.fixture
def command(hall: Hall, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Command:
    """Runs `westmarch tournament` in an empty folder on a wide terminal, as somebody."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "250")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # for workers, which are started in this folder

    async def run(*words: str, player: str = "gandalf") -> Answer:
        token = hall.keyring.mint("player", player, 600)
        line = ["tournament", words[0], "--server", hall.address, "--token", token, *words[1:]]
        code = await asyncio.to_thread(main, line)
        return Answer(code, *capsys.readouterr())

    return run


def cells(text: str) -> list[list[str]]:
    """The rows of a table, its head among them."""
    rows = [line.strip("┃│").replace("┃", "│") for line in text.splitlines() if line[:1] in "┃│"]
    return [[cell.strip() for cell in row.split("│")] for row in rows]


async def started(hall: Hall, folder: Path, *words: str) -> Process:
    """A command of ann's that runs by itself."""
    token = hall.keyring.mint("player", "ann", 600)
    line = ("tournament", words[0], "--server", hall.address, "--token", token, *words[1:])
    toys = {"WESTMARCH_PLUGINS": "tests.toy.registered", "XDG_STATE_HOME": str(folder)}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "services.cli.main", *line),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **toys},
        stdin=PIPE,
        stdout=PIPE,
        stderr=STDOUT,
    )


async def created(command: Command, plan: str = PLAN) -> str:
    """The id of a tournament that was created from a file."""
    Path("cup.toml").write_text(plan)
    made = await command("create", "cup.toml", "--json")
    return str(json.loads(made.out)["tournament"]["tournament_id"])


async def said(command: Command, *words: str, player: str = "gandalf") -> str:
    """What a command says that does what it should."""
    answer = await command(*words, player=player)
    assert answer.code == 0, answer.err
    return answer.out


async def test_all_is_told_in_polish(hall: Hall, command: Command, tmp_path: Path) -> None:
    polish = ("--lang", "pl")
    cup = await created(command)
    shown = dict(cells(await said(command, "show", cup, *polish)))
    assert (shown["nazwa"], shown["nagrody"], shown["stan"]) == ("Puchar Wiosny", "Fajka", "zapisy otwarte")
    assert shown["kto może grać"] == "każdy; boty tego serwera; potwierdzanie obecności: 5 min przed startem"
    assert (shown["format"], shown["rankingowy"]) == ("szwajcarski, potem każdy z każdym", "nie")
    entered = cells(await said(command, "register", cup, "--bot", "random", "--count", "3", *polish))
    assert entered[0] == ["numer", "nazwa", "rodzaj", "ranking", "stan"]
    assert [row[-1] for row in entered[1:]] == ["na miejscu"] * 3, "bots of the server are always here"
    assert cells(await said(command, "register", cup, *polish, player="ann"))[1][-1] == "zgłoszenie"
    assert cells(await said(command, "check-in", cup, *polish, player="ann"))[1][-1] == "na miejscu"
    assert cells(await said(command, "withdraw", cup, *polish, player="ann"))[1][-1] == "wycofanie"
    watcher = await started(hall, tmp_path, "watch", cup, *polish)
    try:
        await hall.start(cup)
        async with start_worker(hall.settings):
            await hall.finished(cup)
        watched = (await watcher.communicate())[0].decode().splitlines()
    finally:
        with contextlib.suppress(ProcessLookupError):
            watcher.kill()
    assert any("dyrektor: Etap 2, runda 1, stół 1: można grać." in line for line in watched)
    assert re.search(r"dyrektor: Koniec turnieju; zwycięża random.*\.$", watched[-1])
    listed = cells(await said(command, "list", *polish))
    assert listed[0] == ["id", "nazwa", "format", "gra", "stan", "uczestnicy", "początek"]
    assert (listed[1][:2], listed[1][4]) == ([cup, "Puchar Wiosny"], "zakończony")
    pairings = await said(command, "pairings", cup, "--stage", "1", *polish)
    assert "etap 1, runda 1" in pairings
    assert cells(pairings)[0][:3] == ["stół", "uczestnicy", "wynik"]
    assert "wolny los: random" in pairings
    standings = await said(command, "standings", cup, *polish)
    assert "klasyfikacja: końcowa" in standings
    assert cells(standings)[0] == ["miejsce", "uczestnik", "punkty", "średni Buchholz", "zwycięstwa"]
    assert "klasyfikacja: etap 1, po rundzie 1" in await said(command, "standings", cup, "--stage", "1", *polish)
    assert "wszystko się zgadza" in await said(command, "verify", cup, "--archive", hall.archive_address, *polish)


async def test_names_are_shown_as_they_are_whatever_signs_they_hold(hall: Hall, command: Command) -> None:
    """Square brackets mean something to what draws the tables."""
    cup = await created(command)
    assert dict(cells(await said(command, "show", cup)))["name"] == "Spring [/] Cup"
    await said(command, "register", cup, player="ann [/red]")
    assert cells(await said(command, "entrants", cup))[1][1] == "ann [/red]"


async def test_a_team_says_for_whom_it_waits(hall: Hall, command: Command) -> None:
    cup = await hall.create(registration=pb.Registration(team_size=2))
    team = ("--team", "Rangers", "--member", "bob")
    assert cells(await said(command, "register", cup, *team, player="ann"))[1][-1] == "waits for bob"
    assert cells(await said(command, "entrants", cup, "--lang", "pl"))[1][2:] == [
        "drużyna: ann, bob",
        "",
        "czeka na zgodę: bob",
    ]
    assert cells(await said(command, "register", cup, "--team", "Rangers", player="bob"))[1][-1] == "checked in"
    again = await command("register", cup, *team[:2], "--member", "cat", player="bob")
    assert "One enters once, and bob has entered already." in again.err


async def test_on_a_narrow_terminal_nothing_is_cut(
    hall: Hall, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await created(command)
    monkeypatch.setenv("COLUMNS", "60")
    commitment = (await hall.get(cup)).commitment
    shown = cells(await said(command, "show", cup))
    place = next(number for number, row in enumerate(shown) if row[0] == "commitment")
    assert "".join(row[1] for row in shown[place:]) == commitment
    assert cup in await said(command, "list")


BAD_INPUT = [
    (["create", "cup.toml", "--rounds", "3"], "--rounds does not go with a plan in a file"),
    (["create", "--game", "barrow", "--bots", "all"], "'all' is not one of 'none', 'ours', 'any'"),
    (["export", "CUP", "cup.xlsx"], "there is no format 'xlsx'; there are: json, csv, trf"),
    (["register", "CUP", "--bot", "swft"], "there is no bot 'swft'; there are: random, greedy"),
    (["register", "CUP", "--rating", "1800"], "--rating is for bots of the server"),
    (["adjudicate", "CUP", "1", "2", "0", "--reason", "x"], "say with --stage and --round which round it is"),
    (["play", "CUP", "--match", "m1"], "match m1 does not wait for you"),
    (["standings", "CUP"], "The tournament has not begun."),
    (["kick", "CUP", "zed", "--reason", "x"], "zed has not entered."),
    (["start", "CUP"], "It starts with at least 2 entrants who have checked in."),
]
"""Words of a command, and part of what it answers. CUP is a tournament that is open."""


async def test_bad_input_says_what_is_allowed(command: Command) -> None:
    cup = await created(command)
    for words, reason in BAD_INPUT:
        answer = await command(*(cup if word == "CUP" else word for word in words))
        assert (answer.code, answer.out) == (2, ""), words
        assert reason in answer.err
        assert len(re.findall("[Tt]here are: ", answer.err)) < 2, "alternatives are told once"


async def test_what_is_asked_of_entrants_is_shown(hall: Hall, command: Command) -> None:
    rules = pb.Registration(
        invited=["ann"], password="mellon", least_rating=1400, most_rating=1600, most=8, team_size=2
    )
    cup = await hall.create(registration=rules)
    shown = dict(cells(await said(command, "show", cup)))
    assert shown["who may enter"] == (
        "only who is invited; who knows the password; ratings from 1400; ratings to 1600; at most 8; teams of 2"
    )


async def test_a_service_that_does_not_answer_is_named(command: Command) -> None:
    address = f"127.0.0.1:{free_port()}"
    answer = await command("list", "--server", address)
    assert answer.code == 2
    assert f"{address}: The server does not answer." in answer.err


async def test_a_result_is_set_in_the_round_that_is_played(hall: Hall, command: Command) -> None:
    cup = await hall.create(pb.Stage(swiss=pb.SwissStage(rounds=2, table="match")))
    await hall.enter(cup, "ann", "bob")
    assert "No match waits for you" in await said(command, "tables", cup, player="ann")
    await hall.start(cup)

    async def tables() -> bool:
        return "ann" in await said(command, "tables", cup, player="bob")

    await eventually(tables)
    for wanted in (("--game", "barrow"), ("--host", "gandalf"), ("--entrant", "bob"), ("--state", "running")):
        assert cup in await said(command, "list", *wanted)
    for wanted in (("--game", "chess"), ("--host", "ann"), ("--entrant", "cat"), ("--state", "open")):
        assert "no such tournaments" in await said(command, "list", *wanted)
    shown = cells(await said(command, "tables", cup, player="bob"))
    assert shown[1][1:3] == ["ann", f"{cup}-1-1-1-1"]
    result = await said(command, "adjudicate", cup, "1", "1", "0", "--reason", "they agreed")
    assert "stage 1, round 1" in result
    assert cells(result)[1][3] == "adjudicated"

    async def is_second() -> bool:
        return (await hall.get(cup)).round == 2

    await eventually(is_second)
    assert "stage 1, round 2" in await said(command, "adjudicate", cup, "1", "0.5", "0.5", "--reason", "they agreed")


async def test_an_arena_has_standings_while_it_is_played(hall: Hall, command: Command) -> None:
    cup = await hall.create(pb.Stage(arena=pb.ArenaStage(minutes=60)))
    await hall.enter(cup, "ann", "bob")
    await hall.start(cup)

    async def is_paired() -> bool:
        return (await hall.get(cup)).open_tables == 1

    await eventually(is_paired)
    await said(command, "adjudicate", cup, "1", "1", "0", "--reason", "they agreed")
    shown = await said(command, "standings", cup)
    assert "stage 1, at this moment" in shown
    head, first, second = cells(shown)
    assert head == ["rank", "entrant", "points", "wins"]
    assert (first[2:], second[2:]) == (["2", "1"], ["0", "0"])
    await said(command, "cancel", cup, "--reason", "it rains")
    assert "stage 1, after round 1" in await said(command, "standings", cup, "--round", "1")


async def test_a_table_is_played_in_the_terminal(hall: Hall, command: Command, tmp_path: Path) -> None:
    cup = await hall.create(pb.Stage(swiss=pb.SwissStage(rounds=1, table="match")))
    await hall.enter(cup, "ann", "bob")
    none = await command("play", cup, player="ann")
    assert (none.code, none.out[:25]) == (1, "No match waits for you no")
    await hall.start(cup)

    async def is_seated() -> bool:
        return "bob" in await said(command, "tables", cup, player="ann")

    await eventually(is_seated)
    process = await started(hall, tmp_path, "play", cup, "--lang", "pl", "--lines")
    async with playing(cup, Person("bob", hall.stub, hall.auth("bob"))):
        shown, _ = await process.communicate(b"hint\n" + b".\n" * 100)
        assert process.returncode == 0, shown.decode()
        assert "w turniejach nie ma podpowiedzi" in shown.decode()
        assert "Koniec partii" in shown.decode()
        await hall.finished(cup)
    assert await hall.faults(cup) == []


async def test_who_watches_misses_nothing_while_the_service_is_started_again(hall: Hall, tmp_path: Path) -> None:
    cup = await hall.create()
    beside = hall.settings.having(port=free_port())
    async with serving(front, beside) as process:
        watcher = await started(hall, tmp_path, "watch", cup, "--server", process.address)
        assert watcher.stdout is not None
        line = asyncio.create_task(watcher.stdout.readline())
        for number in range(100):  # until one of them is told
            await hall.enter(cup, f"p{number}")
            done, _ = await asyncio.wait([line], timeout=0.2)
            if done:
                break
    shown = [await line]
    await hall.enter(cup, "late")
    request = pb.CancelTournamentRequest(tournament_id=cup, reason="rain")
    await hall.stub.CancelTournament(request, metadata=hall.auth("gandalf"))
    async with serving(front, beside):
        rest, _ = await watcher.communicate()
    assert watcher.returncode == 0
    shown += rest.splitlines()
    numbers = [int(number) for number in re.findall(rb"^ *(\d+) 20", b"\n".join(shown), re.M)]
    assert numbers == list(range(numbers[0], (await hall.get(cup)).events + 1))
    assert b"trying again" in rest
    assert b"was cancelled. (rain)" in shown[-1]


async def test_a_round_that_waits_for_its_host_says_so(hall: Hall, command: Command) -> None:
    cup = await hall.create(pb.Stage(swiss=pb.SwissStage(rounds=1)), pace=pb.Pace(advance="hand"))
    await hall.enter(cup, "ann", "bob")
    await hall.start(cup)

    async def is_paired() -> bool:
        return (await command("pairings", cup)).code == 0

    await eventually(is_paired)
    assert "the round has not begun" in (await said(command, "pairings", cup)).lower()
    again = await command("pair-again", cup, "--reason", "x", "--meet", "ann", "ann")
    assert "westmarch: ann is named twice." in again.err
    await said(command, "begin", cup)
    assert "not begun" not in await said(command, "pairings", cup)
