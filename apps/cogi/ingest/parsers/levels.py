"""Classifications as authors write them; what cannot be understood is taken as restricted."""

from __future__ import annotations

from cogi.corpus.classification import Classification

_BY_LABEL = {level.label: level for level in Classification}
_CHOICES = ", ".join(_BY_LABEL)


def level_named(name: object) -> Classification | None:
    """Return the level that ``name`` names, or None."""
    return _BY_LABEL.get(str(name).strip().lower())


def level_stated(name: object) -> Classification:
    """Return the level an author stated; a word that is no level fails closed."""
    return Classification.RESTRICTED if (level := level_named(name)) is None else level


def unknown_level_message(name: object) -> str:
    return f"classification {str(name)!r} is not one of {_CHOICES}; the text is kept as restricted."
