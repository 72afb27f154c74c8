import django.contrib.postgres.constraints
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cogi_corpus", "0004_ended_rows"),
    ]

    operations = [
        migrations.AddField(
            model_name="fact",
            name="item",
            field=models.CharField(
                blank=True, default="", help_text="The part of the subject that is spoken of.", max_length=200
            ),
        ),
        migrations.AddIndex(
            model_name="fact",
            index=models.Index(fields=["scope", "predicate"], name="cogi_fact_predicate"),
        ),
        migrations.RemoveConstraint(model_name="fact", name="cogi_fact_no_overlap"),
        migrations.AddConstraint(
            model_name="fact",
            constraint=django.contrib.postgres.constraints.ExclusionConstraint(
                condition=models.Q(("functional", True)),
                expressions=[
                    ("subject", "="),
                    ("item", "="),
                    ("predicate", "="),
                    ("classification", "="),
                    ("valid", "&&"),
                    ("recorded", "&&"),
                ],
                name="cogi_fact_no_overlap",
            ),
        ),
    ]
