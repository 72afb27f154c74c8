"""A small format for tests: ``= Title``, ``== Section``, paragraphs, ``-> page`` and stated disasters."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import PurePosixPath

from cogi.ingest.documents import Block, Link, Page, Section
from cogi.ingest.parsers.base import ParseError, Parser


class PlainParser(Parser):
    name = "plain"
    suffixes = frozenset({".plain"})

    def __init__(self, *, pause_seconds: float = 0.0) -> None:
        self.pause_seconds = pause_seconds

    def parse(self, path: str, data: bytes, *, includes: Mapping[str, bytes]) -> Page:
        text = data.decode()
        time.sleep(self.pause_seconds)
        _befall(text)
        name = str(PurePosixPath(path).with_suffix(""))
        root = section = Section(name, "")
        for paragraph in filter(None, text.split("\n\n")):
            section = _read(paragraph.strip(), root, section, includes)
        return Page(name, f"{name}.html", root)


def _read(paragraph: str, root: Section, section: Section, includes: Mapping[str, bytes]) -> Section:
    if paragraph.startswith("== "):
        title = paragraph[3:]
        root.children.append(Section(title, title.lower().replace(" ", "-")))
        return root.children[-1]
    if paragraph.startswith("= "):
        root.title = paragraph[2:]
    elif paragraph.startswith("-> "):
        section.links.append(Link((f"page:{paragraph[3:]}",), paragraph))
    elif paragraph.startswith("include "):
        section.blocks.append(Block("paragraph", includes[paragraph[8:]].decode()))
    else:
        section.blocks.append(Block("paragraph", paragraph))
    return section


def _befall(text: str) -> None:
    if "broken" in text:
        raise ParseError("It says that it is broken. Mend it.")
    if "defect" in text:
        raise ZeroDivisionError
    if "crash" in text:
        os._exit(3)
    if "hang" in text:
        time.sleep(60)
    if "chatter" in text:
        print("what a library prints", flush=True)  # noqa: T201 - the point of the test


class RenderedParser(PlainParser):
    """Stands for HTML: it is read only where it outnumbers the sources."""

    name = "html"
    suffixes = frozenset({".rendered"})
