"""Requests and responses of facts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import AwareDatetime, BaseModel, Field

from cogi.api.v1.schemas.fields import ScopeSlug, Storable
from cogi.retrieval.facts.listing import FactQuery


class FactsQuery(BaseModel):
    scope: list[ScopeSlug] = Field(
        default=[], description="Scopes to read; repeat it. Without any, the default scopes."
    )
    subject: Storable = Field(
        default="",
        max_length=500,
        description="Only facts of the node with this uid.",
        examples=["ref/settings#debug"],
    )
    predicate: Storable = Field(
        default="", max_length=100, description="Only facts with this predicate, such as `added_in`."
    )
    valid_at: AwareDatetime | None = Field(
        default=None, description="What is true at this moment, time zone included; without it, now."
    )
    known_at: AwareDatetime | None = Field(
        default=None, description="What was believed at this moment, time zone included; without it, now."
    )
    limit: int = Field(default=50, ge=1, le=200, description="Facts to return.")
    offset: int = Field(default=0, ge=0, le=100_000, description="Facts to skip.")

    def query(self) -> FactQuery:
        return FactQuery(self.subject, self.predicate, self.valid_at, self.known_at)


class FactNode(BaseModel):
    uid: str = Field(examples=["ref/settings#debug"])
    title: str = Field(examples=["DEBUG"])
    url: str = Field(examples=["https://docs.djangoproject.com/en/5.2/ref/settings/#debug"])


class FactSource(BaseModel):
    """The passage that states it."""

    uid: str = Field(examples=["ref/settings#debug"])
    anchor: str = Field(examples=["debug"])
    text: str = Field(description="Markdown.", examples=["Default: `False`"])


class FactEntry(BaseModel):
    scope: str = Field(examples=["django/5.2/en"])
    subject: FactNode
    item: str = Field(description="The part of the subject that is spoken of, if any.", examples=[""])
    predicate: str = Field(examples=["default"])
    value: Any = Field(description="Null when `object` is a node.", examples=["False"])
    object: FactNode | None = Field(examples=[None])
    valid_from: datetime | None = Field(description="It is true from then on.", examples=[None])
    valid_to: datetime | None = Field(description="It is true until then.", examples=[None])
    recorded_from: datetime = Field(description="It is believed from then on.")
    recorded_to: datetime | None = Field(description="It was believed until then.", examples=[None])
    provenance: str = Field(description="What stated it.", examples=["ingest"])
    source: FactSource | None = Field(description="Null when it is gone, or not yours to read.")


class FactsResponse(BaseModel):
    total: int = Field(examples=[42])
    facts: list[FactEntry]
