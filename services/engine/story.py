"""The story of a match, told again to those who come late: the events of its changes, in the words of then."""

from collections.abc import Iterator

from engine import Lang
from services.api import engine_pb2 as pb
from services.match import wire
from services.match.hosted import Change, HostedMatch

BEFORE_SETUP = -1
"""The version that somebody has who knows nothing of a match."""
CHANGES_AT_ONCE = 64
"""Changes that are told in one message, before other matches of the worker have their turn."""


def story(
    hosted: HostedMatch, seat: int | None, changes: list[Change], lang: Lang | None
) -> Iterator[pb.GetStoryResponse]:
    """What a seat, or a spectator, was told of these changes, some at a time; nothing of those that told nothing."""
    for start in range(0, len(changes), CHANGES_AT_ONCE):
        part = pb.GetStoryResponse()
        for change in changes[start : start + CHANGES_AT_ONCE]:
            wire.write_story(part.updates.add(), hosted, seat, change, lang)
            if not part.updates[-1].events:
                del part.updates[-1]
        if part.updates:
            yield part
