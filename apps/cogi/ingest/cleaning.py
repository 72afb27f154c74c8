"""Makes a page storable: PostgreSQL has no NUL, UTF-8 no lone surrogates, JSON no NaN."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

from cogi.ingest.documents import Block, Link, Page, Section

UNSTORABLE = re.compile("[\0\ud800-\udfff]")
MAX_ANCHOR = 500


def clean_page(page: Page) -> Page:
    """Return ``page``, changed in place: what cannot be stored is replaced, one character by one.

    Spans stay right, since no text changes its length. An anchor that is too long to store is dropped;
    the section is then reached by its page.
    """
    page.url = clean_text(page.url)
    page.metadata = {clean_text(str(key)): _clean_value(value) for key, value in page.metadata.items()}
    for section in page.root.walk():
        _clean_section(section)
    return page


def clean_text(text: str) -> str:
    return UNSTORABLE.sub("\ufffd", text)


def _clean_section(section: Section) -> None:
    section.title = clean_text(section.title)
    section.anchor = clean_text(section.anchor) if len(section.anchor) <= MAX_ANCHOR else ""
    section.blocks = [_clean_block(block) for block in section.blocks]
    section.links = [_clean_link(link) for link in section.links]
    section.facts = [replace(fact, value=clean_text(fact.value)) for fact in section.facts]


def _clean_block(block: Block) -> Block:
    text, language = clean_text(block.text), clean_text(block.language)
    return (
        block
        if (text, language) == (block.text, block.language)
        else replace(block, text=text, language=language)
    )


def _clean_link(link: Link) -> Link:
    return replace(link, text=clean_text(link.text)) if UNSTORABLE.search(link.text) else link


def _clean_value(value: Any) -> Any:
    match value:
        case str():
            return clean_text(value)
        case dict():
            return {clean_text(str(key)): _clean_value(inner) for key, inner in value.items()}
        case list() | tuple() | set():
            return [_clean_value(inner) for inner in value]
        case float() if not math.isfinite(value):
            return None
        case None | bool() | int() | float():
            return value
        case _:
            return clean_text(str(value))
