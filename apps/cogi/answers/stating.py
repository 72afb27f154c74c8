"""Says in a sentence each fact that a search found, at the source that states it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cogi.answers.synthesis.base import Evidence
from cogi.retrieval.results import FactHit

_WORDINGS = {
    "added_in": "{name} was added in {value}.",
    "changed_in": "{name} was changed in {value}.",
    "deprecated_in": "{name} has been deprecated since {value}.",
    "removed_in": "{name} is removed in {value}.",
    "replaced_by": "{name} is replaced by {value}.",
    "released_on": "{name} was released on {value}.",
    "last_reviewed": "{name} was last reviewed on {value}.",
    "default": "The default of {name} is `{value}`.",
    "owner": "{name} is owned by {value}.",
    "status": "The status of {name} is {value}.",
}
_FORMER = {"default": "The default of {name} was `{value}`.", "status": "The status of {name} was {value}."}


def with_facts(evidence: Sequence[Evidence], facts: Sequence[FactHit]) -> list[Evidence]:
    """Return the evidence with the facts that its sources state; a fact that no source states is left out."""
    stated = list(evidence)
    for fact in _of_the_first(facts):
        sentence = state_fact(fact)
        at = _source_of(fact, stated)
        if sentence and at is not None:
            stated[at] = replace(stated[at], facts=(*stated[at].facts, sentence))
    return stated


def state_fact(fact: FactHit) -> str:
    """Return a sentence; nothing where there are no words for such a fact."""
    wordings = _WORDINGS | _FORMER if fact.valid_to else _WORDINGS
    wording = wordings.get(fact.predicate, "")
    return wording.format(name=_name_of(fact), value=fact.value)


def _of_the_first(facts: Sequence[FactHit]) -> list[FactHit]:
    """Return the best fact and those that say the same of the same thing; others answer less well."""
    return [
        fact
        for fact in facts
        if (fact.uid, fact.item, fact.predicate) == (facts[0].uid, facts[0].item, facts[0].predicate)
    ]


def _source_of(fact: FactHit, evidence: Sequence[Evidence]) -> int | None:
    """Return where the fact is stated: at its own place on the page, or where its value stands, or first."""
    page, _, anchor = fact.url.partition("#")
    on_page = [at for at, each in enumerate(evidence) if each.source.url.partition("#")[0] == page]
    if not on_page:
        return None
    value = str(fact.value)
    return max(
        on_page,
        key=lambda at: (
            evidence[at].source.anchor == anchor,
            value in evidence[at].text and _last_part(fact) in evidence[at].text,
            value in evidence[at].text,
            -at,
        ),
    )


def _last_part(fact: FactHit) -> str:
    return (fact.item or fact.title).rpartition(".")[2].removesuffix("()")


def _name_of(fact: FactHit) -> str:
    name = fact.item or fact.title
    return name if " " in name or "`" in name else f"`{name}`"
