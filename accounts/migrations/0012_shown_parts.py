from django.db import migrations, models

NAMES = {
    "shows_results": "Results by game and side",
    "shows_ratings": "Ratings",
    "shows_running": "Running matches",
    "shows_finished": "Finished matches",
    "shows_clubs": "Clubs",
    "shows_events": "Events and places",
}


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0011_auto_advance"),
    ]

    operations = [
        migrations.AddField("user", name, models.BooleanField(db_default=True, default=True, verbose_name=words))
        for name, words in NAMES.items()
    ]
