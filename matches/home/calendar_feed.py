"""A player's deadlines and other dates as a calendar (RFC 5545), which calendar programs fetch again and again."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import translation
from icalendar import Calendar, Event, Timezone, TimezoneStandard, vDuration

from accounts.models import User
from i18n.text import listed, say
from matches import hooks
from matches.hooks import CalendarDate
from matches.models import CalendarFeed, Match, Seat, new_calendar_key
from matches.record.names import match_and_others

MOST = 500  # deadlines, the nearest first
REFRESH = timedelta(hours=1)


def feed_of(key: str) -> CalendarFeed | None:
    """Return the calendar feed with this key; ``None`` if no one has the key, or its player has left."""
    return CalendarFeed.objects.select_related("user").filter(key=key, user__is_active=True).first()


def renew(user: User) -> CalendarFeed:
    """Give the player's calendar a new secret address; the old one stops working."""
    feed, _ = CalendarFeed.objects.update_or_create(user=user, defaults={"key": new_calendar_key()})
    return feed


def switch_off(user: User) -> None:
    CalendarFeed.objects.filter(user=user).delete()


def other_dates(user: User) -> list[CalendarDate]:
    """Return the dates that other parts of the site know for the player."""
    return [date for dates in hooks.calendar_dates.ask(user) for date in dates]


def deadlines(user: User) -> list[Seat]:
    """Return the player's seats whose clocks run, the soonest deadline first."""
    running = Seat.objects.filter(player=user, finished_at=None, deadline__isnull=False)
    seats = running.select_related("match").defer("match__state").prefetch_related("match__seats__player")
    return list(seats.order_by("deadline", "pk")[:MOST])


def calendar(user: User) -> bytes:
    """Write the player's deadlines as a calendar, in the player's language.

    The same deadlines give the same text, so that a program can be told that nothing has changed.
    """
    with translation.override(user.language):
        return _written(deadlines(user), other_dates(user), user.language)


def _written(seats: list[Seat], dates: list[CalendarDate], language: str) -> bytes:
    made = Calendar()
    made.add("prodid", f"-//{settings.SITE_NAME}//deadlines//{language[:2].upper()}")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", settings.SITE_NAME)
    made.add("refresh-interval", REFRESH, {"value": "DURATION"})  # RFC 7986, 5.7
    made.add("x-published-ttl", vDuration(REFRESH))  # of names it doesn’t know, icalendar doesn’t know the type
    for seat in seats:
        made.add_component(_event(seat))
    for date in dates:
        made.add_component(_of_date(date))
    if not seats and not dates:
        made.add_component(_utc())
    written: bytes = made.to_ical()
    return written


def _utc() -> Timezone:
    """Return a time zone that shows nothing: a calendar needs at least one component (RFC 5545, 3.6)."""
    always = TimezoneStandard()
    always.add("dtstart", datetime(1970, 1, 1))  # noqa: DTZ001 (local time, as 3.6.5 asks)
    always.add("tzoffsetfrom", timedelta(0))
    always.add("tzoffsetto", timedelta(0))
    made = Timezone()
    made.add("tzid", "Etc/UTC")
    made.add_component(always)
    return made


def _event(seat: Seat) -> Event:
    """Return the event for the end of a turn's time; each match has one, which moves from turn to turn."""
    match = seat.match
    others = [other for other in match.seats.all() if other.pk != seat.pk]
    address = settings.SITE_URL + match.get_absolute_url()
    made = Event()
    made.add("uid", f"match-{match.pk}.seat-{seat.pk}@{settings.MAIL_DOMAIN}")
    made.add("sequence", match.log_length)
    made.add("dtstamp", seat.asked_at or match.started_at)
    made.add("dtstart", seat.deadline)
    made.add("summary", _summary(match, listed([other.name for other in others])))
    named = match_and_others(match, others)
    words = say("Your turn in %(match)s. Your time for it runs out at this moment.", match=named)
    made.add("description", f"{words}\n{address}")
    made.add("url", address)
    made.add("transp", "TRANSPARENT")  # the player is not busy
    return made


def _of_date(date: CalendarDate) -> Event:
    made = Event()
    made.add("uid", f"{date.key}@{settings.MAIL_DOMAIN}")
    made.add("sequence", int(date.changed_at.timestamp()))
    made.add("dtstamp", date.changed_at)
    made.add("dtstart", date.at)
    made.add("summary", date.words)
    made.add("url", date.url)
    made.add("transp", "TRANSPARENT")
    return made


def _summary(match: Match, others: str) -> str:
    if not others:
        return say("%(game)s: deadline", game=match.game.name)
    if match.game.together:
        return say("%(game)s: deadline, with %(names)s", game=match.game.name, names=others)
    return say("%(game)s: deadline against %(opponents)s", game=match.game.name, opponents=others)
