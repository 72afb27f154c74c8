"""What a profile learns from: the engines' scores of each judged question's pages, and the grades."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from django.test.utils import override_settings

from cogi.corpus.models import Node
from cogi.corpus.perimeter import Perimeter
from cogi.evaluation.relevance.evaluating import Subject
from cogi.evaluation.tuning.gain import DEPTH, discounted
from cogi.retrieval.adaptive_fusion import HEAD, Floats, standardised
from cogi.retrieval.conf import conf
from cogi.retrieval.engines import DenseEngine, Engine, LexicalEngine
from cogi.retrieval.fusion import fuse
from cogi.retrieval.interpreting import interpret
from cogi.retrieval.parallel import run_engines
from cogi.retrieval.question_forms import QuestionForm
from cogi.retrieval.ranking import gather, inquiry_of

ENGINES: tuple[Engine, ...] = (LexicalEngine(), DenseEngine())
PATIENCE_SECONDS = 60.0
_IN_TURN = {"COGI_ENGINE_THREADS": 0, "COGI_ENGINE_DEADLINES": {}, "COGI_SEARCH_DEADLINE": PATIENCE_SECONDS}


@dataclass(frozen=True, slots=True)
class Sample:
    """One question: of its first pages (n,), in the order of plain fusion, standard scores and grades.

    ``ideal`` is the discounted gain of the best ranking that there could be.
    """

    form: QuestionForm
    lexical: Floats
    dense: Floats
    grades: Floats
    ideal: float

    def ndcg(self, dense_share: float) -> float:
        """Return nDCG@10 of these pages when the dense engine has ``dense_share`` of the say."""
        scores = (1 - dense_share) * self.lexical + dense_share * self.dense
        return self._ndcg(self.grades[np.argsort(-scores, kind="stable")])

    def ndcg_of_plain_fusion(self) -> float:
        return self._ndcg(self.grades)

    def _ndcg(self, ranked: Floats) -> float:
        return discounted(ranked[:DEPTH]) / self.ideal if self.ideal else 0.0


def gather_samples(subject: Subject) -> Iterator[Sample]:
    """Yield a sample for every judged question of ``subject``, found as a search finds it."""
    perimeter = Perimeter.of({subject.scope.pk: subject.clearance})
    for query, text in subject.judged.queries.items():
        with override_settings(**_IN_TURN):
            yield _sample(text, dict(subject.judged.qrels[query]), subject.scope.slug, perimeter)


def _sample(text: str, grades: dict[str, int], slug: str, perimeter: Perimeter) -> Sample:
    deadline = time.monotonic() + PATIENCE_SECONDS
    asked = interpret(text, perimeter=perimeter, scopes=[slug])
    offers = run_engines(ENGINES, inquiry_of(asked), deadline=deadline).offers
    fused = fuse(
        {name: offer.candidates for name, offer in offers.items()}, weights={}, decays=conf.page_decays
    )
    evidence = gather(asked, offers, fused, engines=ENGINES, deadline=deadline)
    pages = [page.page_id for page in fused[:HEAD]]
    uids = dict(Node.objects.filter(pk__in=pages).values_list("pk", "uid"))
    found = np.array([max(grades.get(uids[page], 0), 0) for page in pages], np.float64)
    best = sorted((grade for grade in grades.values() if grade > 0), reverse=True)
    return Sample(
        evidence.form,
        standardised(pages, evidence.scores.get(LexicalEngine.name, {})),
        standardised(pages, evidence.scores.get(DenseEngine.name, {})),
        found,
        discounted(np.array(best[:DEPTH], np.float64)),
    )
