"""Term weights of contents by learned sparse models, and their segments."""

from __future__ import annotations

import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cogi_corpus", "0005_fact_levels"),
        ("cogi_index", "0004_vector_states"),
    ]

    operations = [
        migrations.CreateModel(
            name="SparseModel",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=200, unique=True)),
                (
                    "unused_at",
                    models.DateTimeField(
                        editable=False,
                        help_text="Since when no setting names it; its weights are dropped later.",
                        null=True,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SparseSegment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.UUIDField(
                        default=uuid.uuid4,
                        editable=False,
                        help_text="Names this segment in caches: never used again, unlike an id.",
                    ),
                ),
                ("contents", models.BinaryField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "retired_at",
                    models.DateTimeField(
                        editable=False,
                        help_text="Since when searches read others instead; it is removed soon after.",
                        null=True,
                    ),
                ),
                (
                    "model",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="cogi_index.sparsemodel",
                    ),
                ),
                (
                    "visibility",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="cogi_corpus.visibilityclass",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SparseBlock",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "segment_id", "lexeme", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("lexeme", models.TextField(db_collation="C")),
                ("last_lexeme", models.TextField(db_collation="C")),
                ("data", models.BinaryField()),
                (
                    "segment",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocks",
                        to="cogi_index.sparsesegment",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SparseFill",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("release_number", models.PositiveIntegerField()),
                ("clearance", models.PositiveSmallIntegerField()),
                (
                    "scope",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="cogi_corpus.scope",
                    ),
                ),
                (
                    "model",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="cogi_index.sparsemodel",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("scope", "model"), name="cogi_sparse_fill")],
            },
        ),
        migrations.CreateModel(
            name="SparseWeights",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "terms",
                    django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), size=None),
                ),
                (
                    "units",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveIntegerField(), size=None
                    ),
                ),
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
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="cogi_index.sparsemodel",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("model", "content"), name="cogi_sparse_weights")
                ],
            },
        ),
    ]
