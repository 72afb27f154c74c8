"""Tar and zip entries seen alike; what they state is passed on unchecked."""

from __future__ import annotations

import io
import os
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import IO

MAX_LINK_BYTES = 4096


class EntryKind(Enum):
    FILE = auto()
    FOLDER = auto()
    LINK = auto()
    OTHER = auto()


@dataclass(frozen=True, slots=True)
class Entry:
    """One member. ``open`` may be called only while the iteration stands at it.

    ``link`` is relative to the entry's folder, or to the archive's root where ``link_from_root``.
    """

    name: str
    kind: EntryKind
    open: Callable[[], IO[bytes]]
    link: str = ""
    link_from_root: bool = False


def tar_entries(archive: Path) -> Iterator[Entry]:
    with tarfile.open(archive) as tar:
        for member in tar:
            yield Entry(
                member.name,
                _tar_kind(member),
                lambda member=member: tar.extractfile(member) or io.BytesIO(),  # type: ignore[misc]
                member.linkname,
                member.islnk(),
            )


def zip_entries(archive: Path) -> Iterator[Entry]:
    with zipfile.ZipFile(archive) as zipped:
        for info in zipped.infolist():
            kind = _zip_kind(info)
            link = _zip_link(zipped, info) if kind is EntryKind.LINK else ""
            yield Entry(
                info.filename,
                kind,
                lambda info=info: zipped.open(info),  # type: ignore[misc]
                link,
            )


def _tar_kind(member: tarfile.TarInfo) -> EntryKind:
    if member.isfile():
        return EntryKind.FILE
    if member.isdir():
        return EntryKind.FOLDER
    return EntryKind.LINK if member.issym() or member.islnk() else EntryKind.OTHER


def _zip_link(zipped: zipfile.ZipFile, info: zipfile.ZipInfo) -> str:
    with zipped.open(info) as content:
        return os.fsdecode(content.read(MAX_LINK_BYTES))


def _zip_kind(info: zipfile.ZipInfo) -> EntryKind:
    if info.is_dir():
        return EntryKind.FOLDER
    mode = info.external_attr >> 16
    if stat.S_ISLNK(mode):
        return EntryKind.LINK
    return EntryKind.FILE if stat.S_IFMT(mode) in (0, stat.S_IFREG) else EntryKind.OTHER
