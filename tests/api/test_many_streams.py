"""Many streams at once, a third of them left at a random moment: each ends well, and nothing stays behind.

``COGI_TEST_STREAMS=1000`` runs as many as that.
"""

from __future__ import annotations

import asyncio
import os
import random
import threading
from collections import Counter
from dataclasses import dataclass, field

import httpx
import pytest
import uvicorn
from pytest_django import Settings

from cogi.api.answer_streams import AnswerStream
from cogi.api.slots import stream_slots
from cogi.retrieval.engines import ENGINES
from tests.api.streams import Frame, ask_stream, read_frames
from tests.api.test_streaming import assert_well_formed, connections_in_use, eventually, use_chat
from tests.inference.model_server import Reply, Request, chat_reply, model_server, slow_chat_reply

pytestmark = pytest.mark.django_db

STREAMS = int(os.environ.get("COGI_TEST_STREAMS", "60"))
AT_ONCE = 16
QUESTIONS = ("How do I log a user in?", "Which markup do templates escape?", "xylophone zeppelin")
REPLIES = (
    chat_reply("Call `login()`. [1]", " It starts a session. [1]"),
    slow_chat_reply("Call `login()`. [1]", " It starts", " a session. [1]", interval=0.03),
    Reply(hangs=True),
    chat_reply("Call `login()`. [1] ", "Then", ends=False, hangs=True),
    chat_reply("Call `login()`. [1] ", "Then", ends=False),
    Reply(status=429),
    Reply(status=500),
    Reply(bytes(range(256))),
)


@dataclass
class Tally:
    finished: list[list[Frame]] = field(default_factory=list)
    left: int = 0


def test_a_third_of_many_streams_is_left_and_all_others_end_well(
    site: uvicorn.Server, server: str, settings: Settings
) -> None:
    settings.COGI_ANSWER_CHAT_DEADLINE = 1
    chance = random.Random(7)  # noqa: S311 - chooses moments
    ask_stream(server, QUESTIONS[0])  # makes what stays for the life of a process
    assert eventually(lambda: stream_slots.taken == 0)
    loop = site.servers[0].get_loop()
    tasks, threads, connections = len(asyncio.all_tasks(loop)), passing_threads(), connections_in_use()

    def reply(_: Request) -> Reply:
        return chance.choice(REPLIES)

    with model_server(reply) as chat:
        use_chat(settings, chat.base_url, timeout=0.5)
        tally = asyncio.run(ask_many(server, chance))
    assert tally.left == STREAMS // 3
    assert len(tally.finished) == STREAMS - tally.left
    for frames in tally.finished:
        assert_well_formed(frames)
    endings = Counter(frames[-1].event for frames in tally.finished)
    assert endings == {"done": len(tally.finished)}
    assert eventually(lambda: stream_slots.taken == 0 and not AnswerStream.under_way)
    assert eventually(lambda: len(asyncio.all_tasks(loop)) <= tasks)
    assert eventually(lambda: passing_threads() <= threads)
    assert eventually(lambda: connections_in_use() <= connections)


def passing_threads() -> set[str]:
    """Return the threads besides the pools, which have a bounded number of threads for good."""
    pools = ("asyncio_", "ThreadPoolExecutor", *(f"cogi-{engine.name}_" for engine in ENGINES), "cogi-cache_")
    return {thread.name for thread in threading.enumerate() if not thread.name.startswith(pools)}


async def ask_many(server: str, chance: random.Random) -> Tally:
    tally = Tally()
    leaves = [number < STREAMS // 3 for number in range(STREAMS)]
    chance.shuffle(leaves)
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(*, leaves: bool) -> None:
        async with gate, httpx.AsyncClient(timeout=30) as client:
            parameters = {"q": chance.choice(QUESTIONS)}
            patience = chance.choice((0.005, 0.02, 0.05, 0.1, 0.3)) if leaves else 30
            try:
                async with asyncio.timeout(patience):
                    lines = await read_lines(client, server, parameters)
                    if leaves:
                        await asyncio.sleep(patience)
            except TimeoutError:
                tally.left += 1
            else:
                tally.finished.append(list(read_frames(iter(lines))))

    await asyncio.gather(*(one(leaves=each) for each in leaves))
    return tally


async def read_lines(client: httpx.AsyncClient, server: str, parameters: dict[str, str]) -> list[str]:
    async with client.stream("GET", f"{server}/api/v1/answers/stream", params=parameters) as response:
        assert response.status_code == 200
        return [line async for line in response.aiter_lines()]
