"""Plain words for what a search reports; notices.js says the same in the browser."""

from __future__ import annotations

from cogi.retrieval.results import Degradation, Results

_MISSING = {
    "dense": "search by meaning",
    "lexical": "search by words",
    "graph": "search along links",
    "episodic": "search in dated facts",
    "reranker": "the final ranking step",
}
_REASONS = {
    "deadline": "took too long and was left out",
    "error": "is not working at the moment",
    "off": "is switched off",
    "incomplete": "does not cover all of the documentation yet",
}


_CALM = {"off", "incomplete"}


def notice_class(degradation: Degradation) -> str:
    """What is off or still being built is no trouble; what is late or broken is."""
    return "notice" if degradation.reason in _CALM else "notice notice-warning"


def degradation_notice(degradation: Degradation) -> str:
    part = _MISSING.get(degradation.engine, f"“{degradation.engine}”")
    sentence = f"{part} {_REASONS.get(degradation.reason, 'did not take part')}"
    return f"{sentence[0].upper()}{sentence[1:]}, so some matches may be missing."


def count_line(results: Results) -> str:
    pages = "1 page" if results.total == 1 else f"{results.total:,} pages"
    total = results.timings_ms.get("total")
    return pages if total is None else f"{pages} in {max(1, round(total))} ms"
