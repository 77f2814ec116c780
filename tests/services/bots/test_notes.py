"""What a process notes of the pair that it is at, as another one reads it."""

import os
from pathlib import Path

from services.bots.notes import Notes


def test_notes_tell_who_is_choosing_and_after_what(tmp_path: Path) -> None:
    notes = Notes.begin(tmp_path, b"task")
    [read] = Notes.all(tmp_path)
    assert (read.pid, read.task, read.entrant, read.reported) == (os.getpid(), b"task", -1, 0)
    notes.report(2)
    notes.start(3, 1)
    notes.watch(0, [(0, 4)])
    notes.watch(1, [(0, 4), (1, 2)])
    assert (read.reported, read.job, read.leg, read.entrant) == (2, 3, 1, 1)
    assert read.choices == [(0, 4), (1, 2)]
    notes.rest()
    assert read.entrant == -1
    notes.start(4, 0)
    assert read.choices == []


def test_notes_of_a_task_that_is_done_are_gone(tmp_path: Path) -> None:
    Notes.begin(tmp_path, b"task").end()
    assert not Notes.all(tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_file_that_was_just_made_blames_nobody(tmp_path: Path) -> None:
    notes = Notes.begin(tmp_path, b"task")
    (tmp_path / str(notes.pid)).write_bytes(bytes((tmp_path / str(notes.pid)).stat().st_size))
    assert [one.entrant for one in Notes.all(tmp_path)] == [-1]
