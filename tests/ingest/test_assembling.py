from __future__ import annotations

from cogi.corpus.classification import Classification
from cogi.corpus.publishing.validation import validate
from cogi.corpus.snapshot import EdgeDraft, NodeDraft, PassageDraft
from cogi.corpus.vocabulary import EdgeLabel, NodeKind
from cogi.ingest.assembling import Assembly, assemble
from cogi.ingest.chunking import PassageSize
from cogi.ingest.documents import Block, Link, Page, ParsedTree, Section, StatedFact

SIZE = PassageSize(160, 220)


def example() -> ParsedTree:
    setting = Section("DEBUG", "debug", kind="symbol", facts=[StatedFact("added_in", "1.0")])
    guide = Section("Guide", "", blocks=[Block("paragraph", "Read.")], links=[Link(("page:index",), "home")])
    guide.children = [Section("Settings", "settings", children=[setting])]
    index = Page("index", "", Section("Home", ""), metadata={"source_format": "plain"}, children=["guide"])
    return ParsedTree([Page("guide", "guide/", guide, hidden=True), index])


def by_uid(assembly: Assembly) -> dict[str, NodeDraft]:
    return {node.uid: node for node in assembly.snapshot.nodes}


def test_pages_sections_and_symbols_become_nodes_in_tree_order() -> None:
    nodes = assemble(tree=example(), size=SIZE).snapshot.nodes

    assert [(n.uid, n.kind, n.parent_uid, n.title, n.url) for n in nodes] == [
        ("index", NodeKind.PAGE, None, "Home", ""),
        ("guide", NodeKind.PAGE, "index", "Guide", "guide/"),
        ("guide#settings", NodeKind.SECTION, "guide", "Settings", "guide/#settings"),
        ("guide#debug", NodeKind.SYMBOL, "guide#settings", "DEBUG", "guide/#debug"),
    ]


def test_metadata_names_source_path_format_level_and_what_is_hidden() -> None:
    nodes = by_uid(assemble(tree=example(), size=SIZE))

    assert nodes["index"].metadata == {"source_format": "plain", "path": "index"}
    assert nodes["guide"].metadata == {"path": "guide", "hidden": True}
    assert nodes["guide#debug"].metadata == {"path": "guide", "level": 3}


def test_passages_stand_in_their_section_under_the_trail_of_headings() -> None:
    nodes = by_uid(assemble(tree=example(), size=SIZE))

    assert nodes["guide"].passages == (PassageDraft("", ("Guide",), "Read."),)
    assert nodes["guide#settings"].passages == ()
    assert nodes["guide#debug"].passages == (PassageDraft("debug", ("Guide", "Settings", "DEBUG"), "DEBUG"),)


def test_edges_are_hierarchy_and_references_and_facts_name_their_section() -> None:
    snapshot = assemble(tree=example(), size=SIZE).snapshot

    assert list(snapshot.edges) == [
        EdgeDraft("guide", "index", EdgeLabel.PART_OF),
        EdgeDraft("guide#settings", "guide", EdgeLabel.PART_OF),
        EdgeDraft("guide#debug", "guide#settings", EdgeLabel.PART_OF),
        EdgeDraft("guide", "index", EdgeLabel.XREF, 1.0, {"texts": ["home"]}),
    ]
    assert [(f.subject_uid, f.predicate, f.value) for f in snapshot.facts] == [
        ("guide#debug", "added_in", "1.0")
    ]


def test_pages_below_a_page_stand_after_its_sections() -> None:
    index = Page("index", "", Section("Home", "", children=[Section("A", "a"), Section("B", "b")]))
    index.children = ["x", "y"]
    pages = [index, *(Page(path, path, Section(path, "")) for path in "xy")]

    nodes = by_uid(assemble(tree=ParsedTree(pages), size=SIZE))

    assert [nodes[uid].order for uid in ("index#a", "index#b", "x", "y")] == [0, 1, 2, 3]


def test_what_stands_in_a_classified_place_is_at_least_as_classified() -> None:
    root = Section("Home", "", classification=Classification.INTERNAL, children=[Section("A", "a")])
    root.children.append(Section("B", "b", classification=Classification.RESTRICTED))
    root.children[0].facts.append(StatedFact("added_in", "1"))
    pages = [Page("index", "", root), Page("g/x", "", Section("X", ""))]

    assembly = assemble(tree=ParsedTree(pages), size=SIZE)

    assert {uid: int(node.classification) for uid, node in by_uid(assembly).items()} == {
        "index": 1,
        "index#a": 1,
        "index#b": 3,
        "group:g": 1,
        "g/x": 1,
    }
    assert assembly.snapshot.facts[0].classification == Classification.INTERNAL
    validate(assembly.snapshot)


def test_equal_trees_give_equal_snapshots() -> None:
    assert assemble(tree=example(), size=SIZE) == assemble(tree=example(), size=SIZE)


def test_links_that_lead_nowhere_are_counted() -> None:
    page = Page("index", "", Section("Home", "", links=[Link(("label:gone",))]))

    assert assemble(tree=ParsedTree([page]), size=SIZE).unresolved_links == 1
