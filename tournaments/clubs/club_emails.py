"""Emails of clubs: to people who join or leave, to their organisers, and news to their members."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from i18n.text import listed
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from mail.outbox.registry import MailKind
from tournaments.clubs import links
from tournaments.entries.invite import callable_name
from tournaments.models import Club, ClubNews, Membership
from tournaments.permissions import clubs as club_permissions

from . import club_causes

Role, Status = Membership.Role, Membership.Status
NAMED = 20  # of those who ask to join; more are counted
HEADLINES = {
    club_causes.ACCEPTED: gettext_noop("You’re now a member of %(club)s."),
    club_causes.REFUSED: gettext_noop("%(club)s declined your request to join."),
    club_causes.REMOVED: gettext_noop("You were removed from %(club)s."),
}
RAISED_TO = {
    Role.OWNER: gettext_noop("You’re now an owner of %(club)s."),
    Role.ORGANISER: gettext_noop("You’re now an organiser of %(club)s."),
}
SUBJECTS = {
    club_causes.ACCEPTED: gettext_noop("%(club)s: welcome"),
    club_causes.REFUSED: gettext_noop("%(club)s: request declined"),
    club_causes.REMOVED: gettext_noop("%(club)s: you’ve been removed"),
    club_causes.RAISED: gettext_noop("%(club)s: your new role"),
}
HOLDS_WHILE = {
    club_causes.ACCEPTED: Status.MEMBER,
    club_causes.RAISED: Status.MEMBER,
    club_causes.REFUSED: Status.REFUSED,
    club_causes.REMOVED: Status.REFUSED,
}


def club_invitation(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Invite a player to a club; moot once answered or withdrawn."""
    membership = _membership(mail, reader, Status.INVITED)
    if membership is None:
        return None
    inviter = User.objects.filter(pk=mail.context["by"]).first()
    return {
        "club": membership.club,
        "inviter": inviter.display_name if inviter else "",
        "called": callable_name(membership.name),
        "role": "" if membership.role == Role.MEMBER else membership.get_role_display(),
        "is_new_here": reader.user is not None and reader.user.is_guest,
        "club_url": _url(membership.club),
        "url": links.invitation_url(membership),
    }


def club_answer(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Tell a player the organisers' decision; moot once it no longer holds."""
    what = mail.context["what"]
    membership = _membership(mail, reader, HOLDS_WHILE[what])
    if membership is None:
        return None
    if what == club_causes.RAISED and membership.role not in RAISED_TO:
        return None
    headline = RAISED_TO[Role(membership.role)] if what == club_causes.RAISED else HEADLINES[what]
    club = membership.club
    return {
        "club": club,
        "headline": _(headline) % {"club": club.name},
        "subject_words": _(SUBJECTS[what]) % {"club": club.name},
        "reason": mail.context["reason"],
        "club_url": _url(club),
    }


def club_news(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Send the club's news; moot for readers who have left."""
    news = ClubNews.objects.select_related("club", "by").filter(pk=mail.context["news"]).first()
    if news is None or reader.user is None or not club_permissions.is_member(reader.user, news.club):
        return None
    return {
        "club": news.club,
        "news": news,
        "by": news.by.display_name if news.by else "",
        "club_url": _url(news.club),
    }


def club_applications(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Tell organisers who is waiting; moot once no one is, or for readers who no longer organise the club."""
    club = Club.objects.filter(pk=mail.context["club"]).first()
    if club is None or reader.user is None or not club_permissions.may_run(reader.user, club):
        return None
    waiting = club.memberships.filter(status=Status.APPLIED).select_related("player").order_by("since", "pk")
    names = [membership.shown_name for membership in waiting[:NAMED]]
    if not names:
        return None
    count = len(names) if len(names) < NAMED else waiting.count()
    more = count - len(names)
    return {
        "club": club,
        "names": ", ".join(names) if more else listed(names),
        "count": count,
        "more": more,
        "url": settings.SITE_URL + reverse("clubs:manage", args=[club.slug]),
    }


KINDS: Mapping[str, MailKind] = {
    "club_invitation": MailKind(club_invitation, stopped_by="invitations"),
    "club_answer": MailKind(club_answer),
    "club_news": MailKind(club_news, stopped_by="club_news"),
    "club_applications": MailKind(club_applications, for_hosts=True),
}


def _membership(mail: OutboxMail, reader: Recipient, status: Membership.Status) -> Membership | None:
    """Return the membership that the email is about, if it is the reader's and still has that status."""
    rows = Membership.objects.select_related("club", "player").filter(pk=mail.context["membership"], status=status)
    membership = rows.first()
    if membership is None or reader.user is None or membership.player_id != reader.user.pk:
        return None
    return membership


def _url(club: Club) -> str:
    return settings.SITE_URL + club.get_absolute_url()
