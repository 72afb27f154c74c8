"""The parser interface: bytes of one file in, one page out. A parser never runs what it reads."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import ClassVar

from cogi.ingest.documents import NavigationEntry, Page


class ParseError(Exception):
    """The file cannot be parsed; the message tells its owner what to change."""


class Parser(ABC):
    """Parses the files of one source tree, after ``prepare`` has seen the tree's configuration.

    Instances are pickled into worker processes, so ``prepare`` must leave only plain data on them.
    """

    name: ClassVar[str]
    suffixes: ClassVar[frozenset[str]]

    def prepare(self, files: Mapping[str, bytes]) -> None:  # noqa: B027 - most formats need nothing
        """Read what concerns the whole tree from its small configuration files.

        ``files`` maps paths (from the tree's root) to contents, for those files that
        ``configuration_files`` names and that exist.
        """

    def configuration_files(self, paths: Sequence[str]) -> Sequence[str]:  # noqa: ARG002 - as above
        """Return which of the tree's ``paths`` ``prepare`` wants to see."""
        return ()

    def navigation(self) -> Sequence[NavigationEntry]:
        """Return the contents that a configuration file states (after ``prepare``), or none."""
        return ()

    def accepts(self, path: str) -> bool:
        """Tell whether ``path`` is a page of this format (not an include, a template, a licence)."""
        return PurePosixPath(path).suffix.lower() in self.suffixes

    @abstractmethod
    def parse(self, path: str, data: bytes, *, includes: Mapping[str, bytes]) -> Page:
        """Return the page in ``data``.

        ``includes`` maps paths from the tree's root to the contents of other files of the tree, for
        formats that include them; looking up a missing path is not an error of the tree.

        Raises:
            ParseError: when the file is not UTF-8 or is broken beyond what a browser would forgive.
        """
