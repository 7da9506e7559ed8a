import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0006_replies'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='is_deaf',
            field=models.BooleanField(db_default=False, default=False, help_text='No mail about lines from the others.'),
        ),
        migrations.AddField(
            model_name='seat',
            name='seen_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='seen_length',
            field=models.PositiveIntegerField(db_default=0, default=0, help_text='How much of the log was looked at.'),
        ),
        migrations.AddField(
            model_name='turn',
            name='before',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='turn',
            name='undoes',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.turn'),
        ),
        migrations.AlterField(
            model_name='turn',
            name='kind',
            field=models.CharField(choices=[('play', 'turn'), ('resignation', 'resignation'), ('time', 'lost on time'), ('default', 'passed by the clock'), ('leave_day', 'leave day used'), ('time_given', 'time given'), ('clock_held', 'clock stopped'), ('clock_released', 'clock started'), ('pauses', 'leave or time zone changed'), ('draw_offer', 'draw offered'), ('draw_declined', 'draw declined'), ('agreement', 'draw agreed'), ('forfeit', 'forfeited'), ('ruling', 'decided by the organiser'), ('annulled', 'annulled'), ('taken_back', 'turn taken back'), ('said', 'line to the others')], default='play', max_length=16),
        ),
        migrations.AddConstraint(
            model_name='turn',
            constraint=models.UniqueConstraint(condition=models.Q(('undoes__isnull', False)), fields=('undoes',), name='one_taking_back_per_turn'),
        ),
    ]
