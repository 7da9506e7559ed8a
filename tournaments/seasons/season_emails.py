"""Emails of a league's seasons: registration is open, it closes soon, and there is no place yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from mail.outbox.registry import MailKind
from matches.clocks.terms_words import time_terms
from matches.mails import moments
from timekeeping import clock
from tournaments.entries.replacements import waiting_list
from tournaments.models import Entry, Season, SeasonEntry
from tournaments.seasons import edit, register
from tournaments.seasons.line_up import previous_season
from tournaments.settings.describe import format_words

Replacements, Stage = Season.Replacements, Season.Stage
WHAT_NEXT = {
    True: gettext_noop("When a player leaves the season, we’ll offer the place to the next in line by email."),
    False: gettext_noop("This season has no replacements. We’ll email you when registration for the next one opens."),
}


def season_open(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Say that registration is open; moot once the reader has registered, or no longer can."""
    season, player = _season(mail, Stage.REGISTRATION), reader.user
    if season is None or player is None or not _may_register(season, player):
        return None
    return {**_context(season), "last_division": _last_division(season, player)}


def season_waiting(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Say that there is no place yet; moot once the reader has one, or no longer waits."""
    season = _season(mail, Stage.RUNNING)
    if season is None:
        return None
    line = waiting_list.in_line(season)
    place = next((place for place, entry in enumerate(line, 1) if entry.player == reader.user), 0)
    if not place:
        return None
    return {
        **_context(season),
        "place": place,
        "count": len(line),
        "reason": line[place - 1].words,
        "what_next": _(WHAT_NEXT[season.replacements != Replacements.NOBODY]),
    }


KINDS: Mapping[str, MailKind] = {
    "season_open": MailKind(season_open, stopped_by="club_news"),
    "season_closing": MailKind(season_open, stopped_by="club_news"),
    "season_waiting": MailKind(season_waiting),
}


def _season(mail: OutboxMail, stage: Season.Stage) -> Season | None:
    rows = Season.objects.select_related("league__club", "vacation_pool")
    return rows.filter(pk=mail.context["season"], stage=stage).first()


def _may_register(season: Season, player: User) -> bool:
    if SeasonEntry.objects.filter(season=season, player=player).exists():
        return False
    return register.why_cannot_register(season, player, clock.now()) is None


def _last_division(season: Season, player: User) -> str:
    """Return the name of the division in which the reader played last season; "" if they didn't."""
    last = previous_season.last_played(season)
    played = Entry.objects.filter(event__division__season=last, player=player, number__isnull=False)
    return played.values_list("event__division__name", flat=True).first() or "" if last else ""


def _context(season: Season) -> dict[str, Any]:
    """Return what all these emails say about the season."""
    event = edit.as_event(season)
    return {
        "club": season.league.club,
        "league": season.league,
        "season": season,
        "game_name": season.game.name,
        "game_full_name": season.game.full_name(season.options),
        "format_words": format_words(event),
        "time_words": " ".join(time_terms(event)),
        "closes": moments.moment(season.closes_at) if season.closes_at else "",
        "starts": moments.moment(season.starts_at) if season.starts_at else "",
        "url": settings.SITE_URL + season.get_absolute_url(),
        "rules_url": settings.SITE_URL + reverse("matches:rules", args=[season.game_slug]),
    }
