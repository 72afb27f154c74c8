"""The closed vocabularies of the corpus: kinds of nodes and the nine labels of edges."""

from __future__ import annotations

from django.db import models


class NodeKind(models.TextChoices):
    """What a node is. ``group`` is a titled place in the contents that has no page of its own."""

    PAGE = "page", "page"
    GROUP = "group", "group"
    SECTION = "section", "section"
    CODE_SAMPLE = "codeSample", "code sample"
    SYMBOL = "symbol", "symbol"
    FILE = "file", "file"
    OPERATION = "operation", "API operation"
    LEARNING_PATH = "learningPath", "learning path"
    MODULE = "module", "module"
    UNIT = "unit", "unit"
    SKILL = "skill", "skill"
    ROLE = "role", "role"
    PRODUCT = "product", "product"


PAGE_PARTS = frozenset({NodeKind.SECTION, NodeKind.SYMBOL, NodeKind.CODE_SAMPLE})
"""Kinds that are shown as parts of the page above them."""


class EdgeLabel(models.TextChoices):
    """The nine relations that the graph knows."""

    PART_OF = "partOf", "part of"
    DEPENDS_ON = "dependsOn", "depends on"
    XREF = "xref", "refers to"
    APPLIES_TO = "appliesTo", "applies to"
    FOR_ROLE = "forRole", "for role"
    TEACHES_SKILL = "teachesSkill", "teaches skill"
    SUPERSEDED_BY = "supersededBy", "superseded by"
    IMPLEMENTED_BY = "implementedBy", "implemented by"
    DERIVED_FROM = "derivedFrom", "derived from"
