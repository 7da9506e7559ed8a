"""Announcements of the organisers to the players: on the event's page, and by email."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from i18n.text import noop, say
from mail.outbox.queue import queue_mail
from matches.input.text import one_line
from timekeeping import clock
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Announcement, Entry, Event, Pairing, Round

MAIL = "event_announcement"
MOST_A_DAY = 10
AGAIN = timedelta(hours=1)
LONGEST_SUBJECT, LONGEST_TEXT = 120, 4000
Audience = Announcement.Audience
ANNOUNCED = {
    Audience.ALL: noop("Announced to all entrants: “%(subject)s”."),
    Audience.UNFINISHED: noop("Announced to players with unfinished matches in this round: “%(subject)s”."),
}


def announce(event: Event, audience: str, subject: str, text: str, *, by: User) -> tuple[Announcement, int]:
    """Publish an announcement; return it and how many get it by email. Raises ``TournamentRefused``."""
    said = Announcement(event=event, by=by, at=clock.now(), audience=audience, subject=one_line(subject))
    said.text = "\n".join(one_line(line) for line in text.strip().splitlines())
    _check(said)
    with transaction.atomic():
        # Held, so that two sent at once are counted one after the other.
        Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        readers = readers_of(event, audience)
        if earlier := _said_before(said):
            return earlier, len(readers)
        _refuse_too_often(event)
        said.save()
        for reader in readers:
            context = {"announcement": said.pk, "thread": f"event-{event.pk}"}
            queue_mail(MAIL, user=reader, context=context, key=f"{MAIL}:{said.pk}:{reader.pk}", is_new=True)
        note(event, Kind.EVENT, say(ANNOUNCED[Audience(said.audience)], subject=said.subject), by=by)
    return said, len(readers)


def readers_of(event: Event, audience: str) -> list[User]:
    """Return the players that an email can reach."""
    entries = Entry.objects.filter(event=event, status=Entry.Status.ENTERED, player=OuterRef("pk"))
    if audience == Audience.UNFINISHED:
        plays = Q(white=OuterRef("pk")) | Q(black=OuterRef("pk")) | Q(table_seats__entry=OuterRef("pk"))
        entries = Entry.objects.filter(Exists(_unfinished(event).filter(plays)), event=event, player=OuterRef("pk"))
    return list(User.objects.filter(Exists(entries), is_active=True).order_by("pk"))


def has_unfinished(event: Event) -> bool:
    return _unfinished(event).exists()


def _unfinished(event: Event) -> QuerySet[Pairing]:
    running = Pairing.objects.filter(round__event=event, round__stage=Round.Stage.RUNNING)
    return running.filter(decided_at=None, waits=False, black__isnull=False)


def _check(said: Announcement) -> None:
    if said.audience not in Audience.values:
        raise TournamentRefused(_("Choose who to tell."), "audience")
    if not 0 < len(said.subject) <= LONGEST_SUBJECT:
        raise TournamentRefused(
            _("Enter a subject of at most %(most)s characters.") % {"most": LONGEST_SUBJECT}, "subject"
        )
    if not 0 < len(said.text) <= LONGEST_TEXT:
        raise TournamentRefused(_("Write a text of at most %(most)s characters.") % {"most": LONGEST_TEXT}, "text")


def _said_before(said: Announcement) -> Announcement | None:
    """Return the same announcement if it was made a moment ago: one that was sent twice is published once."""
    same = said.event.announcements.filter(audience=said.audience, subject=said.subject, text=said.text)
    return same.filter(at__gt=said.at - AGAIN).first()


def _refuse_too_often(event: Event) -> None:
    since = clock.now() - timedelta(days=1)
    if event.announcements.filter(at__gt=since).count() >= MOST_A_DAY:
        words = _("This event has had %(number)s announcements in a day. Send the next one tomorrow.")
        raise TournamentRefused(words % {"number": MOST_A_DAY}, status=429)
