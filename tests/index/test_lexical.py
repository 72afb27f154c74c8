"""The scores are those of a plain BM25F over the same lexemes, whatever the segments look like."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence

import pytest
from pytest_django import Settings

from cogi.corpus.classification import Classification
from cogi.corpus.models import Passage, Scope
from cogi.index.analysis import analyzer
from cogi.index.documents import analyze_content
from cogi.index.fields import field_weights
from cogi.index.lexical import LexicalMatches, search_lexical
from cogi.index.models import ManifestEntry, Segment
from cogi.index.reading import ReleaseKey
from tests.drafts import page, publish, scope

pytestmark = pytest.mark.django_db

PUBLIC, INTERNAL, CONFIDENTIAL, RESTRICTED = Classification
WORDS = [f"word{chr(97 + i)}" for i in range(20)]


def key(of: Scope, clearance: Classification = PUBLIC, number: int | None = None) -> ReleaseKey:
    of.refresh_from_db()
    return ReleaseKey(
        of.pk, of.key, of.version, of.release_number if number is None else number, clearance, of.language
    )


def find(
    question: str, *releases: ReleaseKey, limit: int = 100, complete_last_word: bool = False
) -> LexicalMatches:
    return search_lexical(question, releases=releases, limit=limit, complete_last_word=complete_last_word)


def uids(matches: LexicalMatches) -> list[str]:
    by_id = dict(Passage.objects.values_list("pk", "node__uid"))
    return [by_id[match.passage_id] for match in matches.best]


def reference(question: str, passages: Sequence[Passage]) -> dict[int, float]:
    """Plain BM25F: k1 1.2, b 0.75."""
    analysis = analyzer("english")
    documents = {
        p.pk: analyze_content(analysis, p.content.trail, p.content.text, field_weights()) for p in passages
    }
    average = sum(d.length for d in documents.values()) / len(documents)
    scores: Counter[int] = Counter()
    for lexeme, times in Counter(analysis.lexemes(question)).items():
        df = sum(lexeme in d.frequencies for d in documents.values())
        idf = math.log(1 + (len(documents) - df + 0.5) / (df + 0.5))
        for pk, document in documents.items():
            tf = document.frequencies.get(lexeme, 0.0)
            norm = 1.2 * (1 - 0.75 + 0.75 * document.length / average)
            scores[pk] += times * idf * tf * 2.2 / (tf + norm)  # type: ignore[assignment]
    return {pk: score for pk, score in scores.items() if score > 0}


def live(of: Scope, clearance: Classification) -> list[Passage]:
    rows = Passage.objects.filter(scope=of, visibility__low__lte=clearance, visibility__high__gte=clearance)
    return list(rows.as_of().select_related("content"))


@pytest.mark.parametrize("publishes", [1, 20])
def test_scores_equal_a_plain_reference_with_many_segments_and_deletions(publishes: int) -> None:
    chance = random.Random(publishes)  # noqa: S311 - a fixed seed, for texts

    def text() -> str:
        return " ".join(chance.choices(WORDS, k=chance.randint(3, 40)))

    here = scope()
    pages = {f"p{i}": page(f"p{i}", text(), level=chance.choice(list(Classification))) for i in range(60)}
    publish(here, *pages.values())
    for number in range(publishes):
        for uid in chance.sample(sorted(pages), 2 if publishes > 1 else 18):
            pages[uid] = page(uid, text(), level=pages[uid].classification)
        publish(here, *pages.values(), at=number + 1)
    for clearance in (PUBLIC, CONFIDENTIAL, RESTRICTED):
        for question in ("worda", "wordb wordc wordc", "worda wordf wordk wordz the"):
            expected = reference(question, live(here, clearance))
            matches = find(question, key(here, clearance))
            assert {m.passage_id for m in matches.best} == expected.keys()
            for match in matches.best:
                assert match.score == pytest.approx(expected[match.passage_id], rel=1e-5)
            assert [m.score for m in matches.best] == sorted((m.score for m in matches.best), reverse=True)
            assert matches.page_count == len(expected)


def test_classes_never_mix_so_hidden_text_changes_no_score() -> None:
    here = scope()
    publish(here, page("a", "turquoise paint"), page("b", "paint"))
    before = find("turquoise paint", key(here))
    secrets = [page(f"s{i}", "turquoise turquoise", level=RESTRICTED) for i in range(5)]
    publish(here, page("a", "turquoise paint"), page("b", "paint"), *secrets, at=1)
    after = find("turquoise paint", key(here))
    assert [(m.passage_id, m.score) for m in before.best] == [(m.passage_id, m.score) for m in after.best]
    assert before.page_count == after.page_count == 2
    assert find("turquoise", key(here, RESTRICTED)).page_count == 6


def test_an_older_release_is_searched_as_it_was() -> None:
    here = scope()
    publish(here, page("a", "apples"))
    publish(here, page("a", "pears"), at=1)
    assert uids(find("apples", key(here, number=1))) == ["a"]
    assert uids(find("apples", key(here))) == []
    assert uids(find("pears", key(here))) == ["a"]
    assert uids(find("pears", key(here, number=1))) == []


def test_several_scopes_share_their_statistics() -> None:
    one, two = scope("a/1/en"), scope("b/1/en")
    publish(one, page("x", "rare words"), page("y", "common"))
    publish(two, page("z", "common"), page("w", "common rare"))
    together = find("rare common", key(one), key(two))
    passages = [*live(one, PUBLIC), *live(two, PUBLIC)]
    assert {m.passage_id: m.score for m in together.best} == pytest.approx(
        reference("rare common", passages), rel=1e-5
    )
    assert dict(together.pages_by_scope) == {one.pk: 2, two.pk: 2}


def test_each_scope_is_analysed_in_its_own_language() -> None:
    english, german = scope("a/1/en"), scope("a/1/de", language="german")
    publish(english, page("e", "houses"))
    publish(german, page("g", "Häuser"))
    assert uids(find("häuser", key(english), key(german))) == ["g"]
    assert uids(find("house", key(english), key(german))) == ["e"]


def test_ties_are_broken_by_passage_so_that_the_order_never_varies() -> None:
    here = scope()
    publish(here, *(page(f"p{i}", "same words", title="Same") for i in range(9)))
    ids = [match.passage_id for match in find("words", key(here), limit=5).best]
    assert ids == sorted(ids)
    assert len(ids) == 5


def test_an_unfinished_last_word_is_completed_when_nothing_else_matches() -> None:
    here = scope()
    publish(here, page("a", "authentication backends"), page("b", "authors"), page("c", "bees"))
    assert uids(find("authenti", key(here))) == ["a"]
    assert sorted(uids(find("auth", key(here)))) == ["a", "b"]
    assert uids(find("auth ", key(here))) == []


def test_the_dead_do_not_keep_a_word_from_being_completed() -> None:
    here = scope()
    publish(here, page("h", "acmecorporation"), page("s", "acmecorp"))
    publish(here, page("h", "acmecorporation"), page("s", "acmecorp", level=RESTRICTED), at=1)
    assert uids(find("acmecorp", key(here))) == ["h"]


def test_segments_of_stop_words_merge(settings: Settings) -> None:
    settings.COGI_MAX_SEGMENTS = 2
    here = scope()
    for number in range(6):
        publish(here, *(page(f"p{i}", "the of", title="The") for i in range(number + 1)), at=number)
    assert find("the", key(here)) == LexicalMatches((), 0, {})


def test_completion_on_request_keeps_the_finished_word_ahead() -> None:
    here = scope()
    publish(here, page("a", "the form"), page("b", "the formset"))
    assert uids(find("form", key(here))) == ["a"]
    assert uids(find("form", key(here), complete_last_word=True)) == ["a", "b"]


def test_a_search_can_be_limited_to_pages() -> None:
    here = scope()
    publish(here, page("a", "apples"), page("b", "apples"))
    wanted = Passage.objects.get(node__uid="b").page_id
    matches = search_lexical("apples", releases=[key(here)], limit=10, pages=frozenset({wanted}))
    assert uids(matches) == ["b"]
    assert matches.page_count == 1


@pytest.mark.parametrize("question", ["the and of", "?!", "unheardof", "' \\ % _ --"])
def test_a_question_without_a_known_word_matches_nothing(question: str) -> None:
    here = scope()
    publish(here, page("a", "apples"))
    assert find(question, key(here)) == LexicalMatches((), 0, {})


def test_a_scope_before_its_first_release_matches_nothing() -> None:
    assert find("apples", key(scope())) == LexicalMatches((), 0, {})


def test_many_small_publishes_leave_few_segments_and_older_releases_readable(settings: Settings) -> None:
    settings.COGI_MAX_SEGMENTS = 4
    here = scope()
    pages = []
    for number in range(15):
        pages.append(page(f"p{number}", f"apples {'and ' * number} pears"))
        publish(here, *pages, at=number)
        reads = ManifestEntry.objects.filter(release__scope=here, release__number=number + 1).count()
        assert reads <= 4
    assert len(uids(find("apples", key(here)))) == 15
    assert len(uids(find("apples", key(here, number=3)))) == 3
    assert uids(find("apples", key(here))) == uids(find("pears", key(here)))


def test_a_merge_forgets_the_dead(settings: Settings) -> None:
    settings.COGI_MAX_SEGMENTS = 2
    here = scope()
    for number in range(8):
        publish(here, page("a", f"text number{number}"), page("b", "text"), at=number)
    newest = ManifestEntry.objects.filter(release__number=here.release_number)
    assert sum(entry.live_count for entry in newest) == 2
    assert sum(entry.segment.document_count for entry in newest) <= 4
    assert uids(find("text", key(here))) == ["b", "a"]
    assert Segment.objects.filter(manifest_entries__isnull=True).count() == 0
