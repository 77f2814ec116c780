"""The event loop of services hears at once of all that gRPC has completed."""

import asyncio
import socket

import grpc
from grpc_health.v1 import health as health_service
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.rpc import event_loop
from services.rpc.event_loop import ServiceLoop


class Reader:
    """Reads as gRPC does: one byte for each call."""

    def __init__(self, completions: socket.socket) -> None:
        self.completions = completions
        self.read = b""

    def _handle_events(self) -> None:
        self.read += self.completions.recv(1)

    def handle_others(self) -> None:
        """Read under a name that gRPC does not use."""
        self._handle_events()


def read_after(written: bytes, method: str) -> bytes:
    """What a reader has been called for, once nothing is left to read."""

    async def listen() -> bytes:
        ours, theirs = socket.socketpair()
        with ours, theirs:
            ours.setblocking(False)
            reader = Reader(ours)
            asyncio.get_running_loop().add_reader(ours, getattr(reader, method))
            theirs.send(written)
            await asyncio.sleep(0.05)
            asyncio.get_running_loop().remove_reader(ours)
            return reader.read

    with asyncio.Runner(loop_factory=ServiceLoop) as runner:
        return runner.run(listen())


def test_of_the_bytes_of_grpc_one_is_left() -> None:
    assert read_after(b"123", "_handle_events") == b"3"
    assert read_after(b"1", "_handle_events") == b"1"


def test_other_readers_get_everything() -> None:
    assert read_after(b"123", "handle_others") == b"123"


def test_the_installed_grpc_reads_under_the_name_that_is_known(monkeypatch) -> None:
    turns = []

    def take(completions: socket.socket, handle) -> None:
        turns.append(completions)
        leave_one_byte(completions, handle)

    leave_one_byte = event_loop._leave_one_byte
    monkeypatch.setattr(event_loop, "_leave_one_byte", take)

    async def call() -> list[health_pb2.HealthCheckResponse]:
        server = grpc.aio.server()
        health_pb2_grpc.add_HealthServicer_to_server(health_service.aio.HealthServicer(), server)
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            check = health_pb2_grpc.HealthStub(channel).Check
            answers = await asyncio.gather(*(check(health_pb2.HealthCheckRequest()) for _ in range(20)))
        await server.stop(None)
        return answers

    with asyncio.Runner(loop_factory=ServiceLoop) as runner:
        answers = runner.run(call())
    assert {answer.status for answer in answers} == {health_pb2.HealthCheckResponse.SERVING}
    assert turns
