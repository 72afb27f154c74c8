"""Tests of the administration of relevance."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from pytest_django import Settings

from cogi.corpus.classification import Classification
from cogi.corpus.models import Scope
from cogi.evaluation.models import EvaluationRun, GoldenQuery, GoldenSet, Judgement, ReleaseFloor
from tests.portal.signing_in import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("corpus")]


@pytest.fixture
def plans() -> Scope:
    return Scope.objects.get(slug="plans/1.0/en")


@pytest.fixture
def golden_set(plans: Scope) -> GoldenSet:
    """A question with a judged page that an internal viewer sees, one hidden, and one that is gone."""
    golden = GoldenSet.objects.create(name="plans", scope=plans, clearance=Classification.INTERNAL)
    question = GoldenQuery.objects.create(golden_set=golden, key="q1", text="when is the launch")
    for uid in ("launch", "merger", "gone"):
        Judgement.objects.create(query=question, uid=uid, grade=2 if uid == "launch" else 1)
    return golden


def make_run(plans: Scope, name: str, *, value: float, day: int, **fields: object) -> EvaluationRun:
    scores = {"ndcg@10": value, "mrr@10": value, "recall@100": 1.0, "success@5": 1.0}
    return EvaluationRun.objects.create(
        **{
            "name": name,
            "collection": "plans",
            "scope": plans,
            "scope_slug": plans.slug,
            "clearance": Classification.INTERNAL,
            "release_number": 1,
            "configuration": {"k1": value, "embedder": None, "page decays": {"lexical": 0.2}},
            "means": {"lexical": scores, "full": scores},
            "questions": {"q1": "when is the <launch>", "q2": "which team"},
            "scores": {"full": {"q1": scores, "q2": {**scores, "ndcg@10": 0.5}}, "lexical": {"q1": scores}},
            "rankings": {"full": {"q1": ["merger", "launch"]}},
            "created_at": datetime(2026, 5, day, 12, tzinfo=UTC),
            "seconds": 1.5,
            **fields,
        }
    )


@pytest.fixture
def runs(plans: Scope, golden_set: GoldenSet) -> list[EvaluationRun]:
    return [
        make_run(plans, "before", value=0.5, day=1, golden_set=golden_set),
        make_run(plans, "after", value=0.75, day=2, golden_set=golden_set),
    ]


def html(name: str, view: str, *args: object, **query: str | int) -> str:
    response = signed_in(name).get(reverse(f"admin:cogi_evaluation_{view}", args=args), query)
    assert response.status_code == 200
    return response.content.decode()


def status(name: str, view: str, *args: object, **query: str | int) -> int:
    return signed_in(name).get(reverse(f"admin:cogi_evaluation_{view}", args=args), query).status_code


def formset(golden_set: GoldenSet, *rows: dict[str, object]) -> dict[str, object]:
    """What the form of a set sends for its questions; rows with an id are there already."""
    data: dict[str, object] = {
        "name": golden_set.name,
        "scope": golden_set.scope_id,
        "clearance": golden_set.clearance,
        "queries-TOTAL_FORMS": len(rows),
        "queries-INITIAL_FORMS": sum("id" in row for row in rows),
    }
    for number, row in enumerate(rows):
        data |= {f"queries-{number}-{name}": value for name, value in row.items()}
    return data


def judged() -> set[tuple[str, str, int]]:
    return set(Judgement.objects.values_list("query__text", "uid", "grade"))


class TestGoldenSets:
    def test_a_set_is_seen_with_its_clearance_and_not_below(self, golden_set: GoldenSet) -> None:
        assert "plans</a>" in html("editor", "goldenset_changelist")
        GoldenSet.objects.update(clearance=Classification.CONFIDENTIAL)
        assert 'id="result_list"' not in html("editor", "goldenset_changelist")
        assert 'id="result_list"' not in html("editor", "goldenquery_changelist")
        for view in ("goldenset_import", "goldenset_export"):
            args = [golden_set.pk, "csv"] if view.endswith("export") else [golden_set.pk]
            assert (status("editor", view, *args), status("keeper", view, *args)) == (404, 200)

    def test_judged_pages_are_shown_as_far_as_the_viewer_sees_them(self, golden_set: GoldenSet) -> None:
        seen = html("editor", "goldenset_change", golden_set.pk)
        assert "\nlaunch 2</textarea>" in seen
        assert "merger" not in seen
        assert "•••• ••••" in seen  # the hidden one and the one that is gone look the same
        assert "\nlaunch 2\nmerger\ngone</textarea>" in html("keeper", "goldenset_change", golden_set.pk)

    def test_questions_are_edited_in_their_set_and_hidden_judgements_stay(
        self, golden_set: GoldenSet
    ) -> None:
        known = golden_set.queries.get()
        data = formset(
            golden_set,
            {"id": known.pk, "golden_set": golden_set.pk, "text": "launch month", "pages": "team 3"},
            {
                "golden_set": golden_set.pk,
                "text": "who",
                "pages": "https://docs.example/plans/team/#who\r\nlaunch",
            },
        )
        address = reverse("admin:cogi_evaluation_goldenset_change", args=[golden_set.pk])
        assert signed_in("editor").post(address, data).status_code == 302
        assert judged() == {
            *[("launch month", "team", 3), ("launch month", "merger", 1), ("launch month", "gone", 1)],
            *[("who", "team", 1), ("who", "launch", 1)],
        }
        assert known.key == "q1"

    @pytest.mark.parametrize(
        ("pages", "problem"),
        [
            ("merger", "“merger”: no page of plans/1.0/en that the set&#x27;s clearance sees."),
            ("nowhere", "“nowhere”: no page of plans/1.0/en that the set&#x27;s clearance sees."),
            ("launch 200", "“launch” is graded too high; 100 is the most."),
        ],
    )
    def test_a_page_that_cannot_be_judged_is_explained(
        self, golden_set: GoldenSet, pages: str, problem: str
    ) -> None:
        data = formset(golden_set, {"golden_set": golden_set.pk, "text": "who", "pages": pages})
        address = reverse("admin:cogi_evaluation_goldenset_change", args=[golden_set.pk])
        response = signed_in("editor").post(address, data)
        assert response.status_code == 200
        assert problem in response.content.decode()

    def test_a_new_set_leads_on_to_its_questions(self, plans: Scope) -> None:
        wanted = {"name": "new", "scope": plans.pk, "clearance": Classification.INTERNAL}
        response = signed_in("editor").post(reverse("admin:cogi_evaluation_goldenset_add"), wanted)
        made = GoldenSet.objects.get(name="new")
        assert response["Location"] == reverse("admin:cogi_evaluation_goldenset_change", args=[made.pk])

    def test_nobody_judges_with_more_clearance_than_they_hold(self, plans: Scope) -> None:
        wanted = {"name": "new", "scope": plans.pk, "clearance": Classification.RESTRICTED}
        response = signed_in("editor").post(reverse("admin:cogi_evaluation_goldenset_add"), wanted)
        assert "Your own clearance in this scope is internal." in response.content.decode()
        assert not GoldenSet.objects.exists()

    def test_a_long_set_is_edited_question_by_question(
        self, golden_set: GoldenSet, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("cogi.portal.admin.evaluation.golden_sets.INLINE_QUERIES", 0)
        assert "question by question</a>" in html("editor", "goldenset_change", golden_set.pk)
        question = golden_set.queries.get()
        listed = html("editor", "goldenquery_changelist", set=golden_set.pk)
        assert "when is the launch" in listed
        assert "merger" not in html("editor", "goldenquery_change", question.pk)
        address = reverse("admin:cogi_evaluation_goldenquery_change", args=[question.pk])
        assert signed_in("editor").post(address, {"text": "who", "pages": "team"}).status_code == 302
        assert judged() == {("who", "team", 1), ("who", "merger", 1), ("who", "gone", 1)}

    def test_a_table_is_imported_whole_or_not_at_all(self, golden_set: GoldenSet) -> None:
        address = reverse("admin:cogi_evaluation_goldenset_import", args=[golden_set.pk])

        def send(text: str, **fields: object) -> str:
            table = SimpleUploadedFile("t.csv", text.encode())
            answer = signed_in("editor").post(address, {"table": table, **fields}, follow=True)
            return answer.content.decode()

        assert "“merger”: no page of plans/1.0/en" in send("query,page\nwho,merger\nwho,team\n")
        assert ("who", "team", 1) not in judged()
        said = send("query,page\nwho,merger\nwho,team\n", skip_unknown="on")
        assert "Imported 1 questions with 1 judged pages. 1 pages are not there and were left out." in said
        assert ("who", "team", 1) in judged()
        nothing = signed_in("editor").post(address, {}).content.decode()
        assert "Give either a table, or queries.jsonl and qrels.tsv together." in nothing
        binary = SimpleUploadedFile("t.csv", b"\xff\xfe\x00")
        assert (
            "The table is not UTF-8." in signed_in("editor").post(address, {"table": binary}).content.decode()
        )

    def test_what_beir_names_is_imported_and_exported(self, golden_set: GoldenSet) -> None:
        address = reverse("admin:cogi_evaluation_goldenset_import", args=[golden_set.pk])
        queries = SimpleUploadedFile("q", b'{"_id": "b1", "text": "who"}')
        good = SimpleUploadedFile("j", b"query-id\tcorpus-id\tscore\nb1\tteam\t2\n")
        signed_in("editor").post(address, {"queries": queries, "judgements": good})
        assert ("who", "team", 2) in judged()
        response = signed_in("editor").get(
            reverse("admin:cogi_evaluation_goldenset_export", args=[golden_set.pk, "beir"])
        )
        with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
            qrels = archive.read("qrels.tsv").decode()
        assert qrels == "query-id\tcorpus-id\tscore\nq1\tlaunch\t2\nb1\tteam\t2\n"

        broken = SimpleUploadedFile("j", b"query-id\tcorpus-id\tscore\nb1 team\n")
        queries.seek(0)
        said = signed_in("editor").post(address, {"queries": queries, "judgements": broken}).content.decode()
        assert "qrels.tsv:2 is not query-id, corpus-id and score, with tabs." in said
        assert "/tmp" not in said  # noqa: S108 - no folder of the server

    def test_an_export_holds_what_its_reader_may_see(self, golden_set: GoldenSet) -> None:
        assert html("editor", "goldenset_export", golden_set.pk, "csv") == (
            "query,page,grade\nwhen is the launch,launch,2\n"
        )
        assert "merger" in html("keeper", "goldenset_export", golden_set.pk, "csv")
        assert status("keeper", "goldenset_export", golden_set.pk, "xml") == 404
        Judgement.objects.filter(uid="launch").delete()
        assert status("editor", "goldenset_export", golden_set.pk, "csv") == 302

    def test_evaluate_now_keeps_a_run(self, golden_set: GoldenSet, settings: Settings) -> None:
        settings.CELERY_TASK_ALWAYS_EAGER = True
        from celery import current_app  # noqa: PLC0415

        current_app.conf.task_always_eager = True
        try:
            response = signed_in("editor").post(
                reverse("admin:cogi_evaluation_goldenset_changelist"),
                {"action": "evaluate_now", "_selected_action": [golden_set.pk]},
                follow=True,
            )
        finally:
            current_app.conf.task_always_eager = False
        assert "Queued; the runs appear in their list." in response.content.decode()
        run = EvaluationRun.objects.get()
        assert (run.golden_set, run.clearance) == (golden_set, Classification.INTERNAL)
        assert run.means.keys() == {"lexical", "dense", "rrf", "full"}
        assert run.rankings["lexical"]["q1"][0] == "launch"


@pytest.mark.usefixtures("runs")
class TestRuns:
    def test_runs_are_seen_with_their_clearance_and_not_below(self, runs: list[EvaluationRun]) -> None:
        assert ">before</a>" in html("editor", "evaluationrun_changelist")
        EvaluationRun.objects.update(clearance=Classification.CONFIDENTIAL)
        listed = html("editor", "evaluationrun_changelist")
        assert 'id="result_list"' not in listed
        assert "?collection=plans" not in listed
        pair = {"before": runs[0].pk, "after": runs[1].pk}
        assert status("editor", "evaluationrun_compare", **pair) == 404
        assert "is kept yet" in html("editor", "evaluationrun_over_time", collection="plans")
        assert status("keeper", "evaluationrun_compare", **pair) == 200

    def test_a_run_shows_what_it_measured_and_with_what(self, runs: list[EvaluationRun]) -> None:
        shown = html("editor", "evaluationrun_change", runs[1].pk)
        assert "<tr><th>full</th><td>0.7500</td><td>0.7500</td><td>1.0000</td><td>1.0000</td></tr>" in shown
        assert "<tr><th>page decays</th><td>lexical 0.2</td></tr>" in shown
        assert "<tr><th>embedder</th><td>–</td></tr>" in shown
        assert "<tr><td>0.500</td><td>which team</td></tr>" in shown
        assert html("editor", "evaluationrun_changelist", collection="plans").count("0.750") == 2

    def test_two_runs_are_chosen_for_comparison(self, runs: list[EvaluationRun]) -> None:
        address = reverse("admin:cogi_evaluation_evaluationrun_changelist")
        pks = [run.pk for run in runs]
        chosen = {"action": "compare", "_selected_action": pks[::-1]}
        response = signed_in("editor").post(address, chosen)
        compare = reverse("admin:cogi_evaluation_evaluationrun_compare")
        assert response["Location"] == f"{compare}?before={pks[0]}&after={pks[1]}"
        one = signed_in("editor").post(address, {**chosen, "_selected_action": pks[:1]}, follow=True)
        assert "Choose two runs to compare." in one.content.decode()

    def test_two_runs_stand_side_by_side(self, runs: list[EvaluationRun]) -> None:
        pair = {"before": runs[0].pk, "after": runs[1].pk}
        shown = html("editor", "evaluationrun_compare", **pair)
        assert "<th>k1</th><td>0.5</td><td>0.75</td>" in shown
        assert "embedder" not in shown
        assert "Means over 2 questions" in shown
        assert '<td class="gain">+0.1250</td>' in shown
        assert "when is the &lt;launch&gt;" in shown
        assert "which team" not in shown  # it did not move
        assert "which team" in html("editor", "evaluationrun_compare", **pair, every="")
        assert "Means over 1 question;" in html("editor", "evaluationrun_compare", **pair, engine="lexical")

    def test_pages_out_of_sight_are_masked_in_rankings(self, runs: list[EvaluationRun]) -> None:
        pair = {"before": runs[0].pk, "after": runs[1].pk}
        assert "<li>••••</li><li>launch</li>" in html("editor", "evaluationrun_compare", **pair)
        assert "<li>merger</li><li>launch</li>" in html("keeper", "evaluationrun_compare", **pair)

    def test_runs_without_a_common_question_are_said(self, plans: Scope, runs: list[EvaluationRun]) -> None:
        other = make_run(plans, "other", value=0.1, day=3, means={"dense": {"ndcg@10": 0.1}}, scores={})
        shown = html("editor", "evaluationrun_compare", before=runs[0].pk, after=other.pk)
        assert "no engine and question in common" in shown

    def test_a_collection_is_drawn_over_time_with_its_floor(
        self, plans: Scope, golden_set: GoldenSet
    ) -> None:
        ReleaseFloor.objects.create(scope=plans, golden_set=golden_set, metric="ndcg@10", minimum=0.6)
        shown = html("editor", "evaluationrun_over_time", collection="plans")
        assert '<polyline points="60.0,282.0 884.0,62.0"/>' in shown
        assert "<title>full 0.7500 · after · release 1</title>" in shown
        assert ">floor 0.6</text>" in shown
        assert ">floor" not in html("editor", "evaluationrun_over_time", collection="plans", metric="mrr@10")
        assert shown.index(">after</a>") < shown.index(">before</a>")

    def test_runs_are_never_added_or_changed(self, runs: list[EvaluationRun]) -> None:
        assert status("root", "evaluationrun_add") == 403
        address = reverse("admin:cogi_evaluation_evaluationrun_change", args=[runs[0].pk])
        assert signed_in("root").post(address, {"name": "x"}).status_code == 403


class TestFloors:
    def test_a_floor_is_set_by_who_sees_the_whole_scope(self, plans: Scope, golden_set: GoldenSet) -> None:
        wanted = {"scope": plans.pk, "golden_set": golden_set.pk, "metric": "ndcg@10", "minimum": "0.6"}
        address = reverse("admin:cogi_evaluation_releasefloor_add")
        assert "Select a valid choice." in signed_in("editor").post(address, wanted).content.decode()
        too_high = signed_in("keeper").post(address, {**wanted, "minimum": "60"}).content.decode()
        assert "Ensure this value is less than or equal to 1.0." in too_high
        assert signed_in("keeper").post(address, wanted).status_code == 302
        assert ">0.6<" in html("keeper", "releasefloor_changelist")
        assert 'id="result_list"' not in html("editor", "releasefloor_changelist")

    def test_a_set_that_guards_a_scope_is_not_deleted(self, plans: Scope, golden_set: GoldenSet) -> None:
        ReleaseFloor.objects.create(scope=plans, golden_set=golden_set, metric="ndcg@10", minimum=0.6)
        address = reverse("admin:cogi_evaluation_goldenset_delete", args=[golden_set.pk])
        refused = signed_in("keeper").post(address, {"post": "yes"}).content.decode()
        assert "ndcg@10 of at least 0.6 on plans" in refused
        assert GoldenSet.objects.exists()
        ReleaseFloor.objects.all().delete()
        assert signed_in("keeper").post(address, {"post": "yes"}).status_code == 302
        assert not GoldenSet.objects.exists()
