from __future__ import annotations

from cogi.inference.chat.sse import read_events


def test_an_event_ends_at_a_blank_line_and_its_data_lines_are_joined() -> None:
    lines = ["data: one", "", ": comment", "event: x", "data: two", "data:three", "", "", "data: broken off"]
    assert list(read_events(lines)) == ["one", "two\nthree"]
