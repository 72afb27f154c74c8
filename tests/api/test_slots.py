"""No more streams run than the setting allows; the others wait a little."""

from __future__ import annotations

import asyncio

import pytest
from pytest_django import Settings

from cogi.api.slots import StreamSlots, TooManyStreams


async def test_a_place_is_refused_when_none_becomes_free_in_time(settings: Settings) -> None:
    settings.COGI_API_MAX_STREAMS = 2
    settings.COGI_API_STREAM_WAIT_SECONDS = 0.05
    slots = StreamSlots()
    await slots.take()
    await slots.take()
    with pytest.raises(TooManyStreams):
        await slots.take()
    assert slots.taken == 2


async def test_a_place_that_becomes_free_goes_to_one_who_waits(settings: Settings) -> None:
    settings.COGI_API_MAX_STREAMS = 1
    settings.COGI_API_STREAM_WAIT_SECONDS = 5
    slots = StreamSlots()
    await slots.take()
    waiting = asyncio.create_task(slots.take())
    await asyncio.sleep(0)
    assert not waiting.done()
    slots.give_back()
    await waiting
    assert slots.taken == 1
