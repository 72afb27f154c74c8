"""What is to be measured: folders become scratch scopes, golden sets are asked where their pages are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cogi.corpus.classification import Classification
from cogi.corpus.models import Scope
from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.golden.reading import judged_queries
from cogi.evaluation.models import EvaluationRun, GoldenSet
from cogi.evaluation.progress import Say
from cogi.evaluation.relevance.beir import Collection, read_collections
from cogi.evaluation.relevance.embedding import embed_scope
from cogi.evaluation.relevance.evaluating import Subject
from cogi.evaluation.relevance.loading import Loading, load_collection
from cogi.inference.embedders import default_embedder


class UnknownSubject(EvaluationError):
    """A name is neither a folder nor a golden set."""

    def __init__(self, name: str) -> None:
        known = ", ".join(GoldenSet.objects.values_list("name", flat=True)) or "none"
        super().__init__(f"“{name}” is neither a folder nor a golden set. Golden sets: {known}.")


class NotPublished(EvaluationError):
    """A scope without a release cannot be asked."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(f"{scope} has no release yet. Ingest it first: manage.py cogi_ingest {scope} …")


def find_subjects(
    names: Sequence[str], *, loading: Loading, vectors: bool, scope: Scope | None = None, say: Say
) -> Iterator[Subject]:
    """Yield a subject for every collection and golden set, ready to be measured, in the order of ``names``.

    ``vectors`` tells whether passages must be embedded; ``scope`` is asked instead of the golden sets' own.

    Raises:
        UnknownSubject, InvalidFile, UnknownLanguage, NotPublished: before anything is loaded, where that
            can be known.
    """
    for found in _find(names):
        if isinstance(found, GoldenSet):
            yield _of_golden_set(found, scope or found.scope, vectors=vectors, say=say)
        else:
            yield _of_collection(found, loading, vectors=vectors, say=say)


def golden_subject(golden_set: GoldenSet, scope: Scope) -> Subject:
    """Return ``golden_set`` as asked of ``scope``.

    Raises:
        NothingJudged: when no question has a judged page.
    """
    return Subject(
        name=golden_set.name,
        scope=scope,
        judged=judged_queries(golden_set),
        clearance=Classification(golden_set.clearance),
        golden_set_id=golden_set.pk,
    )


def _find(names: Sequence[str]) -> list[GoldenSet | Collection]:
    sets = {found.name: found for found in GoldenSet.objects.filter(name__in=names).select_related("scope")}
    folders = [Path(name) for name in names if name not in sets]
    if missing := [folder for folder in folders if not folder.exists()]:
        raise UnknownSubject(str(missing[0]))
    return [*sets.values(), *(read_collections(folders) if folders else [])]


def _of_golden_set(golden_set: GoldenSet, scope: Scope, *, vectors: bool, say: Say) -> Subject:
    if not scope.release_number:
        raise NotPublished(scope)
    if vectors and scope.wants_vectors:
        _embed(scope, say=say)
    return golden_subject(golden_set, scope)


def _of_collection(collection: Collection, loading: Loading, *, vectors: bool, say: Say) -> Subject:
    scope = load_collection(collection, loading, say=say)
    # What was measured in this scope before it was dropped and loaded anew.
    EvaluationRun.objects.filter(scope=None, scope_slug=scope.slug).update(scope=scope)
    if vectors:
        _embed(scope, say=say)
    return Subject(collection.name, scope, collection.judged)


def _embed(scope: Scope, *, say: Say) -> None:
    embedder = default_embedder()
    if embedder is not None:
        embed_scope(scope, embedder, say=say)
