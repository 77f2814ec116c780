"""Ids are words of a command line too."""

from services.process.ids import fresh_id


def test_an_id_begins_as_it_is_told_and_is_never_an_option() -> None:
    ids = {fresh_id("m") for _ in range(1_000)}
    assert len(ids) == 1_000
    assert all(one[0] == "m" and len(one) > 10 for one in ids)
