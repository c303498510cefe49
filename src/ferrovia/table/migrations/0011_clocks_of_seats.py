"""Clocks of seats, turns, rests, pauses, votes and zones; the pace of a table's law becomes its clock."""

import datetime
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

import ferrovia.table.shared_clock

CLOCKS = {
    "live": {"profile": "live", "reserve": 0, "increment": 900},
    "day": {"profile": "weeks", "reserve": 86400, "increment": 86400},
    "days": {"profile": "weeks", "reserve": 172800, "increment": 172800},
}


def paces_become_clocks(apps: Any, _: Any) -> None:
    """What was agreed on goes on: nobody has less time than before, and nothing rests that did not."""
    for table in apps.get_model("table", "Table").objects.filter(law__has_key="pace").only("law").iterator():
        law = {name: value for name, value in table.law.items() if name != "pace"}
        law["clock"] = CLOCKS[table.law["pace"]]
        apps.get_model("table", "Table").objects.filter(pk=table.pk).update(law=law)


class Migration(migrations.Migration):
    dependencies = [
        ("table", "0010_seats"),
    ]

    operations = [
        migrations.CreateModel(
            name="ServerLook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.AlterField(
            model_name="moverow",
            name="mover",
            field=models.CharField(
                blank=True,
                choices=[("", "Person"), ("stand-in", "Stand In"), ("order", "Order"), ("time", "Time")],
                default="",
                max_length=8,
            ),
        ),
        migrations.CreateModel(
            name="LastLook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("person", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="table.person")),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="last_looks", to="table.table"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("table", "person"), name="one_last_look_a_person"),
                ],
            },
        ),
        migrations.CreateModel(
            name="PauseRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("player", models.CharField(max_length=30)),
                ("days", models.IntegerField(default=0)),
                ("agreed", models.JSONField(default=list)),
                ("declined", models.CharField(default="", max_length=30)),
                ("made", models.DateTimeField(default=ferrovia.table.shared_clock.time_now)),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pause_request", to="table.table"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SeatClock",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("left", models.DurationField()),
                ("asked", models.DurationField(default=datetime.timedelta(0))),
                ("since", models.DateTimeField(null=True)),
                ("due", models.DateTimeField(db_index=True, null=True)),
                ("zone", models.CharField(default="UTC", max_length=64)),
                ("is_answer", models.BooleanField(default=False)),
                ("is_stood_in", models.BooleanField(default=False)),
                ("stood_in", models.IntegerField(default=0)),
                ("offered_at", models.DateTimeField(null=True)),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="clock", to="table.seat"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Zone",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=64)),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="zone", to="table.person"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LateVote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.IntegerField()),
                ("choice", models.CharField(max_length=8)),
                ("made", models.DateTimeField(default=ferrovia.table.shared_clock.time_now)),
                ("person", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="table.person")),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="late_votes", to="table.table"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "person"), name="one_vote_a_person")],
            },
        ),
        migrations.CreateModel(
            name="RestRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("why", models.CharField(max_length=8)),
                ("start", models.DateTimeField()),
                ("end", models.DateTimeField(null=True)),
                ("number", models.IntegerField(default=0)),
                ("player", models.CharField(default="", max_length=30)),
                ("ended_by", models.CharField(default="", max_length=30)),
                ("ended_at", models.IntegerField(null=True)),
                (
                    "seat",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="rests", to="table.seat"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="rests", to="table.table"
                    ),
                ),
            ],
            options={
                "ordering": ["start", "pk"],
                "indexes": [models.Index(fields=["end"], name="rests_by_end")],
            },
        ),
        migrations.CreateModel(
            name="Turn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first", models.IntegerField()),
                ("before", models.DurationField()),
                ("after", models.DurationField(null=True)),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="turns", to="table.seat"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="turns", to="table.table"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["table", "first"], name="turns_by_number")],
            },
        ),
        migrations.RunPython(paces_become_clocks, migrations.RunPython.noop),
    ]
