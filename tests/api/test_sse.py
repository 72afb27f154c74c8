"""Frames on the wire are exactly these bytes."""

from __future__ import annotations

import pytest

from cogi.answers.events import Done, Failed, Token
from cogi.api.sse import LastSeen, encode_event, new_stream_id, read_last_event_id

STREAM = 22 * "A"


def test_an_event_is_one_id_one_name_and_one_line_of_json() -> None:
    frame = encode_event(Token(text="two\nlines – and \r more"), stream="s", number=2)
    assert frame == b'id: s.2\nevent: token\ndata: {"text":"two\\nlines \\u2013 and \\r more"}\n\n'


def test_half_a_surrogate_pair_can_be_sent() -> None:
    frame = encode_event(Token(text="\ud83d"), stream="s", number=3)
    assert frame == b'id: s.3\nevent: token\ndata: {"text":"\\ud83d"}\n\n'


def test_the_id_of_the_last_event_says_that_it_is_the_last() -> None:
    failed = Failed(type="urn:cogi:problem:busy", title="Busy", detail="Wait.")
    assert encode_event(failed, stream="s", number=9) == (
        b'id: s.end\nevent: error\ndata: {"type":"urn:cogi:problem:busy","title":"Busy","detail":"Wait."}\n\n'
    )
    done = Done(answer="", citations=())
    assert encode_event(done, stream="s", number=9).startswith(b"id: s.end\nevent: done\n")


def test_the_last_event_id_names_a_stream_and_a_place_in_it() -> None:
    stream = new_stream_id()
    assert read_last_event_id(f"{stream}.12") == LastSeen(stream, 12)
    assert read_last_event_id(f"{stream}.end") == LastSeen(stream, None)
    assert new_stream_id() != stream


@pytest.mark.parametrize("header", ["", "3", "end", f"{STREAM}.0", f"{STREAM}.-1", f"{STREAM}.x", "../x.1"])
def test_what_is_no_id_of_an_event_names_nothing(header: str) -> None:
    assert read_last_event_id(header) is None
