"""Parses files in processes of their own, so that a crash or an endless loop costs one file."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import IO, Any, Self, cast

from cogi.ingest.conf import conf
from cogi.ingest.documents import SkippedFile
from cogi.ingest.parse_process import Reply
from cogi.ingest.parsers.base import Parser
from cogi.ingest.trees import TreeFiles
from cogi.processors import available_processors

FILES_PER_PROCESS = 24
"""Below this many files, starting another process takes longer than it saves."""


class LostFile(SkippedFile):
    """A file whose process was lost; unlike a broken file, another try may succeed."""

    __slots__ = ()


class ParseProcessFailed(Exception):
    """The environment of the parse processes is broken, whatever the files are."""


def parse_files(
    parsers: Mapping[str, Parser], files: TreeFiles, work: Sequence[tuple[str, str]]
) -> Iterator[Reply]:
    """Yield a page, or why there is none, for each ``(format name, path)``, in order."""
    free: list[_ParseProcess] = []
    with ExitStack() as stack:
        count = _process_count(len(work))
        free.extend(stack.enter_context(_ParseProcess(parsers, files)) for _ in range(count))
        threads = stack.enter_context(ThreadPoolExecutor(len(free)))
        stack.callback(threads.shutdown, cancel_futures=True)
        yield from threads.map(lambda item: _parse_with(free, *item), work)


def _parse_with(free: list[_ParseProcess], name: str, path: str) -> Reply:
    process = free.pop()
    try:
        return process.parse(name, path)
    finally:
        free.append(process)


def _process_count(files: int) -> int:
    available = conf.processes or available_processors()
    return max(1, min(available, -(-files // FILES_PER_PROCESS)))


class _ParseProcess:
    """One parse process, started anew after it died."""

    def __init__(self, parsers: Mapping[str, Parser], files: TreeFiles) -> None:
        self._setup = pickle.dumps((dict(parsers), files))
        self._ready = False
        self._process = self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def parse(self, name: str, path: str) -> Reply:
        timed_out = threading.Event()
        watchdog = threading.Timer(conf.parse_timeout_seconds, self._give_up, [timed_out])
        self._await_ready()
        watchdog.start()
        try:
            reply = self._exchange(name, path)
        except (EOFError, OSError, pickle.UnpicklingError):
            reply = None
        finally:
            watchdog.cancel()
            watchdog.join()
        if reply is None or timed_out.is_set():
            self._stop()
            self._ready, self._process = False, self._start()
        return reply or LostFile(path, _reason(timed_out=timed_out.is_set()))

    def _exchange(self, name: str, path: str) -> Reply | None:
        reply: Reply = self._ask(pickle.dumps((name, path)))
        return reply

    def _await_ready(self) -> None:
        """Start-up is not one file's fault: when it fails, the run does."""
        if self._ready:
            return
        try:
            self._ready = self._ask(self._setup)
        except (EOFError, OSError) as exc:
            raise ParseProcessFailed(
                "A parse process does not start. Run `python -m cogi.ingest.parse_process < /dev/null`, "
                "and import the BACKEND of each of COGI_PARSERS, to see why."
            ) from exc

    def _ask(self, request: bytes) -> Any:
        requests, replies = cast(IO[bytes], self._process.stdin), cast(IO[bytes], self._process.stdout)
        requests.write(request)
        requests.flush()
        return pickle.load(replies)  # noqa: S301 - the child runs this package's code

    def _give_up(self, timed_out: threading.Event) -> None:
        timed_out.set()
        self._process.kill()

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "cogi.ingest.parse_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )

    def _stop(self) -> None:
        self._process.kill()
        with suppress(OSError):
            self._process.communicate()


def _reason(*, timed_out: bool) -> str:
    if timed_out:
        return (
            f"Parsing took longer than {conf.parse_timeout_seconds} seconds. Simplify the file, or raise "
            "COGI_INGEST_PARSE_TIMEOUT_SECONDS."
        )
    return "The parse process ended while reading it (crashed or out of memory). Please report the file."
