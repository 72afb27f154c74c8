"""How many processors this process may use."""

from __future__ import annotations

import os


def available_processors() -> int:
    """Return the number of processors that the operating system lets this process run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
