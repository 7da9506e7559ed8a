"""What a game counts in a match is called game points; sentences that say so are carried to these words."""

from django.db import migrations, models

from i18n.reword_rows import reword_rows


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('tournaments', '0028_season_contributions'),
    ]

    operations = [
        reword_rows("tournaments", {}),
        migrations.AlterField(
            model_name='event',
            name='decides',
            field=models.CharField(choices=[('pfs', 'the game points of the match, then a further match, then the better seed'), ('fs', 'a further match, then the better seed'), ('ps', 'the game points of the match, then the better seed'), ('s', 'the better seed')], default='pfs', max_length=3),
        ),
        migrations.AlterField(
            model_name='event',
            name='most_difference',
            field=models.PositiveSmallIntegerField(blank=True, help_text='At most so much of a match’s difference in game points counts.', null=True),
        ),
        migrations.AlterField(
            model_name='season',
            name='most_difference',
            field=models.PositiveSmallIntegerField(blank=True, help_text='At most so much of a match’s difference in game points counts.', null=True),
        ),
    ]
