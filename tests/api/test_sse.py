"""Frames on the wire are exactly these bytes."""

from __future__ import annotations

from cogi.answers.events import Done, Failed, Token
from cogi.api.sse import encode_event


def test_an_event_is_one_id_one_name_and_one_line_of_json() -> None:
    frame = encode_event(Token(text="two\nlines – and \r more"), number=2)
    assert frame == b'id: 2\nevent: token\ndata: {"text":"two\\nlines \\u2013 and \\r more"}\n\n'


def test_half_a_surrogate_pair_can_be_sent() -> None:
    assert (
        encode_event(Token(text="\ud83d"), number=3) == b'id: 3\nevent: token\ndata: {"text":"\\ud83d"}\n\n'
    )


def test_the_id_of_the_last_event_says_that_it_is_the_last() -> None:
    failed = Failed(type="urn:cogi:problem:busy", title="Busy", detail="Wait.")
    assert encode_event(failed, number=9) == (
        b'id: end\nevent: error\ndata: {"type":"urn:cogi:problem:busy","title":"Busy","detail":"Wait."}\n\n'
    )
    assert encode_event(Done(answer="", citations=()), number=9).startswith(b"id: end\nevent: done\n")
