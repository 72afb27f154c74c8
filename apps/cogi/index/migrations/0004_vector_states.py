"""Coverage names its model and counts stored vectors; models are superseded; texts are refused."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models

# Derived and small: the next publish, or the worker's next sweep, counts anew.
FORGET_COVERAGE = "DELETE FROM cogi_index_vectorcoverage"


class Migration(migrations.Migration):
    dependencies = [
        ("cogi_corpus", "0004_ended_rows"),
        ("cogi_index", "0003_lexical_maintenance"),
    ]

    operations = [
        migrations.RunSQL(FORGET_COVERAGE, migrations.RunSQL.noop),
        migrations.RemoveConstraint(model_name="vectorcoverage", name="cogi_vector_coverage"),
        migrations.RemoveField(model_name="vectorcoverage", name="model"),
        migrations.AddField(
            model_name="vectorcoverage", name="model_name", field=models.CharField(max_length=200)
        ),
        migrations.AddField(
            model_name="vectorcoverage", name="stored", field=models.PositiveIntegerField(default=0)
        ),
        migrations.AddConstraint(
            model_name="vectorcoverage",
            constraint=models.UniqueConstraint(
                fields=["visibility", "model_name"], name="cogi_vector_coverage"
            ),
        ),
        migrations.AddField(
            model_name="embeddingmodel",
            name="superseded_at",
            field=models.DateTimeField(
                null=True,
                editable=False,
                help_text="Since when another model knows all that this one does; its vectors are dropped "
                "later.",
            ),
        ),
        migrations.CreateModel(
            name="EmbeddingRefusal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.TextField()),
                ("attempts", models.PositiveSmallIntegerField(default=1)),
                ("retry_at", models.DateTimeField()),
                (
                    "content",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="cogi_corpus.passagecontent",
                    ),
                ),
                (
                    "model",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="refusals",
                        to="cogi_index.embeddingmodel",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("model", "content"), name="cogi_embedding_refusal")
                ],
            },
        ),
    ]
