from __future__ import annotations

from cogi.corpus.classification import Classification, Span
from cogi.corpus.snapshot import PassageDraft
from cogi.ingest.chunking import PassageSize, chunk_section
from cogi.ingest.documents import Block, Section

SIZE = PassageSize(target=10, maximum=14)


def words(count: int, name: str = "w") -> str:
    return " ".join(f"{name}{i}" for i in range(count))


def chunk(*blocks: Block) -> list[str]:
    section = Section("Title", "title", blocks=list(blocks))
    return [passage.text for passage in chunk_section(section, trail=("Page", "Title"), size=SIZE)]


def test_a_passage_carries_anchor_trail_text_and_spans() -> None:
    span = Span(0, 3, Classification.INTERNAL)
    section = Section(
        "Title", "title", blocks=[Block("paragraph", "One."), Block("paragraph", "Two.", "", (span,))]
    )

    assert chunk_section(section, trail=("Page", "Title"), size=SIZE) == (
        PassageDraft("title", ("Page", "Title"), "One.\n\nTwo.", (Span(6, 9, Classification.INTERNAL),)),
    )


def test_blocks_are_packed_up_to_the_target() -> None:
    a, b, c = (Block("paragraph", words(5, name)) for name in "abc")

    assert chunk(a, b, c) == [f"{a.text}\n\n{b.text}", c.text]


def test_a_small_passage_grows_up_to_the_maximum() -> None:
    assert len(chunk(Block("paragraph", words(3)), Block("paragraph", words(11)))) == 1
    assert len(chunk(Block("paragraph", words(3)), Block("paragraph", words(12)))) == 2


def test_a_small_end_joins_the_passage_before() -> None:
    assert chunk(Block("paragraph", words(9)), Block("paragraph", words(3))) == [f"{words(9)}\n\n{words(3)}"]


def test_code_stays_with_the_paragraph_that_introduces_it() -> None:
    intro, code = Block("paragraph", f"{words(6)} like this:"), Block("code", words(4), "python")

    assert chunk(intro, code) == [f"{intro.text}\n\n```python\n{code.text}\n```"]


def test_a_line_that_leads_in_moves_with_its_code_when_both_do_not_fit() -> None:
    before, intro, code = (
        Block("paragraph", words(7)),
        Block("paragraph", "Like so:"),
        Block("code", words(9)),
    )
    caption = Block("paragraph", "Example")

    assert chunk(before, intro, code) == [before.text, f"Like so:\n\n```\n{code.text}\n```"]
    assert chunk(before, caption, code) == [before.text, f"Example\n\n```\n{code.text}\n```"]


def test_code_that_fits_the_maximum_is_never_cut() -> None:
    code = "\n".join(words(3, name) for name in "abcd")

    assert f"```\n{code}\n```" in chunk(Block("paragraph", words(9)), Block("code", code))


def test_a_leaf_without_text_is_a_passage_of_its_title() -> None:
    assert chunk() == ["Title"]


def test_a_heading_above_other_headings_is_no_passage() -> None:
    section = Section("Title", "title", children=[Section("Inner", "inner")])

    assert chunk_section(section, trail=("Page", "Title"), size=SIZE) == ()
