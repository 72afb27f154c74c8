"""Names of Python objects, long and short."""

from __future__ import annotations


def short_name(dotted: str) -> str:
    """Return ``dotted`` from its first class on: modules move, classes seldom; "" without a class."""
    parts = dotted.split(".")
    at = next((at for at, part in enumerate(parts) if part[:1].isupper()), len(parts))
    return ".".join(parts[at:])
