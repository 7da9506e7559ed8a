"""Emails that the holder of a seat asks for with a button on a page that an old link opens.

Anyone who was passed that link can press the button, too. So the email goes to the player, only a few are sent, and the
page doesn't say where.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Literal

from django.utils.translation import gettext as _

from mail.bounces import dead_addresses
from mail.models import OutboxMail
from mail.outbox.queue import queue_mail
from matches.clocks.times import exact
from matches.models import Seat
from matches.time_control.time_control import DAY
from timekeeping import clock

AGAIN_AFTER = timedelta(minutes=10)
MOST_A_DAY = 5

Kind = Literal["position", "confirm_resignation"]


class LinkRequestRefused(Exception):
    """A refused request: no email was queued.

    ``message`` is for the person who asked, and ``status`` an HTTP status.
    """

    def __init__(self, message: str, status: HTTPStatus) -> None:
        super().__init__(message)
        self.message = message
        self.status = int(status)


def send_new_links(kind: Kind, seat: Seat) -> None:
    """Queue the match as it is now, or the question whether to resign it, with the links for that.

    Raises ``LinkRequestRefused``.
    """
    if seat.player is None or dead_addresses.trouble_of(seat.player.email):
        words = _(
            "Our emails to you bounce, so we can’t send you the link. Ask your opponent or the organiser for help."
        )
        raise LinkRequestRefused(words, HTTPStatus.CONFLICT)
    now = clock.now()
    mails = OutboxMail.objects.filter(match=seat.match, user=seat.player, queued_at__gt=now - DAY)
    asked_for = mails.filter(kind=kind, context__asked_for=True).order_by("-queued_at", "-pk")
    earlier = list(asked_for.values_list("pk", "queued_at")[:MOST_A_DAY])
    until = _earliest_next([queued_at for _pk, queued_at in earlier])
    if until is not None and until > now:
        words = _("We’ve emailed you already. Check your spam folder, or try again after %(time)s.")
        raise LinkRequestRefused(words % {"time": exact(until)}, HTTPStatus.TOO_MANY_REQUESTS)
    # Two that are asked for at once know the same last one, so they are one.
    last = earlier[0][0] if earlier else f"{now:%Y-%m-%d}"
    context = {"seat": seat.pk, "asked_for": True}
    queue_mail(kind, user=seat.player, match=seat.match, context=context, key=f"{kind}:{seat.pk}:{last}")


def _earliest_next(latest: list[datetime]) -> datetime | None:
    """Return when the next may be asked for, given the earlier requests, newest first; ``None``: at any time."""
    if not latest:
        return None
    return latest[-1] + DAY if len(latest) == MOST_A_DAY else latest[0] + AGAIN_AFTER
