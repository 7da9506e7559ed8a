from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0010_club_archives'),
    ]

    operations = [
        migrations.AddField(
            model_name='season',
            name='opened_at',
            field=models.DateTimeField(blank=True, help_text='When registration was opened first.', null=True),
        ),
        migrations.AddField(
            model_name='season',
            name='reminded_at',
            field=models.DateTimeField(blank=True, help_text='When last season’s players heard that registration closes soon.', null=True),
        ),
    ]
