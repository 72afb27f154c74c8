"""Requests and responses of content."""

from __future__ import annotations

from pydantic import AwareDatetime, BaseModel, Field

from cogi.api.v1.schemas.fields import AS_OF, ScopeSlug
from cogi.api.v1.schemas.search import Breadcrumb


class ContentQuery(BaseModel):
    scope: ScopeSlug | None = Field(
        default=None,
        description="Whose content it is; without it, the first scope that has it, defaults first.",
    )
    as_of: AwareDatetime | None = AS_OF


class ContentPassage(BaseModel):
    uid: str = Field(
        validation_alias="node_uid",
        description="The node in which it stands: this one or a part of it.",
        examples=["topics/auth/default#how-to-log-a-user-in"],
    )
    anchor: str = Field(examples=["how-to-log-a-user-in"])
    trail: list[str] = Field(
        description="The headings above it, the page's title first.",
        examples=[["Using the Django authentication system", "How to log a user in"]],
    )
    text: str = Field(
        description="Markdown, with fenced code.", examples=["To log a user in, from a view, use `login()`."]
    )


class ContentResponse(BaseModel):
    uid: str = Field(examples=["topics/auth/default"])
    kind: str = Field(examples=["page"])
    title: str = Field(examples=["Using the Django authentication system"])
    url: str = Field(examples=["https://docs.djangoproject.com/en/5.2/topics/auth/default/"])
    path: str = Field(
        description="The page's source path without its extension.", examples=["topics/auth/default"]
    )
    scope: str = Field(examples=["django/5.2/en"])
    scope_version: int = Field(examples=[3])
    breadcrumbs: list[Breadcrumb]
    passages: list[ContentPassage] = Field(description="Its text, in reading order.")
    children: list[Breadcrumb] = Field(description="What stands directly below it and has an address.")
