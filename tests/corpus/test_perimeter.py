from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser, Group, User
from django.db import IntegrityError

from cogi.corpus.classification import Classification
from cogi.corpus.models import Grant, NodeRevision, Passage, VisibilityClass
from cogi.corpus.perimeter import NOWHERE, Perimeter, perimeter_for
from tests.drafts import page, publish, scope

pytestmark = pytest.mark.django_db

PUBLIC, INTERNAL, CONFIDENTIAL, RESTRICTED = Classification


def test_the_anonymous_viewer_sees_open_scopes_at_public() -> None:
    opened, closed = scope("open/1/en"), scope("closed/1/en")
    closed.is_open = False
    closed.save()
    assert perimeter_for(None) == perimeter_for(AnonymousUser()) == Perimeter(((opened.pk, PUBLIC),))


def test_the_highest_grant_of_user_and_groups_counts() -> None:
    here = scope()
    user, group = User.objects.create_user("ann"), Group.objects.create(name="team")
    user.groups.add(group)
    Grant.objects.create(scope=here, group=group, clearance=CONFIDENTIAL)
    Grant.objects.create(scope=here, user=user, clearance=INTERNAL)
    assert perimeter_for(user) == Perimeter(((here.pk, CONFIDENTIAL),))


def test_a_superuser_sees_everything_and_an_inactive_one_what_the_public_sees() -> None:
    here = scope()
    admin = User.objects.create_superuser("root")
    assert perimeter_for(admin) == Perimeter(((here.pk, RESTRICTED),))
    admin.is_active = False
    assert perimeter_for(admin) == Perimeter(((here.pk, PUBLIC),))


def test_a_grant_names_one_holder() -> None:
    with pytest.raises(IntegrityError, match="cogi_grant_one_holder"):
        Grant.objects.create(scope=scope(), clearance=PUBLIC)


def test_a_perimeter_can_be_capped_and_narrowed() -> None:
    wide = Perimeter.of({1: RESTRICTED, 2: PUBLIC})
    assert wide.capped(INTERNAL) == Perimeter.of({1: INTERNAL, 2: PUBLIC})
    assert wide.within([2, 3]) == Perimeter.of({2: PUBLIC})


def test_equal_perimeters_share_a_digest_and_others_do_not() -> None:
    assert Perimeter.of({2: PUBLIC, 1: INTERNAL}).digest == Perimeter.of({1: INTERNAL, 2: PUBLIC}).digest
    assert Perimeter.of({1: PUBLIC}).digest != Perimeter.of({1: INTERNAL}).digest


def test_nowhere_matches_nothing() -> None:
    publish(scope(), page("a", "text"))
    assert not Passage.objects.within(NOWHERE).exists()
    assert not NodeRevision.objects.within(NOWHERE).exists()
    assert not VisibilityClass.objects.within(NOWHERE).exists()


def test_a_viewer_sees_what_lies_at_or_below_the_clearance() -> None:
    here = scope()
    publish(here, page("a", "text"), page("b", "text b", level=CONFIDENTIAL))

    def seen(clearance: Classification) -> set[str]:
        perimeter = Perimeter.of({here.pk: clearance})
        uids = set(Passage.objects.within(perimeter).values_list("node__uid", flat=True))
        assert uids == set(NodeRevision.objects.within(perimeter).values_list("node__uid", flat=True))
        return uids

    assert [seen(clearance) for clearance in Classification] == [{"a"}, {"a"}, {"a", "b"}, {"a", "b"}]
