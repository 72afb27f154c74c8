"""Whether a difference of means over the same queries is more than chance."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cogi.evaluation.relevance.measures import MetricsNotInstalled

RESAMPLES = 9_999
"""Of so few differences that they have fewer assignments of signs, all are tried."""


def paired_p_value(differences: Sequence[float]) -> float:
    """Return the two-sided p-value of a paired randomisation test.

    Under the null hypothesis each difference is as likely with the other sign. The test asks nothing of
    their distribution, which most other tests do (Smucker, Allan, Carterette: A comparison of statistical
    significance tests for information retrieval evaluation, CIKM 2007). The same differences give the
    same value. Without two differences it is 1.

    Raises:
        MetricsNotInstalled: when scipy is missing.
    """
    # A difference of 0 is the same with either sign.
    changed = np.array([value for value in differences if value], np.float64)
    if changed.size <= 1:
        # Either sign of a single difference is as far from 0.
        return 1.0
    try:
        # An extra, and slow to import.
        from scipy.stats import permutation_test  # noqa: PLC0415
    except ModuleNotFoundError as exc:
        raise MetricsNotInstalled("scipy") from exc
    tested = permutation_test(
        (changed,),
        np.sum,
        permutation_type="samples",
        vectorized=True,
        n_resamples=RESAMPLES,
        batch=1000,
        rng=np.random.default_rng(0),
    )
    return float(tested.pvalue)
