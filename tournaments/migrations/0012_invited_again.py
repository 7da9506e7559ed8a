from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0011_season_mails'),
    ]

    operations = [
        migrations.AddField(
            model_name='membership',
            name='was_refused',
            field=models.BooleanField(db_default=False, default=False, help_text='Turned down or removed before they were invited.'),
        ),
    ]
