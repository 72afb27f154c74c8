"""Markdown and MDX pages, as the site generators that people use publish them."""

from cogi.ingest.parsers.markdown.parser import MarkdownParser

__all__ = ["MarkdownParser"]
