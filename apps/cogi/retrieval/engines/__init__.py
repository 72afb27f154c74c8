"""The engines that a question fans out to, all behind one interface."""

from cogi.retrieval.engines.base import Candidate, Engine, EngineUnavailable, Inquiry
from cogi.retrieval.engines.dense import DenseEngine
from cogi.retrieval.engines.episodic import EpisodicEngine
from cogi.retrieval.engines.graph import GraphEngine
from cogi.retrieval.engines.lexical import LexicalEngine
from cogi.retrieval.engines.sparse import SparseEngine

ENGINES: tuple[Engine, ...] = (
    # The dense engine first: its model is at work while the others begin.
    DenseEngine(),
    LexicalEngine(),
    SparseEngine(),
    GraphEngine(),
    EpisodicEngine(),
)

__all__ = [
    "ENGINES",
    "Candidate",
    "DenseEngine",
    "Engine",
    "EngineUnavailable",
    "EpisodicEngine",
    "GraphEngine",
    "Inquiry",
    "LexicalEngine",
    "SparseEngine",
]
