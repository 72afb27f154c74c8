from __future__ import annotations

import pytest

from cogi.answers.synthesis.segments import is_code, read_segments


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(
    "segments",
    [
        ["One. [1] ", "Two! [1][2] ", "Three? [1]\n", "\n", "- item [2]\n", "- item"],
        ["Use `a. B` here. [1] ", "Version 5.2 is out. [1]"],
        ["Code: [1]\n", "```python\nx = 'A. B'\n\ny\n```\n", "\n", "After. [1]"],
        ["~~~\n```\n~~~\n", "End"],
        ["```\nlast\n```"],
    ],
)
def test_segments_do_not_depend_on_how_the_stream_is_cut(segments: list[str], size: int) -> None:
    text = "".join(segments)
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    assert list(read_segments(pieces)) == segments


def test_a_segment_is_given_as_soon_as_it_is_whole() -> None:
    stream = iter(["One. [1] ", "Two", " more."])
    segments = read_segments(stream)
    assert next(segments) == "One. [1] "
    assert list(stream) == [" more."]


def test_code_that_the_stream_breaks_off_in_is_closed() -> None:
    assert list(read_segments(["```sh\nls -l"])) == ["```sh\nls -l\n```"]


def test_code_is_told_from_prose() -> None:
    assert is_code("```\nx\n```")
    assert not is_code("`x` is code.")
