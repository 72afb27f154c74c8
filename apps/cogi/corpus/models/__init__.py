"""The tables of the truth, one module for each idea."""

from cogi.corpus.models.curation import Boost, Pin
from cogi.corpus.models.edge import Edge
from cogi.corpus.models.fact import Fact
from cogi.corpus.models.node import Node, NodeRevision
from cogi.corpus.models.passage import Passage, PassageContent, VisibilityClass
from cogi.corpus.models.release import MerkleBucket, Release
from cogi.corpus.models.scope import Grant, Product, Scope

__all__ = [
    "Boost",
    "Edge",
    "Fact",
    "Grant",
    "MerkleBucket",
    "Node",
    "NodeRevision",
    "Passage",
    "PassageContent",
    "Pin",
    "Product",
    "Release",
    "Scope",
    "VisibilityClass",
]
