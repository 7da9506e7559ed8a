"""The email that offers a person from a club's archive their place in the club."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from mail.outbox.registry import MailKind
from tournaments.models import Arrival

from . import claim


def club_place(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Offer a person from the archive their place; moot once it is taken, or the name was removed."""
    arrival = Arrival.objects.select_related("club").filter(pk=mail.context["arrival"]).first()
    if arrival is None:
        return None
    sender = User.objects.filter(pk=mail.context["by"]).first()
    return {
        "club": arrival.club,
        "name": arrival.name,
        "sender": sender.display_name if sender else "",
        "is_new_here": reader.user is not None and reader.user.is_guest,
        "club_url": settings.SITE_URL + arrival.club.get_absolute_url(),
        "url": claim.url_of(arrival),
    }


KINDS: Mapping[str, MailKind] = {
    "club_place": MailKind(club_place, stopped_by="invitations"),
}
