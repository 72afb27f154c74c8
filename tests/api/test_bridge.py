"""A generator runs in one thread, ahead of its reader, and ends in it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Generator

import pytest

from cogi.api.bridge import THREAD_NAME, GeneratorThread

PATIENCE = 10


async def read_all(thread: GeneratorThread[str]) -> list[str]:
    items: list[str] = []
    while batch := await thread.after(len(items)):
        items += batch
    return items


async def test_items_arrive_in_order_until_the_end() -> None:
    letters = [chr(97 + position % 26) for position in range(1000)]
    thread = GeneratorThread(letter for letter in letters)
    assert await read_all(thread) == letters
    assert await thread.after(len(letters)) == []


async def test_the_generator_runs_and_closes_in_one_thread_which_then_ends() -> None:
    threads: list[threading.Thread] = []

    def generate() -> Generator[str, None, None]:
        try:
            threads.append(threading.current_thread())
            yield "a"
            threads.append(threading.current_thread())
        finally:
            threads.append(threading.current_thread())

    await read_all(GeneratorThread(generate()))
    threads[0].join(PATIENCE)
    assert [thread.name for thread in threads] == [THREAD_NAME] * 3
    assert set(threads) == {threads[0]}
    assert not threads[0].is_alive()


async def test_a_reader_that_does_not_read_does_not_hold_the_generator() -> None:
    closed = threading.Event()
    thread = GeneratorThread((item for item in ("a", "b")), when_closed=closed.set)
    assert await asyncio.to_thread(closed.wait, PATIENCE)
    assert await thread.after(0) == ["a", "b"]


async def test_an_error_reaches_the_reader_after_the_items_before_it() -> None:
    def generate() -> Generator[str, None, None]:
        yield "a"
        raise LookupError("no such item")

    closed = threading.Event()
    thread = GeneratorThread(generate(), when_closed=closed.set)
    assert await asyncio.to_thread(closed.wait, PATIENCE)
    assert await thread.after(0) == ["a"]
    with pytest.raises(LookupError, match="no such item"):
        await thread.after(1)


async def test_a_stopped_generator_is_closed_at_its_next_item() -> None:
    go_on, closed, order = threading.Event(), threading.Event(), list[str]()

    def generate() -> Generator[str, None, None]:
        try:
            yield "a"
            go_on.wait(PATIENCE)
            order.append("next item")
            yield "b"
            order.append("must not be reached")
        finally:
            order.append("closed")

    thread = GeneratorThread(generate(), when_closed=closed.set)
    assert await thread.after(0) == ["a"]
    thread.stop()
    assert order == []
    go_on.set()
    assert await asyncio.to_thread(closed.wait, PATIENCE)
    assert order == ["next item", "closed"]


def test_when_the_loop_is_gone_the_generator_is_closed() -> None:
    go_on, closed = threading.Event(), threading.Event()
    yielded: list[int] = []

    def generate() -> Generator[int, None, None]:
        go_on.wait(PATIENCE)
        for item in range(1000):
            yielded.append(item)
            yield item

    async def start_and_leave() -> None:
        GeneratorThread(generate(), when_closed=closed.set)

    asyncio.run(start_and_leave())
    go_on.set()
    assert closed.wait(PATIENCE)
    assert yielded == [0, 1]
