"""Publishing a few pages brings about what publishing the whole snapshot would, whatever the sequence."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import pytest

from cogi.corpus.classification import Classification
from cogi.corpus.identity import merkle_root
from cogi.corpus.models import Node, NodeRevision, Passage, Release, Scope
from cogi.corpus.publishing import publish_changes
from cogi.corpus.publishing.validation import InvalidSnapshot
from cogi.corpus.snapshot import EdgeDraft, FactDraft, NodeDraft, Snapshot, Update
from cogi.corpus.vocabulary import EdgeLabel, NodeKind
from tests.drafts import day, page, publish, scope, section

pytestmark = pytest.mark.django_db

PAGES = [f"p{n}" for n in range(8)]
LEVELS = [Classification.PUBLIC] * 6 + [Classification.INTERNAL]


@dataclass
class Model:
    """What the scope should hold, kept by the definition of ``Update`` alone."""

    nodes: dict[str, NodeDraft] = field(default_factory=dict)
    edges: list[EdgeDraft] = field(default_factory=list)
    facts: list[FactDraft] = field(default_factory=list)

    def after(self, update: Update) -> Model:
        drafted = {draft.uid: draft for draft in update.upserts}
        replaced = self._with_parts({*drafted, *update.removed})
        nodes = {uid: node for uid, node in self.nodes.items() if uid not in replaced} | drafted
        edges = [e for e in self.edges if e.source_uid not in replaced and e.target_uid in nodes]
        facts = [f for f in self.facts if f.subject_uid not in replaced and f.object_uid in {None, *nodes}]
        return Model(nodes, [*edges, *update.edges], [*facts, *update.facts])

    def snapshot(self) -> Snapshot:
        return Snapshot(list(parents_first(self.nodes)), self.edges, self.facts)

    def _with_parts(self, uids: set[str]) -> set[str]:
        found: set[str] = set()
        fresh = uids & self.nodes.keys()
        while fresh:
            found |= fresh
            parts = (n for n in self.nodes.values() if n.kind == NodeKind.SECTION)
            fresh = {n.uid for n in parts if n.parent_uid in found} - found
        return found | uids


def parents_first(nodes: Mapping[str, NodeDraft]) -> Iterator[NodeDraft]:
    """Nodes in a cycle come last, where validation finds them."""
    done: set[str] = set()
    rest = list(nodes.values())
    while rest:
        ready = [n for n in rest if n.parent_uid in done or n.parent_uid not in nodes]
        ready = ready or rest
        yield from ready
        done.update(n.uid for n in ready)
        rest = [n for n in rest if n.uid not in done]


def random_update(dice: random.Random, model: Model) -> Update:
    chosen = dice.sample(PAGES, dice.randint(1, 3))
    removed = [uid for uid in chosen if dice.random() < 0.3]
    drafts = {d.uid: d for uid in chosen if uid not in removed for d in random_page(dice, uid, model)}
    targets = [*PAGES, *(f"{uid}#s{n}" for uid in PAGES for n in range(2))]
    known = {*model.after(Update(list(drafts.values()), removed)).nodes}
    targets = [uid for uid in targets if uid in known or dice.random() < 0.02]
    edges = {
        (uid, target): EdgeDraft(uid, target, EdgeLabel.XREF, dice.choice([1.0, 2.0]))
        for uid in drafts
        for target in dice.sample(targets, min(2, len(targets)))
    }
    facts = [random_fact(dice, draft, targets) for draft in drafts.values() if dice.random() < 0.4]
    return Update(list(parents_first(drafts)), removed, list(edges.values()), facts)


def random_page(dice: random.Random, uid: str, model: Model) -> Iterator[NodeDraft]:
    parents = [None, None, None, *(other for other in (dice.choice(PAGES), *model.nodes) if other != uid)]
    parent = dice.choice(parents)
    level = dice.choice(LEVELS)
    if parent in model.nodes:
        level = max(level, model.nodes[parent].classification)
    own = page(uid, *random_texts(dice), parent=parent, order=dice.randint(0, 3), level=level)
    yield own
    above = [own.uid]
    for n in range(dice.randint(0, 3)):
        part = section(own, f"s{n}", dice.choice("xyz"), order=n)
        yield replace(part, parent_uid=dice.choice(above))
        above.append(part.uid)


def random_texts(dice: random.Random) -> Iterable[str]:
    return [dice.choice(["one", "two", "three"]) for _ in range(dice.randint(0, 2))]


def random_fact(dice: random.Random, draft: NodeDraft, objects: list[str]) -> FactDraft:
    if objects and dice.random() < 0.5:
        return FactDraft(
            draft.uid, "of", object_uid=dice.choice(objects), classification=draft.classification
        )
    return FactDraft(draft.uid, "is", dice.choice("abc"), classification=draft.classification)


@pytest.mark.parametrize("seed", range(8))
def test_a_sequence_of_updates_and_the_whole_snapshot_agree(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - repeatable, not secret
    here, model = scope(), Model()
    published = 0
    for step in range(12):
        update = random_update(dice, model)
        wanted = model.after(update).snapshot()
        try:
            publish_changes(scope=here, update=update, now=day(step), accept_shrink=True)
        except InvalidSnapshot:
            with pytest.raises(InvalidSnapshot):
                publish(here, *wanted.nodes, edges=wanted.edges, facts=wanted.facts, at=step)
            continue
        published += 1
        again = publish(here, *wanted.nodes, edges=wanted.edges, facts=wanted.facts, at=step)
        assert again.release is None
        model = model.after(update)
        assert_sound(here)
    assert published >= 3


def assert_sound(here: Scope) -> None:
    live = NodeRevision.objects.filter(scope=here).as_of()
    release = Release.objects.filter(scope=here).first()
    if release is None:
        return
    leaves = [(uid, bytes(digest)) for uid, digest in live.values_list("node__uid", "content_hash")]
    assert bytes(release.merkle_root) == merkle_root(leaves)
    assert release.node_count == len(leaves)
    assert release.passage_count == Passage.objects.filter(scope=here).as_of().count()
    assert Node.objects.find_problems() == ([], [], [], [], [])
    for revision in live.select_related("node", "parent"):
        assert Node.objects.get_parent(revision.node).uid == (revision.parent.uid if revision.parent else "")
    assert [uid for uid, _ in in_order(here)] == [
        uid for uid, _ in sorted(in_order(here), key=lambda r: r[1])
    ]


def in_order(here: Scope) -> list[tuple[str, tuple[object, ...]]]:
    """Live nodes by path, each with the orders and uids along the way down to it."""
    keys: dict[int, tuple[object, ...]] = {}
    rows = NodeRevision.objects.filter(scope=here).as_of().order_by("node__path")
    result = []
    for node, parent, order, uid in rows.values_list("node_id", "parent_id", "order", "node__uid"):
        keys[node] = (*keys.get(parent, ()), (order, uid))
        result.append((uid, keys[node]))
    return result
