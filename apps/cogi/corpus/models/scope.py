"""Products, their scopes (one corpus variant each), and who may enter them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from cogi.corpus.classification import Classification
from cogi.corpus.synonyms import Groups

if TYPE_CHECKING:
    from cogi.corpus.perimeter import Perimeter


class Product(models.Model):
    """What is documented, whatever its versions and locales."""

    slug = models.SlugField(unique=True)
    title = models.CharField(max_length=200)

    def __str__(self) -> str:
        return self.title


class ScopeQuerySet(models.QuerySet["Scope"]):
    def within(self, perimeter: Perimeter) -> ScopeQuerySet:
        return self.filter(pk__in=perimeter.scope_ids)

    def bump_version(self) -> int:
        """Add one to ``version``; call it in the transaction of the change that can alter an answer."""
        return self.update(version=F("version") + 1)


class Scope(models.Model):
    """One corpus variant: product × version label × locale.

    ``version`` grows with every change that can alter an answer; ``release_number`` is the newest
    release, 0 before the first. ``language`` names the text search language (a PostgreSQL
    configuration such as ``english``). An open scope shows its public content to anonymous viewers.
    ``settings`` may hold ``synonyms`` (see the property), and ``vectors`` false where nothing is embedded.
    """

    product = models.ForeignKey(Product, on_delete=models.PROTECT, related_name="scopes")
    slug = models.CharField(max_length=150, unique=True)
    key = models.UUIDField(
        default=uuid4, editable=False, help_text="Names this scope in caches: never used again, unlike an id."
    )
    version_label = models.CharField(max_length=50)
    locale = models.CharField(max_length=20)
    language = models.CharField(max_length=30, default="english")
    base_url = models.URLField(
        max_length=500,
        blank=True,
        help_text="Address of the published site; page addresses are relative to it.",
    )
    is_default = models.BooleanField(default=False)
    is_open = models.BooleanField(default=True, help_text="Anonymous viewers see the public content.")
    settings = models.JSONField(default=dict, blank=True)
    version = models.BigIntegerField(default=0, editable=False)
    curation = models.UUIDField(
        null=True,
        editable=False,
        help_text="Names the rules of curation as they are now; any change names them anew.",
    )
    release_number = models.PositiveIntegerField(default=0, editable=False)
    readable_from = models.PositiveIntegerField(
        default=0,
        editable=False,
        help_text="Older releases show what is classified higher now: only the highest clearance reads them.",
    )

    objects = ScopeQuerySet.as_manager()

    class Meta:
        ordering = ["slug"]
        constraints = [
            models.UniqueConstraint(fields=["product", "version_label", "locale"], name="cogi_scope_variant"),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def wants_vectors(self) -> bool:
        return self.settings.get("vectors") is not False

    @property
    def synonyms(self) -> Groups:
        """Groups of words that mean the same here; a question with one of them asks for all."""
        return tuple(tuple(group) for group in self.settings.get("synonyms", ()))

    @synonyms.setter
    def synonyms(self, groups: Groups) -> None:
        self.settings = {**self.settings, "synonyms": [list(group) for group in groups]}


class GrantQuerySet(models.QuerySet["Grant"]):
    def held_by(self, user: Any) -> GrantQuerySet:
        """Grants to the user and to the user's groups."""
        return self.filter(Q(user_id=user.pk) | Q(group__user=user.pk))


class Grant(models.Model):
    """Gives a user or a group a clearance in one scope."""

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="grants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True)
    group = models.ForeignKey("auth.Group", on_delete=models.CASCADE, null=True, blank=True)
    clearance = models.PositiveSmallIntegerField(choices=Classification.choices)

    objects = GrantQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(user__isnull=True) ^ Q(group__isnull=True),
                name="cogi_grant_one_holder",
                violation_error_message="Name either a user or a group, not both and not neither.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user or self.group}: {self.get_clearance_display()} in {self.scope}"
