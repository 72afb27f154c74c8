"""The body of a parse process: one request on stdin, one reply on stdout, until stdin ends.

A process of its own, not of ``multiprocessing``, because Celery's workers may not have children of
that kind, and because a parser that crashes or never ends must cost one file, not the pool.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Mapping
from typing import BinaryIO

from cogi.ingest.cleaning import clean_page
from cogi.ingest.documents import Page, SkippedFile
from cogi.ingest.parsers.base import ParseError, Parser

Reply = Page | SkippedFile


def parse_file(parser: Parser, path: str, files: Mapping[str, bytes]) -> Reply:
    """Return the page at ``path``, or why there is none; no file can raise past this."""
    data = files.get(path)
    if data is None:
        return SkippedFile(path, "It cannot be read. Check that it exists and its permissions.")
    if b"\0" in data:
        return SkippedFile(path, "It is not text in UTF-8: it has NUL bytes. Save it as UTF-8.")
    try:
        return clean_page(parser.parse(path, data, includes=files))
    except ParseError as exc:
        return SkippedFile(path, str(exc))
    except Exception as exc:  # noqa: BLE001 - whatever a file makes a parser raise costs that file only
        return _defect(parser, path, exc)


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer requests: first the parsers and the files (reply: True), then pairs of format name and path."""
    parsers, files = pickle.load(requests)  # noqa: S301 - the parent wrote it
    _send(True, replies)
    while True:
        try:
            name, path = pickle.load(requests)  # noqa: S301 - the parent wrote it
        except EOFError:
            return
        _send(parse_file(parsers[name], path, files), replies)


def _send(reply: Reply | bool, replies: BinaryIO) -> None:
    pickle.dump(reply, replies)
    replies.flush()


def _defect(parser: Parser, path: str, exc: Exception) -> SkippedFile:
    return SkippedFile(
        path, f"The {parser.name} parser failed ({type(exc).__name__}). Please report the file."
    )


def main() -> None:
    """Keep the reply stream for replies: what a library prints goes nowhere."""
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    serve(sys.stdin.buffer, replies)


if __name__ == "__main__":
    main()
