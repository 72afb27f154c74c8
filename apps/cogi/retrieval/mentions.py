"""What a question names: nodes that its viewer may see, and times. One that can name none costs nothing."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db import DatabaseError
from django.utils import timezone

from cogi.graph.naming import Named
from cogi.retrieval.anchors import find_all_anchors
from cogi.retrieval.classifying.classes import QuestionClass
from cogi.retrieval.classifying.classify import Classified
from cogi.retrieval.classifying.names import is_name
from cogi.retrieval.facts.wording import fact_question
from cogi.retrieval.interpreting import Interpretation
from cogi.retrieval.parallel import limited_transaction
from cogi.retrieval.results import Anchor, Degradation
from cogi.retrieval.scopes import ScopeState
from cogi.retrieval.times import QuestionTime, times_in

logger = logging.getLogger(__name__)

STAGE = "anchors"
LONGEST_SECONDS = 0.2
_SHORT = 3
"""Words of a question that may be a title as a whole."""
_NAMING = frozenset({QuestionClass.IDENTIFIER, QuestionClass.NAVIGATIONAL})
_QUOTED = re.compile(r"[`“\"]([^`”\"]{2,100})[`”\"]")


@dataclass(frozen=True, slots=True)
class Mentions:
    """``anchors`` are the nodes that are named, ``times`` the dates, stretches of time and releases."""

    anchors: Sequence[Named] = ()
    times: Sequence[QuestionTime] = ()
    degraded: Sequence[Degradation] = ()


def mentions_in(asked: Interpretation, classified: Classified, *, deadline: float) -> Mentions:
    """Return what the question names.

    One statement looks for nodes where the question asks for a relation or a fact, is about a name or a
    page, is short, or quotes; where the database fails, ``degraded`` says so.
    """
    products = {scope.slug.partition("/")[0] for scope in asked.scopes}
    times = times_in(asked.parsed.text, now=timezone.now(), products=products)
    phrases = list(dict.fromkeys(_phrases(asked, classified)))
    if not phrases:
        return Mentions(times=times)
    limit = min(deadline, time.monotonic() + LONGEST_SECONDS)
    try:
        with limited_transaction(limit):
            return Mentions(find_all_anchors(phrases, scopes=asked.scopes), times)
    except DatabaseError as error:
        logger.warning("retrieval.anchors.failed error=%s", type(error).__name__)
        reason = "deadline" if time.monotonic() >= limit else "error"
        return Mentions(times=times, degraded=[Degradation(STAGE, reason)])


def show_anchors(anchors: Iterable[Named], *, scopes: Sequence[ScopeState]) -> list[Anchor]:
    slugs = {scope.id: scope.slug for scope in scopes}
    return [Anchor(each.uid, str(each.kind), each.title, slugs[each.scope_id], each.name) for each in anchors]


def _phrases(asked: Interpretation, classified: Classified) -> Iterator[str]:
    """Yield the parts of the question that may name nodes."""
    text = asked.parsed.text
    if classified.relation is not None:
        yield from classified.relation.names
        return
    if (fact := fact_question(text)) is not None:
        yield fact.subject
        return
    words = text.split()
    if classified.question_class in _NAMING or len(words) <= _SHORT:
        yield text
        return
    yield from asked.parsed.phrases
    yield from _QUOTED.findall(text)
    yield from (word for word in words if is_name(word))
