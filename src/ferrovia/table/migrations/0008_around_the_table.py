"""Around the table: clocks, notices, seats that change hands, accounts that come back, the host's room, home."""

import datetime

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import ferrovia.table.models
import ferrovia.table.notices.models
import ferrovia.table.shared_clock

CLOCKS = {
    "live": {"profile": "live", "reserve": 0, "increment": 900},
    "day": {"profile": "weeks", "reserve": 86400, "increment": 86400},
    "days": {"profile": "weeks", "reserve": 172800, "increment": 172800},
}


def nobody_is_asked_after_the_end(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    tables = apps.get_model("table", "Table").objects.using(editor.connection.alias)
    tables.filter(over=True).update(asked_at=None)


def paces_become_clocks(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """What was agreed on goes on: nobody has less time than before, and nothing rests that did not."""
    tables = apps.get_model("table", "Table").objects.using(editor.connection.alias)
    for table in tables.filter(law__has_key="pace").only("law").iterator():
        law = {name: value for name, value in table.law.items() if name != "pace"}
        tables.filter(pk=table.pk).update(law=law | {"clock": CLOCKS[table.law["pace"]]})


class Migration(migrations.Migration):
    dependencies = [
        ("table", "0007_long_lists"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
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
            name="AwaitedSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made", models.DateTimeField(default=ferrovia.table.shared_clock.time_now)),
            ],
        ),
        migrations.CreateModel(
            name="Channel",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "way",
                    models.CharField(
                        choices=[("push", "Push"), ("mail", "Mail"), ("webhook", "Webhook")], max_length=8
                    ),
                ),
                ("label", models.CharField(max_length=60)),
                ("address", models.CharField(max_length=2000)),
                ("keys", models.JSONField(blank=True, default=dict)),
                ("origin", models.CharField(max_length=300)),
                ("session", models.CharField(blank=True, default="", max_length=40)),
                ("generation", models.IntegerField(default=0)),
                (
                    "token",
                    models.CharField(default=ferrovia.table.notices.models.new_token, max_length=32, unique=True),
                ),
                ("made", models.DateTimeField(default=ferrovia.table.shared_clock.time_now)),
                ("confirmed", models.DateTimeField(blank=True, null=True)),
                ("failures", models.IntegerField(default=0)),
                ("trouble", models.JSONField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("label", models.CharField(max_length=60)),
                (
                    "way",
                    models.CharField(
                        choices=[("push", "Push"), ("mail", "Mail"), ("webhook", "Webhook")], max_length=8
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("turn", "Turn"),
                            ("reminder", "Reminder"),
                            ("answer", "Answer"),
                            ("named", "Named"),
                            ("starts", "Starts"),
                            ("over", "Over"),
                            ("digest", "Digest"),
                            ("test", "Test"),
                            ("rests", "Rests"),
                        ],
                        max_length=8,
                    ),
                ),
                ("key", models.CharField(default=ferrovia.table.notices.models.new_token, max_length=80, unique=True)),
                ("player", models.CharField(blank=True, default="", max_length=30)),
                ("move", models.IntegerField(default=0)),
                ("hash", models.CharField(blank=True, default="", max_length=80)),
                ("facts", models.JSONField(blank=True, default=dict)),
                ("subject", models.JSONField(blank=True, default=dict)),
                ("made", models.DateTimeField()),
                ("due", models.DateTimeField()),
                ("claim", models.CharField(blank=True, default="", max_length=32)),
                ("tries", models.IntegerField(default=0)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("kept", "Kept"),
                            ("sent", "Sent"),
                            ("arrived", "Arrived"),
                            ("handed", "Handed"),
                            ("skipped", "Skipped"),
                            ("failed", "Failed"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("reason", models.JSONField(blank=True, null=True)),
                ("sent", models.DateTimeField(blank=True, null=True)),
                ("shown", models.DateTimeField(blank=True, null=True)),
                ("opened", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Departure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("going", models.CharField(choices=[("close", "Close"), ("erase", "Erase")], max_length=8)),
                ("language", models.CharField(default="en", max_length=2)),
                ("made", models.DateTimeField(default=ferrovia.table.shared_clock.time_now)),
                ("due", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="Device",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("session", models.CharField(max_length=40, unique=True)),
                ("browser", models.CharField(default="", max_length=20)),
                ("system", models.CharField(default="", max_length=20)),
                ("made", models.DateTimeField(default=ferrovia.table.shared_clock.time_now)),
                ("seen", models.DateTimeField(default=ferrovia.table.shared_clock.time_now)),
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
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made", models.DateTimeField()),
                ("opened", models.DateTimeField(null=True)),
                ("declined", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="LastLook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="LateVote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.IntegerField()),
                ("choice", models.CharField(max_length=8)),
                ("made", models.DateTimeField(default=ferrovia.table.shared_clock.time_now)),
            ],
        ),
        migrations.CreateModel(
            name="NoticeTaste",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("language", models.CharField(default="en", max_length=5)),
                ("zone", models.CharField(default="UTC", max_length=60)),
                ("quiet_from", models.TimeField(blank=True, null=True)),
                ("quiet_to", models.TimeField(blank=True, null=True)),
                ("quiet_weekends", models.BooleanField(default=False)),
                ("feed", models.CharField(blank=True, db_index=True, default="", max_length=32)),
            ],
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
            ],
        ),
        migrations.CreateModel(
            name="PutAway",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ],
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64)),
                ("made", models.DateTimeField(default=ferrovia.table.shared_clock.time_now)),
                ("until", models.DateTimeField(null=True)),
                ("used", models.DateTimeField(null=True)),
            ],
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
            ],
            options={
                "ordering": ["start", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("player", models.CharField(max_length=30)),
                ("place", models.IntegerField()),
                ("worth", models.IntegerField()),
            ],
            options={
                "ordering": ["place", "pk"],
            },
        ),
        migrations.CreateModel(
            name="SeatChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.IntegerField()),
                (
                    "act",
                    models.CharField(
                        choices=[
                            ("handed", "{name} hands the seat of {player} to a computer player."),
                            ("taken", "{name} takes the seat of {player} back."),
                            ("relieved", "{name} lets a computer player move for {player}, who is late."),
                            ("left", "{player} leaves for good."),
                            ("freed", "{name} frees the seat of {player} for another person."),
                            ("voted", "By a vote the seat of {player} is free for another person."),
                            ("computer", "{name} has a computer player move for {player} until somebody comes."),
                            ("sat", "{name} takes the free seat of {player}."),
                            ("given", "{name} has the seat of {player} now, by a seat link."),
                            ("code", "{name} has made a recovery code for the seat of {player}."),
                            (
                                "returned",
                                "The seat of {player} was opened on another device; the one before has lost it.",
                            ),
                            ("ended", "The table was ended by consent of all."),
                        ],
                        max_length=8,
                    ),
                ),
                ("player", models.CharField(default="", max_length=30)),
                ("name", models.CharField(default="", max_length=30)),
                ("made", models.DateTimeField(default=ferrovia.table.shared_clock.time_now)),
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
            ],
        ),
        migrations.CreateModel(
            name="SeatPass",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("gift", "Gift"), ("device", "Device"), ("return", "Return")], max_length=8
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made", models.DateTimeField(default=ferrovia.table.shared_clock.time_now)),
                ("until", models.DateTimeField()),
                ("used", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="SeatQuestion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asked", models.CharField(choices=[("free", "Free"), ("end", "End")], max_length=8)),
                ("yes", models.JSONField(default=list)),
                ("no", models.JSONField(default=list)),
                ("made", models.DateTimeField(default=ferrovia.table.shared_clock.time_now)),
            ],
        ),
        migrations.CreateModel(
            name="ServerLook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
            ],
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
            ],
        ),
        migrations.CreateModel(
            name="Turn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first", models.IntegerField()),
                ("before", models.DurationField()),
                ("after", models.DurationField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Wish",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("turn", "Turn"),
                            ("reminder", "Reminder"),
                            ("answer", "Answer"),
                            ("named", "Named"),
                            ("starts", "Starts"),
                            ("over", "Over"),
                            ("digest", "Digest"),
                            ("test", "Test"),
                            ("rests", "Rests"),
                        ],
                        max_length=8,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Zone",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=64)),
            ],
        ),
        migrations.RunPython(nobody_is_asked_after_the_end, migrations.RunPython.noop),
        migrations.RemoveIndex(
            model_name="table",
            name="open_tables",
        ),
        migrations.AddField(
            model_name="person",
            name="banned_until",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="remark",
            name="is_removed",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="table",
            name="is_ended",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="table",
            name="name",
            field=models.CharField(db_default="", default="", max_length=60),
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
        migrations.AlterField(
            model_name="remark",
            name="person",
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to="table.person"),
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                condition=models.Q(("asked_at__isnull", False)), fields=["asked_at"], name="open_tables"
            ),
        ),
        migrations.AddField(
            model_name="awaitedseat",
            name="seat",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="awaited", to="table.seat"
            ),
        ),
        migrations.AddField(
            model_name="channel",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="channels", to="table.person"
            ),
        ),
        migrations.AddField(
            model_name="delivery",
            name="channel",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="deliveries", to="table.channel"
            ),
        ),
        migrations.AddField(
            model_name="delivery",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="table.person"
            ),
        ),
        migrations.AddField(
            model_name="delivery",
            name="table",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="table.table"
            ),
        ),
        migrations.AddField(
            model_name="departure",
            name="user",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="departure", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="device",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="devices", to="table.person"
            ),
        ),
        migrations.AddField(
            model_name="hostact",
            name="by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="table.person"
            ),
        ),
        migrations.AddField(
            model_name="hostact",
            name="person",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="host_acts", to="table.person"
            ),
        ),
        migrations.AddField(
            model_name="hostact",
            name="table",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="host_acts", to="table.table"
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="table.person"
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="table.person"
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="table.table"
            ),
        ),
        migrations.AddField(
            model_name="lastlook",
            name="person",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="table.person"),
        ),
        migrations.AddField(
            model_name="lastlook",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="last_looks", to="table.table"
            ),
        ),
        migrations.AddField(
            model_name="latevote",
            name="person",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="table.person"),
        ),
        migrations.AddField(
            model_name="latevote",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="late_votes", to="table.table"
            ),
        ),
        migrations.AddField(
            model_name="noticetaste",
            name="person",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="notice_taste", to="table.person"
            ),
        ),
        migrations.AddField(
            model_name="pauserequest",
            name="table",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="pause_request", to="table.table"
            ),
        ),
        migrations.AddField(
            model_name="putaway",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="put_away", to="table.person"
            ),
        ),
        migrations.AddField(
            model_name="putaway",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="put_away", to="table.table"
            ),
        ),
        migrations.AddField(
            model_name="recoverycode",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="recovery_codes", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="restrow",
            name="seat",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="rests", to="table.seat"
            ),
        ),
        migrations.AddField(
            model_name="restrow",
            name="table",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="rests", to="table.table"
            ),
        ),
        migrations.AddField(
            model_name="result",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="results", to="table.table"
            ),
        ),
        migrations.AddField(
            model_name="seatchange",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="seat_changes", to="table.table"
            ),
        ),
        migrations.AddField(
            model_name="seatchange",
            name="untold",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="table.person"
            ),
        ),
        migrations.AddField(
            model_name="seatclock",
            name="seat",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="clock", to="table.seat"
            ),
        ),
        migrations.AddField(
            model_name="seatpass",
            name="by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="table.person"
            ),
        ),
        migrations.AddField(
            model_name="seatpass",
            name="holder",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="table.person"),
        ),
        migrations.AddField(
            model_name="seatpass",
            name="seat",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="passes", to="table.seat"
            ),
        ),
        migrations.AddField(
            model_name="seatquestion",
            name="person",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="table.person"),
        ),
        migrations.AddField(
            model_name="seatquestion",
            name="seat",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="table.seat"
            ),
        ),
        migrations.AddField(
            model_name="seatquestion",
            name="table",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="seat_question", to="table.table"
            ),
        ),
        migrations.AddField(
            model_name="signuplink",
            name="by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="table.person"
            ),
        ),
        migrations.AddField(
            model_name="turn",
            name="seat",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="turns", to="table.seat"),
        ),
        migrations.AddField(
            model_name="turn",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="turns", to="table.table"
            ),
        ),
        migrations.AddField(
            model_name="wish",
            name="channel",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="wishes", to="table.channel"
            ),
        ),
        migrations.AddField(
            model_name="wish",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="wishes", to="table.person"
            ),
        ),
        migrations.AddField(
            model_name="zone",
            name="person",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="zone", to="table.person"
            ),
        ),
        migrations.AddConstraint(
            model_name="channel",
            constraint=models.UniqueConstraint(fields=("person", "way", "address"), name="one_channel_an_address"),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("state__in", ("waiting", "kept"))), fields=["due"], name="pending_deliveries"
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["person", "-made"], name="deliveries_of_a_person"),
        ),
        migrations.AddIndex(
            model_name="hostact",
            index=models.Index(fields=["table", "made"], name="host_acts_by_table"),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(fields=("table", "person"), name="invited_once"),
        ),
        migrations.AddConstraint(
            model_name="lastlook",
            constraint=models.UniqueConstraint(fields=("table", "person"), name="one_last_look_a_person"),
        ),
        migrations.AddConstraint(
            model_name="latevote",
            constraint=models.UniqueConstraint(fields=("table", "person"), name="one_vote_a_person"),
        ),
        migrations.AddConstraint(
            model_name="putaway",
            constraint=models.UniqueConstraint(fields=("table", "person"), name="put_away_once"),
        ),
        migrations.AddIndex(
            model_name="restrow",
            index=models.Index(fields=["end"], name="rests_by_end"),
        ),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.UniqueConstraint(fields=("table", "player"), name="one_result_a_player"),
        ),
        migrations.AddIndex(
            model_name="seatchange",
            index=models.Index(fields=["table", "number"], name="seat_changes_by_number"),
        ),
        migrations.AddIndex(
            model_name="turn",
            index=models.Index(fields=["table", "first"], name="turns_by_number"),
        ),
        migrations.AddIndex(
            model_name="wish",
            index=models.Index(fields=["person", "kind"], name="wishes_by_kind"),
        ),
        migrations.AddConstraint(
            model_name="wish",
            constraint=models.UniqueConstraint(fields=("channel", "kind"), name="one_wish_a_kind"),
        ),
        # The clock that they go by is of the program: nothing stands otherwise in the database.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="moverow",
                    name="made",
                    field=models.DateTimeField(default=ferrovia.table.shared_clock.time_now, null=True),
                ),
                migrations.AlterField(
                    model_name="person",
                    name="made",
                    field=models.DateTimeField(default=ferrovia.table.shared_clock.time_now),
                ),
                migrations.AlterField(
                    model_name="privatedata",
                    name="changed",
                    field=ferrovia.table.shared_clock.ChangedAt(),
                ),
                migrations.AlterField(
                    model_name="remark",
                    name="made",
                    field=models.DateTimeField(default=ferrovia.table.shared_clock.time_now),
                ),
                migrations.AlterField(
                    model_name="table",
                    name="changed",
                    field=ferrovia.table.shared_clock.ChangedAt(db_index=True),
                ),
                migrations.AlterField(
                    model_name="table",
                    name="made",
                    field=models.DateTimeField(default=ferrovia.table.shared_clock.time_now),
                ),
                migrations.AlterField(
                    model_name="takenback",
                    name="made",
                    field=models.DateTimeField(default=ferrovia.table.shared_clock.time_now),
                ),
            ],
        ),
        migrations.RunPython(paces_become_clocks, migrations.RunPython.noop),
    ]
