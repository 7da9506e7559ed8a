"""The state of the rounds under way, in a few sentences for organisers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from i18n.text import listed
from mail.models import MailAddress
from matches.models import Match, Seat
from matches.time_control.words import span
from timekeeping import clock
from tournaments.mails.unreachable import HERE
from tournaments.models import Entry, Event, Round

SOON = timedelta(hours=24)


def of_rounds(event: Event) -> list[str]:
    """Return sentences on a running event: how many matches are open, which is slowest, and whose time is short."""
    if event.stage != Event.Stage.RUNNING:
        return []
    now = clock.now()
    running = Round.objects.filter(event=event, stage=Round.Stage.RUNNING)
    played = Q(pairings__black__isnull=False)
    counted = running.annotate(
        matches=Count("pairings", filter=played), left=Count("pairings", filter=played & Q(pairings__decided_at=None))
    )
    rounds = list(counted.order_by("number").values_list("number", "left", "matches"))
    return [*_open(rounds), *_slowest(event, now), *_short_of_time(event, now)] if rounds else []


def _open(rounds: list[tuple[int, int, int]]) -> Iterator[str]:
    if len(rounds) == 1:
        (number, left, matches), *_others = rounds
        words = ngettext(
            "Round %(round)s: %(left)s of %(matches)s match open.",
            "Round %(round)s: %(left)s of %(matches)s matches open.",
            matches,
        )
        yield words % {"round": number, "left": left, "matches": matches}
    else:
        left, matches = sum(each[1] for each in rounds), sum(each[2] for each in rounds)
        words = _("Rounds %(rounds)s: %(left)s of %(matches)s matches open.")
        yield words % {"rounds": listed([str(each[0]) for each in rounds]), "left": left, "matches": matches}


def _slowest(event: Event, now: datetime) -> Iterator[str]:
    running = Match.objects.filter(pairing__round__event=event, pairing__decided_at=None, status=Match.Status.RUNNING)
    since: datetime | None = running.aggregate(at=Min(Coalesce("last_turn_at", "started_at")))["at"]
    if since is not None:
        yield _("Longest since a turn: %(time)s.") % {"time": span(now - since)}


def _short_of_time(event: Event, now: datetime) -> Iterator[str]:
    seats = Seat.objects.filter(match__pairing__round__event=event, match__pairing__decided_at=None, finished_at=None)
    count = seats.filter(deadline__lte=now + SOON, stopped="").count()
    if not count:
        yield _("Everyone has more than 24 hours left.")
        return
    words = ngettext(
        "%(number)s player has less than 24 hours left.", "%(number)s players have less than 24 hours left.", count
    )
    yield words % {"number": count}


def of_entries(event: Event) -> list[str]:
    """Return sentences on players who haven't answered, or whom no email reaches."""
    if event.stage not in (Event.Stage.REGISTRATION, Event.Stage.RUNNING):
        return []
    bounces = MailAddress.objects.filter(undeliverable_since__isnull=False, complained_at=None)
    entries = event.entries.filter(status__in=HERE)
    invited = Count("pk", filter=Q(status=Entry.Status.INVITED))
    bounced = Count("pk", filter=Q(player__email__in=bounces.values("address")))
    counts = entries.aggregate(invited=invited, bounced=bounced)
    found = []
    if count := counts["invited"]:
        words = ngettext("%(number)s invitation isn’t answered.", "%(number)s invitations aren’t answered.", count)
        found.append(words % {"number": count})
    if count := counts["bounced"]:
        words = ngettext("Emails to %(number)s player come back.", "Emails to %(number)s players come back.", count)
        found.append(words % {"number": count})
    return found


def pairing_rule(event: Event) -> str:
    """Say what happens without an organiser while all is well."""
    if event.publishes_itself:
        return _("Rounds follow automatically.")
    return str(event.rules.round_words.waits_for_organiser)
