"""Events at tables of three to five: the settings, and who sits at each table."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0029_game_points'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='table_points',
            field=models.CharField(choices=[('places', '4, 3, 2, 1, 0 by place'), ('share', 'share of the points made at the table'), ('wins', '1 for a win, nothing else')], db_default='places', default='places', max_length=6),
        ),
        migrations.AddField(
            model_name='event',
            name='table_size',
            field=models.PositiveSmallIntegerField(db_default=4, default=4, help_text='How many sit at a table, where that is possible.'),
        ),
        migrations.AddField(
            model_name='pairing',
            name='size',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, help_text='How many sit at a table; 0: it is none.'),
        ),
        migrations.AddField(
            model_name='season',
            name='table_points',
            field=models.CharField(choices=[('places', '4, 3, 2, 1, 0 by place'), ('share', 'share of the points made at the table'), ('wins', '1 for a win, nothing else')], db_default='places', default='places', max_length=6),
        ),
        migrations.AddField(
            model_name='season',
            name='table_size',
            field=models.PositiveSmallIntegerField(db_default=4, default=4, help_text='How many sit at a table, where that is possible.'),
        ),
        migrations.AlterField(
            model_name='event',
            name='format',
            field=models.CharField(choices=[('swiss', 'Swiss'), ('round_robin', 'round robin'), ('cup', 'cup'), ('tables', 'tables, drawn by the standings'), ('tables_all', 'round robin of tables')], default='swiss', max_length=12),
        ),
        migrations.AlterField(
            model_name='season',
            name='format',
            field=models.CharField(choices=[('swiss', 'Swiss'), ('round_robin', 'round robin'), ('cup', 'cup'), ('tables', 'tables, drawn by the standings'), ('tables_all', 'round robin of tables')], default='swiss', max_length=12),
        ),
        migrations.CreateModel(
            name='TableSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField()),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('score', models.IntegerField(blank=True, null=True)),
                ('has_played', models.BooleanField(default=False)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='table_seats', to='tournaments.entry')),
                ('pairing', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='table_seats', to='tournaments.pairing')),
            ],
            options={
                'ordering': ['pairing_id', 'index'],
                'constraints': [models.UniqueConstraint(fields=('pairing', 'entry'), name='one_seat_per_table')],
            },
        ),
    ]
