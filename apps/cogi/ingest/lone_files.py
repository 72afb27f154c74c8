"""Parses one file as the part of its scope's source that it is; nothing is fetched for it."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import cast

from cogi.corpus.models import Scope
from cogi.ingest.conf import conf
from cogi.ingest.docs_folder import documentation_root
from cogi.ingest.documents import Page, SkippedFile
from cogi.ingest.exceptions import IngestError
from cogi.ingest.formats import AUTO, NothingToIngest, assign, build_parser, parsers_for, require_format
from cogi.ingest.models import Source
from cogi.ingest.parse_process import parse_file
from cogi.ingest.parsers.base import Parser
from cogi.ingest.trees import SourceTree, is_part, scan_tree


class InvalidPath(IngestError):
    """The path cannot be that of a page in the scope's source."""


class Unreadable(IngestError):
    """The file is too large, or cannot be parsed."""


@dataclass(frozen=True, slots=True)
class LoneFile:
    """One file of a source: its path from the root of the documentation, and its new content."""

    path: str
    data: bytes
    format: str = AUTO


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """``complete`` tells whether the parser knew the source's configuration and its other pages."""

    page: Page
    complete: bool


def check_path(path: str) -> None:
    """Refuse a path that no file of a source has: absolute, leading out, or in a folder that is left out.

    Raises:
        InvalidPath: with the reason.
    """
    parts = path.split("/")
    if not path or "\\" in path or "\0" in path or any(part in {"", ".", ".."} for part in parts):
        raise InvalidPath(
            f"“{path}” is not a path from the root of the documentation, such as topics/auth.md."
        )
    if left_out := next((part for part in parts[:-1] if not is_part(part)), None):
        raise InvalidPath(f"“{path}” lies in “{left_out}”, a folder that is not read as documentation.")


def parse_lone(scope: Scope, file: LoneFile, *, known_format: str = "") -> ParsedFile:
    """Return the page in ``file``, read as the scope's source is read.

    A source that is a directory on this machine gives the parser its configuration; any other is not
    fetched. ``known_format`` is the one by which the page was read before. The path has been checked.

    Raises:
        InvalidPath: when no format takes the path for a page.
        Unreadable: when the file is too large, or the parser refuses it.
        UnknownFormat: when ``file.format`` is not configured.
    """
    require_format(file.format)
    if len(file.data) > conf.max_file_bytes:
        raise Unreadable(f"{file.path} is larger than COGI_INGEST_MAX_FILE_BYTES ({conf.max_file_bytes}).")
    source = Source.objects.filter(scope=scope).first()
    tree = _Overlaid(file, _local_tree(source) if source else None)
    name, parser = _parser(source, tree, known_format)
    reply = parse_file(parser, file.path, tree.files)
    if isinstance(reply, SkippedFile):
        raise Unreadable(f"{file.path}: {reply.reason}")
    reply.metadata["source_format"] = name
    return ParsedFile(reply, complete=tree.below is not None)


@dataclass(frozen=True, slots=True)
class _Overlaid:
    """A file over the tree that it belongs to, as far as that is at hand."""

    file: LoneFile
    below: SourceTree | None

    @property
    def paths(self) -> Sequence[str]:
        return sorted({self.file.path, *(self.below.paths if self.below else ())})

    @property
    def files(self) -> Mapping[str, bytes]:
        own = {self.file.path: self.file.data}
        return ChainMap(own, cast("dict[str, bytes]", self.below.files)) if self.below else own


def _local_tree(source: Source) -> SourceTree | None:
    location = Path(source.location)
    if "://" in source.location or not location.is_dir():
        return None
    root = documentation_root(location, subdirectory=source.subdirectory)
    return scan_tree(root, max_file_bytes=conf.max_file_bytes)


def _parser(source: Source | None, tree: _Overlaid, known_format: str) -> tuple[str, Parser]:
    path, wanted = tree.file.path, tree.file.format
    if wanted == AUTO and source:
        wanted = source.format
    options = source.options if source else {}
    try:
        parsers = parsers_for(tree, format_name=wanted, options=options)
    except NothingToIngest:
        parsers = {}
    for name, paths in assign(parsers, [path]).items():
        if paths:
            return name, parsers[name]
    # Without the source's configuration a parser may not know its pages; this one was read so before.
    known = known_format if wanted == AUTO else wanted
    if tree.below is None and known in conf.parsers:
        parser = build_parser(known, options=options.get(known))
        if PurePosixPath(path).suffix.lower() in parser.suffixes:
            return known, parser
    raise InvalidPath(
        f"“{path}” is not a page in the format {wanted}. Give the path as it is in the source, with its "
        "suffix, or name the format."
    )
