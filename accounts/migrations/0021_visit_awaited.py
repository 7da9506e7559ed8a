from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0020_names_in_one_case")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="visit_awaited",
            field=models.BooleanField(
                db_default=False,
                default=False,
                editable=False,
                help_text="The next such page is noted within the hour, too.",
            ),
        ),
    ]
