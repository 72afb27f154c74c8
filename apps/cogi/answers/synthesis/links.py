"""Takes links out of prose unless they lead to a host that the sources are on."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from urllib.parse import urlsplit

_IMAGE = re.compile(r"!\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
# An address may hold brackets of its own, one level deep.
LINK = re.compile(r"\[([^\]]*)\]\(\s*<?((?:[^()\s>]|\([^()]*\))*)>?(?:[^()]|\([^()]*\))*\)")
_REFERENCE = re.compile(r"^[ \t]*\[[^\]]+\]:[^\n]*$", re.MULTILINE)
ADDRESS = re.compile(
    r"<?\b(?:[a-z][a-z0-9+.-]*:)?//[^\s<>\"')\]]+>?|<?\bwww\.[^\s<>\"')\]]+>?", re.IGNORECASE
)


def remove_foreign_links(text: str, hosts: AbstractSet[str]) -> str:
    """Return ``text`` (prose) with links to other hosts reduced to their words, and their addresses gone.

    Images always go, since showing one already calls its host.
    """
    text = _IMAGE.sub(lambda image: image[1], text)
    text = _REFERENCE.sub("", text)
    text = LINK.sub(lambda link: link[0] if _leads_to(link[2], hosts) else link[1], text)
    return ADDRESS.sub(lambda address: address[0] if _leads_to(address[0].strip("<>"), hosts) else "", text)


def _leads_to(address: str, hosts: AbstractSet[str]) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and (parts.hostname or "") in hosts
