"""Serves a GGUF model by llama.cpp, prints the server's address, and ends with its standard input.

It is a process of its own, since what goes wrong in native code would end the tests as well.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any


def main(model: str, context: int) -> None:
    # By name, since type checkers run where it is not installed, too.
    xllamacpp: Any = import_module("xllamacpp")
    parameters = xllamacpp.CommonParams()
    parameters.model.path = model
    parameters.n_ctx = context
    parameters.n_parallel = 1
    parameters.warmup = False
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)  # noqa: T201 - how the tests learn it
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
