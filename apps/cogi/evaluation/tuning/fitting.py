"""Finds the dense engine's share for each form of question, and tests it on what was left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

import numpy as np

from cogi.evaluation.tuning.samples import Sample
from cogi.retrieval.adaptive_fusion import Floats
from cogi.retrieval.question_forms import QuestionForm

GRID: Floats = np.round(np.arange(0.0, 1.0001, 0.05), 2)
MOST_QUESTIONS = 150
"""No collection weighs more than as many questions: many of a kind are not many kinds."""
PRIOR_QUESTIONS = 60
"""A form of question that is put in words starts from what suits all of these, as if seen so often."""
_SMOOTHING = (0.25, 0.5, 0.25)

Shares = Mapping[QuestionForm, float]
Collections = Mapping[str, Sequence[Sample]]


def fit(collections: Collections) -> Shares:
    """Return the share, of a grid of steps of 0.05, with the greatest nDCG@10 for each form of question."""
    curves = {
        name: {form: _curve(samples, form) for form in QuestionForm} for name, samples in collections.items()
    }
    sums = {
        form: sum((each[form][0] for each in curves.values()), np.zeros(GRID.size)) for form in QuestionForm
    }
    counts = {form: sum(each[form][1] for each in curves.values()) for form in QuestionForm}
    worded = [form for form in QuestionForm if form is not QuestionForm.CODE]
    seen = sum(counts[form] for form in worded)
    prior = sum((sums[form] for form in worded), np.zeros(GRID.size)) / max(seen, 1) * PRIOR_QUESTIONS
    return {form: _best(sums[form] + (prior if form in worded else 0.0)) for form in QuestionForm}


def fit_without(collections: Collections, left_out: str) -> Shares:
    """Return what is learnt from all collections but one, to be tested on that one."""
    return fit({name: samples for name, samples in collections.items() if name != left_out})


def mean_ndcg(samples: Sequence[Sample], shares: Shares) -> float:
    return fmean(sample.ndcg(shares[sample.form]) for sample in samples)


def _curve(samples: Sequence[Sample], form: QuestionForm) -> tuple[Floats, float]:
    """Return the sum of nDCG@10 by share (shares,), and of how many questions."""
    own = [sample for sample in samples if sample.form is form]
    if not own:
        return np.zeros(GRID.size), 0.0
    count = min(len(own), MOST_QUESTIONS)
    total = np.array([sum(sample.ndcg(share) for sample in own) for share in GRID.tolist()])
    return total * count / len(own), float(count)


def _best(curve: Floats) -> float:
    """Return the share at the top of the smoothed curve; the lowest one of a flat curve."""
    smooth = np.convolve(np.pad(curve, 1, mode="edge"), _SMOOTHING, "valid")
    return float(GRID[int(np.argmax(np.round(smooth, 9)))])
