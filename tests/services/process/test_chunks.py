"""Chunks: so many items at a time."""

from services.process.chunks import chunks


def test_the_last_chunk_has_what_is_left() -> None:
    assert list(chunks("abcde", 2)) == ["ab", "cd", "e"]
    assert list(chunks([], 2)) == []
