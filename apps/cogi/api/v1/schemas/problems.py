"""The problem document as the OpenAPI page describes it."""

from __future__ import annotations

from pydantic import BaseModel, Field


class InvalidPart(BaseModel):
    """One part of the request that was refused."""

    location: str = Field(description="Where it stands.", examples=["query.limit"])
    detail: str = Field(examples=["Input should be less than or equal to 100"])


class ProblemDocument(BaseModel):
    """RFC 9457, served as `application/problem+json`."""

    type: str = Field(description="Stable; compare this.", examples=["urn:cogi:problem:unknown-scope"])
    title: str = Field(examples=["No such scope"])
    status: int = Field(examples=[404])
    detail: str = Field(
        description="What happened and what to do.",
        examples=["There is no scope “djnago/5.2/en”. GET /api/v1/scopes lists those you can search."],
    )
    instance: str = Field(description="The path that was asked.", examples=["/api/v1/search"])
    errors: list[InvalidPart] = Field(default=[], description="Only for `invalid-request`.")
