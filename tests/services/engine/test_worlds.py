"""Worlds cost processor time: each caller has a budget of it, and what is granted leaves others their turn."""

import asyncio

import grpc
import pytest

from services.api import engine_pb2 as pb
from services.engine.__main__ import setup
from services.engine.worlds import WorldBudgets, WorldDealer
from services.process.refusals import Refused, detail_of
from services.process.settings import LimitSettings
from services.rpc.tokens import Caller
from tests.services.conftest import channel_to
from tests.services.engine.conftest import Engine
from tests.services.match.conftest import Host, host  # noqa: F401

ANN, BOB, BOTS = Caller("seat", "~ann", "m1", 0), Caller("seat", "~bob", "m2", 0), Caller("service", "bots")


async def test_who_has_used_up_their_processor_time_is_refused_and_told_for_how_long() -> None:
    now = [0.0]
    budgets = WorldBudgets(LimitSettings(worlds_share=0.1, worlds_share_of_address=0.2), lambda: now[0])
    await budgets.wait_or_refuse(ANN, "home")
    budgets.spend(ANN, "home", 0.7)
    with pytest.raises(Refused) as caught:
        await budgets.wait_or_refuse(ANN, "home")
    assert (caught.value.code, caught.value.retry_after) == (grpc.StatusCode.RESOURCE_EXHAUSTED, pytest.approx(2.0))
    await budgets.wait_or_refuse(BOB, "home")
    budgets.spend(BOB, "home", 0.4)
    with pytest.raises(Refused):  # not of the token, but of the address
        await budgets.wait_or_refuse(BOB, "home")
    await budgets.wait_or_refuse(BOB, "elsewhere")
    await budgets.wait_or_refuse(BOTS, "home")
    now[0] += 2.1
    await budgets.wait_or_refuse(ANN, "home")


async def test_many_seats_of_one_address_have_one_budget_and_our_bots_have_their_own(
    settings, store, admin, service
) -> None:
    little = settings.having(worlds_share=1e-6, worlds_share_of_address=2e-6)
    async with channel_to(setup, little) as channel:
        worker = Engine(channel, admin)
        matches = [await worker.new_match() for _ in range(6)]

        async def deal(match, auth) -> str:
            request = pb.DealWorldsRequest(match_id=match.id, seat=0, count=8)
            try:
                assert len((await worker.stub.DealWorlds(request, metadata=auth)).worlds) == 8
            except grpc.RpcError as error:
                return f"{error.code().name}, and {'when' if detail_of(error).retry_after_ms else 'not when'} to retry"
            return "dealt"

        answers = [await deal(match, match.auth(0)) for match in matches]
        assert answers[0] == "dealt"
        assert answers[-1] == "RESOURCE_EXHAUSTED, and when to retry", "another seat, and another token"
        assert await deal(matches[0], service) == "dealt"
        await worker.choose(matches[-1], 0)


async def test_between_two_worlds_everybody_else_has_a_turn(host: Host) -> None:  # noqa: F811
    dealer, turns, callers = WorldDealer(LimitSettings(worlds_share=100, worlds_share_of_address=100)), 0, 10
    dealing = [
        asyncio.create_task(dealer.deal(host(), 0, 8, None, Caller("seat", f"~p{number}"), "home"))
        for number in range(callers)
    ]
    while not all(task.done() for task in dealing):
        turns += 1
        await asyncio.sleep(0)
    assert [len(task.result()) for task in dealing] == [8] * callers
    assert turns >= 8 * callers


async def test_a_call_that_is_broken_off_leaves_the_dealer_to_others(host: Host) -> None:  # noqa: F811
    dealer = WorldDealer(LimitSettings(worlds_share=100, worlds_share_of_address=100))
    first, second = (asyncio.create_task(dealer.deal(host(), 0, 64, None, who, "home")) for who in (ANN, BOB))
    await asyncio.sleep(0)
    first.cancel()
    assert len(await second) == 64
