"""Parses a whole tree: one broken file is reported and skipped, the rest goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cogi.ingest.documents import NavigationEntry, Page, ParsedTree, SkippedFile
from cogi.ingest.formats import assign
from cogi.ingest.parse_pool import parse_files
from cogi.ingest.parse_process import Reply
from cogi.ingest.parsers.base import Parser
from cogi.ingest.progress import Progress
from cogi.ingest.trees import SourceTree


def parse_tree(*, tree: SourceTree, parsers: Mapping[str, Parser], progress: Progress) -> ParsedTree:
    """Return all pages in path order. Each page's metadata names its ``source_format``."""
    formats = {path: name for name, paths in assign(parsers, tree.paths).items() for path in paths}
    work = [(formats[path], path) for path in tree.paths if path in formats]
    collected = _Collected([skipped for skipped in tree.skipped if _would_read(parsers, skipped.path)])
    progress.stage("parse", total=len(work))
    for (name, path), reply in zip(work, parse_files(parsers, tree.files, work), strict=True):
        collected.add(name, path, reply)
        progress.advance()
    return ParsedTree(list(collected.pages.values()), _navigation(parsers), collected.skipped)


def _would_read(parsers: Mapping[str, Parser], path: str) -> bool:
    return any(parser.accepts(path) for parser in parsers.values())


def _navigation(parsers: Mapping[str, Parser]) -> tuple[NavigationEntry, ...]:
    for parser in parsers.values():
        if navigation := parser.navigation():
            return tuple(navigation)
    return ()


@dataclass(slots=True)
class _Collected:
    skipped: list[SkippedFile]
    pages: dict[str, Page] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, path: str, reply: Reply) -> None:
        if isinstance(reply, SkippedFile):
            self.skipped.append(reply)
        elif reply.path in self.pages:
            reason = f"It has the same page path as {self.sources[reply.path]}. Rename one of them."
            self.skipped.append(SkippedFile(path, reason))
        else:
            reply.metadata["source_format"] = name
            self.pages[reply.path] = reply
            self.sources[reply.path] = path
