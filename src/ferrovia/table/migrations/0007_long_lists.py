"""Indexes for a house with many thousand stored games: what is asked again and again does not grow with them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("table", "0006_many_servers")]

    operations = [
        migrations.AddIndex(
            model_name="table",
            index=models.Index(fields=["asked_at"], condition=models.Q(("over", False)), name="open_tables"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["kind", "table"], name="seats_by_kind"),
        ),
    ]
