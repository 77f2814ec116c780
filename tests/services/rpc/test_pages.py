"""Pages: as many messages as fit."""

from services.api.bots_pb2 import Bot
from services.rpc.pages import pages


def test_pages_hold_as_many_messages_as_fit_and_a_large_one_by_itself() -> None:
    messages = [Bot(name="x" * size) for size in (40, 40, 40, 500, 40)]
    assert [[len(one.name) for one in page] for page in pages(messages, 100)] == [[40, 40], [40], [500], [40]]
    assert list(pages([], 100)) == []
