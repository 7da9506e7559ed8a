from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0007_season_calendar'),
    ]

    operations = [
        migrations.AddField(
            model_name='pairing',
            name='waits',
            field=models.BooleanField(default=False, help_text='Published, but one of the two has as many matches as may be at the same time.'),
        ),
        migrations.AlterField(
            model_name='event',
            name='at_once',
            field=models.PositiveSmallIntegerField(default=1, help_text='How many matches a player of a round robin has at the same time; 0: all.'),
        ),
        migrations.AlterField(
            model_name='season',
            name='at_once',
            field=models.PositiveSmallIntegerField(default=1, help_text='How many matches a player of a round robin has at the same time; 0: all.'),
        ),
    ]
