"""Matches that begin again are drawn from other bytes than those that were called off.

Which of the running events had such matches before is not known, so all of them count as if they had.
"""

from django.db import migrations, models


def count_once(apps, schema_editor):
    apps.get_model("tournaments", "Event").objects.filter(stage="running").update(begun_again=1)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0030_tables_of_several'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='begun_again',
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False, help_text='How often matches were called off that may begin again, then of other bytes: theirs are shown.'),
        ),
        migrations.RunPython(count_once, migrations.RunPython.noop),
    ]
