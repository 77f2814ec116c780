"""`games` and `cards` list what there is, for people and for programs."""

import json
import os
import subprocess
import sys

import pytest

from tests.services.cli.conftest import Terminal


def test_games_as_json(terminal: Terminal) -> None:
    listed = {game["id"]: game for game in json.loads(terminal("games", "--json").out)}
    allies = {"name": "allies", "default": False, "allowed": [False, True], "about": "Two against one"}
    assert listed["barrow"] == {
        "id": "barrow",
        "title": "Barrow",
        "rules_version": 1,
        "scenarios": [
            {"id": "duel", "title": "Duel", "seats": [2], "options": []},
            {"id": "company", "title": "Company", "seats": [2, 3], "options": [allies]},
        ],
        "options": [
            {"name": "rounds", "default": 2, "allowed": [1, 2, 3], "about": "Rounds"},
            {"name": "coins", "default": 2, "allowed": None, "about": "Coins at the start"},
        ],
        "components": {"total": 12, "implemented": 12},
    }


def test_games_for_people_in_polish(terminal: Terminal) -> None:
    answer = terminal("games", "--lang", "pl")
    assert answer.code == 0
    row = next(line for line in answer.lines if "barrow" in line)
    assert cells(row) == ["barrow", "Kurhan", "1", "duel", "2", "12 of 12"]


@pytest.mark.parametrize("columns", [80, 60, 40])
def test_what_must_be_typed_is_never_cut(terminal: Terminal, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    first, _, second = terminal("games").out.partition("options of the games")
    scenarios = "".join(cells(line)[3] for line in first.splitlines() if "│" in line)
    options, values = ("".join(cells(line)[n] for line in second.splitlines() if "│" in line) for n in (1, 2))
    assert "passage-through-mirkwood" in scenarios
    assert "--advanced-dominance" in options
    assert "against-the-shadow" in values


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("│").split("│")]


@pytest.mark.parametrize("words", [("games",), ("play", "--help"), ("simulate", "barrow", "--help")])
def test_options_are_shown_as_they_are_typed_with_the_default_first(terminal: Terminal, words: tuple[str, ...]) -> None:
    rows = [cells(line) for line in terminal(*words).lines if "│" in line]
    assert ["barrow", "--rounds", "2 | 1 | 3", "Rounds"] in rows
    assert ["", "--coins", "2 ...", "Coins at the start"] in rows
    assert ["", "--allies", "false | true", "Two against one (company)"] in rows
    assert ["", "--advanced-dominance", "false | true", "Dominance by story steps still needed"] in rows
    assert sum("--promos" in row for row in rows) == 1


def test_cards_as_json(terminal: Terminal) -> None:
    rows = json.loads(terminal("cards", "barrow", "--json", "--lang", "pl").out)
    assert len(rows) == 4
    assert rows[0] == {
        "id": "treasure-1",
        "name": "Skarb wart 1",
        "kind": "treasure",
        "copies": 3,
        "values": "",
        "text": "",
        "implemented": True,
    }


def test_cards_for_people_can_be_searched(terminal: Terminal) -> None:
    answer = terminal("cards", "barrow", "--find", "WORTH 3")
    assert sum("Treasure worth" in line for line in answer.lines) == 1
    assert "Treasure worth 3" in answer.out


def test_a_search_knows_no_accents(terminal: Terminal) -> None:
    assert "Éowyn" in terminal("cards", "wotr", "--find", "eowyn").out


@pytest.mark.parametrize(
    ("game", "find", "lang", "values"),
    [
        (
            "lotr",
            "Silverlode Archer",
            "en",
            "Leadership, cost 3, willpower 1, attack 2, defense 0, hit points 1, Archer, Silvan",
        ),
        ("lotr", "Stand and Fight", "en", "Spirit, cost X"),
        ("lotr", "Steward of Gondor", "en", "Leadership, unique, cost 2, Gondor, Title"),
        ("lotr", "Gandalf", "pl", "neutralna, unikalna, koszt 5"),
        ("lotr", "Flies and Spiders", "pl", "etap 1, punkty wyprawy 8"),
        ("lotr", "King Spider", "en", "engagement cost 20, threat 2, attack 3, defense 1, hit points 3"),
        ("wotr", "Boromir", "en", "Dúnedain, defence 1, leadership attack 1, path icons 1, on paths 3 4 5 6"),
        ("wotr", "Andúril", "en", "Dúnedain, Weapon, attack 1, defence 1, path icons 1, wielded by Strider · Aragorn"),
        ("wotr", "Edoras", "pl", "punkty 1, obrona 1, bronią: Rohan · Czarodzieje, atakują: Isengard"),
        ("wotr", "Bucklebury Ferry", "en", "path 1, points 1, defence 1"),
        ("bofa", "Bolg, Son of Azog", "en", "Shadow, movement 3, leadership 2"),
    ],
)
def test_cards_show_what_is_printed_beside_the_text(
    terminal: Terminal, game: str, find: str, lang: str, values: str
) -> None:
    rows = json.loads(terminal("cards", game, "--json", "--lang", lang).out)
    name = next(row["id"] for row in json.loads(terminal("cards", game, "--json").out) if row["name"] == find)
    assert next(row["values"] for row in rows if row["id"] == name).startswith(values)


def test_cards_for_people_have_their_values_above_the_text(terminal: Terminal) -> None:
    lines = terminal("cards", "lotr", "--find", "silverlode").lines
    row = next(n for n, line in enumerate(lines) if "Silverlode Archer" in line)
    assert "cost 3, willpower 1" in lines[row]
    assert cells(lines[row + 1])[-1] == "Ranged."


def printed(columns: int, *words: str) -> str:
    """What a command prints in a terminal of so many columns, with our own games alone."""
    line = [sys.executable, "-m", "services.cli.main", *words]
    env = {**os.environ, "COLUMNS": str(columns), "WESTMARCH_PLUGINS": ""}
    return subprocess.run(line, env=env, capture_output=True, check=True, encoding="utf-8").stdout


@pytest.mark.parametrize("command", ["games", "cards meq", "cards lotr", "cards wotr", "cards bofa"])
@pytest.mark.parametrize("lang", ["en", "pl"])
def test_no_word_is_cut_in_a_terminal_of_80_columns(command: str, lang: str) -> None:
    words = (*command.split(), "--lang", lang)
    narrow = printed(80, *words)
    assert max(map(len, narrow.splitlines())) <= 80
    assert "…" not in narrow
    frame = set("━─┏┳┓┡╇┩┌┬┐├┼┤└┴┘")
    assert [word for word in set(narrow.split()) - set(printed(300, *words).split()) if not set(word) <= frame] == []
