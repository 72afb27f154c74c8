"""The scores are those of a plain BM25F over the same lexemes, whatever the segments look like."""

from __future__ import annotations

import math
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from pytest_django import Settings

from cogi.corpus.classification import Classification
from cogi.corpus.models import Passage, Scope
from cogi.index import scoring
from cogi.index.analysis import analyzer
from cogi.index.conf import conf
from cogi.index.lexical import LexicalMatches, search_lexical
from cogi.index.lexical_query import LexicalQuery
from cogi.index.merging import merge_scope
from cogi.index.reading import ReleaseKey
from cogi.index.views import cached_bytes, clear_caches
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
    query = LexicalQuery(question, complete_last_word=complete_last_word)
    return search_lexical(query, releases=releases, limit=limit)


def ask(
    *releases: ReleaseKey, words: str = "", phrases: tuple[str, ...] = (), excluded: tuple[str, ...] = ()
) -> list[str]:
    query = LexicalQuery(words, phrases, excluded)
    return uids(search_lexical(query, releases=releases, limit=100))


def nothing(matches: LexicalMatches) -> bool:
    return not matches.best and not matches.page_count and not matches.pages.size and not matches.corrections


def uids(matches: LexicalMatches) -> list[str]:
    by_id = dict(Passage.objects.values_list("pk", "node__uid"))
    return [by_id[match.passage_id] for match in matches.best]


def weighted(passage: Passage) -> dict[str, float]:
    """Weigh the lexemes of a passage by field: its titles are one heading deep, its texts have no code."""
    analysis = analyzer("english")
    frequencies: dict[str, float] = defaultdict(float)
    for depth, heading in enumerate(passage.content.trail):
        weight = conf.field_weights["headings" if depth else "title"]
        for lexeme in analysis.lexemes(heading):
            frequencies[lexeme] += weight
    for lexeme in analysis.lexemes(passage.content.text):
        frequencies[lexeme] += conf.field_weights["body"]
    return frequencies


def reference(question: str, passages: Sequence[Passage]) -> dict[int, float]:
    """Plain BM25F with the configured constants."""
    documents = {p.pk: weighted(p) for p in passages}
    average = sum(sum(d.values()) for d in documents.values()) / len(documents)
    scores: dict[int, float] = defaultdict(float)
    for lexeme, times in Counter(analyzer("english").lexemes(question)).items():
        df = sum(lexeme in document for document in documents.values())
        idf = math.log(1 + (len(documents) - df + 0.5) / (df + 0.5))
        for pk, document in documents.items():
            tf = document.get(lexeme, 0.0)
            norm = conf.bm25_k1 * (1 - conf.bm25_b + conf.bm25_b * sum(document.values()) / average)
            scores[pk] += times * idf * tf * (conf.bm25_k1 + 1) / (tf + norm)
    return {pk: score for pk, score in scores.items() if score > 0}


def live(of: Scope, clearance: Classification) -> list[Passage]:
    rows = Passage.objects.filter(scope=of, visibility__low__lte=clearance, visibility__high__gte=clearance)
    return list(rows.as_of().select_related("content"))


@pytest.fixture(params=["numba", "numpy"])
def either_loop(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if request.param == "numpy":
        monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    scoring.loops.cache_clear()
    yield
    scoring.loops.cache_clear()


def random_scope(publishes: int, chance: random.Random) -> Scope:
    """Publish 60 pages of four levels; of one publish 18 are replaced, of more two each time."""

    def text() -> str:
        return " ".join(chance.choices(WORDS, k=chance.randint(3, 40)))

    here = scope()
    pages = {f"p{i}": page(f"p{i}", text(), level=chance.choice(list(Classification))) for i in range(60)}
    publish(here, *pages.values())
    for number in range(publishes):
        for uid in chance.sample(sorted(pages), 2 if publishes > 1 else 18):
            pages[uid] = page(uid, text(), level=pages[uid].classification)
        publish(here, *pages.values(), at=number + 1)
    return here


@pytest.mark.usefixtures("either_loop")
@pytest.mark.parametrize("merged", [False, True])
@pytest.mark.parametrize("publishes", [1, 20])
def test_scores_equal_a_plain_reference_with_many_segments_and_deletions(
    publishes: int, *, merged: bool
) -> None:
    here = random_scope(publishes, random.Random(publishes))  # noqa: S311 - a fixed seed, for texts
    if merged:
        merge_scope(here)
    for clearance in (PUBLIC, CONFIDENTIAL, RESTRICTED):
        for question in ("worda", "wordb wordc wordc", "worda wordf wordk z9 the"):
            expected = reference(question, live(here, clearance))
            matches = find(question, key(here, clearance))
            assert {m.passage_id for m in matches.best} == expected.keys()
            for match in matches.best:
                assert match.score == pytest.approx(expected[match.passage_id], abs=1e-5)
            assert [m.score for m in matches.best] == sorted((m.score for m in matches.best), reverse=True)
            assert matches.page_count == matches.pages.size == len(expected)
            assert set(matches.pages.tolist()) == {m.page_id for m in matches.best}


@pytest.mark.usefixtures("either_loop")
def test_a_limit_keeps_the_best_of_many_equals() -> None:
    here = scope()
    publish(here, *(page(f"p{i}", "word" + " more" * (i % 3), title="Same") for i in range(300)))
    everything = find("word", key(here), limit=1000)
    for limit in (1, 7, 150):
        assert find("word", key(here), limit=limit).best == everything.best[:limit]


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
        merge_scope(here)
    assert nothing(find("the", key(here)))


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
    assert nothing(find(question, key(here)))


def test_a_scope_before_its_first_release_matches_nothing() -> None:
    assert nothing(find("apples", key(scope())))


def test_what_is_kept_for_queries_is_bounded_and_can_be_switched_off(settings: Settings) -> None:
    here = scope()
    publish(here, page("a", "apples"))
    clear_caches()
    assert cached_bytes() == 0
    find("apples", key(here))
    assert 0 < cached_bytes() < 10_000
    settings.COGI_POSTINGS_CACHE_BYTES = 0
    clear_caches()
    assert uids(find("apples", key(here))) == ["a"]
    assert cached_bytes() == 0


def test_a_quoted_phrase_must_stand_as_it_is_written() -> None:
    here = scope()
    publish(
        here,
        page("a", "the box model of layout"),
        page("b", "a model in a box"),
        page("c", "box", title="Model"),
        page("d", "the boxes and models"),
    )
    assert ask(key(here), phrases=("box model",)) == ["a"]
    assert sorted(ask(key(here), phrases=("box",))) == ["a", "b", "c", "d"]
    assert ask(key(here), words="layout", phrases=("model", "box of many models")) == []
    assert ask(key(here), phrases=("model in a box",)) == ["b"]


def test_a_phrase_of_an_identifier_is_found_whole_and_by_its_parts() -> None:
    here = scope()
    publish(here, page("a", "call `QuerySet.filter()` twice"), page("b", "filter the query set"))
    assert ask(key(here), phrases=("QuerySet.filter",)) == ["a"]
    assert ask(key(here), phrases=("queryset filter",)) == ["a"]
    assert ask(key(here), phrases=("call QuerySet.filter twice",)) == ["a"]


def test_a_phrase_of_stop_words_alone_asks_for_nothing() -> None:
    here = scope()
    publish(here, page("a", "to be or not to be"), page("b", "bees"))
    assert ask(key(here), words="bees", phrases=("to be",)) == ["b"]


def test_an_excluded_word_or_phrase_drops_the_page_wherever_it_stands() -> None:
    here = scope()
    publish(here, page("a", "apples", "bees"), page("b", "apples and green pears"), page("c", "apples"))
    assert ask(key(here), words="apples", excluded=("bees",)) == ["c", "b"]
    assert ask(key(here), words="apples", excluded=("green pears", "bees")) == ["c"]
    assert sorted(ask(key(here), words="apples", excluded=("pears green", "the"))) == ["a", "b", "c"]


def test_phrases_and_exclusions_change_no_score() -> None:
    here = scope()
    publish(here, page("a", "apples pears"), page("b", "apples"))
    plain = {m.passage_id: m.score for m in find("apples", key(here)).best}
    limited = search_lexical(LexicalQuery("apples", excluded=("pears",)), releases=[key(here)], limit=9)
    assert [plain[m.passage_id] for m in limited.best] == [m.score for m in limited.best]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("autentication", "authentication"),
        ("authenticatoin", "authentication"),
        ("autenticatoin", "authentication"),
        ("fiters", "filters"),
        ("Fitlers", "filters"),
    ],
)
def test_a_word_that_stands_nowhere_is_taken_for_its_neighbour(typed: str, meant: str) -> None:
    here = scope()
    publish(here, page("a", "authentication of users"), page("b", "filters for bees"))
    matches = find(f"{typed} ", key(here))
    assert matches.corrections == {typed: meant}
    assert uids(matches) == ["a" if meant == "authentication" else "b"]


@pytest.mark.parametrize("typed", ["E1235", "queryset_filtr", "bess", "HTTP2Sever", "--verbos", "bees"])
def test_identifiers_short_words_and_known_words_are_never_corrected(typed: str) -> None:
    here = scope()
    publish(here, page("a", "E1234 queryset_filter HTTP2Server --verbose"), page("b", "bees"))
    assert find(f"{typed} ", key(here)).corrections == {}


def test_a_word_known_in_one_scope_is_no_typo_in_another() -> None:
    english, german = scope("a/1/en"), scope("a/1/de", language="german")
    publish(english, page("e", "orange peel"))
    publish(german, page("g", "Orangen"))
    assert find("orange peel ", key(english), key(german)).corrections == {}


def test_hidden_and_dead_words_are_never_proposed() -> None:
    here = scope()
    publish(here, page("a", "apples"), page("s", "falconry", level=RESTRICTED), page("d", "turquoise"))
    publish(here, page("a", "apples"), page("s", "falconry", level=RESTRICTED), at=1)
    assert nothing(find("falconyr ", key(here)))
    assert nothing(find("turqoise ", key(here)))
    assert find("falconyr ", key(here, RESTRICTED)).corrections == {"falconyr": "falconry"}


def test_no_word_of_what_was_classified_higher_is_heard_through_a_word_of_its_stem() -> None:
    here = scope()
    publish(here, page("a", "market stalls"), page("s", "marketing plans"))
    assert find("marketign ", key(here)).corrections == {"marketign": "marketing"}
    publish(here, page("a", "market stalls"), page("s", "marketing plans", level=RESTRICTED), at=1)
    assert nothing(find("marketign ", key(here)))
    assert nothing(find("marketin", key(here)))
    assert find("marketign ", key(here, RESTRICTED)).corrections == {"marketign": "marketing"}


@pytest.mark.usefixtures("either_loop")
def test_a_field_that_weighs_nothing_is_not_searched(settings: Settings) -> None:
    settings.COGI_FIELD_WEIGHTS = {"title": 0.0, "headings": 1.0, "code": 1.0, "body": 1.0}
    here = scope()
    publish(here, *(page(f"p{i}", "pears plums", title="Apples") for i in range(20)))
    assert nothing(find("apples apples ", key(here)))
    assert find("apples pears plums", key(here)).page_count == 20


def test_a_word_of_marks_alone_keeps_nothing_from_being_published() -> None:
    here = scope()
    publish(here, page("a", "alpha _\u0301 beta"))
    assert uids(find("beta", key(here))) == ["a"]
    assert all(analyzer("english").lexemes("_\u0301 __\u0301\u0302 \u0301"))


def test_a_phrase_of_any_length_is_answered() -> None:
    here = scope()
    publish(here, page("a", "alpha beta"))
    far = "alpha " + "the " * 17_000 + "beta"
    assert ask(key(here), phrases=(far,)) == []
    assert ask(key(here), phrases=("alpha beta " * 20_000,)) == []


def test_many_unknown_words_do_not_take_long() -> None:
    here = scope()
    publish(here, page("a", "authentication"))
    began = time.process_time()
    assert (
        len(
            find(
                "".join(f"zzqqx{chr(97 + i % 26)}{chr(97 + i // 26)}yy " for i in range(600)), key(here)
            ).best
        )
        == 0
    )
    assert time.process_time() - began < 2


def test_synonyms_of_a_scope_find_what_is_written_otherwise() -> None:
    here = scope()
    publish(
        here,
        page("a", "kubernetes clusters"),
        page("b", "single sign-on"),
        page("c", "sign on a single line"),
    )
    groups = (("k8s", "kubernetes"), ("sso", "single sign on"))
    known = replace(key(here), synonyms=groups)
    assert nothing(find("k8s", key(here)))
    assert uids(find("k8s", known)) == ["a"]
    assert find("k8s", known).corrections == {}
    assert sorted(uids(find("sso", known))) == ["b", "c"]


def test_synonyms_of_one_scope_say_nothing_in_another() -> None:
    one, two = scope("a/1/en"), scope("b/1/en")
    publish(one, page("x", "kubernetes"))
    publish(two, page("y", "kubernetes"))
    assert uids(find("k8s", replace(key(one), synonyms=(("k8s", "kubernetes"),)), key(two))) == ["x"]
