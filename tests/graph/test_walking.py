from __future__ import annotations

from itertools import pairwise

import pytest

from cogi.corpus.classification import Classification
from cogi.corpus.models import Node, Scope
from cogi.corpus.perimeter import NOWHERE, Perimeter
from cogi.corpus.snapshot import EdgeDraft
from cogi.corpus.vocabulary import EdgeLabel, NodeKind
from cogi.graph.view import GraphView
from cogi.graph.walking import Direction, WalkTooLong, connections, neighbourhood
from tests.drafts import page, publish, scope, section

pytestmark = pytest.mark.django_db
DEPENDS = EdgeLabel.DEPENDS_ON


def view_of(to: Scope, clearance: Classification = Classification.PUBLIC, release: int = 1) -> GraphView:
    return GraphView(Perimeter.of({to.pk: clearance}), {to.pk: release})


def node(uid: str) -> int:
    return int(Node.objects.get(uid=uid).pk)


def uids(nodes: object) -> list[str]:
    return [Node.objects.get(pk=pk).uid for pk in nodes]  # type: ignore[attr-defined]


def chain(*names: str, label: EdgeLabel = DEPENDS) -> list[EdgeDraft]:
    return [EdgeDraft(a, b, label) for a, b in pairwise(names)]


@pytest.fixture
def guide() -> Scope:
    to = scope()
    publish(to, *[page(uid, f"Text {uid}.") for uid in "abcdef"], edges=chain("a", "b", "c", "d", "e", "f"))
    return to


def test_a_walk_goes_as_far_as_it_may(guide: Scope) -> None:
    reached = neighbourhood(
        [node("a")], view=view_of(guide), labels=[DEPENDS], direction=Direction.OUT, depth=2
    )
    assert uids(reached) == ["b", "c"]
    assert [len(path) for path in reached.values()] == [1, 2]


def test_a_walk_follows_edges_in_the_direction_that_is_asked(guide: Scope) -> None:
    view = view_of(guide)
    before = neighbourhood([node("c")], view=view, labels=[DEPENDS], direction=Direction.IN)
    around = neighbourhood([node("c")], view=view, labels=[DEPENDS], direction=Direction.BOTH)
    assert uids(before) == ["b"]
    assert sorted(uids(around)) == ["b", "d"]


def test_a_walk_keeps_to_its_labels(guide: Scope) -> None:
    view = view_of(guide)
    assert not neighbourhood([node("a")], view=view, labels=[EdgeLabel.XREF], direction=Direction.BOTH)


def test_a_walk_keeps_to_its_kinds() -> None:
    to, whole = scope(), page("a", "Text.")
    part = section(whole, "part", "More.")
    edges = [EdgeDraft("a#part", "a", EdgeLabel.PART_OF), EdgeDraft("b", "a", EdgeLabel.PART_OF)]
    publish(to, whole, part, page("b", "Below.", parent="a"), edges=edges)
    reached = neighbourhood(
        [node("a")],
        view=view_of(to),
        labels=[EdgeLabel.PART_OF],
        direction=Direction.IN,
        kinds=[NodeKind.SECTION],
    )
    assert uids(reached) == ["a#part"]


def test_heavier_edges_come_first() -> None:
    to = scope()
    edges = [EdgeDraft("a", "b", EdgeLabel.XREF, 1), EdgeDraft("a", "c", EdgeLabel.XREF, 5)]
    publish(to, *[page(uid, "Text.") for uid in "abc"], edges=edges)
    reached = neighbourhood([node("a")], view=view_of(to), labels=[EdgeLabel.XREF], direction=Direction.OUT)
    assert uids(reached) == ["c", "b"]


@pytest.mark.parametrize("depth", [0, 5])
def test_a_walk_of_no_or_of_many_hops_is_refused(depth: int) -> None:
    view = GraphView(NOWHERE, {})
    message = rf"^A walk of {depth} hops was asked for; give a depth from 1 to 4\.$"
    with pytest.raises(WalkTooLong, match=message):
        neighbourhood([1], view=view, labels=[DEPENDS], direction=Direction.OUT, depth=depth)
    with pytest.raises(WalkTooLong, match=message):
        connections([1], [2], view=view, labels=[DEPENDS], depth=depth)


def test_a_walk_does_not_pass_through_what_the_viewer_may_not_see() -> None:
    to = scope()
    hidden = page("b", "Secret.", level=Classification.INTERNAL)
    publish(to, page("a", "Text."), hidden, page("c", "Text."), edges=chain("a", "b", "c"))
    walk = {"labels": [DEPENDS], "direction": Direction.OUT, "depth": 2}
    assert not neighbourhood([node("a")], view=view_of(to), **walk)  # type: ignore[arg-type]
    assert not neighbourhood([node("b")], view=view_of(to), **walk)  # type: ignore[arg-type]
    cleared = view_of(to, Classification.INTERNAL)
    assert uids(neighbourhood([node("a")], view=cleared, **walk)) == ["b", "c"]  # type: ignore[arg-type]
    assert not connections([node("a")], [node("c")], view=view_of(to), labels=[DEPENDS])
    assert len(connections([node("a")], [node("c")], view=cleared, labels=[DEPENDS])[0]) == 2


def test_a_walk_reads_the_release_that_is_seen() -> None:
    to = scope()
    publish(to, page("a", "Text."), page("b", "Text."), edges=chain("a", "b"))
    publish(to, page("a", "Text."), page("b", "Text."), at=1)
    walk = {"labels": [DEPENDS], "direction": Direction.OUT}
    assert uids(neighbourhood([node("a")], view=view_of(to, release=1), **walk)) == ["b"]  # type: ignore[arg-type]
    assert not neighbourhood([node("a")], view=view_of(to, release=2), **walk)  # type: ignore[arg-type]


def test_two_nodes_are_connected_by_a_shortest_path_in_any_direction(guide: Scope) -> None:
    (path,) = connections([node("e")], [node("b")], view=view_of(guide), labels=[DEPENDS])
    assert uids([path[0].near, *(hop.far for hop in path)]) == ["e", "d", "c", "b"]
    assert {hop.forward for hop in path} == {False}


def test_nodes_further_apart_than_the_depth_are_not_connected(guide: Scope) -> None:
    assert not connections([node("a")], [node("f")], view=view_of(guide), labels=[DEPENDS])
    assert not connections([node("a")], [node("d")], view=view_of(guide), labels=[DEPENDS], depth=2)


def test_nodes_without_edges_are_not_connected(guide: Scope) -> None:
    assert not connections([node("a")], [node("b")], view=view_of(guide), labels=[EdgeLabel.XREF])
