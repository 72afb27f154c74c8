"""The small published corpus that the portal's tests search; some of its texts are hostile."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from django.contrib.auth.models import User

from cogi.corpus.classification import Classification, Span
from cogi.corpus.models import Grant, Scope
from cogi.corpus.publishing import publish_release
from cogi.corpus.scopes import get_or_create_scope
from cogi.corpus.snapshot import EdgeDraft, FactDraft, NodeDraft, PassageDraft, Snapshot
from cogi.corpus.vocabulary import EdgeLabel, NodeKind

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOSTILE = '<img src=x onerror="window.hacked = 1"><script>window.hacked = 1</script>'
CHAPTERS = 12


def page(
    uid: str,
    title: str,
    text: str,
    *,
    order: int = 0,
    classification: Classification = Classification.PUBLIC,
    spans: tuple[Span, ...] = (),
) -> NodeDraft:
    return NodeDraft(
        uid=uid,
        kind=NodeKind.PAGE,
        title=title,
        url=f"{uid}/",
        order=order,
        classification=classification,
        passages=(PassageDraft(anchor="", trail=(title,), text=text, spans=spans),),
    )


def section(page_uid: str, page_title: str, *, anchor: str, title: str, text: str) -> NodeDraft:
    return NodeDraft(
        uid=f"{page_uid}#{anchor}",
        kind=NodeKind.SECTION,
        title=title,
        url=f"{page_uid}/#{anchor}",
        parent_uid=page_uid,
        passages=(PassageDraft(anchor=anchor, trail=(page_title, title), text=text),),
    )


def guide() -> Iterator[NodeDraft]:
    yield page("auth/login", "Logging in", "Sessions remember a user. The login function starts one.")
    yield section(
        "auth/login",
        "Logging in",
        anchor="how-to-log-a-user-in",
        title="How to log a user in",
        text="To log a user in, call login() with the request and the user:\n\n"
        "```python\nlogin(request, user)\n```\n\nIt saves the identity of the user in the session.",
    )
    yield page(
        "hostile", f"Escaping {HOSTILE}", f"Templates escape markup such as {HOSTILE} always.", order=1
    )
    for number in range(1, CHAPTERS + 1):
        title = f"Chapter {number}"
        yield page(f"chapter-{number}", title, f"Number {number} of the almanac.", order=number + 1)


def notes() -> Iterator[NodeDraft]:
    yield page("start", "Starting out", "Install the portal and log in. The `cogi` command searches.")
    yield section(
        "start",
        "Starting out",
        anchor="install",
        title="Install",
        text="Run `make run`.\n\n| a | b |\n|---|---|\n| 1 | 2 |",
    )


def nested() -> NodeDraft:
    """A page whose first heading has no text of its own, and whose second part is cut in two."""
    inner = ("Nested", "Outer", "Inner")
    return NodeDraft(
        uid="nested",
        kind=NodeKind.PAGE,
        title="Nested",
        url="nested/",
        order=1,
        passages=(
            PassageDraft(anchor="", trail=("Nested",), text="Before the headings."),
            PassageDraft(anchor="inner", trail=inner, text="The first half."),
            PassageDraft(anchor="inner", trail=inner, text="The second half."),
            PassageDraft(anchor="last", trail=("Nested", "Last"), text="The end."),
        ),
    )


def plans() -> Iterator[NodeDraft]:
    text = "The launch is in May. The code name is Turquoise."
    span = Span(text.index("Turquoise"), text.index("Turquoise") + 9, Classification.CONFIDENTIAL)
    yield page("launch", "Launch", text, spans=(span,))
    yield page("merger", "Merger with Globex", "Secret.", order=1, classification=Classification.RESTRICTED)
    yield page("team", "Team", "Who does what.", order=2, classification=Classification.INTERNAL)


def publish_corpus() -> None:
    """Publish an open default scope, an open one without a site, and a closed one with secrets."""
    guide_scope = get_or_create_scope("guide/1.0/en", base_url="https://docs.example/guide/")
    notes_scope = get_or_create_scope("notes/1.0/en")
    plans_scope = get_or_create_scope("plans/1.0/en", base_url="https://docs.example/plans/")
    Scope.objects.filter(pk=notes_scope.pk).update(is_default=True)
    Scope.objects.filter(pk=plans_scope.pk).update(is_open=False, is_default=False)
    publish_release(scope=guide_scope, snapshot=Snapshot(nodes=tuple(guide())), now=NOW)
    publish_release(scope=notes_scope, snapshot=Snapshot(nodes=(*notes(), nested())), now=NOW)
    publish_release(
        scope=plans_scope,
        snapshot=Snapshot(
            nodes=tuple(plans()),
            edges=(
                EdgeDraft("launch", "merger", EdgeLabel.DEPENDS_ON),
                EdgeDraft("launch", "team", EdgeLabel.XREF),
            ),
            facts=(
                FactDraft("launch", "month", value="May"),
                FactDraft("merger", "partner", value="Globex", classification=Classification.RESTRICTED),
                FactDraft("launch", "follows", object_uid="merger", classification=Classification.RESTRICTED),
            ),
        ),
        now=NOW,
    )
    grant("editor", plans_scope, Classification.INTERNAL)
    grant("keeper", plans_scope, Classification.RESTRICTED)
    User.objects.create_user("outsider", is_staff=True)
    User.objects.create_superuser("root")


def grant(name: str, scope: Scope, clearance: Classification) -> None:
    """Make a member of staff who may do everything in the admin, and give a clearance in one scope."""
    user = User.objects.create_user(name, is_staff=True)
    Grant.objects.create(scope=scope, user=user, clearance=clearance)
