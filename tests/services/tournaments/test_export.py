"""Tournaments as files: a Swiss as FIDE's report file has it, and every table as a spreadsheet has it."""

import csv

from services.competition import commands
from services.tournaments.export import as_csv, as_trf, can_be_trf
from tests.services.competition.conftest import Hall

WIN, DRAW = (1.0, 0.0), (0.5, 0.5)


def test_a_swiss_as_a_report_file() -> None:
    hall = Hall(
        name="Spring Cup",
        setting={"game": "wotr", "scenario": "duel"},
        stages=[{"format": "swiss", "rounds": 2, "table": "match"}],
    )
    for name, rating in (("ann", 1800.0), ("ben", 1700.4), ("cid", None)):
        hall.enter(name, rating=rating)
    hall.begin()
    hall.end_all(WIN)
    hall.direct()
    hall.ask(commands.withdraw(hall.competition, "cid"), "cid")
    hall.direct()
    hall.end_all(DRAW)
    hall.direct()
    stage = hall.competition.stages[0]
    assert can_be_trf(stage)
    *head, ann, ben, cid = b"".join(as_trf(hall.competition, stage)).decode().splitlines()
    assert head == ["012 Spring Cup", "062 3", "092 Swiss: wotr duel", "XXR 2"]
    assert [columns(line) for line in (ann, ben, cid)] == [
        ("001", "1", "ann", "1800", "2.0", "1", ["2 w 1", "3 b +"]),
        ("001", "2", "ben", "1700", "1.0", "2", ["1 b 0", "0000 - U"]),
        ("001", "3", "cid", "", "1.0", "3", ["0000 - U", "1 w -"]),
    ]


def test_a_series_is_one_result_in_a_report_file() -> None:
    hall = Hall(stages=[{"format": "elimination"}])
    hall.begin("ann", "ben")
    hall.end(1, WIN, WIN[::-1])
    hall.direct()
    hall.end(1, WIN, WIN)
    hall.direct()
    stage = hall.competition.stages[0]
    *_, ann, ben = b"".join(as_trf(hall.competition, stage)).decode().splitlines()
    assert [columns(line)[4:] for line in (ann, ben)] == [("1.0", "1", ["2 - 1"]), ("0.0", "2", ["1 - 0"])]


def columns(line: str) -> tuple[object, ...]:
    """The values of an entrant, cut out where the report file has them."""
    places = ((0, 3), (4, 8), (14, 47), (48, 52), (80, 84), (85, 89))
    rounds = [line[start : start + 8].strip() for start in range(91, len(line), 10)]
    return *(line[start:end].strip() for start, end in places), rounds


def test_how_each_table_was_decided_as_a_spreadsheet_has_it() -> None:
    hall = Hall(stages=[{"format": "swiss", "rounds": 1, "table": "match"}], pace={"hard_minutes": 30})
    hall.begin("ann", "ben", "cid", "dan", "eve", "fay", "gus", "hal", "ivy")
    hall.end(1, WIN)
    hall.ask(commands.adjudicate(hall.competition, 0, 1, 2, DRAW), why="the roof fell in")
    leaver = hall.competition.entries[hall.competition.table(0, 1, 3).table.entrants[1]].name
    hall.ask(commands.withdraw(hall.competition, leaver), leaver)
    hall.wait(30)
    told = csv.DictReader(b"".join(as_csv("cup", hall.competition)).decode().splitlines())
    assert [(row["table"], row["outing"], row["points"]) for row in told] == [
        ("", "bye", ""),
        ("1", "played", "1"),
        ("1", "played", "0"),
        ("2", "adjudicated", "0.5"),
        ("2", "adjudicated", "0.5"),
        ("3", "won by forfeit", "1"),
        ("3", "lost by forfeit", "0"),
        ("4", "adjudicated", "0.5"),
        ("4", "adjudicated", "0.5"),
    ]
