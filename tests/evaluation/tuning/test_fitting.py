from __future__ import annotations

import numpy as np
import pytest

from cogi.evaluation.tuning.fitting import fit, fit_without, mean_ndcg
from cogi.evaluation.tuning.gain import discounted
from cogi.evaluation.tuning.samples import Sample
from cogi.retrieval.question_forms import QuestionForm


def sample(form: QuestionForm, *, dense_is_right: bool) -> Sample:
    """Two pages, of which the second is relevant: one engine says so, the other the contrary."""
    up, down = np.array([-1.0, 1.0]), np.array([1.0, -1.0])
    lexical, dense = (down, up) if dense_is_right else (up, down)
    return Sample(form, lexical, dense, grades=np.array([0.0, 1.0]), ideal=1.0)


def test_gain_is_discounted_by_rank() -> None:
    assert discounted(np.array([3.0, 2.0, 3.0])) == pytest.approx(3 + 2 / np.log2(3) + 3 / 2)


def test_a_sample_is_worth_what_its_order_is_worth() -> None:
    one = sample(QuestionForm.CODE, dense_is_right=True)
    assert one.ndcg(1.0) == 1.0
    assert one.ndcg(0.0) == one.ndcg_of_plain_fusion() == pytest.approx(1 / np.log2(3))


def test_each_form_gets_the_share_that_its_questions_like() -> None:
    code = [sample(QuestionForm.CODE, dense_is_right=True)] * 200
    words = [sample(QuestionForm.STATEMENT, dense_is_right=False)] * 200
    shares = fit({"code": code, "docs": words})
    assert shares[QuestionForm.CODE] > 0.5
    assert shares[QuestionForm.STATEMENT] < 0.5
    assert mean_ndcg([*code, *words], shares) == 1.0


def test_a_form_that_was_seldom_seen_follows_the_other_questions() -> None:
    seldom = [sample(QuestionForm.VERBOSE, dense_is_right=True)] * 3
    shares = fit({"docs": [*seldom, *[sample(QuestionForm.STATEMENT, dense_is_right=False)] * 100]})
    assert shares[QuestionForm.VERBOSE] < 0.5


def test_what_is_left_out_teaches_nothing() -> None:
    collections = {
        "one": [sample(QuestionForm.STATEMENT, dense_is_right=False)] * 10,
        "two": [sample(QuestionForm.STATEMENT, dense_is_right=True)] * 10,
    }
    assert fit_without(collections, "two") == fit({"one": collections["one"]})
