from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0005_inbound'),
    ]

    operations = [
        migrations.AddField(
            model_name='link',
            name='log_length',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='link',
            name='purpose',
            field=models.CharField(choices=[('turn', 'play a turn'), ('challenge', 'answer a challenge'), ('reply', 'reply to a mail'), ('resign', 'reply that resigns')], max_length=10),
        ),
        migrations.AlterField(
            model_name='turn',
            name='via',
            field=models.CharField(choices=[('site', 'on the site'), ('link', 'from a link in a mail'), ('mail', 'by mail'), ('clock', 'by the clock'), ('host', 'by the host')], max_length=8),
        ),
    ]
