"""A run's temporary folder; what a killed run left behind is removed by a later one."""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = "cogi-ingest-"
LOCK_NAME = "lock"
SETTLE_SECONDS = 60
"""A younger folder may not have been locked yet."""


@contextmanager
def workspace() -> Iterator[Path]:
    """Yield an empty folder that no other run removes while this one lives."""
    _remove_abandoned(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=PREFIX) as name:
        folder = Path(name)
        with (folder / LOCK_NAME).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            content = folder / "content"
            content.mkdir()
            yield content


def _remove_abandoned(parent: Path) -> None:
    for folder in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if _is_ours_and_settled(folder.lstat()):
                _remove_unless_locked(folder)


def _is_ours_and_settled(status: os.stat_result) -> bool:
    ours = stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid()
    return ours and time.time() - status.st_mtime > SETTLE_SECONDS


def _remove_unless_locked(folder: Path) -> None:
    """Raise OSError while its run is alive; the lock goes with the process, however it ends."""
    with (folder / LOCK_NAME).open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder)
