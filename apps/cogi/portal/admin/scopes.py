"""Products, scopes and grants: what people administer by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.db.models import Model, QuerySet, URLField
from django.http import HttpRequest

from cogi.corpus.classification import Classification
from cogi.corpus.models import Grant, Product, Scope
from cogi.corpus.perimeter import Perimeter, perimeter_for
from cogi.corpus.scopes import InvalidBaseUrl, InvalidScopeSlug, get_or_create_scope
from cogi.corpus.synonyms import Groups, InvalidSynonyms, format_synonyms, parse_synonyms
from cogi.portal.admin.base import PerimeterAdmin, fully_cleared

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Scope]
else:
    ModelForm = forms.ModelForm


class NewScopeForm(ModelForm):
    """Names a new scope; its product, version and locale follow from the name."""

    name = forms.CharField(help_text="product/version/locale, for example django/5.2/en.")
    site_address = forms.URLField(
        required=False, assume_scheme="https", help_text="Where the documentation is published."
    )

    class Meta:
        model = Scope
        fields: list[str] = []

    def clean(self) -> None:
        super().clean()
        if self.errors:
            return
        if Scope.objects.filter(slug=self.cleaned_data["name"]).exists():
            self.add_error("name", "There is a scope of this name already.")
            return
        try:
            self.instance = get_or_create_scope(
                slug=self.cleaned_data["name"], base_url=self.cleaned_data["site_address"]
            )
        except InvalidScopeSlug as error:
            self.add_error("name", str(error))
        except InvalidBaseUrl as error:
            self.add_error("site_address", str(error))


class ScopeForm(ModelForm):
    """Edits a scope; its synonyms are written one group to a line."""

    synonyms = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "cols": 60, "placeholder": "k8s, kubernetes"}),
        help_text="Words that mean the same, one group to a line, with commas between them. A question with "
        "one of them asks for all.",
    )

    class Meta:
        model = Scope
        fields: list[str] = []  # those of ScopeAdmin
        labels = {"base_url": "Site address", "is_default": "Default variant", "is_open": "Open to everyone"}
        help_texts = {"is_default": "A search without a scope looks here for this product."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["synonyms"] = format_synonyms(self.instance.synonyms)

    def clean_synonyms(self) -> Groups:
        try:
            return parse_synonyms(self.cleaned_data["synonyms"])
        except InvalidSynonyms as error:
            raise forms.ValidationError(str(error)) from error

    def save(self, commit: bool = True) -> Scope:
        self.instance.synonyms = self.cleaned_data["synonyms"]
        return super().save(commit)


@admin.register(Product)
class ProductAdmin(PerimeterAdmin):
    list_display = ["title", "slug"]
    search_fields = ["title", "slug"]
    prepopulated_fields = {"slug": ["title"]}

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        return Product.objects.filter(scopes__in=perimeter.scope_ids).distinct()

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - made with its first scope
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        return False


@admin.register(Scope)
class ScopeAdmin(PerimeterAdmin):
    """Saving a scope bumps its version, since its address or synonyms alter what a search returns."""

    list_display = ["slug", "product", "is_default", "is_open", "release_number", "version"]
    list_select_related = ["product"]
    list_filter = ["is_default", "is_open"]
    search_fields = ["slug", "product__title"]
    search_help_text = "Search by name, for example django/5.2."
    formfield_overrides = {URLField: {"assume_scheme": "https"}}
    form = ScopeForm
    fields = [
        "slug",
        "base_url",
        "is_default",
        "is_open",
        "synonyms",
        "language",
        "release_number",
        "version",
    ]
    readonly_fields = ["slug", "language", "release_number", "version"]

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        return Scope.objects.within(perimeter)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        if obj is None:
            return NewScopeForm
        return super().get_form(request, obj, change, **kwargs)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ["name", "site_address"] if obj is None else super().get_fields(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [] if obj is None else super().get_readonly_fields(request, obj)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        Scope.objects.filter(pk=obj.pk).bump_version()

    def has_add_permission(self, request: HttpRequest) -> bool:
        # Only a superuser sees a scope that nobody has been granted yet.
        return bool(request.user.is_superuser) and super().has_add_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        # Millions of rows may hang on a scope: too many for a web request.
        return False


@admin.register(Grant)
class GrantAdmin(PerimeterAdmin):
    """Nobody grants more than they hold."""

    list_display = ["scope", "holder", "clearance"]
    list_select_related = ["scope", "user", "group"]
    list_filter = ["clearance"]
    search_fields = ["scope__slug", "user__username", "group__name"]
    search_help_text = "Search by scope, user or group."
    autocomplete_fields = ["scope", "user", "group"]

    @admin.display(description="user or group")
    def holder(self, grant: Grant) -> str:
        return str(grant.user or grant.group)

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        return Grant.objects.filter(scope_id__in=fully_cleared(perimeter))

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "scope":
            kwargs["queryset"] = Scope.objects.filter(pk__in=fully_cleared(perimeter_for(request.user)))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"clearance": Classification.INTERNAL, **super().get_changeform_initial_data(request)}
