from __future__ import annotations

import pytest

from cogi.corpus.classification import Classification
from cogi.corpus.models import Passage, Scope
from cogi.corpus.perimeter import Perimeter
from cogi.corpus.snapshot import EdgeDraft, NodeDraft
from cogi.corpus.vocabulary import EdgeLabel, NodeKind
from cogi.graph.naming import named_nodes
from cogi.graph.places import places_of
from cogi.graph.view import GraphView
from tests.drafts import page, publish, scope, section

pytestmark = pytest.mark.django_db


def view_of(to: Scope, clearance: Classification = Classification.PUBLIC) -> GraphView:
    return GraphView(Perimeter.of({to.pk: clearance}), {to.pk: 1})


def test_nodes_are_found_by_their_title_in_any_case_and_by_their_uid() -> None:
    to = scope()
    publish(to, page("api/views", "Text.", title="Generic Views"), page("other", "Text."))
    by_title = named_nodes(["generic views"], view=view_of(to))
    by_uid = named_nodes(["api/views"], view=view_of(to))
    assert [(found.uid, found.name) for found in by_title] == [("api/views", "generic views")]
    assert [(found.uid, found.name) for found in by_uid] == [("api/views", "api/views")]


def test_whole_pages_come_before_parts_of_pages() -> None:
    to, first = scope(), page("a", "Text.")
    publish(to, first, section(first, "views", "More."), page("views", "Text."))
    assert [found.uid for found in named_nodes(["views"], view=view_of(to))] == ["views", "a#views"]


def test_what_the_viewer_may_not_see_has_no_name() -> None:
    to = scope()
    publish(to, page("plan", "Secret.", level=Classification.CONFIDENTIAL))
    assert not named_nodes(["plan"], view=view_of(to))
    assert named_nodes(["plan"], view=view_of(to, Classification.CONFIDENTIAL))


def test_no_names_are_looked_up_without_a_statement(django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        assert named_nodes([], view=GraphView(Perimeter(()), {})) == []


def test_a_node_is_read_at_its_first_passage_or_that_of_a_page_below_it() -> None:
    to = scope()
    group = NodeDraft("group:basics", NodeKind.GROUP, "Basics")
    inside = page("basics/one", "First.", "Second.", parent="group:basics")
    part = section(inside, "part", "Part.")
    edges = [
        EdgeDraft("basics/one", "group:basics", EdgeLabel.PART_OF),
        EdgeDraft("basics/one#part", "basics/one", EdgeLabel.PART_OF),
    ]
    publish(to, group, inside, part, edges=edges)
    texts = {p.pk: p.content.text for p in Passage.objects.select_related("content")}
    nodes = {n.uid: n.node_id for n in named_nodes(["basics", "part", "basics/one"], view=view_of(to))}
    places = places_of(list(nodes.values()), view=view_of(to))
    read = {uid: texts[places[pk].passage_id] for uid, pk in nodes.items()}
    assert read == {"group:basics": "First.", "basics/one": "First.", "basics/one#part": "Part."}


def test_a_node_that_nobody_may_read_has_no_place() -> None:
    to = scope()
    publish(to, page("plan", "Secret.", level=Classification.CONFIDENTIAL))
    node_id = Passage.objects.get().node_id
    assert places_of([node_id], view=view_of(to)) == {}
