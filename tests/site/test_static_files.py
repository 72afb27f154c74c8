from __future__ import annotations

import pytest
from django.test import AsyncClient, Client


@pytest.fixture
def a_file() -> str:
    return "/static/admin/css/base.css"


def test_a_static_file_is_answered_whole(client: Client, a_file: str) -> None:
    answer = client.get(a_file)
    assert answer.status_code == 200
    assert not answer.streaming
    assert answer["Content-Type"].startswith("text/css")
    assert int(answer["Content-Length"]) == len(answer.content) > 1000


async def test_under_asgi_nothing_is_streamed_either(async_client: AsyncClient, a_file: str) -> None:
    answer = await async_client.get(a_file)
    assert (answer.status_code, answer.streaming) == (200, False)


def test_a_file_that_the_browser_has_is_not_sent_again(client: Client, a_file: str) -> None:
    first = client.get(a_file)
    again = client.get(a_file, headers={"if-modified-since": first["Last-Modified"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_head_of_a_file_has_its_length_and_no_body(client: Client, a_file: str) -> None:
    head = client.head(a_file)
    assert head.content == b""
    assert int(head["Content-Length"]) > 1000


def test_a_part_of_a_file_can_be_asked_for(client: Client, a_file: str) -> None:
    whole = client.get(a_file).content
    part = client.get(a_file, headers={"range": "bytes=10-19"})
    assert (part.status_code, part.content) == (206, whole[10:20])
