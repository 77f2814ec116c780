"""Ctrl-C while something is awaited."""

import asyncio
import os
import signal
import threading
import time

import pytest

from services.cli.interrupts import run_until_interrupt


def test_what_ends_by_itself_gives_its_result() -> None:
    assert run_until_interrupt(asyncio.sleep(0, "done")) == "done"


def test_an_interrupt_lets_the_work_tidy_up() -> None:
    tidied: list[str] = []

    async def work() -> None:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0)
            tidied.append("yes")

    with pytest.raises(KeyboardInterrupt):
        run_until_interrupt(work())
    assert tidied == ["yes"]


def test_an_interrupt_wakes_a_loop_whose_thread_the_system_did_not_wake() -> None:
    """Another thread takes the signal, or ours does just before it begins to wait: nothing ends that wait."""
    slept_on = threading.Event()
    heard = threading.Event()

    def take_signal(loop: asyncio.AbstractEventLoop) -> None:
        time.sleep(0.3)  # until the loop waits
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        if not heard.wait(5):
            slept_on.set()
            loop.call_soon_threadsafe(lambda: None)

    async def work() -> None:
        thread = threading.Thread(target=take_signal, args=(asyncio.get_running_loop(),))
        thread.start()
        try:
            await asyncio.sleep(60)
        finally:
            heard.set()
            thread.join()

    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with pytest.raises(KeyboardInterrupt):
            run_until_interrupt(work())
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    assert not slept_on.is_set()


def test_a_cancellation_of_another_kind_is_no_interrupt() -> None:
    async def work() -> None:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        run_until_interrupt(work())
