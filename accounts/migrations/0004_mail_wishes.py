import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_clock_change"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="turn_mail",
            field=models.CharField(
                choices=[
                    ("each", "A mail for every turn that waits for me"),
                    ("return", "One mail, then none until I have been back"),
                    ("digest", "One mail a day, with all turns that wait"),
                    ("none", "No mail about turns; I look at the site"),
                ],
                default="each",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="digest_hour",
            field=models.PositiveSmallIntegerField(
                db_default=18,
                default=18,
                help_text="Of the mail of the day, there.",
                validators=[django.core.validators.MaxValueValidator(23)],
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="digest_at",
            field=models.DateTimeField(blank=True, editable=False, help_text="The next such moment.", null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="quiet_from",
            field=models.TimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="quiet_to",
            field=models.TimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="told_by",
            field=models.BigIntegerField(
                blank=True,
                editable=False,
                help_text="The mail about a turn since which the player has not been back.",
                null=True,
            ),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                condition=models.Q(("turn_mail", "digest")), fields=["digest_at"], name="player_digest_due"
            ),
        ),
    ]
