from django.db import migrations, models

import accounts.models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_mail_wishes"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="language",
            field=models.CharField(choices=accounts.models.languages, default="en-gb", max_length=12),
        ),
    ]
