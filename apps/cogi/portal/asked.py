"""What a visitor asks of the page: its address is its whole state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self
from urllib.parse import urlencode


@dataclass(frozen=True, slots=True)
class Asked:
    """``?q=…&scope=…&ask=1&offset=…``; an empty ``scope`` means the default scopes."""

    query: str = ""
    scope: str = ""
    ask: bool = False
    offset: int = 0

    @classmethod
    def read(cls, parameters: Mapping[str, str]) -> Self:
        query = parameters.get("q", "")
        offset = parameters.get("offset", "")
        return cls(
            query=query,
            scope=parameters.get("scope", ""),
            ask=parameters.get("ask") == "1" and bool(query.strip()),
            offset=int(offset) if offset.isdecimal() and len(offset) < 6 else 0,  # noqa: PLR2004
        )

    @property
    def view(self) -> str:
        if not self.query.strip():
            return "home"
        return "answer" if self.ask else "results"

    @property
    def address(self) -> str:
        parameters = {
            "q": self.query,
            "scope": self.scope,
            "ask": "1" if self.ask else "",
            "offset": str(self.offset or ""),
        }
        return f"?{urlencode({name: value for name, value in parameters.items() if value})}"

    def asking(self, query: str) -> Self:
        """Return the beginning of the results of another question."""
        return replace(self, query=query, ask=False, offset=0)

    @property
    def results_address(self) -> str:
        return replace(self, ask=False, offset=0).address

    @property
    def ask_address(self) -> str:
        return replace(self, ask=True, offset=0).address

    @property
    def everywhere_address(self) -> str:
        return replace(self, scope="", offset=0).address
