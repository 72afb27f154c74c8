from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection
from kombu.simple import SimpleQueue


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "broker"


def connect(directory: Path) -> Connection:
    return Connection(
        "filesystem://localhost",
        transport="cogiportal.broker:Transport",
        transport_options={"directory": str(directory)},
    )


@pytest.fixture
def name(request: pytest.FixtureRequest) -> str:
    """A queue of the test's own: kombu remembers for the whole process which queues it has bound."""
    return str(request.node.name)


@pytest.fixture
def queue(directory: Path, name: str) -> Iterator[SimpleQueue]:
    with connect(directory) as connection, connection.SimpleQueue(name) as opened:
        yield opened


def test_messages_reach_another_connection_in_order_and_once(
    directory: Path, name: str, queue: SimpleQueue
) -> None:
    for number in range(3):
        queue.put({"number": number})
    with connect(directory) as connection, connection.SimpleQueue(name) as other:
        taken = [other.get(block=False) for _ in range(3)]
        assert [message.payload for message in taken] == [{"number": 0}, {"number": 1}, {"number": 2}]
        for message in taken:
            message.ack()
        with pytest.raises(Empty):
            other.get(block=False)
    with pytest.raises(Empty):
        queue.get(block=False)


def test_a_message_that_is_being_written_is_not_taken(directory: Path, queue: SimpleQueue) -> None:
    queue.put({"number": 1})
    (message,) = (directory / "messages").iterdir()
    message.rename(message.with_suffix(".partial"))
    with pytest.raises(Empty):
        queue.get(block=False)


def test_queues_are_apart(directory: Path, queue: SimpleQueue) -> None:
    queue.put("for work")
    with connect(directory) as connection, connection.SimpleQueue("another") as rest, pytest.raises(Empty):
        rest.get(block=False)
    assert queue.get(block=False).payload == "for work"


def test_only_the_owner_reads_the_messages(directory: Path, queue: SimpleQueue) -> None:
    queue.put("for work")
    assert stat.S_IMODE((directory / "messages").stat().st_mode) == 0o700
