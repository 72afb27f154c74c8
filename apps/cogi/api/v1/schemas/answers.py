"""Requests and responses of answers, whole and streamed."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from cogi.answers.turns import Turn
from cogi.api.v1.schemas.fields import ScopeSlug, tried
from cogi.api.v1.schemas.search import Degradation

MOST_TURNS = 20
MOST_TURN_CHARACTERS = 10_000
QUESTION = tried("The question, in plain words.", example="How do I log a user in?")


class EarlierTurn(BaseModel):
    """A question that was asked before in this conversation, and its answer where it is at hand."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(min_length=1, max_length=MOST_TURN_CHARACTERS)
    answer: str = Field(default="", max_length=MOST_TURN_CHARACTERS)


class AnswerRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    q: str = QUESTION
    scopes: list[ScopeSlug] = Field(
        default=[], description="Slugs of the scopes to read; none means the default scopes."
    )
    turns: list[EarlierTurn] = Field(
        default=[],
        max_length=MOST_TURNS,
        description="What was asked before, the oldest first: it completes a question that leans on it, such "
        "as “how do I change it?”. The last `COGI_ANSWER_TURNS` count.",
    )

    def earlier(self) -> list[Turn]:
        return [Turn(each.question, each.answer) for each in self.turns]


class StreamQuery(BaseModel):
    """The same request as a query string, which a browser's ``EventSource`` can send."""

    q: str = QUESTION
    scope: list[ScopeSlug] = Field(default=[], description="Repeat it for several scopes.")
    turn: list[str] = Field(
        default=[],
        max_length=MOST_TURNS,
        description="Questions that were asked before, the oldest first; repeat it for several.",
    )

    def request(self) -> AnswerRequest:
        turns = [EarlierTurn(question=question) for question in self.turn]
        return AnswerRequest(q=self.q, scopes=self.scope, turns=turns)


class AnswerSource(BaseModel):
    """A numbered passage. The answer cites it as `[number]`."""

    number: int = Field(examples=[1])
    uid: str = Field(examples=["topics/auth/default"])
    title: str = Field(examples=["Using the Django authentication system"])
    url: str = Field(
        examples=["https://docs.djangoproject.com/en/5.2/topics/auth/default/#how-to-log-a-user-in"]
    )
    anchor: str = Field(examples=["how-to-log-a-user-in"])
    scope: str = Field(examples=["django/5.2/en"])
    trail: list[str] = Field(examples=[["Using the Django authentication system", "How to log a user in"]])
    snippet: str = Field(description="Escaped HTML whose only markup is `<mark>`.")


class AnswerResponse(BaseModel):
    query: str = Field(
        description="What was searched: the question, completed where it leans on earlier turns.",
        examples=["How do I log a user in?"],
    )
    sources: list[AnswerSource]
    answer: str = Field(
        description="Markdown that cites its sources as `[1]`.",
        examples=["Call `login()` with the request and the user. [1]"],
    )
    citations: list[int] = Field(description="Numbers of the sources used, ascending.", examples=[[1]])
    follow_ups: list[str] = Field(description="Questions to ask next.")
    degraded: list[Degradation]
    synthesizer: str = Field(
        description="What wrote the answer: `extractive`, or the model's name.", examples=["extractive"]
    )
    found: bool = Field(description="False when nothing relevant was retrieved and the answer says so.")
    timings_ms: dict[str, float] = Field(examples=[{"search": 21.4, "synthesis": 6.2, "total": 27.6}])
    scope_versions: dict[str, int] = Field(examples=[{"django/5.2/en": 3}])
