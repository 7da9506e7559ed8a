"""The name of somebody whose account goes is taken out of what events keep."""

from __future__ import annotations

import json
import re

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from engine.said import Kept, kept, say
from fortify_site.accounts.models import User
from matches import clocks
from matches.models import FORMER_PLAYER

from .models import Entry, Event, LogLine


def forget_name(player: User) -> None:
    """In the caller's transaction."""
    name = re.compile(rf"(?<!\w){re.escape(player.display_name)}(?!\w)")
    events = Event.objects.filter(entries__player=player)
    lines = list(_lines_with(player.display_name).filter(event__in=events))
    for line in lines:
        line.words = without(kept(line.words), name)
    LogLine.objects.bulk_update(lines, ["words"], batch_size=200)
    for entry in Entry.objects.filter(player=player).exclude(left_words=""):
        entry.left_words = without(kept(entry.left_words), name)
        entry.save(update_fields=["left_words"])
    Entry.objects.filter(player=player).update(name="")
    events.update(changed_at=clocks.now())


def without(kept: Kept, name: re.Pattern[str]) -> Kept:
    """A sentence as it is kept, with another name in its values; of the messages themselves nothing is a name."""
    match kept:
        case ["say", message, dict(values)]:
            return ["say", message, _values_without(values, name)]
        case ["many", one, many, number, dict(values)]:
            return ["many", one, many, number, _values_without(values, name)]
        case ["join", separator, list(parts)]:
            return ["join", separator, [without(part, name) for part in parts]]
        case ["begin", part]:
            return ["begin", without(part, name)]
        case str(text):
            # Within a text there is no language for each reader: it is that in which the site wrote text before.
            return say(FORMER_PLAYER).kept if name.fullmatch(text) else name.sub(FORMER_PLAYER, text)
        case _:
            return kept


def _values_without(values: dict[str, Kept], name: re.Pattern[str]) -> dict[str, Kept]:
    return {key: without(value, name) for key, value in values.items()}


def _lines_with(name: str) -> QuerySet[LogLine]:
    """As databases write JSON, with letters beyond ASCII or without."""
    with_letters, in_ascii = json.dumps(name, ensure_ascii=False)[1:-1], json.dumps(name)[1:-1]
    lines = LogLine.objects.annotate(text=Cast("words", TextField()))
    return lines.filter(Q(text__contains=with_letters) | Q(text__contains=in_ascii))
