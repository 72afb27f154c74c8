"""What HTML elements are for: which hold blocks, which are furniture, which are hidden."""

from __future__ import annotations

import re

from lxml.etree import _Element as Element

_BLOCK_TAGS = (
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ol p pre "
    "section summary table tbody td tfoot th thead tr ul video"
)
BLOCKS = frozenset(_BLOCK_TAGS.split())
HEADINGS = {f"h{depth}": depth for depth in range(1, 7)}
_TEXTLESS_TAGS = (
    "button canvas head iframe input link meta nav noscript object script select style svg template "
    "textarea title"
)
_NEVER_TEXT = frozenset(_TEXTLESS_TAGS.split())
_FURNITURE = re.compile(
    r"(?:^|[\s_-])(?:headerlink|header-?anchor|hash-?link|anchor-?link|breadcrumbs?|cookie[\w-]*|skip-link|toctree-wrapper-hidden"
    r"|visually-?hidden|sr-only|sphinxsidebar|sidebar-nav|related|prev-next|md-source|viewcode-link"
    r"|edit-(?:this-)?page|md-content__button|copybtn|navbar|toc|table-of-contents|pagination)(?:$|\s)",
    re.IGNORECASE,
)
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_HIDDEN_ROLES = frozenset({"navigation", "search", "banner", "contentinfo", "alert"})


def tag_of(element: Element) -> str:
    """Return the lower-case tag, "" for what is no element (a comment)."""
    tag: object = element.tag
    return tag.lower() if isinstance(tag, str) else ""


def classes_of(element: Element) -> list[str]:
    return (element.get("class") or "").split()


def is_left_out(element: Element) -> bool:
    """Tell whether a reader of the page's text would not read this element."""
    tag = tag_of(element)
    if not tag or tag in _NEVER_TEXT or element.get("hidden") is not None:
        return True
    if element.get("aria-hidden") == "true" or _HIDDEN_STYLE.search(element.get("style") or ""):
        return True
    names = element.get("class")
    return element.get("role") in _HIDDEN_ROLES or bool(names and _FURNITURE.search(names))
