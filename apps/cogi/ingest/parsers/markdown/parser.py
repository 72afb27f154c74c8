"""The Markdown parser: CommonMark, MkDocs, Docusaurus, Mintlify and Microsoft Learn pages."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from markdown_it.token import Token

from cogi.corpus.classification import LOWEST
from cogi.ingest.documents import NavigationEntry, Page, Section
from cogi.ingest.parsers.anchors import Anchors
from cogi.ingest.parsers.base import ParseError, Parser
from cogi.ingest.parsers.decoding import decode_utf8
from cogi.ingest.parsers.hrefs import HrefResolver
from cogi.ingest.parsers.levels import level_named, level_stated, unknown_level_message
from cogi.ingest.parsers.markdown import docusaurus, learn, learn_units, mintlify, mkdocs, sphinx
from cogi.ingest.parsers.markdown.front_matter import FrontMatter, split_front_matter
from cogi.ingest.parsers.markdown.grammar import grammar
from cogi.ingest.parsers.markdown.includes import Includes
from cogi.ingest.parsers.markdown.mdx import Mdx, drop_stray_markers, rewrite
from cogi.ingest.parsers.markdown.partials import with_partials
from cogi.ingest.parsers.markdown.renderer import Renderer
from cogi.ingest.parsers.markdown.sites import Site
from cogi.ingest.parsers.outline import Outline
from cogi.ingest.parsers.titles import title_of_path

# Python-Markdown takes any character after the hashes, CommonMark only a blank.
_HEADING_NBSP = re.compile("^(#{1,6})\u00a0", re.MULTILINE)
_CONFIGURATIONS = (
    mkdocs.CONFIGURATION,
    mintlify.CONFIGURATION,
    learn.CONFIGURATION,
    sphinx.CONFIGURATION,
    docusaurus.CATEGORY,
)
_DETECTORS = (mkdocs.detect, mintlify.detect, docusaurus.detect, learn.detect, sphinx.detect)


class MarkdownParser(Parser):
    name: ClassVar[str] = "markdown"
    suffixes: ClassVar[frozenset[str]] = frozenset({".md", ".markdown", ".mdx"})

    def __init__(self) -> None:
        self._site = Site()

    def configuration_files(self, paths: Sequence[str]) -> Sequence[str]:
        """Return the generators' files: Docusaurus keeps its order in the pages, Learn in each unit."""
        names = {path: posixpath.basename(path) for path in paths}
        wanted = [*_CONFIGURATIONS, docusaurus.MAIN]
        if any(
            docusaurus.MAIN.fullmatch(name) or docusaurus.CATEGORY.fullmatch(name) for name in names.values()
        ):
            wanted.append(docusaurus.PAGE)
        if any(learn.BUILD.fullmatch(name) for name in names.values()):
            wanted.append(learn_units.FILES)
        return [path for path in paths if any(pattern.fullmatch(names[path]) for pattern in wanted)]

    def prepare(self, files: Mapping[str, bytes]) -> None:
        found = [site for detect in _DETECTORS if (site := detect(files)) is not None]
        self._site = min(found, key=_depth, default=Site())

    def navigation(self) -> Sequence[NavigationEntry]:
        return self._site.navigation

    def accepts(self, path: str) -> bool:
        return super().accepts(path) and self._site.owns(path)

    def parse(self, path: str, data: bytes, *, includes: Mapping[str, bytes]) -> Page:
        front_matter, body = split_front_matter(decode_utf8(path, data))
        page = self._page(path, self._site.completed(path, front_matter))
        try:
            self._read(page, path, body, includes)
        except RecursionError as exc:
            raise ParseError(f"{path} nests its blocks too deeply; flatten its lists and quotes.") from exc
        return page

    def _page(self, path: str, front_matter: FrontMatter) -> Page:
        """Return the page with what its front matter says, still without text."""
        root = Section(title=front_matter.text("title"), anchor="")
        root.facts.extend(front_matter.facts())
        if uid := front_matter.text("uid"):
            root.targets.append(f"uid:{uid}")
        page = Page(self._site.page_path(path), self._site.page_url(path, front_matter), root)
        page.metadata.update(front_matter.values)
        _classify(page, front_matter)
        page.hidden = front_matter.values.get("hidden") is True or front_matter.values.get("draft") is True
        return page

    def _read(self, page: Page, path: str, body: str, includes: Mapping[str, bytes]) -> None:
        found = Includes(includes, page=path, directories=self._site.include_directories)
        body = _HEADING_NBSP.sub(r"\1 ", found.expand(body))
        mdx = self._site.mdx or path.lower().endswith(".mdx")
        source = with_partials(rewrite(body), found) if mdx else Mdx(body, [])
        tokens = grammar(mdx=mdx, uids=self._site.uids, myst=self._site.myst).parse(source.text)
        drop_stray_markers(tokens if source.tags else ())
        outline = Outline(page.root)
        renderer = self._renderer(page, outline, tokens, source)
        renderer.render(tokens)
        page.children.extend(renderer.contents)
        page.root.title = (
            page.root.title or self._site.title_in_navigation(page.path) or title_of_path(page.path)
        )

    def _renderer(self, page: Page, outline: Outline, tokens: Sequence[Token], source: Mdx) -> Renderer:
        resolver = HrefResolver(page.path, self._site.url_directory(page.url), self._site.url)
        stated = (
            str(token.attrs["id"]) for token in tokens if token.type == "heading_open" and "id" in token.attrs
        )
        anchors = Anchors(self._site.slug_style(), reserved=stated)
        return Renderer(outline, page_path=page.path, resolver=resolver, anchors=anchors, tags=source.tags)


def _depth(site: Site) -> int:
    return site.root.count("/") + 1 if site.root else 0


def _classify(page: Page, front_matter: FrontMatter) -> None:
    stated = front_matter.values.get("classification")
    error = front_matter.error
    if stated is not None:
        page.root.classification = level_stated(stated)
        error = error or ("" if level_named(stated) is not None else unknown_level_message(stated))
    else:
        page.root.classification = LOWEST
    if error:
        page.metadata["front_matter_error"] = error
