from django.db import migrations, models


class Migration(migrations.Migration):
    """Cookies and sessions have a generation; those of the first release named none, so its people begin at 0."""

    dependencies = [
        ("table", "0001_initial"),
    ]

    operations = [
        migrations.AddField(model_name="person", name="generation", field=models.IntegerField(default=0)),
        migrations.AlterField(model_name="person", name="generation", field=models.IntegerField(default=1)),
    ]
