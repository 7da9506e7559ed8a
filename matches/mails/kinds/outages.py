"""What the players of a match are told of times in which the site stood still."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q

from i18n.text import noop, say
from matches.mails import moments
from matches.models import Match, Outage, OutboxMail, Seat

MOST_TOLD = 3
OWN = noop("The site stood still from %(start)s to %(end)s; your clock stood still as well.")
ALL_OWN = noop("The site stood still from %(start)s to %(end)s; your clocks stood still as well.")
ALL = noop("The site stood still from %(start)s to %(end)s; all clocks stood still as well.")
RESTORED = noop(
    "The site was restored from a backup: everything between %(start)s and %(end)s is lost. Clocks were paused."
)


def told(seats: Sequence[Seat]) -> list[str]:
    """A sentence for each of the last outages since the player of these seats was last written to about one of the
    matches, or since it began. One select."""
    return [_sentence(outage, seats) for outage in _untold(seats)]


def _untold(seats: Sequence[Seat]) -> list[Outage]:
    """An email that reminds of several matches counts for each of them: it is about no match in particular."""
    in_thread = Q(match=OuterRef("pk")) & ~Q(kind="standstill") | Q(match=None, kind__in=("reminder", "restored"))
    written = OutboxMail.objects.filter(in_thread, user=seats[0].player_id, sent_at__gte=OuterRef(OuterRef("ended_at")))
    matches = Match.objects.filter(pk__in=[seat.match_id for seat in seats], started_at__lt=OuterRef("ended_at"))
    latest = Outage.objects.filter(Exists(matches.exclude(Exists(written)))).order_by("-ended_at")
    return list(latest[:MOST_TOLD])[::-1]


def _sentence(outage: Outage, seats: Sequence[Seat]) -> str:
    if outage.is_restoration:
        return say(RESTORED, start=moments.moment(outage.began_at), end=moments.moment(outage.ended_at))
    ran = all(seat.asked_at is not None and seat.asked_at < outage.ended_at for seat in seats)
    sentence = (OWN if len(seats) == 1 else ALL_OWN) if ran else ALL
    return say(sentence, start=moments.moment(outage.began_at), end=moments.moment(outage.ended_at))
