"""The host's room and home: acts, announcements, sign-up, results, invitations, names of tables."""

import django.db.models.deletion
from django.db import migrations, models

import ferrovia.table.models


class Migration(migrations.Migration):
    dependencies = [
        ("table", "0009_open_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("english", models.CharField(default="", max_length=600)),
                ("italian", models.CharField(default="", max_length=600)),
                ("made", models.DateTimeField()),
                ("until", models.DateTimeField(null=True)),
                ("by_name", models.CharField(default="", max_length=30)),
            ],
        ),
        migrations.CreateModel(
            name="House",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sign_up", models.CharField(default="", max_length=8)),
                ("backed_up", models.DateTimeField(null=True)),
                ("backup_bytes", models.BigIntegerField(default=0)),
            ],
        ),
        migrations.AddField(
            model_name="person",
            name="banned_until",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="remark",
            name="is_removed",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="table",
            name="is_ended",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="table",
            name="name",
            field=models.CharField(default="", max_length=60),
        ),
        migrations.CreateModel(
            name="SignUpLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=ferrovia.table.models.new_key, max_length=32, unique=True)),
                ("uses", models.IntegerField()),
                ("used", models.IntegerField(default=0)),
                ("ends", models.DateTimeField()),
                ("made", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="table.person"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HostAct",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made", models.DateTimeField(db_index=True)),
                ("by_name", models.CharField(default="", max_length=30)),
                ("act", models.CharField(max_length=16)),
                ("told", models.JSONField()),
                ("why", models.CharField(default="", max_length=200)),
                (
                    "by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="table.person"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="host_acts",
                        to="table.person",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="host_acts",
                        to="table.table",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["table", "made"], name="host_acts_by_table")],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made", models.DateTimeField()),
                ("opened", models.DateTimeField(null=True)),
                ("declined", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="table.person"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="table.person"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="table.table"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "person"), name="invited_once")],
            },
        ),
        migrations.CreateModel(
            name="PutAway",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="put_away", to="table.person"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="put_away", to="table.table"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "person"), name="put_away_once")],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("player", models.CharField(max_length=30)),
                ("place", models.IntegerField()),
                ("worth", models.IntegerField()),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="results", to="table.table"
                    ),
                ),
            ],
            options={
                "ordering": ["place", "pk"],
                "constraints": [models.UniqueConstraint(fields=("table", "player"), name="one_result_a_player")],
            },
        ),
    ]
