"""The signs of life come from ``matches``, whose migrations have made their table: nothing is done to it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("matches", "0023_reworded"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='Heartbeat',
                    fields=[
                        ('name', models.CharField(max_length=20, primary_key=True, serialize=False)),
                        ('at', models.DateTimeField()),
                        ('since', models.DateTimeField(blank=True, null=True)),
                        ('machine', models.CharField(blank=True, max_length=100)),
                        ('skew', models.FloatField(default=0.0)),
                        ('place', models.CharField(blank=True, db_default='', default='', max_length=60)),
                    ],
                    options={
                        'db_table': 'matches_heartbeat',
                    },
                ),
            ]
        ),
    ]
