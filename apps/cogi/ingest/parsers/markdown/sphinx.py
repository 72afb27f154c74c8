"""Markdown in Sphinx projects (MyST): addresses and ids as Sphinx makes them; ``conf.py`` is never run."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import ClassVar

from cogi.ingest.parsers.anchors import SlugStyle
from cogi.ingest.parsers.markdown.front_matter import FrontMatter
from cogi.ingest.parsers.markdown.sites import Site, shallowest

CONFIGURATION = re.compile(r"conf\.py")
# Many projects have a conf.py of another kind; Sphinx's assigns several of these.
_SETTINGS = re.compile(
    rb"^(extensions|html_\w+|project|copyright|master_doc|root_doc|exclude_patterns|templates_path)\s*=",
    re.MULTILINE,
)
_FEWEST_SETTINGS = 2


@dataclass(frozen=True, slots=True)
class SphinxSite(Site):
    slugs: ClassVar[SlugStyle] = "docutils"
    myst: ClassVar[bool] = True

    def owns(self, path: str) -> bool:
        """Leave out what Sphinx's own folders hold, and the readme beside ``conf.py``."""
        inside = self.inside(path)
        if not Site.owns(self, path) or inside is None or inside.lower() == "readme.md":
            return False
        return not any(part.startswith("_") for part in PurePosixPath(inside).parts[:-1])

    def page_url(self, path: str, front_matter: FrontMatter) -> str:  # noqa: ARG002 -- derived from the path
        return f"{self.page_path(path)}.html"


def detect(files: Mapping[str, bytes]) -> SphinxSite | None:
    sphinx = {path: data for path, data in files.items() if _is_sphinx(path, data)}
    path = shallowest(sphinx, CONFIGURATION)
    if path is None:
        return None
    root = posixpath.dirname(path)
    return SphinxSite(root=root, docs=root, include_directories=(root,))


def _is_sphinx(path: str, data: bytes) -> bool:
    if not CONFIGURATION.fullmatch(posixpath.basename(path)):
        return False
    return len(set(_SETTINGS.findall(data))) >= _FEWEST_SETTINGS
