"""Ranks what the engines found: fused by rank, then by the profile, as suits the form of the question."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cogi.retrieval.adaptive_fusion import HEAD, PageScores, combine, near_page_scores
from cogi.retrieval.completing import complete
from cogi.retrieval.conf import conf
from cogi.retrieval.engines import Candidate, DenseEngine, Engine, GraphEngine, Inquiry, LexicalEngine
from cogi.retrieval.engines.base import Offer
from cogi.retrieval.fusion import FusedPage, fuse, page_scores
from cogi.retrieval.interpreting import Interpretation, lexical_query
from cogi.retrieval.parallel import Outcome
from cogi.retrieval.passage_forms import code_share
from cogi.retrieval.profiles import InvalidProfile, RankingProfile, configured_profile
from cogi.retrieval.query_language import ParsedQuestion
from cogi.retrieval.question_forms import QuestionForm, form_of

logger = logging.getLogger(__name__)

# Pages whose best passage is looked at to tell what could answer the question.
LOOKED_AT = 20
Offered = Mapping[str, Sequence[Candidate]]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the engines know of the fused pages. ``scores`` cover the head as far as an engine has any."""

    form: QuestionForm
    scores: PageScores


def inquiry_of(asked: Interpretation) -> Inquiry:
    """Return what every engine is asked for a question that has words."""
    lexical = lexical_query(asked.parsed)
    return Inquiry(asked.parsed.text, asked.scopes, conf.candidates, asked.pages, lexical, asked.as_of)


def rank(
    asked: Interpretation, outcome: Outcome, *, engines: Sequence[Engine], deadline: float
) -> list[FusedPage]:
    """Return the pages of ``outcome``, best first.

    They are fused by rank, and the head is ranked by the configured profile where it was learnt for exactly
    the engines that found something.
    """
    found = {name: offer.candidates for name, offer in outcome.offers.items()}
    offered = _allowed(found, _candidates(outcome.offers, LexicalEngine.name), asked.parsed)
    own = _weights(outcome.offers)
    fused = fuse(offered, weights=own, decays=conf.page_decays)
    profile = _profile()
    if profile is None or not _suits(profile, offered):
        return fused
    evidence = gather(asked, outcome.offers, fused, engines=engines, deadline=deadline)
    weights = {name: share * own[name] for name, share in profile.weights(evidence.form).items()}
    weighed = {"form": str(evidence.form), "weights": weights}
    for page in fused[:HEAD]:
        page.notes["profile"] = weighed
    return combine(fused, evidence.scores, weights=weights)


def gather(
    asked: Interpretation,
    offers: Mapping[str, Offer],
    fused: Sequence[FusedPage],
    *,
    engines: Sequence[Engine],
    deadline: float,
) -> Evidence:
    """Return the form of the question and each engine's scores of the head, completed by asking again."""
    head = fused[:HEAD]
    added = complete(engines, inquiry_of(asked), head, offers, deadline=deadline)
    known = {name: [*offer.candidates, *added.get(name, ())] for name, offer in offers.items()}
    allowed = _allowed(known, known.get(LexicalEngine.name, ()), asked.parsed)
    ids = dict.fromkeys((page.page_id for page in head), 0.0)
    scores = {name: _scores(name, [c for c in allowed[name] if c.page_id in ids]) for name in offers}
    if LexicalEngine.name in scores:
        # A page without any of the words scores 0; what the dense engine leaves out is only not near.
        scores[LexicalEngine.name] = ids | scores[LexicalEngine.name]
    share = code_share(page.best_passages(1)[0] for page in head[:LOOKED_AT])
    language = asked.scopes[0].language
    return Evidence(form_of(asked.parsed.text, code_share=share, language=language), scores)


def _scores(engine: str, candidates: Sequence[Candidate]) -> dict[int, float]:
    if engine == DenseEngine.name:
        return near_page_scores(candidates)
    return dict(page_scores(candidates, conf.page_decays.get(engine, 0.0)))


def _profile() -> RankingProfile | None:
    try:
        return configured_profile()
    except InvalidProfile as error:
        # The system check says it at start; a search does without.
        logger.error("retrieval.profile.invalid error=%s", error)  # noqa: TRY400 - the message is the whole of it
        return None


def _suits(profile: RankingProfile, offered: Offered) -> bool:
    learnt = profile.weights(QuestionForm.STATEMENT).keys()
    return {name for name, candidates in offered.items() if candidates} == learnt


def _candidates(offers: Mapping[str, Offer], engine: str) -> Sequence[Candidate]:
    return offers[engine].candidates if engine in offers else ()


def _allowed(offered: Offered, holding: Sequence[Candidate], parsed: ParsedQuestion) -> Offered:
    """Return what may be fused: only the lexical engine, which offers ``holding``, knows of phrases.

    The graph's pages stand in a relation to what a phrase names, and need not hold it.
    """
    if not (parsed.phrases or parsed.excluded):
        return offered
    allowed = {candidate.passage_id for candidate in holding}
    free = () if parsed.excluded else (GraphEngine.name,)
    return {
        name: candidates if name in free else [c for c in candidates if c.passage_id in allowed]
        for name, candidates in offered.items()
    }


def _weights(offers: Mapping[str, Offer]) -> dict[str, float]:
    """Return each engine's weight, less what it does not know of the corpus."""
    return {name: conf.engine_weights.get(name, 1.0) * offer.share for name, offer in offers.items()}
