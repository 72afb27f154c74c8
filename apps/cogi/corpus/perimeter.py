"""The perimeter: a frozen value that says what one viewer may see. It is passed, never ambient."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from cogi.corpus.classification import HIGHEST, LOWEST, Classification
from cogi.corpus.models.scope import Grant, Scope

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser, AnonymousUser


@dataclass(frozen=True)
class Perimeter:
    """The clearance of one viewer in each scope that the viewer may enter, by scope id.

    A scope that is not listed does not exist for the viewer.
    """

    clearances: tuple[tuple[int, Classification], ...]

    @classmethod
    def of(cls, clearances: Mapping[int, Classification]) -> Perimeter:
        return cls(tuple(sorted(clearances.items())))

    @cached_property
    def scope_ids(self) -> frozenset[int]:
        return frozenset(scope_id for scope_id, _ in self.clearances)

    @cached_property
    def digest(self) -> str:
        """A key for caches: equal for viewers who see the same."""
        return hashlib.sha256(repr([(s, int(c)) for s, c in self.clearances]).encode()).hexdigest()

    def within(self, scope_ids: Iterable[int]) -> Perimeter:
        """Return the part of this perimeter that lies in the given scopes."""
        wanted = frozenset(scope_ids)
        return Perimeter(tuple(pair for pair in self.clearances if pair[0] in wanted))

    def capped(self, level: Classification) -> Perimeter:
        """Return what this viewer may pass on to something cleared for ``level`` only."""
        return Perimeter(tuple((scope_id, min(own, level)) for scope_id, own in self.clearances))

    def by_clearance(self) -> Mapping[Classification, list[int]]:
        """Group the scope ids by clearance, for filters with few branches."""
        groups: dict[Classification, list[int]] = defaultdict(list)
        for scope_id, clearance in self.clearances:
            groups[clearance].append(scope_id)
        return groups


NOWHERE = Perimeter(())


def perimeter_for(user: AbstractBaseUser | AnonymousUser | None) -> Perimeter:
    """Return the perimeter of a user: open scopes at public, grants as given, a superuser all.

    ``None`` is the anonymous viewer.
    """
    if user is not None and user.is_active and getattr(user, "is_superuser", False):
        return Perimeter.of(dict.fromkeys(Scope.objects.values_list("pk", flat=True), HIGHEST))
    clearances = dict.fromkeys(Scope.objects.filter(is_open=True).values_list("pk", flat=True), LOWEST)
    if user is not None and user.is_active and user.pk is not None:
        for scope_id, level in Grant.objects.held_by(user).values_list("scope_id", "clearance"):
            clearances[scope_id] = max(clearances.get(scope_id, LOWEST), Classification(level))
    return Perimeter.of(clearances)
