import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import ferrovia.table.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Person",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=ferrovia.table.models.new_key, max_length=32, unique=True)),
                ("name", models.CharField(max_length=30)),
                ("made", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.OneToOneField(
                        blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=ferrovia.table.models.new_key, max_length=32, unique=True)),
                ("title", models.CharField(max_length=12)),
                ("options", models.JSONField(default=list)),
                (
                    "visibility",
                    models.CharField(
                        choices=[("public", "Public"), ("link", "Link"), ("players", "Players")],
                        default="link",
                        max_length=8,
                    ),
                ),
                ("law", models.JSONField(default=dict)),
                ("made", models.DateTimeField(auto_now_add=True)),
                ("changed", models.DateTimeField(auto_now=True, db_index=True)),
                ("settings", models.BinaryField(null=True)),
                ("commitment", models.CharField(default="", max_length=80)),
                ("start_hash", models.CharField(default="", max_length=80)),
                ("state", models.BinaryField(null=True)),
                ("number", models.IntegerField(default=0)),
                ("hash", models.CharField(default="", max_length=80)),
                ("changes", models.IntegerField(default=0)),
                ("decider", models.CharField(default="", max_length=30)),
                ("asked", models.JSONField(default=dict)),
                ("asked_at", models.DateTimeField(null=True)),
                ("over", models.BooleanField(db_index=True, default=False)),
                ("is_known", models.BooleanField(default=False)),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="hosted", to="table.person"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Remark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=30)),
                ("text", models.CharField(max_length=1000)),
                ("number", models.IntegerField()),
                ("made", models.DateTimeField(auto_now_add=True)),
                ("person", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="table.person")),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="remarks", to="table.table"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="UndoRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("player", models.CharField(max_length=30)),
                ("number", models.IntegerField()),
                ("to", models.IntegerField()),
                ("agreed", models.JSONField(default=list)),
                ("declined", models.CharField(default="", max_length=30)),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="undo_request", to="table.table"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Sheet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=12)),
                ("content", models.BinaryField()),
                ("changed", models.DateTimeField(auto_now=True)),
                ("person", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="table.person")),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sheets", to="table.table"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "person", "kind"), name="one_sheet_a_kind")],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.IntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("person", "Person"), ("bot", "Bot"), ("open", "Open")], default="open", max_length=8
                    ),
                ),
                ("player", models.CharField(default="", max_length=30)),
                ("bot", models.CharField(default="", max_length=20)),
                (
                    "person",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="seats", to="table.person"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="table.table"
                    ),
                ),
            ],
            options={
                "ordering": ["place"],
                "constraints": [models.UniqueConstraint(fields=("table", "place"), name="one_seat_a_place")],
            },
        ),
        migrations.CreateModel(
            name="MoveRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.IntegerField()),
                ("action", models.BinaryField()),
                ("hash", models.CharField(max_length=80)),
                ("past", models.BinaryField()),
                ("key", models.CharField(default="", max_length=64)),
                ("made", models.DateTimeField(auto_now_add=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="moves", to="table.table"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "number"), name="one_move_a_number")],
            },
        ),
        migrations.CreateModel(
            name="Look",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.IntegerField(default=0)),
                ("remarks", models.IntegerField(default=0)),
                ("person", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="table.person")),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="looks", to="table.table"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "person"), name="one_look_a_person")],
            },
        ),
    ]
