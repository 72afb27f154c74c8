"""Nodes, what they said, and their passages, as far as the viewer's clearance goes."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from cogi.corpus.models import Node, NodeRevision, Passage
from cogi.corpus.perimeter import Perimeter
from cogi.portal.admin.base import ReadOnlyAdmin, ScopeFilter, fully_cleared


def visible_nodes(perimeter: Perimeter) -> QuerySet[Any, Any]:
    """Ids of the nodes whose newest revision the viewer may see."""
    return NodeRevision.objects.within(perimeter).as_of().values("node_id")


def present_unless_cleared(rows: QuerySet[Any], perimeter: Perimeter) -> QuerySet[Any]:
    """Leave out what only older releases hold, where the viewer does not see everything.

    An older revision keeps the level that it had, and may show what is classified higher now.
    """
    return rows.filter(Q(valid_to__isnull=True) | Q(scope__in=fully_cleared(perimeter)))


class HoldsFilter(admin.SimpleListFilter):
    """Chooses between what the newest release holds and everything kept."""

    title = "release"
    parameter_name = "holds"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:  # noqa: ARG002
        return [("now", "in the newest release"), ("before", "in older releases only")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:  # noqa: ARG002
        if self.value() is None:
            return queryset
        return queryset.filter(valid_to__isnull=self.value() == "now")


@admin.register(Node)
class NodeAdmin(ReadOnlyAdmin):
    list_display = ["place", "uid", "kind", "scope"]
    list_select_related = ["scope"]
    list_filter = [ScopeFilter]
    search_fields = ["uid"]
    search_help_text = "Search by path or identifier, for example topics/auth."
    # Tree paths and numbers of children count hidden nodes too, so they are not shown.
    fields = ["scope", "uid", "title", "kind", "level", "depth"]
    readonly_fields = ["title", "kind", "level"]

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        live = NodeRevision.objects.within(perimeter).as_of()
        nodes: QuerySet[Any] = Node.objects.filter(pk__in=visible_nodes(perimeter))
        return nodes.prefetch_related(Prefetch("revisions", queryset=live, to_attr="live"))

    @admin.display(description="title")
    def place(self, node: Any) -> str:
        indent = "\u2003" * (node.depth - 2)
        return f"{indent}{node.live[0].title}"

    @admin.display
    def title(self, node: Any) -> str:
        return str(node.live[0].title)

    @admin.display
    def kind(self, node: Any) -> str:
        return str(node.live[0].get_kind_display())

    @admin.display(description="classification")
    def level(self, node: Any) -> str:
        return str(node.live[0].get_classification_display())


@admin.register(NodeRevision)
class NodeRevisionAdmin(ReadOnlyAdmin):
    list_display = ["title", "node", "kind", "classification", "scope", "valid_from", "valid_to"]
    list_select_related = ["scope", "node"]
    list_filter = [ScopeFilter, HoldsFilter, "kind", "classification"]
    search_fields = ["title", "node__uid"]
    search_help_text = "Search by title or by path."
    ordering = ["-pk"]
    exclude = ["content_hash", "parent", "metadata"]

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        return present_unless_cleared(NodeRevision.objects.within(perimeter), perimeter)


@admin.register(Passage)
class PassageAdmin(ReadOnlyAdmin):
    list_display = ["trail", "node", "anchor", "scope", "valid_from", "valid_to"]
    list_select_related = ["scope", "node", "content"]
    list_filter = [ScopeFilter, HoldsFilter]
    search_fields = ["node__uid", "anchor"]
    search_help_text = "Search by path or anchor. To search for words, use the portal."
    ordering = ["-pk"]
    fields = ["scope", "node", "anchor", "trail", "text", "valid_from", "valid_to"]
    readonly_fields = ["trail", "text"]

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        return present_unless_cleared(Passage.objects.within(perimeter), perimeter)

    @admin.display(description="headings")
    def trail(self, passage: Passage) -> str:
        return " › ".join(passage.content.trail)

    @admin.display
    def text(self, passage: Passage) -> SafeString:
        return format_html("<pre>{}</pre>", passage.content.text)
