from __future__ import annotations

import pytest

from cogi.corpus.scopes import InvalidBaseUrl, InvalidScopeSlug, get_or_create_scope

pytestmark = pytest.mark.django_db


def test_a_scope_is_made_once_with_its_product() -> None:
    made = get_or_create_scope("django/5.2/en", base_url="https://docs.example/", language="english")
    assert (made.product.slug, made.version_label, made.locale) == ("django", "5.2", "en")
    assert get_or_create_scope("django/5.2/en") == made


def test_the_first_scope_of_a_product_is_its_default() -> None:
    assert get_or_create_scope("django/5.1/en").is_default
    assert not get_or_create_scope("django/5.2/en").is_default
    assert get_or_create_scope("flask/3/en").is_default


def test_a_base_url_fills_an_empty_one_and_never_replaces_another() -> None:
    get_or_create_scope("django/5.2/en")
    assert (
        get_or_create_scope("django/5.2/en", base_url="https://a.example/").base_url == "https://a.example/"
    )
    assert (
        get_or_create_scope("django/5.2/en", base_url="https://b.example/").base_url == "https://a.example/"
    )


@pytest.mark.parametrize("slug", ["django", "django/5.2", "Django/5.2/en", "a/b/c/d", "a//en", "a/../en", ""])
def test_another_form_is_refused_with_an_example(slug: str) -> None:
    with pytest.raises(InvalidScopeSlug) as refused:
        get_or_create_scope(slug)
    assert str(refused.value) == (
        f"“{slug}” does not name a scope. Write product/version/locale in lower case, "
        "for example django/5.2/en."
    )


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "docs.example.com", "ftp://docs.example/", "https://"]
)
def test_a_base_url_that_no_browser_may_follow_is_refused(url: str) -> None:
    with pytest.raises(InvalidBaseUrl) as refused:
        get_or_create_scope("django/5.2/en", base_url=url)
    assert str(refused.value) == (
        f"“{url}” is not the address of a site. Write it in full, for example https://docs.example.com/."
    )
