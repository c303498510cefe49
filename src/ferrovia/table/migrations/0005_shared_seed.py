import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """What seats add to the seed before the start, and what a seed was made of; games from before have neither."""

    dependencies = [
        ("table", "0004_digest_and_taken_back"),
    ]

    operations = [
        migrations.CreateModel(
            name="SeatNumber",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("source", models.CharField(max_length=8)),
                ("commitment", models.CharField(max_length=64)),
                ("number", models.CharField(default="", max_length=100)),
                ("nonce", models.CharField(default="", max_length=32)),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seat_number", to="table.seat"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SeedDraw",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("own", models.BinaryField(null=True)),
                ("commitment", models.CharField(max_length=64)),
                ("is_starting", models.BooleanField(default=False)),
                ("called_off", models.IntegerField(default=0)),
                ("shared", models.BinaryField(null=True)),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seed_draw", to="table.table"
                    ),
                ),
            ],
        ),
    ]
