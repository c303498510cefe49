import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A look is when somebody was last seen, a sheet is somebody's private data."""

    dependencies = [
        ("table", "0002_person_generation"),
    ]

    operations = [
        migrations.RenameModel("Look", "LastSeen"),
        migrations.RenameModel("Sheet", "PrivateData"),
        migrations.AlterField(
            model_name="lastseen",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="last_seen", to="table.table"
            ),
        ),
        migrations.AlterField(
            model_name="privatedata",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="private_data", to="table.table"
            ),
        ),
        migrations.RemoveConstraint(model_name="lastseen", name="one_look_a_person"),
        migrations.AddConstraint(
            model_name="lastseen",
            constraint=models.UniqueConstraint(fields=("table", "person"), name="one_last_seen_a_person"),
        ),
        migrations.RemoveConstraint(model_name="privatedata", name="one_sheet_a_kind"),
        migrations.AddConstraint(
            model_name="privatedata",
            constraint=models.UniqueConstraint(fields=("table", "person", "kind"), name="one_private_data_a_kind"),
        ),
    ]
