"""A player's data in events and clubs, for the document with all that the site keeps about them."""

from __future__ import annotations

from typing import Any

from django.db.models import F, QuerySet

from accounts.models import User
from tournaments.models import (
    Absence,
    Announcement,
    Card,
    ClubLine,
    ClubNews,
    Entry,
    Event,
    LogLine,
    Membership,
    PlaceOffer,
    Rating,
    SeasonEntry,
    Upload,
    Vacancy,
)
from tournaments.permissions.seasons import shows_line_up
from tournaments.rounds.next_round import coming_round

Data = dict[str, Any]


def export(user: User) -> Data:
    entries = Entry.objects.filter(player=user).select_related("event").prefetch_related("absences")
    return {
        "entries": [_entry(entry) for entry in entries.order_by("pk")],
        "events_organised": list(Event.objects.filter(organisers=user).order_by("pk").values_list("name", flat=True)),
        "done_in_events": [_line(line) for line in LogLine.objects.filter(by=user).order_by("pk")],
        "announcements_written": list(
            Announcement.objects.filter(by=user).order_by("pk").values("event", "at", "subject", "text")
        ),
        "clubs": [_membership(each) for each in _memberships(user)],
        "done_in_clubs": [_club_line(line) for line in ClubLine.objects.filter(by=user).order_by("pk")],
        "news_of_clubs_written": list(ClubNews.objects.filter(by=user).order_by("pk").values("at", "subject", "text")),
        "archive_of_a_club_sent_at": Upload.objects.filter(player=user).values_list("sent_at", flat=True).first(),
        "seasons": [_season_entry(each) for each in _season_entries(user)],
        "places_left": [_vacancy(each) for each in _vacancies(user)],
        "places_offered": [_offer(each) for each in _offers(user)],
        "cards": [_card(each) for each in _cards(user)],
        "weekly_forests": list(
            user.weekly_attempts.order_by("pk").values(
                "game_slug", "level", "match", "measured", "decided_at", "counts", week=F("forest__begins_on")
            )
        ),
        "ratings": list(
            Rating.objects.filter(player=user)
            .order_by("game_slug", "month")
            .values("game_slug", "month", "rating", "deviation", "volatility", "games", "total")
        ),
    }


def _memberships(user: User) -> QuerySet[Membership]:
    return Membership.objects.filter(player=user).select_related("club").order_by("pk")


def _membership(membership: Membership) -> Data:
    return {
        "club": membership.club.name,
        "role": membership.role,
        "status": membership.status,
        "since": membership.since,
        "request": membership.words,
    }


def _season_entries(user: User) -> QuerySet[SeasonEntry]:
    entries = SeasonEntry.objects.filter(player=user).select_related("season__league__club", "division")
    return entries.order_by("pk")


def _season_entry(entry: SeasonEntry) -> Data:
    season = entry.season
    return {
        "club": season.league.club.name,
        "league": season.league.name,
        "season": season.name,
        "status": entry.status,
        "entered_at": entry.entered_at,
        "division": entry.division.name if entry.division and shows_line_up(season) else None,
        "why_there": entry.words if shows_line_up(season) else "",
        "put_there_by_hand": entry.by_hand,
        "contribution": entry.contribution,
    }


def _vacancies(user: User) -> QuerySet[Vacancy]:
    return Vacancy.objects.filter(player=user).select_related("entry__event").order_by("pk")


def _vacancy(vacancy: Vacancy) -> Data:
    return {
        "event": vacancy.entry.event.name,
        "number": vacancy.entry.number,
        "left_at": vacancy.at,
        "until": vacancy.until,
        "became": vacancy.end,
        "closed_at": vacancy.closed_at,
    }


def _offers(user: User) -> QuerySet[PlaceOffer]:
    return PlaceOffer.objects.filter(player=user).select_related("vacancy__entry__event").order_by("pk")


def _offer(made: PlaceOffer) -> Data:
    event = made.vacancy.entry.event
    return {"event": event.name, "at": made.at, "until": made.until, "answer": made.answer}


def _cards(user: User) -> QuerySet[Card]:
    return Card.objects.filter(player=user).select_related("entry__event").order_by("pk")


def _card(card: Card) -> Data:
    return {
        "event": card.entry.event.name,
        "colour": card.colour,
        "at": card.at,
        "lifted_at": card.lifted_at,
        "lifted_because": card.lifted_because,
    }


def _club_line(line: ClubLine) -> Data:
    return {"club": line.club_id, "at": line.at, "words": line.words, "reason": line.reason}


def _line(line: LogLine) -> Data:
    return {"event": line.event_id, "at": line.at, "words": line.words, "reason": line.reason}


def _entry(entry: Entry) -> Data:
    return {
        "event": entry.event.name,
        "status": entry.status,
        "number": entry.number,
        "seeded_by": entry.rating or None,
        "contribution": entry.contribution,
        "team": entry.team,
        "entered_at": entry.entered_at,
        "checked_in_at": entry.checked_in_at,
        "back_from_round": entry.back_from,
        "gone_from_round": entry.gone_from,
        "no_show": entry.is_no_show,
        "why_matches_count_so": entry.left_words,
        "absences": [{"round": each.round_number, "bye": each.bye} for each in _absences(entry)],
    }


def _absences(entry: Entry) -> list[Absence]:
    """Return the entry's absences, without byes that are still part of a draft."""
    found = entry.absences.all()
    return [each for each in found if not each.in_draft or each.is_told(coming_round(entry.event))]
