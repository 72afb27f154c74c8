from __future__ import annotations

from cogi.ingest.addressing import MAX_DEPTH, MAX_UID, Uids, address_pages, slug
from cogi.ingest.documents import Page, Section


def test_a_page_has_its_path_and_a_section_its_anchor() -> None:
    page = Page("a/b", "a/b/", Section("B", "", children=[Section("C", "c", children=[Section("D", "d")])]))

    addressed = address_pages([page], Uids())["a/b"]

    assert [(each.uid, each.parent_uid, each.depth, each.trail) for each in addressed] == [
        ("a/b", None, 0, ("B",)),
        ("a/b#c", "a/b", 1, ("B", "C")),
        ("a/b#d", "a/b#c", 2, ("B", "C", "D")),
    ]


def test_equal_anchors_get_numbers_in_reading_order() -> None:
    page = Page("p", "p/", Section("P", "", children=[Section("S", "s") for _ in range(3)]))

    assert [each.uid for each in address_pages([page], Uids())["p"]] == ["p", "p#s", "p#s-2", "p#s-3"]


def test_a_section_without_anchor_is_named_by_its_title() -> None:
    page = Page("p", "p/", Section("P", "", children=[Section("Über uns!", ""), Section("?", "")]))

    assert [each.uid for each in address_pages([page], Uids())["p"]] == ["p", "p#über-uns", "p#section"]


def test_overlong_uids_are_cut_and_stay_distinct() -> None:
    uids = Uids()
    first, second = uids.claim("x" * 600 + "a"), uids.claim("x" * 600 + "b")

    assert max(len(first), len(second)) <= MAX_UID
    assert first != second
    assert Uids().claim("x" * 600 + "a") == first


def test_sections_below_the_deepest_level_hang_beside_one_another() -> None:
    root = leaf = Section("S0", "s0")
    for number in range(1, 40):
        leaf.children.append(Section(f"S{number}", f"s{number}"))
        leaf = leaf.children[0]

    addressed = address_pages([Page("p", "p/", root)], Uids())["p"]

    assert len(addressed) == 40
    assert max(each.depth for each in addressed) == MAX_DEPTH
    assert addressed[-1].parent_uid == addressed[MAX_DEPTH].parent_uid


def test_slugs_keep_the_letters_of_every_script() -> None:
    assert slug("How-to: 日本語 & Ünïcode") == "how-to-日本語-ünïcode"
