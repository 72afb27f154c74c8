"""Finds the documentation inside a project's source distribution or checkout."""

from __future__ import annotations

from pathlib import Path

from cogi.ingest.exceptions import IngestError

PROJECT_FILES = ("PKG-INFO", "setup.py", "setup.cfg", "pyproject.toml", "package.json")
SITE_FILES = ("mkdocs.yml", "mkdocs.yaml", "docs.json", "mint.json", "conf.py")
CANDIDATES = ("docs", "doc", "docs/source", "doc/source", "docs/en", "documentation")
INDEX_STEMS = ("index", "contents", "README", "readme")


class SubdirectoryNotFound(IngestError):
    """The asked-for part of the source does not exist."""


def documentation_root(root: Path, *, subdirectory: str = "") -> Path:
    """Return ``subdirectory`` of ``root``; without one, the documentation of the project that it is."""
    if subdirectory:
        return _inside(root, subdirectory)
    if _has_any(root, SITE_FILES):
        return root
    folders = [folder for name in CANDIDATES if (folder := root / name).is_dir()]
    sites = [folder for folder in folders if _has_any(folder, SITE_FILES)]
    if _has_any(root, PROJECT_FILES):
        sites += [folder for folder in folders if _has_index(folder)]
    return sites[0] if sites else root


def _inside(root: Path, subdirectory: str) -> Path:
    folder = (root / subdirectory).resolve()
    if not folder.is_relative_to(root.resolve()) or not folder.is_dir():
        raise SubdirectoryNotFound(
            f"The source has no folder {subdirectory!r}. Give --subdirectory relative to its root."
        )
    return folder


def _has_any(folder: Path, names: tuple[str, ...]) -> bool:
    return any((folder / name).is_file() for name in names)


def _has_index(folder: Path) -> bool:
    return any(file.stem in INDEX_STEMS for file in folder.iterdir() if file.is_file())
