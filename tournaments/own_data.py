"""What events keep about a player, for the document in which the player gets all that the site keeps."""

from __future__ import annotations

from typing import Any

from fortify_site.accounts.models import User

from .models import Entry, Event, LogLine, Rating

Data = dict[str, Any]


def export(user: User) -> Data:
    entries = Entry.objects.filter(player=user).select_related("event").prefetch_related("absences")
    return {
        "entries": [_entry(entry) for entry in entries.order_by("pk")],
        "events_organised": list(Event.objects.filter(organisers=user).order_by("pk").values_list("name", flat=True)),
        "done_in_events": [_line(line) for line in LogLine.objects.filter(by=user).order_by("pk")],
        "ratings": list(
            Rating.objects.filter(player=user)
            .order_by("game_slug", "month")
            .values("game_slug", "month", "rating", "deviation", "volatility", "games", "total")
        ),
    }


def _line(line: LogLine) -> Data:
    return {"event": line.event_id, "at": line.at, "words": line.words, "reason": line.reason}


def _entry(entry: Entry) -> Data:
    return {
        "event": entry.event.name,
        "status": entry.status,
        "number": entry.number,
        "seeded_by": entry.rating,
        "entered_at": entry.entered_at,
        "checked_in_at": entry.checked_in_at,
        "back_from_round": entry.back_from,
        "gone_from_round": entry.gone_from,
        "no_show": entry.is_no_show,
        "why_matches_count_so": entry.left_words,
        "absences": [{"round": each.round_number, "bye": each.bye} for each in entry.absences.all()],
    }
