"""Clearances of models, as options name them: a model is sent nothing above its own."""

from __future__ import annotations

from cogi.corpus.classification import Classification


def clearance_named(name: str) -> Classification:
    """Return the level called ``name`` (``internal``), as options write it."""
    try:
        return Classification[name.upper()]
    except KeyError as exc:
        levels = ", ".join(level.label for level in Classification)
        raise ValueError(f"CLEARANCE must be one of {levels}, not {name!r}.") from exc
