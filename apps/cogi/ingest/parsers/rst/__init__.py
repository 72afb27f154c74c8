"""reStructuredText as Sphinx publishes it, read with docutils alone; no ``conf.py`` is ever executed."""

from cogi.ingest.parsers.rst.parser import RestructuredTextParser

__all__ = ["RestructuredTextParser"]
