"""What kind of question is asked, told from its words alone: no model is called, and nothing is stored."""

from cogi.retrieval.classifying.classes import QuestionClass
from cogi.retrieval.classifying.classify import Classified, classify

__all__ = ["Classified", "QuestionClass", "classify"]
