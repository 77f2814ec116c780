"""Calls are charged to the address they come from, whatever tokens they bring."""

from dataclasses import dataclass

import grpc
import pytest

from services.api.engine_pb2 import DealWorldsRequest, ListGamesRequest, PlayCommand, PlayRequest
from services.api.engine_pb2_grpc import EngineServiceStub
from services.engine.__main__ import setup
from services.process.refusals import detail_of
from services.process.settings import ServerSettings
from services.rpc.addresses import caller_address
from tests.services.conftest import bearer, channel_to
from tests.services.engine.test_matches import refused

PROXIES = ServerSettings(trusted_proxies="10.0.0.0/8, ::1").proxy_networks()


@dataclass
class Call:
    """A call as gRPC tells of it."""

    by: str
    forwarded: str = ""

    def peer(self) -> str:
        return self.by

    def invocation_metadata(self):
        return (("x-forwarded-for", self.forwarded),) if self.forwarded else ()


@pytest.mark.parametrize(
    ("call", "address"),
    [
        (Call("ipv4:203.0.113.5:40000"), "203.0.113.5"),
        (Call("ipv6:%5B2001:db8:1:2:3:4:5:6%5D:40000"), "2001:db8:1:2::/64"),
        (Call("ipv6:[2001:db8:1:2::9]:40000"), "2001:db8:1:2::/64"),
        (Call("ipv6:%5B::ffff:203.0.113.5%5D:40000"), "203.0.113.5"),
        (Call("ipv6:%5Bfe80::1%25eth0%5D:40000"), "fe80::/64"),
        (Call("unix:/run/westmarch.sock"), "unix:/run/westmarch.sock"),
        (Call("ipv4:203.0.113.5:40000", "198.51.100.1"), "203.0.113.5"),
        (Call("ipv4:10.1.2.3:40000", "198.51.100.1"), "198.51.100.1"),
        (Call("ipv6:%5B::1%5D:40000", "2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64"),
        (Call("ipv4:10.1.2.3:40000", "192.0.2.66, 198.51.100.1, 10.9.9.9"), "198.51.100.1"),
        (Call("ipv4:10.1.2.3:40000", "198.51.100.1, nonsense"), "10.1.2.3"),
        (Call("ipv4:10.1.2.3:40000"), "10.1.2.3"),
    ],
)
def test_where_a_call_comes_from(call, address: str) -> None:
    assert caller_address(call, PROXIES) == address


def test_proxies_that_are_no_networks_are_refused() -> None:
    with pytest.raises(ValueError, match="does not appear to be an IPv4 or IPv6 network"):
        ServerSettings(trusted_proxies="proxy.example.org")


def from_address(address: str):
    return (("x-forwarded-for", address),)


async def test_many_tokens_of_one_address_have_one_allowance_and_services_have_none(
    settings, store, keyring, service
) -> None:
    slow = settings.having(calls_per_second_of_address=0.01, calls_burst_of_address=5, trusted_proxies="127.0.0.1")
    tokens = [bearer(keyring.mint("seat", "~ann", 60, match_id=f"match-{n:03}", seat=0)) for n in range(8)]
    async with channel_to(setup, slow) as channel:
        stub = EngineServiceStub(channel)

        async def reasons(address: str) -> list[str]:
            request = DealWorldsRequest(match_id="nothing-here")
            return [await refused(stub.DealWorlds(request, metadata=token + from_address(address))) for token in tokens]

        assert await reasons("2001:db8:0:1::1") == ["UNKNOWN_MATCH"] * 5 + ["RATE_LIMITED"] * 3
        assert await reasons("2001:db8:0:1::2") == ["RATE_LIMITED"] * 8, "the same /64"
        assert await reasons("198.51.100.7") == ["UNKNOWN_MATCH"] * 5 + ["RATE_LIMITED"] * 3
        for _ in range(10):
            await stub.ListGames(ListGamesRequest(), metadata=service + from_address("198.51.100.7"))
        with pytest.raises(grpc.RpcError) as caught:
            await stub.ListGames(ListGamesRequest(), metadata=tokens[0] + from_address("198.51.100.7"))
        assert caught.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
        assert detail_of(caught.value).retry_after_ms > 1_000


async def test_what_one_token_may_not_send_is_not_charged_to_others_of_its_address(settings, store, keyring) -> None:
    slow = settings.having(calls_per_second=0.01, calls_burst=2, calls_per_second_of_address=0.01)
    slow = slow.having(calls_burst_of_address=4)
    first, second = (bearer(keyring.mint("seat", "~ann", 60, match_id=f"match-{n:03}", seat=0)) for n in range(2))
    async with channel_to(setup, slow) as channel:
        stub = EngineServiceStub(channel)

        async def reason(auth) -> str:
            return await refused(stub.DealWorlds(DealWorldsRequest(match_id="nothing-here"), metadata=auth))

        assert [await reason(first) for _ in range(6)] == ["UNKNOWN_MATCH"] * 2 + ["RATE_LIMITED"] * 4
        assert [await reason(second) for _ in range(2)] == ["UNKNOWN_MATCH"] * 2


async def test_many_tokens_of_one_address_have_so_many_streams(settings, store, keyring, service) -> None:
    few = settings.having(max_streams_per_address=2)
    tokens = [bearer(keyring.mint("seat", "~ann", 60, match_id=f"match-{n:03}", seat=0)) for n in range(3)]
    async with channel_to(setup, few) as channel:
        stub = EngineServiceStub(channel)
        opened = []
        for token in tokens[:2]:
            call = stub.Play(metadata=token)
            await call.write(PlayRequest(commands=[PlayCommand()]))
            await call.read()
            opened.append(call)
        assert await refused(stub.Play(metadata=tokens[2]).read()) == "RATE_LIMITED"
        trusted = stub.Play(metadata=service)
        await trusted.done_writing()
        assert await trusted.read() is grpc.aio.EOF
        for call in opened:
            call.cancel()


async def test_the_refusal_of_somebody_too_fast_is_held_back_and_others_are_answered(settings, store, service) -> None:
    slow = settings.having(calls_per_second=0.01, calls_burst=1, refusal_seconds=1_000)
    async with channel_to(setup, slow) as channel:
        stub = EngineServiceStub(channel)
        await stub.ListGames(ListGamesRequest())
        refused_call = stub.ListGames(ListGamesRequest())
        for _ in range(3):
            await stub.ListGames(ListGamesRequest(), metadata=service)
        assert not refused_call.done()
        refused_call.cancel()
