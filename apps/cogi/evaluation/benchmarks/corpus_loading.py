"""Fills a throw-away scope with a performance corpus by a real publish, and keeps it for the next run."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urldefrag

from cogi.corpus.models import Scope
from cogi.corpus.snapshot import NodeDraft, PassageDraft
from cogi.corpus.vocabulary import NodeKind
from cogi.evaluation.benchmarks.passages import BenchmarkPassage, read_passages
from cogi.evaluation.json_lines import InvalidFile, file_digest
from cogi.evaluation.progress import Say
from cogi.evaluation.scratch import filled_scope, make_scratch_scope, publish_nodes

DIGEST_LENGTH = 12


@dataclass(frozen=True, slots=True)
class LoadedCorpus:
    """A scope that holds a passages file, and how many passages that are."""

    scope: Scope
    passages: int


def load_corpus(path: Path, *, fresh: bool, say: Say) -> LoadedCorpus:
    """Return the scope that holds the passages of ``path``, filled now unless an earlier run did.

    Raises:
        InvalidFile: when ``path`` is not a passages file, or holds no passage.
    """
    digest = file_digest(path)
    slug = f"benchmark/{digest[:DIGEST_LENGTH]}/en"
    settings = {"passages": digest}
    kept = None if fresh else filled_scope(slug, settings=settings)
    if kept is not None:
        say(f"{slug} is kept from an earlier run (--fresh loads it anew).")
        return LoadedCorpus(kept, kept.releases.latest("number").passage_count)
    began = time.perf_counter()
    nodes = list(page_drafts(read_passages(path)))
    if not nodes:
        raise InvalidFile(f"{path} holds no passage.")
    scope = make_scratch_scope(slug, settings=settings)
    passages = publish_nodes(scope, nodes)
    seconds = time.perf_counter() - began
    say(f"{slug}: {passages:,} passages of {len(nodes):,} pages loaded in {seconds:.0f} s.")
    return LoadedCorpus(scope, passages)


def page_drafts(passages: Iterable[BenchmarkPassage]) -> Iterator[NodeDraft]:
    """Yield one page for each address without its fragment, with its passages in file order."""
    pages: dict[str, list[BenchmarkPassage]] = {}
    for passage in passages:
        pages.setdefault(urldefrag(passage.url).url or f"passage-{passage.id}", []).append(passage)
    for order, (url, own) in enumerate(pages.items()):
        yield NodeDraft(
            uid=url,
            kind=NodeKind.PAGE,
            title=own[0].title,
            url=url,
            order=order,
            passages=tuple(_passage_draft(passage) for passage in own),
        )


def _passage_draft(passage: BenchmarkPassage) -> PassageDraft:
    trail = tuple(part for part in (passage.title, passage.heading) if part)
    return PassageDraft(urldefrag(passage.url).fragment, trail, passage.text)
