"""No more streams run than the setting allows."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from cogi.api.slots import StreamSlots, TooManyStreams


def test_a_place_is_refused_when_all_are_taken_and_given_when_one_is_free(settings: Settings) -> None:
    settings.COGI_API_MAX_STREAMS = 2
    slots = StreamSlots()
    slots.take()
    slots.take()
    with pytest.raises(TooManyStreams):
        slots.take()
    slots.give_back()
    slots.take()
    assert slots.taken == 2
