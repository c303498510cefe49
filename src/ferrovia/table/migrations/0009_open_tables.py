"""Where a game is over nobody is asked, and the index of open tables says so as every release of Django writes it."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def nobody_is_asked(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("table", "Table").objects.filter(over=True).update(asked_at=None)


class Migration(migrations.Migration):
    dependencies = [("table", "0008_clocks")]

    operations = [
        migrations.RunPython(nobody_is_asked, migrations.RunPython.noop),
        migrations.RemoveIndex(model_name="table", name="open_tables"),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                fields=["asked_at"], condition=models.Q(("asked_at__isnull", False)), name="open_tables"
            ),
        ),
    ]
