"""Emails that clubs cause, queued in the transaction of their cause."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import User
from mail.outbox.queue import queue_mail
from tournaments.mails import hourly_limit
from tournaments.models import Club, ClubNews, Membership
from tournaments.permissions import clubs, organisers

INVITATION, APPLICATIONS, ANSWER, NEWS = "club_invitation", "club_applications", "club_answer", "club_news"
ACCEPTED, REFUSED, REMOVED, RAISED = "accepted", "refused", "removed", "raised"


def invited(membership: Membership, by: User) -> None:
    _tell(INVITATION, membership, by=by.pk)


def applied(club: Club) -> None:
    """Queue "someone is waiting for approval"; the names are filled in when it is sent."""
    for each in clubs.running(club):
        if each.player is not None and each.player.is_active and organisers.wants_at_once(each.player):
            hourly_limit.tell(APPLICATIONS, each.player, club.pk, {"club": club.pk, "thread": _thread(club.pk)})


def answered(membership: Membership, what: str, reason: str = "") -> None:
    """Queue the organisers' decision to a player.

    ``what``: ``ACCEPTED`` or ``REFUSED`` an applicant, ``REMOVED`` a member, or ``RAISED`` one to another role.
    """
    _tell(ANSWER, membership, what=what, reason=reason)


def news_told(news: ClubNews) -> int:
    """Queue the news; return how many members get it."""
    readers = news_readers(news.club).select_related("player").order_by("pk")
    wanted = [each.player for each in readers if each.player is not None]
    for reader in wanted:
        context = {"news": news.pk, "thread": _thread(news.club_id)}
        queue_mail(NEWS, user=reader, context=context, key=f"{NEWS}:{news.pk}:{reader.pk}", is_new=True)
    return len(wanted)


def news_readers(club: Club) -> QuerySet[Membership]:
    """Return the members who want news by email."""
    return clubs.members_of(club).filter(player__is_active=True, player__club_news=True)


def _tell(kind: str, membership: Membership, **more: str | int) -> None:
    if membership.player is not None and membership.player.is_active:
        context = {"membership": membership.pk, "thread": _thread(membership.club_id), **more}
        queue_mail(kind, user=membership.player, context=context)


def _thread(club_id: int) -> str:
    return f"club-{club_id}"
