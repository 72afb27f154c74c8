"""A generator runs in one thread, and ends in it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Generator

import pytest

from cogi.api.bridge import THREAD_NAME, Steps


async def test_items_arrive_in_order_and_none_is_the_end() -> None:
    steps = Steps(item for item in ("a", "b"))
    assert [await steps.step() for _ in range(3)] == ["a", "b", None]
    steps.close()


async def test_all_steps_and_the_close_run_in_one_thread_which_then_ends() -> None:
    threads: list[threading.Thread] = []

    def generate() -> Generator[int, None, None]:
        try:
            for item in range(3):
                threads.append(threading.current_thread())
                yield item
        finally:
            threads.append(threading.current_thread())

    steps = Steps(generate())
    await steps.step()
    await steps.step()
    steps.close()
    threads[0].join(timeout=5)
    assert len(threads) == 3
    assert set(threads) == {threads[0]}
    assert threads[0].name.startswith(THREAD_NAME)
    assert not threads[0].is_alive()


async def test_an_error_reaches_the_caller() -> None:
    def generate() -> Generator[int, None, None]:
        yield 1
        raise LookupError("no such item")

    steps = Steps(generate())
    assert await steps.step() == 1
    with pytest.raises(LookupError, match="no such item"):
        await steps.step()
    steps.close()


async def test_a_step_that_was_given_up_finishes_and_then_the_generator_closes() -> None:
    go_on, order = threading.Event(), list[str]()
    closed = threading.Event()

    def generate() -> Generator[int, None, None]:
        try:
            go_on.wait(5)
            order.append("stepped")
            yield 1
            order.append("must not be reached")
        finally:
            order.append("closed")

    steps = Steps(generate(), when_closed=closed.set)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(steps.step(), timeout=0.05)
    steps.close()
    assert order == []
    go_on.set()
    assert await asyncio.to_thread(closed.wait, 5)
    assert order == ["stepped", "closed"]
