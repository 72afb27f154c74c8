from __future__ import annotations

from collections.abc import Sequence

from cogi.ingest.addressing import Uids
from cogi.ingest.documents import NavigationEntry, Page, Section
from cogi.ingest.placement import Place, place_pages

Outline = list["str | tuple[str, Outline]"]


def page(path: str, *children: str) -> Page:
    return Page(path, f"{path}/", Section(path.title(), ""), children=list(children))


def outline(places: Sequence[Place]) -> Outline:
    return [(place.uid, outline(place.children)) if place.children else place.uid for place in places]


def place(*pages: Page, navigation: Sequence[NavigationEntry] = ()) -> Outline:
    return outline(place_pages(pages, navigation, {page.path: page.path for page in pages}, Uids()))


def test_navigation_gives_order_nesting_and_groups() -> None:
    navigation = [
        NavigationEntry("Start", "start"),
        NavigationEntry("Guides", None, (NavigationEntry("B", "b"), NavigationEntry("A", "a"))),
    ]

    assert place(page("a"), page("b"), page("start"), navigation=navigation) == [
        "start",
        ("group:guides", ["b", "a"]),
    ]


def test_navigation_names_a_page_once_and_ignores_unknown_pages_and_empty_groups() -> None:
    navigation = [
        NavigationEntry("A", "a"),
        NavigationEntry("Again", "a", (NavigationEntry("B", "b"),)),
        NavigationEntry("Gone", "gone"),
        NavigationEntry("Empty", None, (NavigationEntry("Gone", "gone"),)),
    ]

    assert place(page("a"), page("b"), navigation=navigation) == ["a", "b"]


def test_equal_group_titles_get_different_uids() -> None:
    groups = [NavigationEntry("More", None, (NavigationEntry("", path),)) for path in ("a", "b")]

    assert place(page("a"), page("b"), navigation=groups) == [("group:more", ["a"]), ("group:more-2", ["b"])]


def test_pages_absent_from_the_navigation_follow_it() -> None:
    assert place(page("a"), page("z"), navigation=[NavigationEntry("Z", "z")]) == ["z", "a"]


def test_a_page_absent_from_the_navigation_joins_the_pages_of_its_directory() -> None:
    guides = NavigationEntry("Guides", None, (NavigationEntry("A", "g/a"),))
    start = NavigationEntry("Start", None, (NavigationEntry("Home", "index"),))

    assert place(page("index"), page("g/a"), page("g/b"), page("x"), navigation=[start, guides]) == [
        ("group:start", ["index"]),
        ("group:guides", ["g/a", "g/b"]),
        "x",
    ]


def test_toctrees_give_order_and_nesting_from_the_root_page() -> None:
    assert place(page("index", "t/index", "a"), page("a"), page("t/index", "t/x"), page("t/x")) == [
        ("index", [("t/index", ["t/x"]), "a"])
    ]


def test_the_first_list_that_names_a_page_has_it() -> None:
    assert place(page("index", "a", "b"), page("a", "b"), page("b")) == [("index", [("a", ["b"])])]


def test_lists_that_name_one_another_in_a_circle_are_cut() -> None:
    assert place(page("a", "b"), page("b", "c"), page("c", "a")) == [("a", [("b", ["c"])])]


def test_a_page_that_lists_itself_and_unknown_pages_is_placed_once() -> None:
    assert place(page("index", "index", "gone")) == ["index"]


def test_an_index_page_is_the_parent_of_its_directory() -> None:
    assert place(page("index"), page("g/index"), page("g/a"), page("g/deep/README"), page("g/deep/b")) == [
        ("index", [("g/index", ["g/a", ("g/deep/README", ["g/deep/b"])])])
    ]


def test_a_page_named_like_a_directory_is_its_parent() -> None:
    assert place(page("guide"), page("guide/a")) == [("guide", ["guide/a"])]


def test_a_directory_without_a_page_is_a_group_titled_by_its_name() -> None:
    pages = [page("how-to/deep/a"), page("how-to/b")]
    places = place_pages(pages, (), {each.path: each.path for each in pages}, Uids())

    assert outline(places) == [("group:how-to", ["how-to/b", ("group:how-to/deep", ["how-to/deep/a"])])]
    assert [each.title for each, _, _ in places[0].walk()] == ["How to", "How-To/B", "Deep", "How-To/Deep/A"]


def test_an_orphan_beside_toctrees_stands_below_its_directory() -> None:
    assert place(page("index", "t/index"), page("t/index", "t/a"), page("t/a"), page("t/orphan")) == [
        ("index", [("t/index", ["t/a", "t/orphan"])])
    ]


def test_endless_nesting_is_flattened() -> None:
    chain = [page(f"p{number:03}", f"p{number + 1:03}") for number in range(200)]
    folders = [page("/".join(f"f{number}" for number in range(200)))]
    menu = NavigationEntry("End", "p150")
    for _ in range(200):
        menu = NavigationEntry("More", None, (menu,))

    pages = [*chain, *folders]
    places = place_pages(pages, [menu], {each.path: each.path for each in pages}, Uids())

    found = [each.path for top in places for each, _, _ in top.walk() if each.path]
    assert sorted(found) == sorted(each.path for each in pages)
    assert max(depth(top) for top in places) <= 42


def depth(place: Place) -> int:
    return 1 + max((depth(child) for child in place.children), default=0)
