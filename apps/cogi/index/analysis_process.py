"""The body of an analysis process: a batch of texts on stdin, its analysis on stdout, until stdin ends.

A process of its own, not of ``multiprocessing``: Celery's workers may not have children of that kind.
"""

from __future__ import annotations

import gc
import pickle
import sys
from typing import BinaryIO

from cogi.index.batches import BatchAnalyzer


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer requests: first what a ``BatchAnalyzer`` takes (no reply), then one batch after the other."""
    language, weights = pickle.load(requests)  # noqa: S301 - the parent wrote it
    analyze = BatchAnalyzer(language, weights)
    while True:
        try:
            texts = pickle.load(requests)  # noqa: S301 - the parent wrote it
        except EOFError:
            return
        pickle.dump(analyze(texts), replies)
        replies.flush()


if __name__ == "__main__":
    # Nothing here is a cycle, and looking for them among millions of strings takes a quarter of the time.
    gc.disable()
    serve(sys.stdin.buffer, sys.stdout.buffer)
