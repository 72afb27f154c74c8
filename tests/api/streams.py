"""Reads server-sent events as a browser does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True)
class Frame:
    id: str
    event: str
    data: Any


@dataclass(frozen=True)
class Stream:
    response: httpx.Response
    frames: Iterator[Frame]

    def names(self) -> list[str]:
        return [frame.event for frame in self.frames]


@contextmanager
def open_stream(server: str, **parameters: Any) -> Iterator[Stream]:
    method = parameters.pop("method", "GET")
    with httpx.stream(method, f"{server}/api/v1/answers/stream", timeout=20, **parameters) as response:
        yield Stream(response, read_frames(response.iter_lines()))


def ask_stream(server: str, question: str, **parameters: Any) -> list[Frame]:
    with open_stream(server, params={"q": question}, **parameters) as stream:
        return list(stream.frames)


def read_frames(lines: Iterator[str]) -> Iterator[Frame]:
    fields: dict[str, str] = {}
    for line in lines:
        if line.startswith(":"):
            continue
        if line:
            name, _, value = line.partition(": ")
            assert name not in fields, "an event has one line of each field"
            fields[name] = value
        elif fields:
            yield Frame(fields["id"], fields["event"], json.loads(fields["data"]))
            fields = {}
