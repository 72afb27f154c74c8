"""The root of all errors that evaluation raises."""

from __future__ import annotations


class EvaluationError(Exception):
    """Something cannot be measured; the message says what to do."""
