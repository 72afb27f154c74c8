"""Makes archives for tests, honest and hostile."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

MODES: dict[str, Literal["w:", "w:gz", "w:bz2", "w:xz"]] = {
    ".tar": "w:",
    ".gz": "w:gz",
    ".bz2": "w:bz2",
    ".xz": "w:xz",
}


def make_tar(path: Path, files: Mapping[str, bytes], *members: tarfile.TarInfo) -> Path:
    with tarfile.open(path, MODES[path.suffix]) as tar:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
        for member in members:
            tar.addfile(member)
    return path


def make_zip(path: Path, files: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, data in files.items():
            zipped.writestr(name, data)
    return path


def tar_member(name: str, kind: bytes, link: str = "") -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type = kind
    member.linkname = link
    return member
