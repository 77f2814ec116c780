"""`games` and `cards` list what there is, for people and for programs."""

import json

from tests.services.cli.conftest import Terminal


def test_games_as_json(terminal: Terminal) -> None:
    listed = {game["id"]: game for game in json.loads(terminal("games", "--json").out)}
    assert listed["barrow"] == {
        "id": "barrow",
        "title": "Barrow",
        "rules_version": 1,
        "scenarios": [
            {"id": "duel", "title": "Duel", "seats": [2]},
            {"id": "company", "title": "Company", "seats": [2, 3]},
        ],
        "components": {"total": 12, "implemented": 12},
    }


def test_games_for_people_in_polish(terminal: Terminal) -> None:
    answer = terminal("games", "--lang", "pl")
    assert answer.code == 0
    row = next(line for line in answer.lines if "barrow" in line)
    assert [cell.strip() for cell in row.strip("│").split("│")] == ["barrow", "Kurhan", "1", "duel", "2", "12 of 12"]


def test_cards_as_json(terminal: Terminal) -> None:
    rows = json.loads(terminal("cards", "barrow", "--json", "--lang", "pl").out)
    assert len(rows) == 4
    assert rows[0] == {
        "id": "treasure-1",
        "name": "Skarb wart 1",
        "kind": "treasure",
        "copies": 3,
        "text": "",
        "implemented": True,
    }


def test_cards_for_people_can_be_searched(terminal: Terminal) -> None:
    answer = terminal("cards", "barrow", "--find", "WORTH 3")
    assert sum("Treasure worth" in line for line in answer.lines) == 1
    assert "Treasure worth 3" in answer.out
