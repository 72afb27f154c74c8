"""MDX files that a page imports and shows as components: put in their place."""

from __future__ import annotations

import re

from cogi.ingest.parsers.markdown.front_matter import split_front_matter
from cogi.ingest.parsers.markdown.includes import Includes
from cogi.ingest.parsers.markdown.jsx import Tag
from cogi.ingest.parsers.markdown.mdx import MARKER, Mdx, rewrite

_MARKED = re.compile(f"^([ \t]*){MARKER}(\\d+){MARKER}", re.MULTILINE)
_DEEPEST = 5


def with_partials(page: Mdx, includes: Includes, depth: int = 0) -> Mdx:
    """Return ``page`` with its imported Markdown files instead of the components that show them."""
    if depth >= _DEEPEST or not any(_source(tag, page) for tag in page.tags):
        return page
    tags = list(page.tags)

    def replaced(match: re.Match[str]) -> str:
        reference = _source(page.tags[int(match[2])], page)
        text = includes.read(reference) if reference else None
        if text is None:
            return match.group()
        _, body = split_front_matter(text)
        return _spliced(with_partials(rewrite(body), includes, depth + 1), tags, indent=match[1])

    return Mdx(_MARKED.sub(replaced, page.text), tags)


def _source(tag: Tag, page: Mdx) -> str:
    """Return the file that a component shows, "" when it is a component of another kind."""
    if tag.kind != "self":
        return ""
    if tag.name == "Snippet" and tag.props.get("file"):
        return f"snippets/{tag.props['file']}"
    source = page.imports.get(tag.name, "")
    return source if source.endswith((".md", ".mdx")) else ""


def _spliced(partial: Mdx, tags: list[Tag], *, indent: str) -> str:
    """Return the partial's text with its markers numbered after ``tags``, which take its tags."""
    offset = len(tags)
    tags.extend(partial.tags)
    text = re.sub(f"{MARKER}(\\d+){MARKER}", lambda m: f"{MARKER}{int(m[1]) + offset}{MARKER}", partial.text)
    return "\n\n" + "\n".join(indent + line for line in text.strip("\n").split("\n")) + "\n\n"
