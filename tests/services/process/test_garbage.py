"""Garbage is collected rarely while matches are played, and as before afterwards."""

import gc

import pytest

from services.process.garbage import GC_THRESHOLD, collecting_rarely


def test_what_is_there_is_spared_while_the_block_runs() -> None:
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    with collecting_rarely():
        assert gc.get_threshold() == GC_THRESHOLD != before
        assert gc.get_freeze_count() > frozen
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)


def test_a_block_that_fails_leaves_it_as_before() -> None:
    before = gc.get_threshold()
    with pytest.raises(LookupError), collecting_rarely():
        raise LookupError
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)
