import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """How far the digest was put away, who made a move, when (unknown for those of a file), and moves taken back."""

    dependencies = [
        ("table", "0003_names_of_the_trade"),
    ]

    operations = [
        migrations.AddField(
            model_name="lastseen",
            name="digest",
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name="moverow",
            name="mover",
            field=models.CharField(
                blank=True,
                choices=[("", "Person"), ("stand-in", "Stand In"), ("order", "Order")],
                default="",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="moverow",
            name="made",
            field=models.DateTimeField(default=django.utils.timezone.now, null=True),
        ),
        migrations.CreateModel(
            name="TakenBack",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.IntegerField()),
                ("count", models.IntegerField()),
                ("player", models.CharField(max_length=30)),
                ("agreed", models.JSONField(default=list)),
                ("moves", models.BinaryField()),
                ("made", models.DateTimeField(auto_now_add=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="taken_back", to="table.table"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["table", "number"], name="taken_back_by_number")],
            },
        ),
    ]
