"""Work that nobody wants is interrupted once, by whoever says so first."""

from __future__ import annotations

import time
from threading import Event

from cogi.inference.cancellation import Cancellation


def test_cancelling_interrupts_what_is_at_work_and_what_begins_later() -> None:
    cancellation, first, later = Cancellation(), Event(), Event()
    with cancellation.interrupting(first.set, deadline=time.monotonic() + 60):
        assert not cancellation.cancelled
        cancellation.cancel()
        assert first.is_set()
    with cancellation.interrupting(later.set, deadline=time.monotonic() + 60):
        assert later.is_set()
    assert cancellation.cancelled


def test_a_deadline_interrupts_from_another_thread() -> None:
    cancellation, interrupted = Cancellation(), Event()
    with cancellation.interrupting(interrupted.set, deadline=time.monotonic() + 0.01):
        assert interrupted.wait(5)
    assert not cancellation.cancelled


def test_work_that_has_ended_is_not_interrupted() -> None:
    cancellation, interrupted = Cancellation(), Event()
    with cancellation.interrupting(interrupted.set, deadline=time.monotonic() + 0.05):
        pass
    cancellation.cancel()
    assert not interrupted.wait(0.1)
