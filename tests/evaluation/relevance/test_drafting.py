from __future__ import annotations

import pytest

from cogi.evaluation.relevance.beir import Document
from cogi.evaluation.relevance.drafting import TextFormat, draft_pages, guess_format
from cogi.ingest.chunking import PassageSize

SIZE = PassageSize(20, 30)
PYTHON = 'def read_lines(path):\n    """Read them."""\n    return open(path)'
MARKDOWN = "# Pods\n\nA pod runs.\n\n## Restarts\n\n```sh\nkubectl get\n```"


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([PYTHON, "@cached\ndef f(): ...", "Prose."], "code"),
        (["static void main() {}", "async def f(): ..."], "code"),
        ([MARKDOWN, "Prose.", "More prose."], "markdown"),
        (["The class of 1990 was def not small.", "Prose."], "plain"),
        (["", " "], "plain"),
    ],
)
def test_the_format_is_that_of_most_documents(texts: list[str], expected: TextFormat) -> None:
    assert guess_format(Document(str(i), "", text) for i, text in enumerate(texts)) == expected


def passages(text: str, text_format: TextFormat, title: str = "") -> list[tuple[tuple[str, ...], str]]:
    (page,) = draft_pages([Document("d", title, text)], text_format=text_format, size=SIZE)
    assert page.uid == "d"
    return [(passage.trail, passage.text) for passage in page.passages]


def test_code_is_one_fenced_block_titled_by_what_it_defines() -> None:
    assert passages(PYTHON, "code") == [(("read_lines",), f"```\n{PYTHON}\n```")]
    assert passages("x = 1", "code") == [((), "```\nx = 1\n```")]
    assert passages("pub fn parse_it() {}", "code")[0][0] == ("parse_it",)


def test_markdown_gives_passages_under_their_headings() -> None:
    assert passages(MARKDOWN, "markdown", title="Kubernetes") == [
        (("Kubernetes",), "A pod runs."),
        (("Kubernetes", "Restarts"), "```sh\nkubectl get\n```"),
    ]


def test_plain_text_is_cut_between_paragraphs() -> None:
    long = " ".join(["word"] * 18)
    assert passages(f"{long}\n\n{long}", "plain", title="T") == [(("T",), long), (("T",), long)]
