"""The classes of questions; a search profile weighs its engines by them."""

from __future__ import annotations

from enum import StrEnum


class QuestionClass(StrEnum):
    """``semantic`` is what no rule knows better: an engine of meaning and one of words both have a say."""

    NAVIGATIONAL = "navigational"
    IDENTIFIER = "identifier"
    HOW_TO = "how-to"
    SEMANTIC = "semantic"
    RELATIONAL = "relational"
    TEMPORAL = "temporal"
    CODE = "code"
