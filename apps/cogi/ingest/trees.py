"""A source tree is read inside its root only: no link, name or include leads out of it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cogi.ingest.documents import SkippedFile

IGNORED_FOLDERS = frozenset(
    {"node_modules", "__pycache__", "_build", "_sources", "_static", "_templates", "site-packages"}
)


@dataclass(frozen=True, slots=True)
class SourceTree:
    """The readable files below ``root`` in path order, ``/``-separated, and why others are not."""

    root: Path
    paths: tuple[str, ...]
    max_file_bytes: int
    skipped: tuple[SkippedFile, ...] = ()

    @property
    def files(self) -> TreeFiles:
        return TreeFiles(self.root, self.max_file_bytes)


def scan_tree(root: Path, *, max_file_bytes: int) -> SourceTree:
    """List a tree. Hidden folders, build outputs and vendored packages are no part of it."""
    scan = _Scan(root.resolve(), max_file_bytes)
    paths = tuple(sorted(scan.folder(scan.root)))
    return SourceTree(scan.root, paths, max_file_bytes, tuple(scan.skipped))


def hash_files(tree: SourceTree) -> str:
    """Return a digest of every path and content of the tree."""
    digest = hashlib.sha256()
    for path in tree.paths:
        content = hashlib.sha256(tree.files.get(path, b"")).digest()
        digest.update(os.fsencode(path) + b"\0" + content)
    return digest.hexdigest()


def hash_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class TreeFiles(Mapping[str, bytes]):
    """The contents of a tree by path, read on demand; a path that leads out of the root is missing."""

    def __init__(self, root: Path, max_file_bytes: int) -> None:
        self.root = root
        self.max_file_bytes = max_file_bytes

    def __getitem__(self, path: str) -> bytes:
        try:
            file = (self.root / path).resolve()
            if file.is_relative_to(self.root) and file.stat().st_size <= self.max_file_bytes:
                return file.read_bytes()
        except (OSError, ValueError) as exc:
            raise KeyError(path) from exc
        raise KeyError(path)

    def __iter__(self) -> Iterator[str]:
        return iter(scan_tree(self.root, max_file_bytes=self.max_file_bytes).paths)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass(slots=True)
class _Scan:
    root: Path
    max_file_bytes: int
    skipped: list[SkippedFile] = field(default_factory=list)

    def folder(self, folder: Path) -> Iterator[str]:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as exc:
            self._skip(folder, f"The folder cannot be read ({exc.strerror}). Check its permissions.")
            return
        for entry in entries:
            path = Path(entry.path)
            if entry.is_dir(follow_symlinks=False):
                if is_part(entry.name):
                    yield from self.folder(path)
            elif reason := self._refusal(path):
                self._skip(path, reason)
            elif path.is_file():
                yield path.relative_to(self.root).as_posix()

    def _refusal(self, path: Path) -> str:
        """Return why a file is not read, or nothing."""
        if not _is_unicode(path.name):
            return "Its name is not UTF-8. Rename it."
        if path.is_symlink() and not self._is_inner_file(path):
            return (
                "It is a link that is broken, leads to a folder, or leaves the tree. Copy the file instead."
            )
        if path.is_file() and path.stat().st_size > self.max_file_bytes:
            return (
                f"It is larger than {self.max_file_bytes} bytes. Split it, or raise "
                "COGI_INGEST_MAX_FILE_BYTES."
            )
        if path.is_file() and not os.access(path, os.R_OK):
            return "It cannot be read. Check its permissions."
        return ""

    def _is_inner_file(self, link: Path) -> bool:
        try:
            target = link.resolve(strict=True)
        except (OSError, RuntimeError):
            return False
        return target.is_file() and target.is_relative_to(self.root)

    def _skip(self, path: Path, reason: str) -> None:
        name = os.fsencode(path.relative_to(self.root).as_posix()).decode(errors="replace")
        self.skipped.append(SkippedFile(name, reason))


def is_part(folder: str) -> bool:
    return not folder.startswith(".") and folder not in IGNORED_FOLDERS and _is_unicode(folder)


def _is_unicode(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
