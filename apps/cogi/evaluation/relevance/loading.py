"""Fills a throw-away scope with a judged collection by a real publish, and keeps it for the next run."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass

from cogi.corpus.models import Scope
from cogi.evaluation.json_lines import InvalidFile, file_digest
from cogi.evaluation.progress import Say
from cogi.evaluation.relevance.beir import Collection, read_documents
from cogi.evaluation.relevance.drafting import TextFormat, draft_pages, guess_format
from cogi.evaluation.relevance.languages import guess_language, require_language
from cogi.evaluation.scratch import filled_scope, make_scratch_scope, publish_nodes
from cogi.index.rebuilding import rebuild_segments
from cogi.ingest.chunking import PassageSize

DRAFTING_VERSION = 1
"""Goes up when the same documents would become other passages."""


@dataclass(frozen=True, slots=True)
class Loading:
    """How documents become passages. What is None is guessed from them."""

    size: PassageSize
    text_format: TextFormat | None = None
    language: str | None = None
    fresh: bool = False


def load_collection(collection: Collection, loading: Loading, *, say: Say) -> Scope:
    """Return the scope that holds ``collection``, its segments built by the present analysis and weights.

    Raises:
        UnknownLanguage: when its language is given, and none that text can be analysed in.
        InvalidFile: when the corpus is broken or empty.
    """
    language = loading.language or guess_language(read_documents(collection.corpus))
    require_language(language)
    text_format = loading.text_format or guess_format(read_documents(collection.corpus))
    settings = {
        "corpus": file_digest(collection.corpus),
        "format": text_format,
        "size": asdict(loading.size),
        "version": DRAFTING_VERSION,
    }
    digest = hashlib.sha256(json.dumps([settings, language]).encode()).hexdigest()
    slug = f"evaluation/{digest[:12]}/en"
    kept = None if loading.fresh else filled_scope(slug, settings=settings)
    if kept is not None:
        say(f"{collection.name}: {slug} is kept from an earlier run (--fresh loads it anew).")
        rebuild_segments(kept)
        kept.refresh_from_db()
        return kept
    _require_judged(collection)
    nodes = list(draft_pages(read_documents(collection.corpus), text_format=text_format, size=loading.size))
    if not nodes:
        raise InvalidFile(f"{collection.corpus} holds no document.")
    scope = make_scratch_scope(slug, language=language, settings=settings)
    passages = publish_nodes(scope, nodes)
    say(
        f"{collection.name}: {len(nodes):,} documents ({text_format}, {language}), "
        f"{passages:,} passages in {slug}."
    )
    return scope


def _require_judged(collection: Collection) -> None:
    documents = {document.id for document in read_documents(collection.corpus)}
    missing = {
        document: query
        for query, grades in collection.judged.qrels.items()
        for document in grades
        if document not in documents
    }
    if documents and missing:
        first = min(missing)
        raise InvalidFile(
            f"{collection.corpus} lacks {len(missing):,} judged documents, such as “{first}” "
            f"(judged for “{missing[first]}”)."
        )
