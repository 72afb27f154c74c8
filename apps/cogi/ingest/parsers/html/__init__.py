"""HTML pages: the main content of a published or hand-written page, read without fetching anything."""

from cogi.ingest.parsers.html.parser import HtmlParser

__all__ = ["HtmlParser"]
