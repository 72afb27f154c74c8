"""Unpacking trusts no name, link, size or type that an archive states; limits count written bytes."""

from __future__ import annotations

import os
import re
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from typing import IO

from cogi.ingest.conf import conf
from cogi.ingest.connectors.entries import Entry, EntryKind, tar_entries, zip_entries
from cogi.ingest.exceptions import IngestError

CHUNK_BYTES = 1024 * 1024
WINDOWS_DRIVE = re.compile(r"[A-Za-z]:")
BROKEN = (tarfile.TarError, zipfile.BadZipFile, zlib.error, LZMAError, EOFError, OSError, RuntimeError)


class ArchiveRefused(IngestError):
    """The archive is unsafe, too large, broken or of an unknown kind."""


@dataclass(slots=True)
class _Budget:
    """What the archive may still write."""

    archive: str
    entries: int
    total_bytes: int

    def take_entry(self) -> None:
        self.entries -= 1
        if self.entries < 0:
            raise ArchiveRefused(
                f"{self.archive} has more than {conf.max_unpacked_entries} entries. Pack only the "
                "documentation, or raise COGI_INGEST_MAX_UNPACKED_ENTRIES."
            )

    def take_bytes(self, count: int) -> None:
        self.total_bytes -= count
        if self.total_bytes < 0:
            raise ArchiveRefused(
                f"{self.archive} unpacks to more than {conf.max_unpacked_bytes} bytes. Pack only the "
                "documentation, or raise COGI_INGEST_MAX_UNPACKED_BYTES."
            )


def unpack(archive: Path, *, into: Path) -> Path:
    """Write the regular files of ``archive`` below ``into``, then copies for its inner links.

    Return the folder that holds everything: ``into``, or the one folder in it, as in an sdist.

    Raises:
        ArchiveRefused: naming the entry at fault and what to do.
    """
    into.mkdir(parents=True)
    budget = _Budget(archive.name, conf.max_unpacked_entries, conf.max_unpacked_bytes)
    try:
        links = [entry for entry in _checked(archive, budget) if not _write(entry, into, budget)]
    except BROKEN as exc:
        raise ArchiveRefused(
            f"{archive.name} could not be unpacked ({exc}). Check the file and the free disk space."
        ) from exc
    for entry in links:
        _link(entry, into, budget)
    entries = list(into.iterdir())
    return entries[0] if len(entries) == 1 and entries[0].is_dir() else into


def _checked(archive: Path, budget: _Budget) -> Iterator[Entry]:
    for entry in _entries(archive):
        budget.take_entry()
        if entry.kind is EntryKind.OTHER:
            raise ArchiveRefused(
                f"{archive.name} was refused: {entry.name!r} is a device or another special file. "
                "Pack only files and folders."
            )
        if _escapes(entry.name):
            raise ArchiveRefused(
                f"{archive.name} was refused: {entry.name!r} would be written outside of the target "
                "folder. Pack it again with relative names that have no '..'."
            )
        yield entry


def _entries(archive: Path) -> Iterator[Entry]:
    if tarfile.is_tarfile(archive):
        return tar_entries(archive)
    if zipfile.is_zipfile(archive):
        return zip_entries(archive)
    raise ArchiveRefused(
        f"{archive.name} is not an archive that can be read. Give a .tar.gz, .tar.bz2, .tar.xz, .zip "
        "or .whl file, or a directory."
    )


def _escapes(name: str) -> bool:
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or "\0" in name or bool(WINDOWS_DRIVE.match(name))


def _write(entry: Entry, into: Path, budget: _Budget) -> bool:
    """Write a file or a folder and return True; leave a link to the caller."""
    if entry.kind is EntryKind.LINK:
        return False
    target = into / entry.name
    if entry.kind is EntryKind.FOLDER:
        target.mkdir(parents=True, exist_ok=True)
        return True
    target.parent.mkdir(parents=True, exist_ok=True)
    with entry.open() as source, target.open("wb") as sink:
        _copy(source, sink, entry.name, budget)
    return True


def _copy(source: IO[bytes], sink: IO[bytes], name: str, budget: _Budget) -> None:
    written = 0
    while chunk := source.read(CHUNK_BYTES):
        written += len(chunk)
        if written > conf.max_entry_bytes:
            raise ArchiveRefused(
                f"{budget.archive} was refused: {name!r} unpacks to more than {conf.max_entry_bytes} "
                "bytes. Leave it out, or raise COGI_INGEST_MAX_ENTRY_BYTES."
            )
        budget.take_bytes(len(chunk))
        sink.write(chunk)


def _link(entry: Entry, into: Path, budget: _Budget) -> None:
    """Copy what a link points to: a copy can never lead out of the tree, whatever changes later."""
    base = into if entry.link_from_root else (into / entry.name).parent
    target = Path(os.path.normpath(base / entry.link))
    if PurePosixPath(entry.link).is_absolute() or not target.is_relative_to(into):
        raise ArchiveRefused(
            f"{budget.archive} was refused: the link {entry.name!r} points outside of the archive, to "
            f"{entry.link!r}. Replace it by the file itself."
        )
    copy = into / entry.name
    if target.is_file() and not copy.exists():
        copy.parent.mkdir(parents=True, exist_ok=True)
        with target.open("rb") as source, copy.open("wb") as sink:
            _copy(source, sink, entry.name, budget)
