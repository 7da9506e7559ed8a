from django.db import migrations, models

from engine.games import games


def count_again(apps, schema_editor):
    """Of games played together the sums are by level from now on, and there are none of pairs. Counting finds the seats
    again as those of matches that have just ended."""
    together = [game.slug for game in games() if game.together]
    for name in ("SeatTally", "PairTally"):
        apps.get_model("matches", name).objects.filter(game_slug__in=together).delete()
    matches = apps.get_model("matches", "Match").objects.filter(game_slug__in=together)
    seats = apps.get_model("matches", "Seat").objects.filter(match__in=matches.values("pk"), counted=True)
    seats.update(counted=False)


class Migration(migrations.Migration):
    dependencies = [("matches", "0039_sealed_matches")]

    operations = [
        migrations.AddField(
            model_name="seattally",
            name="level",
            field=models.CharField(blank=True, db_default="", default="", max_length=32, verbose_name="level"),
        ),
        migrations.RemoveConstraint(model_name="seattally", name="one_tally_per_seat"),
        migrations.AddConstraint(
            model_name="seattally",
            constraint=models.UniqueConstraint(
                fields=("player", "game_slug", "level", "seats", "index"), name="one_tally_per_seat"
            ),
        ),
        migrations.RunPython(count_again, migrations.RunPython.noop, elidable=True),
    ]
