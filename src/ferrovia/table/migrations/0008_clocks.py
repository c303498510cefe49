"""All moments go by the one clock of the server; nothing of it stands otherwise in the database."""

from django.db import migrations, models

from ferrovia.table.shared_clock import ChangedAt, time_now


def _made(name: str) -> migrations.AlterField:
    return migrations.AlterField(name, "made", models.DateTimeField(default=time_now))


class Migration(migrations.Migration):
    dependencies = [("table", "0007_long_lists")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                *map(_made, ("person", "remark", "table", "takenback")),
                migrations.AlterField("moverow", "made", models.DateTimeField(default=time_now, null=True)),
                migrations.AlterField("privatedata", "changed", ChangedAt()),
                migrations.AlterField("table", "changed", ChangedAt(db_index=True)),
            ]
        )
    ]
