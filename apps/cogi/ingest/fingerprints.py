"""A fingerprint covers all that a snapshot is made from: files, options, settings and code."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from cogi.ingest.chunking import PassageSize
from cogi.ingest.conf import conf
from cogi.ingest.models import Source

LIBRARIES = ("docutils", "lxml", "markdown-it-py", "mdit-py-plugins")


def fingerprint(*, source: Source, content: str, size: PassageSize) -> str:
    """Return a digest over that of the source's content and all else that shapes its snapshot."""
    backends = tuple(sorted(parser["BACKEND"].rpartition(".")[0] for parser in conf.parsers.values()))
    stated = [
        content,
        source.format,
        source.subdirectory,
        source.options,
        source.scope.language,
        [size.target, size.maximum, conf.max_file_bytes],
        conf.parsers,
        _code_digest(backends),
    ]
    return hashlib.sha256(json.dumps(stated, sort_keys=True, default=str).encode()).hexdigest()


@cache
def _code_digest(backend_modules: tuple[str, ...]) -> str:
    """Digest the code that turns files into a snapshot, and the versions of the libraries under it."""
    digest = hashlib.sha256()
    for file in sorted({*Path(__file__).parent.rglob("*.py"), *_module_files(backend_modules)}):
        digest.update(file.read_bytes())
    for library in LIBRARIES:
        digest.update(metadata.version(library).encode())
    return digest.hexdigest()


def _module_files(modules: tuple[str, ...]) -> Iterator[Path]:
    for module in modules:
        spec = find_spec(module)
        if spec and spec.has_location and spec.origin:
            yield Path(spec.origin)
