"""Clocks that a rule had stopped before that was told apart from what organisers stop, by the lines of their logs."""

from django.db import migrations

STOPPED = "This clock was stopped. Reason: %(reason)s"
BY_ORGANISER, BY_RULE = "organiser", "left"


def tell_apart(apps, schema_editor):
    _rewrite(apps, BY_ORGANISER, BY_RULE)


def tell_apart_no_more(apps, schema_editor):
    _rewrite(apps, BY_RULE, BY_ORGANISER)


def _rewrite(apps, was, now):
    turns, seats = apps.get_model("matches", "Turn").objects, apps.get_model("matches", "Seat").objects
    stops = turns.filter(kind="clock_held", via="host", about__isnull=False)
    for match, index, about, words in list(stops.values_list("match", "index", "about", "words")):
        if isinstance(words, list) and words[:2] == ["say", STOPPED]:
            seat = seats.get(pk=about)
            if _rewrite_lines(turns.filter(match=match, index__gte=index), seat, was, now):
                seats.filter(pk=about, held=was).update(held=now)


def _rewrite_lines(lines, seat, was, now):
    """From where it was stopped to where it was not any more; whether that is still to come."""
    for line in lines.only("clocks", "before", "seat").order_by("index"):
        if line.seat_id == seat.pk and line.before and line.before["held"] == was:
            line.before["held"] = now
            line.save(update_fields=["before"])
        if not line.clocks or line.clocks[seat.index]["held"] != was:
            return False
        line.clocks[seat.index]["held"] = now
        line.save(update_fields=["clocks"])
    return True


class Migration(migrations.Migration):
    dependencies = [("matches", "0016_clocks_of_leavers")]

    operations = [migrations.RunPython(tell_apart, tell_apart_no_more)]
