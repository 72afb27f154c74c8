from __future__ import annotations

import pytest

from cogi.corpus.synonyms import InvalidSynonyms, format_synonyms, parse_synonyms


def test_each_line_is_a_group() -> None:
    text = "k8s, kubernetes\n\n  sso ,single sign on, SSO,sso  \n"
    assert parse_synonyms(text) == (("k8s", "kubernetes"), ("sso", "single sign on", "SSO"))


def test_what_is_written_out_reads_the_same() -> None:
    groups = (("k8s", "kubernetes"), ("sso", "single sign on"))
    assert parse_synonyms(format_synonyms(groups)) == groups
    assert parse_synonyms("") == ()


def test_a_word_alone_is_refused_with_its_line() -> None:
    with pytest.raises(InvalidSynonyms) as refused:
        parse_synonyms("k8s, kubernetes\nlonely")
    assert str(refused.value) == (
        "Line 2, “lonely”, has 1 words; write 2 to 20, separated by commas, for example: k8s, kubernetes"
    )


def test_too_many_groups_are_refused() -> None:
    with pytest.raises(InvalidSynonyms, match="There are 1,001 groups of synonyms"):
        parse_synonyms("\n".join(f"a{i}, b{i}" for i in range(1001)))
