"""The scopes that a visitor can choose from, with titles that tell them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of the scope selector; an empty ``slug`` searches the default scopes."""

    slug: str
    title: str

    @property
    def address(self) -> str:
        return f"?{urlencode({'scope': self.slug})}"


@dataclass(frozen=True, slots=True)
class ScopeChoices:
    entries: Sequence[Choice]
    choices: Sequence[Choice]

    @property
    def several(self) -> bool:
        return len(self.entries) > 1

    def title_of(self, slug: str) -> str:
        return next((entry.title for entry in self.entries if entry.slug == slug), slug)


def scope_choices(perimeter: Perimeter) -> ScopeChoices:
    """Return what ``perimeter`` may enter: every scope, and the choices of the selector."""
    scopes = list(Scope.objects.within(perimeter).select_related("product"))
    titles = _titles(scopes)
    entries = [Choice(scope.slug, titles[scope.slug]) for scope in scopes]
    defaults = [titles[scope.slug] for scope in scopes if scope.is_default]
    return ScopeChoices(entries, [Choice("", _default_title(defaults, len(scopes))), *entries])


def _titles(scopes: Sequence[Scope]) -> dict[str, str]:
    plain = {scope.slug: f"{scope.product.title} {scope.version_label}" for scope in scopes}
    used = Counter(plain.values())
    return {
        scope.slug: plain[scope.slug]
        if used[plain[scope.slug]] == 1
        else f"{plain[scope.slug]} ({scope.locale})"
        for scope in scopes
    }


def _default_title(defaults: Sequence[str], total: int) -> str:
    if len(defaults) in {0, total}:
        return "All documentation"
    return f"{defaults[0]} (default)" if len(defaults) == 1 else "Default documentation"
