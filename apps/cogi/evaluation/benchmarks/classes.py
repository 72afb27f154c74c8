"""Half of a performance corpus, classified so that each clearance sees a certain share of the whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from cogi.corpus.classification import Classification
from cogi.corpus.models import Scope
from cogi.corpus.snapshot import NodeDraft
from cogi.evaluation.benchmarks.corpus_loading import DIGEST_LENGTH, page_drafts
from cogi.evaluation.benchmarks.passages import read_passages
from cogi.evaluation.json_lines import file_digest
from cogi.evaluation.progress import Say
from cogi.evaluation.scratch import filled_scope, make_scratch_scope, publish_nodes

SHARES = (0.001, 0.01, 0.1, 0.5)
"""What the clearances see, lowest first."""

THOUSAND = 1000


def load_classified(path: Path, *, fresh: bool, say: Say) -> Scope:
    """Return the scope that holds the classified pages of ``path``, filled now unless an earlier run did.

    Raises:
        InvalidFile: when ``path`` is not a passages file.
    """
    digest = file_digest(path)
    slug = f"benchmark/{digest[:DIGEST_LENGTH]}-classified/en"
    settings = {"passages": digest, "shares": list(SHARES)}
    kept = None if fresh else filled_scope(slug, settings=settings)
    if kept is not None:
        return kept
    say(f"Loading {slug}.")
    scope = make_scratch_scope(slug, settings=settings)
    publish_nodes(scope, classified(list(page_drafts(read_passages(path)))))
    return scope


def classified(pages: Sequence[NodeDraft]) -> Iterator[NodeDraft]:
    """Yield those of ``pages`` that someone sees, spread over the corpus; the rest stays out."""
    for number, page in enumerate(pages):
        place = number % THOUSAND / THOUSAND
        level = next(
            (level for share, level in zip(SHARES, Classification, strict=True) if place < share), None
        )
        if level is not None:
            yield replace(page, classification=level)
