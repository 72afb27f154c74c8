"""What a Sphinx project says of itself, as plain data. Its ``conf.py`` is read, never executed."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from cogi.ingest.parsers.rst.patterns import is_excluded
from cogi.ingest.parsers.rst.urls import Builder

_SKIPPED_NAMES = frozenset({"readme", "license", "licence", "copying", "requirements", "robots"})
_SKIPPED_DIRECTORIES = frozenset(
    {
        "_build",
        "_templates",
        "_theme",
        "_themes",
        "_static",
        "_includes",
        "includes",
        "locale",
        "node_modules",
    }
)
_OTHER_FORMATS = (".md", ".ipynb")


@dataclass(slots=True)
class SphinxProject:
    """``root`` is the directory of ``conf.py`` from the tree's root ("" at the root, None without one).

    ``crossrefs`` maps the roles that the project adds to the object types they refer to, ``object_types``
    maps the directives to whether a function of the project takes their signatures apart;
    ``titles`` and ``label_titles`` are what ``:doc:`` and ``:ref:`` read as.
    """

    root: str = ""
    is_sphinx: bool = False
    suffixes: frozenset[str] = frozenset({".rst"})
    builder: Builder = "html"
    exclude_patterns: tuple[str, ...] = ()
    default_role: str = ""
    primary_domain: str = "py"
    highlight_language: str = ""
    prolog: str = ""
    epilog: str = ""
    substitutions: dict[str, str] = field(default_factory=dict)
    crossrefs: dict[str, str] = field(default_factory=dict)
    crossref_directives: frozenset[str] = frozenset()
    object_types: dict[str, bool] = field(default_factory=dict)
    extlinks: dict[str, str] = field(default_factory=dict)
    section_labels: bool = False
    section_labels_prefixed: bool = False
    section_labels_depth: int = 99
    function_parentheses: bool = True
    paths: frozenset[str] = frozenset()
    titles: dict[str, str] = field(default_factory=dict)
    label_titles: dict[str, str] = field(default_factory=dict)

    def docname(self, path: str) -> str:
        """Return the name Sphinx has for the page at ``path`` (both without extension)."""
        return posixpath.relpath(path, self.root) if self.root else path

    def holds(self, path: str) -> bool:
        return not self.root or path.startswith(f"{self.root}/")

    def is_listable(self, path: str) -> bool:
        """Tell whether a toctree may list ``path``: a page in this format or another that Sphinx reads."""
        return self.is_page(path) or (path.endswith(_OTHER_FORMATS) and self.holds(path))

    def is_page(self, path: str) -> bool:
        """Tell whether the file at ``path`` is a page, not an include, a template or a licence."""
        file = PurePosixPath(path)
        if file.suffix.lower() not in self.suffixes or file.stem.lower() in _SKIPPED_NAMES:
            return False
        if any(part in _SKIPPED_DIRECTORIES or part.startswith(".") for part in file.parts[:-1]):
            return False
        if not self.holds(path):
            return False
        return not is_excluded(self.docname(path), self.exclude_patterns)
