"""What a run was configured with, as far as it can change a ranking; never a credential."""

from __future__ import annotations

from typing import Any

from cogi.conf import Setting
from cogi.index.analysis import ANALYSIS_VERSION
from cogi.index.conf import conf as index_conf
from cogi.inference.embedders import default_embedder
from cogi.inference.rerankers import default_reranker
from cogi.retrieval.conf import RetrievalSettings
from cogi.retrieval.conf import conf as retrieval_conf

# These say how soon a search answers and what a hit shows, which a measurement does not depend on.
_NO_MATTER = frozenset(
    {
        "COGI_SEARCH_DEADLINE",
        "COGI_ENGINE_DEADLINES",
        "COGI_RERANK_DEADLINE",
        "COGI_ENGINE_THREADS",
        "COGI_MAX_QUESTION_LENGTH",
        "COGI_SNIPPET_WORDS",
        "COGI_PASSAGES_PER_HIT",
        "COGI_FACET_METADATA",
        "COGI_FACET_VALUES",
        "COGI_PAGE_TABLE_CELLS",
        "COGI_READER_PATH",
    }
)


def configuration() -> dict[str, Any]:
    """Return the present configuration by name, fit for JSON."""
    return {
        "analysis version": ANALYSIS_VERSION,
        "field weights": dict(index_conf.field_weights),
        "k1": index_conf.bm25_k1,
        "b": index_conf.bm25_b,
        "ef_search": index_conf.hnsw_ef_search,
        "embedder": _name(default_embedder()),
        "reranker": _name(default_reranker()),
        **_retrieval(),
    }


def _retrieval() -> dict[str, Any]:
    return {
        setting.name.removeprefix("COGI_").lower().replace("_", " "): getattr(retrieval_conf, attribute)
        for attribute, setting in vars(RetrievalSettings).items()
        if isinstance(setting, Setting) and setting.name not in _NO_MATTER
    }


def _name(backend: object | None) -> str | None:
    """Return a model's id, or the name of a backend that has none."""
    return None if backend is None else str(getattr(backend, "model_id", type(backend).__name__))
