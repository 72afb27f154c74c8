"""The first half of a run: from a location to a parsed tree. The database is not touched."""

from __future__ import annotations

from pathlib import Path

from cogi.ingest.conf import conf
from cogi.ingest.connectors import connector_for
from cogi.ingest.connectors.unpacking import unpack
from cogi.ingest.docs_folder import documentation_root
from cogi.ingest.documents import ParsedTree
from cogi.ingest.formats import NothingToIngest, parsers_for
from cogi.ingest.models import Source
from cogi.ingest.parsing import parse_tree
from cogi.ingest.progress import Progress
from cogi.ingest.trees import SourceTree, hash_file, hash_files, scan_tree


def fetch(source: Source, *, into: Path, progress: Progress) -> Path:
    """Return the source as a local directory or archive."""
    progress.stage("fetch")
    return connector_for(source.location).fetch(source.location, into=into, progress=progress)


def content_digest(source: Source, local: Path) -> str:
    """Digest an archive as it is, a directory by what of it would be read."""
    return hash_file(local) if local.is_file() else hash_files(_scan(source, local))


def read_tree(source: Source, local: Path, *, into: Path, progress: Progress) -> ParsedTree:
    """Return all pages of the source; archives are unpacked below ``into``.

    Raises:
        NothingToIngest: when there is no page, or none could be parsed.
    """
    if local.is_file():
        progress.stage("unpack")
        local = unpack(local, into=into / "tree")
    tree = _scan(source, local)
    parsers = parsers_for(tree, format_name=source.format, options=source.options)
    parsed = parse_tree(tree=tree, parsers=parsers, progress=progress)
    if not parsed.pages:
        first = parsed.skipped[0]
        raise NothingToIngest(
            f"Nothing to ingest: all {len(parsed.skipped)} pages were skipped, the first, {first.path}, "
            f"because: {first.reason}"
        )
    return parsed


def _scan(source: Source, root: Path) -> SourceTree:
    docs = documentation_root(root, subdirectory=source.subdirectory)
    return scan_tree(docs, max_file_bytes=conf.max_file_bytes)
