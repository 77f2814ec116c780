"""Celery's way to the broker, mended: a worker goes on after the broker was away, however many tasks it had just then.

Kombu counts a task as taken until the broker has heard that it is done. Where it cannot be told, the failure is logged
and the place stays taken: once that has happened to as many tasks as a worker takes at a time, it asks for no more, and
so never learns that it has to connect again."""

from kombu.transport import TRANSPORT_ALIASES
from kombu.transport import redis as kombu_redis


class QoS(kombu_redis.QoS):
    """The tasks that a worker has taken. One that it is done with takes no place, whether or not the broker knows.

    The broker hands it to another worker when its time is up; all our tasks may be done twice."""

    def ack(self, delivery_tag: str) -> None:
        """Tell the broker that a task is done."""
        try:
            super().ack(delivery_tag)  # type: ignore[no-untyped-call]
        finally:
            self._quick_ack(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """Tell the broker that a task was not done."""
        try:
            super().reject(delivery_tag, requeue)  # type: ignore[no-untyped-call]
        finally:
            self._quick_ack(delivery_tag)


class Channel(kombu_redis.Channel):
    """A channel that counts tasks so."""

    QoS = QoS


class Transport(kombu_redis.Transport):
    """Kombu's transport for Redis and Valkey, on such channels."""

    Channel = Channel


def install() -> None:
    """Use it for every broker of this process whose address begins with redis or rediss."""
    path = f"{Transport.__module__}:{Transport.__qualname__}"
    TRANSPORT_ALIASES.update(redis=path, rediss=path)
