"""What evaluation keeps. Pages are named by uid, so that judgements outlive releases."""

from cogi.evaluation.models.floor import ReleaseFloor
from cogi.evaluation.models.golden import GoldenQuery, GoldenSet, Judgement
from cogi.evaluation.models.run import EvaluationRun

__all__ = ["EvaluationRun", "GoldenQuery", "GoldenSet", "Judgement", "ReleaseFloor"]
