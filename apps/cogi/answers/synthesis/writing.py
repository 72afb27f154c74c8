"""Writes the chosen statements as Markdown: each with its citation, lists as lists, code whole and fenced."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cogi.answers.events import Source
from cogi.answers.markdown import Block, code_lines, is_numbered, list_items
from cogi.answers.synthesis.base import Evidence
from cogi.answers.synthesis.cues import LACKS_SUBJECT, SYMBOL
from cogi.answers.synthesis.scoring import LONGEST_CODE, Scored
from cogi.answers.synthesis.statements import MOST_ITEMS

MOST_ROWS = 10


def write_answer(chosen: Sequence[Scored], evidence: Sequence[Evidence], *, with_examples: bool) -> str:
    """Return the answer; ``with_examples`` adds the code that follows a statement without being announced."""
    blocks: list[str] = []
    previous: Scored | None = None
    for scored in chosen:
        source = evidence[scored.at].source
        citation = f"[{source.number}]"
        _add_text(blocks, scored, previous, source)
        blocks.extend(_belongings(scored, chosen, with_examples=with_examples, citation=citation))
        previous = scored
    return "\n\n".join(blocks)


def _add_text(blocks: list[str], scored: Scored, previous: Scored | None, source: Source) -> None:
    statement, citation = scored.statement, f"[{source.number}]"
    if statement.kind == "item":
        line = f"- {statement.text} {citation}"
        if previous and previous.at == scored.at and previous.statement.block == statement.block:
            blocks[-1] += f"\n{line}"
        else:
            blocks.append(line)
        return
    goes_on = previous is not None and previous.at == scored.at and not _ends_block(blocks[-1], previous)
    sentence = f"{statement.text} {citation}"
    if goes_on:
        blocks[-1] += f" {sentence}"
    elif previous is None or previous.at != scored.at:
        blocks.append(_subject(statement.text, source) + sentence)
    else:
        blocks.append(sentence)


def _subject(text: str, source: Source) -> str:
    """Return what a reference entry is about, since its sentences leave their subject to the heading."""
    heading = source.trail[-1] if source.trail else source.title
    symbol = SYMBOL.fullmatch(heading)
    if symbol is None or heading.istitle() or not LACKS_SUBJECT.match(text):
        return ""
    # A plain word such as `size` is named only where it is set as code.
    name = f"`{symbol[1]}" if symbol[1].isalpha() and symbol[1].islower() else symbol[1]
    return "" if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) else f"`{heading}`: "


def _ends_block(last: str, previous: Scored) -> bool:
    return previous.statement.kind == "item" or last.startswith(("```", "~~~", "- ", "1. ", "|"))


def _belongings(
    scored: Scored, chosen: Sequence[Scored], *, with_examples: bool, citation: str
) -> Iterator[str]:
    statement = scored.statement
    items_chosen = any(each.at == scored.at and each.statement.intro == statement.order for each in chosen)
    for block in statement.attached:
        if block.kind != "list" or not items_chosen:
            yield from _quoted(block, citation)
    if with_examples and statement.example and code_lines(statement.example) <= LONGEST_CODE:
        yield statement.example.text


def _quoted(block: Block, citation: str) -> Iterator[str]:
    if block.kind == "list":
        items = list(list_items(block))[:MOST_ITEMS]
        marks = [f"{number}." if is_numbered(block) else "-" for number in range(1, len(items) + 1)]
        yield "\n".join(f"{mark} {item} {citation}" for mark, item in zip(marks, items, strict=True))
    elif block.kind == "table":
        if block.text.count("\n") < MOST_ROWS + 2:
            yield block.text
    else:
        yield block.text
