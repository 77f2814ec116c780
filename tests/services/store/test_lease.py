"""Leases on a real store: one holder at a time, and nobody touches what is another's."""

import asyncio

from services.store.lease import Lease


async def test_one_holds_it_and_renews_it_and_the_other_waits(store) -> None:
    ann, bob = (Lease(store, "work", name, 60) for name in ("ann", "bob"))
    assert [await ann.acquire(), await bob.acquire(), await ann.acquire()] == [True, False, True]
    await bob.release()
    assert not await bob.acquire(), "it was not his to give back"
    await ann.release()
    assert await bob.acquire()


async def test_a_lease_that_expired_is_not_renewed_over_another_who_has_it(store) -> None:
    ann, bob = Lease(store, "work", "ann", 0.02), Lease(store, "work", "bob", 60)
    assert await ann.acquire()
    await asyncio.sleep(0.05)
    assert await bob.acquire()
    assert not await ann.acquire()
    await ann.release()
    assert await store.get("work") == b"bob"
    assert await store.pttl("work") > 1_000


async def test_of_many_who_ask_at_once_one_is_given_it(store) -> None:
    leases = [Lease(store, "work", f"holder {number}", 60) for number in range(20)]
    assert sum(await asyncio.gather(*(lease.acquire() for lease in leases))) == 1


async def test_a_store_that_lost_our_functions_gives_leases_again(store) -> None:
    await store.function_flush()
    assert await Lease(store, "work", "ann", 60).acquire()
