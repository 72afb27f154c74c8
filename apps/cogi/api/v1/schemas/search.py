"""Requests and responses of search and suggest."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, Field

from cogi.api.v1.schemas.fields import AS_OF, ScopeSlug, Storable, tried
from cogi.retrieval.fields import HIT_KINDS
from cogi.retrieval.filtering import Filters

SNIPPET = "Escaped HTML whose only markup is `<mark>` around the question's words."


# The values are known at run time only, which a type checker cannot follow.
HitKind: Any = Literal[tuple(kind.value for kind in HIT_KINDS)]


def _pair(value: str) -> str:
    key, colon, wanted = value.partition(":")
    if not (key.strip() and colon and wanted.strip()):
        raise ValueError("must be a key and a value, such as tags:orm")
    return value


MetadataPair = Annotated[Storable, AfterValidator(_pair), Field(max_length=500)]
QUESTION = (
    'The question. `"an exact phrase"`, `-without`, and filters such as `kind:page`, `path:topics/db` or '
    "`tags:orm` may stand in it; what is no operator is searched as words."
)


class SearchQuery(BaseModel):
    q: str = tried(QUESTION, example="how do I log a user in")
    scope: list[ScopeSlug] = Field(
        default=[], description="Scopes to search; repeat it. Without any, the default scopes."
    )
    limit: int = Field(default=10, ge=1, le=100, description="Hits to return.")
    offset: int = Field(default=0, ge=0, le=1000, description="Hits to skip.")
    context_uid: Storable = Field(
        default="", max_length=500, description="The node that the reader is on: pages near it move up."
    )
    explain: bool = Field(default=False, description="Tell for each hit how it came to its place.")
    as_of: AwareDatetime | None = AS_OF
    kind: list[HitKind] = Field(
        default=[],
        description="Only hits of one of these kinds; repeat it. Sections and symbols are shown as parts of "
        "their page, so they are no kinds of hits.",
    )
    path_prefix: Storable = Field(
        default="",
        max_length=500,
        description="Only pages at this source path or below it, by whole segments: `topics/db`.",
    )
    path: Storable = Field(
        default="",
        max_length=500,
        description="The former name of `path_prefix`.",
        json_schema_extra={"deprecated": True},
    )
    language: list[Annotated[Storable, Field(max_length=20)]] = Field(
        default=[],
        description="Only pages in one of these languages, as in a scope's locale: `ja`. Without `scope` it "
        "also chooses the scopes to search.",
    )
    section: list[Annotated[Storable, Field(max_length=500)]] = Field(
        default=[], description="Only pages in one of these top-level sections, by title or name; repeat it."
    )
    metadata: list[MetadataPair] = Field(
        default=[],
        description="Only pages whose metadata has this value, as `key:value`; all of them when repeated.",
        examples=[["tags:orm"]],
    )

    def filters(self) -> Filters:
        pairs = (each.partition(":") for each in self.metadata)
        return Filters(
            kinds=tuple(self.kind),
            path_prefix=self.path_prefix or self.path,
            languages=tuple(self.language),
            sections=tuple(self.section),
            metadata=tuple((key.strip(), value.strip()) for key, _, value in pairs),
        )


class SuggestQuery(BaseModel):
    q: str = tried("What is typed so far.", example="instal")
    scope: list[ScopeSlug] = Field(
        default=[], description="Scopes to search; repeat it. Without any, the default scopes."
    )
    limit: int = Field(default=8, ge=1, le=20, description="Suggestions to return.")


class Breadcrumb(BaseModel):
    title: str = Field(examples=["Using Django"])
    url: str = Field(examples=["https://docs.djangoproject.com/en/5.2/topics/"])


class PassageMatch(BaseModel):
    """A passage of a page that matches. Its whole text is at `GET content/{uid}`."""

    anchor: str = Field(examples=["how-to-log-a-user-in"])
    url: str = Field(
        examples=["https://docs.djangoproject.com/en/5.2/topics/auth/default/#how-to-log-a-user-in"]
    )
    trail: list[str] = Field(
        description="The headings above the passage, the page's title first.",
        examples=[["Using the Django authentication system", "How to log a user in"]],
    )
    snippet: str = Field(description=SNIPPET, examples=["How to <mark>log</mark> a <mark>user</mark> in"])
    score: float = Field(examples=[0.0325])


class SearchHit(BaseModel):
    """One page, with its best passages first."""

    uid: str = Field(description="Stable within its scope.", examples=["topics/auth/default"])
    kind: str = Field(examples=["page"])
    title: str = Field(examples=["Using the Django authentication system"])
    title_html: str = Field(
        description="The title as escaped HTML, the question's words in `<mark>`.",
        examples=["Using the Django <mark>authentication</mark> system"],
    )
    url: str = Field(
        description="Absolute; it leads to the best passage.",
        examples=["https://docs.djangoproject.com/en/5.2/topics/auth/default/#how-to-log-a-user-in"],
    )
    path: str = Field(
        description="The page's source path without its extension.", examples=["topics/auth/default"]
    )
    anchor: str = Field(description="The best passage's anchor.", examples=["how-to-log-a-user-in"])
    breadcrumbs: list[Breadcrumb]
    snippet: str = Field(description=SNIPPET, examples=["How to <mark>log</mark> a <mark>user</mark> in"])
    score: float = Field(description="Comparable within one response only.", examples=[0.0325])
    scope: str = Field(examples=["django/5.2/en"])
    passages: list[PassageMatch]
    explanation: dict[str, Any] | None = Field(
        default=None,
        description="With `explain=true`: each engine's rank, the fusion's terms and every signal.",
    )


class FacetValue(BaseModel):
    value: str = Field(examples=["django/5.2/en"])
    count: int = Field(examples=[17])


class Degradation(BaseModel):
    """An engine or stage that did not contribute."""

    engine: str = Field(examples=["dense"])
    reason: str = Field(description="`deadline`, `error`, `off` or `incomplete`.", examples=["off"])


class StatedFilter(BaseModel):
    """A filter or an exclusion that the question states."""

    field: str = Field(description="Empty for an excluded word or phrase.", examples=["kind"])
    value: str = Field(examples=["page"])
    excluded: bool = Field(examples=[False])
    without: str = Field(description="The question without it.", examples=["how do I log a user in"])


class FactMatch(BaseModel):
    """A fact that answers a question of time or state."""

    uid: str = Field(description="The node that it is stated of.", examples=["ref/settings#debug"])
    title: str = Field(examples=["DEBUG"])
    item: str = Field(description="The part of that node that is spoken of, if any.", examples=[""])
    predicate: str = Field(examples=["default"])
    value: Any = Field(examples=["False"])
    valid_from: str | None = Field(description="It is true from then on.", examples=[None])
    valid_to: str | None = Field(description="It is true until then.", examples=[None])
    recorded_at: str = Field(description="It is believed since then.", examples=["2026-01-31T12:00:00+00:00"])
    url: str = Field(examples=["https://docs.djangoproject.com/en/5.2/ref/settings/#debug"])
    scope: str = Field(examples=["django/5.2/en"])


class AnchorMatch(BaseModel):
    """A node that the question names."""

    uid: str = Field(examples=["ref/settings#debug"])
    kind: str = Field(examples=["symbol"])
    title: str = Field(examples=["DEBUG"])
    scope: str = Field(examples=["django/5.2/en"])
    name: str = Field(description="What it is called in the question, in its plain form.", examples=["debug"])


class TimeMatch(BaseModel):
    """A date, a stretch of time or a release that the question names."""

    text: str = Field(description="As the question has it.", examples=["before June 2024"])
    relation: str = Field(
        description="`in`, `as of`, `before`, `until`, `since` or `after`.", examples=["before"]
    )
    begins_at: str | None = Field(description="What is meant begins then.", examples=[None])
    ends_at: str | None = Field(
        description="What is meant ends before then.", examples=["2024-06-01T00:00:00+00:00"]
    )
    release: str = Field(
        description="The version that is named, or `latest`, `previous`, `next` or `first`.", examples=[""]
    )
    is_relative: bool = Field(description="Whether it was counted from today, in UTC.", examples=[False])


class SearchResponse(BaseModel):
    query: str = Field(description="The question as it was read.", examples=["how do I log a user in"])
    total: int = Field(description="Pages that match, among those you may see.", examples=[42])
    hits: list[SearchHit]
    facets: dict[str, list[FacetValue]] = Field(
        description="By facet (`kind`, `scope`, `section`, `language`, and the metadata that the operator "
        "chose), the number of matching pages for each value, most first.",
        examples=[{"kind": [{"value": "page", "count": 17}], "tags": [{"value": "orm", "count": 4}]}],
    )
    degraded: list[Degradation] = Field(description="Empty when every engine took part.")
    timings_ms: dict[str, float] = Field(examples=[{"lexical": 3.1, "dense": 11.8, "total": 21.4}])
    scope_versions: dict[str, int] = Field(
        description="The version of each searched scope; equal versions and an equal question give "
        "equal hits.",
        examples=[{"django/5.2/en": 3}],
    )
    corrected_query: str | None = Field(
        description="What was searched instead, when a word looked mistyped. Put a word into quotes to have "
        "it searched as it is.",
        examples=[None],
    )
    filters: list[StatedFilter] = Field(description="What the question itself filters by or excludes.")
    cached: bool = Field(description="Whether an earlier search of the same scope versions found this.")
    question_class: str = Field(
        description="What this is taken for: `navigational`, `identifier`, `how-to`, `semantic`, "
        "`relational`, `temporal` or `code`; empty for filters alone.",
        examples=["how-to"],
    )
    facts: list[FactMatch] = Field(description="What answers a question of time or state, the best first.")
    anchors: list[AnchorMatch] = Field(
        description="Nodes that the question names by title or uid, among those you may see. They are looked "
        "for where it asks for a relation or a fact, is about a name or a page, is short, or quotes."
    )
    times: list[TimeMatch] = Field(
        description="Dates, stretches of time and releases that the question names."
    )


class Suggestion(BaseModel):
    title: str = Field(examples=["Installation"])
    title_html: str = Field(
        description="The title as escaped HTML, what was typed in `<mark>`.",
        examples=["<mark>Instal</mark>lation"],
    )
    url: str = Field(examples=["https://docs.djangoproject.com/en/5.2/topics/auth/#installation"])
    uid: str = Field(examples=["topics/auth/index#installation"])
    kind: str = Field(examples=["section"])
    scope: str = Field(examples=["django/5.2/en"])
    breadcrumbs: list[Breadcrumb]


class SuggestResponse(BaseModel):
    query: str = Field(examples=["instal"])
    suggestions: list[Suggestion]
